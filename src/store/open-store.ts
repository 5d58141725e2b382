/** The records of a workspace as they are on disk now. Loads neither yaml nor zod unless something must be parsed. */
import { ownAgents, type Profile } from "../config.js";
import type { Finding } from "../entry/finding.js";
import { TenetError } from "../errors.js";
import { type EntryMeta, plainHead } from "./cache/entry-meta.js";
import { type FileRecord, FileTable } from "./cache/file-table.js";
import { HeadList } from "./cache/head-columns.js";
import { headsAfter } from "./cache/heads-after.js";
import { type KnownTree, MonthCache } from "./cache/month-cache.js";
import type { KnownEntries } from "./cache/month-file.js";
import { sha256 } from "./files/atomic-file.js";
import { refreshIndexPage } from "./index-page.js";
import { tooLarge } from "./records/record-bytes.js";
import {
  MAX_FILE_BYTES,
  RACY_MS,
  readPlainFile,
  type ScannedFile,
  type Stamp,
  scanRecords,
  unreadableFinding,
} from "./records/scan.js";
import { type OpeningCost, Store } from "./store.js";
import type { Workspace } from "./workspace.js";

export type { EntryMeta } from "./cache/entry-meta.js";
export { type Located, Store } from "./store.js";

/** So many parsed files are held in memory before their months are written. */
const FILES_AT_ONCE = 300;
/** What opening a tree finds out about files that may have changed. */
class Opening {
  readonly cost: OpeningCost = { filesParsed: 0, filesHashed: 0 };
  readonly entries = new Map<string, KnownEntries>();
  readonly findings: Finding[] = [];
  /** Files that cannot be read at the moment: what was known of them stays. */
  readonly kept = new Set<string>();
  readonly fresh: EntryMeta[] = [];
  /** Files whose entries are others than before. */
  readonly touched = new Set<string>();
  /** What is now known of files; undefined for those that are gone. */
  readonly changes = new Map<string, FileRecord | undefined>();
  /** Files found the same by their content, whose stat will prove it from now on. */
  settled = 0;
  /** Touched files whose months are not written yet. */
  readonly #unstored = new Set<string>();
  readonly #agent: string;
  readonly #old: FileTable | undefined;
  readonly #at: number;

  constructor(agent: string, old: FileTable | undefined, at: number) {
    this.#agent = agent;
    this.#old = old;
    this.#at = at;
  }

  #touch(file: string): void {
    this.touched.add(file);
    this.#unstored.add(file);
  }

  /** A file that is no longer there. */
  drop(file: string): void {
    if (this.#old?.get(file) === undefined) return;
    this.changes.set(file, undefined);
    this.#touch(file);
  }

  /** A file that the system does not let us read: that is not gone. */
  keep(file: string): void {
    if (this.#old?.get(file) !== undefined) this.kept.add(file);
  }

  async take({ file, path, stamp }: ScannedFile): Promise<void> {
    if (stamp.size > MAX_FILE_BYTES) {
      this.#refuse(file, stamp);
      return;
    }
    let read: ReturnType<typeof readPlainFile>;
    try {
      read = readPlainFile(path);
    } catch (error) {
      // Vanished between listing and reading: gone. Denied: not gone.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") this.drop(file);
      else {
        this.findings.push(unreadableFinding(file, error));
        this.keep(file);
      }
      return;
    }
    this.cost.filesHashed++;
    const record = this.#old?.get(file);
    if (record !== undefined && record.sha256 === sha256(read.bytes)) {
      this.changes.set(file, { ...record, stamp: read.stamp });
      if (Math.max(read.stamp.mtimeMs, read.stamp.ctimeMs) < this.#at - RACY_MS) this.settled++;
      return;
    }
    this.cost.filesParsed++;
    this.#touch(file);
    const { readRecordFile } = await import("./records/read-record-file.js");
    const parsed = readRecordFile(file, read.bytes, read.stamp, this.#agent);
    this.changes.set(file, parsed.record);
    this.entries.set(file, { sha256: parsed.record.sha256, records: parsed.entries });
    this.fresh.push(...parsed.heads);
  }

  /** A file too large to read stands for itself by size and time. */
  #refuse(file: string, stamp: Stamp): void {
    const mark = sha256(`too large ${stamp.size} ${stamp.mtimeMs}`);
    if (this.#old?.hashOf(file) !== mark) this.#touch(file);
    this.changes.set(file, { stamp, sha256: mark, findings: [tooLarge(file, stamp.size)] });
  }

  /**
   * Writes what was parsed to its months and lets go of it: all entries of 15,000 files at once would take gigabytes.
   * Where no cache is kept it stays in memory.
   */
  store(cache: MonthCache): void {
    const hashOf = (file: string) =>
      this.changes.has(file) ? this.changes.get(file)?.sha256 : this.#old?.hashOf(file);
    const isStored = cache.storeMonths(hashOf, this.entries, this.#unstored);
    if (!isStored) return;
    this.#unstored.clear();
    if (this.entries.size >= FILES_AT_ONCE) this.entries.clear();
  }

  /** The tree with what was found out. */
  known(old: KnownTree | undefined): KnownTree {
    const files = (old?.files ?? FileTable.of(new Map())).with(this.changes);
    const before = old ?? { heads: HeadList.of([]), distinct: true };
    const { heads, distinct } =
      this.touched.size === 0 ? before : headsAfter(before, this.touched, this.fresh, files.names);
    return { at: this.#at, files, hash: files.hashOfAll(), heads, distinct };
  }
}

/** Keeps what was read so far: files that are not in the cache are the changed ones of the next opening. */
function outOfTime(opening: Opening, old: KnownTree | undefined, cache: MonthCache): TenetError {
  opening.store(cache);
  cache.writeHeads(opening.known(old));
  return new TenetError("the records are read for the first time, and there was no time to read all of them", {
    failure: "busy",
    code: "no-time",
    hint: "Any other command reads them once and for all: tenet status",
  });
}

/**
 * Reads the records of a workspace: unchanged files from the cache, others parsed and cached. `untouched`: nothing is
 * written, neither cache nor index page, for commands that only examine.
 */
export async function openStore(
  ctx: { workspace: Workspace; profile: Profile; until?: number },
  { untouched = false }: { untouched?: boolean } = {},
): Promise<Store> {
  const { workspace: ws, profile } = ctx;
  const agent = ownAgents(profile)[0] ?? "main";
  const cache = new MonthCache(ws, agent, !untouched);
  const old = cache.readHeads();
  const at = Date.now();
  const scan = scanRecords(ws);
  const { changed, gone } = old?.files.compare(scan.files, old.at - RACY_MS) ?? { changed: scan.files, gone: [] };
  if (old !== undefined && changed.length + gone.length + scan.unreadable.length === 0) {
    const cost = { filesParsed: 0, filesHashed: 0 };
    return new Store(ws, agent, { ...old, at }, { findings: scan.findings, entries: new Map(), cost, cache });
  }
  const opening = new Opening(agent, old?.files, at);
  for (const file of changed) {
    if (ctx.until !== undefined && performance.now() > ctx.until) throw outOfTime(opening, old, cache);
    await opening.take(file);
    if (opening.entries.size >= FILES_AT_ONCE) opening.store(cache);
  }
  const denied = (file: string) => scan.unreadable.some((place) => file === place || file.startsWith(`${place}/`));
  for (const file of gone) {
    if (denied(file)) opening.keep(file);
    else opening.drop(file);
  }
  const known = opening.known(old);
  // A head file written now makes later commands trust the stats of what was looked through in vain.
  if (opening.touched.size > 0 || opening.settled > 0 || old === undefined) {
    opening.store(cache);
    cache.writeHeads(known);
  }
  const { kept } = opening;
  const mark = (head: EntryMeta): EntryMeta => (kept.has(head.file) ? { ...plainHead(head), unreadable: true } : head);
  const heads = kept.size === 0 ? known.heads : HeadList.of(known.heads.all.map(mark));
  const findings = [...scan.findings, ...opening.findings];
  const tree = new Store(
    ws,
    agent,
    { ...known, heads },
    { findings, entries: opening.entries, cost: opening.cost, cache },
  );
  if (opening.touched.size > 0 && !untouched) refreshIndexPage(ws, tree, profile.outcome.days);
  return tree;
}
