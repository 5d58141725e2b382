/** The records of a workspace as they are on disk now. Loads neither yaml nor zod unless something must be parsed. */
import { ownAgents, type Profile } from "../config.js";
import type { Context } from "../context.js";
import type { Finding } from "../memory/finding.js";
import { sha256 } from "./atomic-file.js";
import { areDistinct } from "./duplicate-ids.js";
import { type FileRecord, FileTable } from "./file-table.js";
import { byTime, type Head, plainHead } from "./head.js";
import { HeadList } from "./head-columns.js";
import { refreshIndexPage } from "./index-page.js";
import { type KnownTree, MonthCache } from "./month-cache.js";
import type { KnownEntries } from "./month-file.js";
import { type OpeningCost, Tree } from "./opened-tree.js";
import { tooLarge } from "./record-bytes.js";
import {
  MAX_FILE_BYTES,
  readPlainFile,
  type ScannedFile,
  type Stamp,
  sameStamp,
  scanRecords,
  unreadableFinding,
} from "./scan.js";

export type { Head } from "./head.js";
export { type Located, Tree } from "./opened-tree.js";

/**
 * A stat is trusted only when it is this much older than the moment it was taken: file systems keep times in steps of
 * up to two seconds, and a second write within one step leaves the stat as it was (git's racy-clean rule).
 */
const RACY_MS = 2_000;
/** So many files hashed in vain that a fresh head file is worth writing. */
const REWRITE_AFTER = 16;

/** Is a stat from the cache proof that the content is the same? */
function isTrusted(record: FileRecord, stamp: Stamp, takenAt: number): boolean {
  const newest = Math.max(stamp.mtimeMs, stamp.ctimeMs);
  return sameStamp(record.stamp, stamp) && newest < takenAt - RACY_MS;
}

class Opening {
  readonly cost: OpeningCost = { filesParsed: 0, filesHashed: 0 };
  readonly entries = new Map<string, KnownEntries>();
  readonly files = new Map<string, FileRecord>();
  readonly findings: Finding[] = [];
  readonly kept = new Set<string>();
  readonly fresh: Head[] = [];
  readonly touched = new Set<string>();
  readonly #agent: string;
  readonly #old: KnownTree | undefined;

  constructor(agent: string, old: KnownTree | undefined) {
    this.#agent = agent;
    this.#old = old;
  }

  /** Keeps what is known of a file; false when nothing is. */
  keep(file: string, unreadable: boolean): boolean {
    const record = this.#old?.files.get(file);
    if (record === undefined) return false;
    this.files.set(file, record);
    if (unreadable) this.kept.add(file);
    return true;
  }

  /** Keeps what is known of a file whose stat proves that it is the same. */
  isSame({ file, stamp }: ScannedFile): boolean {
    const record = this.#old?.files.get(file);
    if (record === undefined || !isTrusted(record, stamp, this.#old?.at ?? 0)) return false;
    this.files.set(file, record);
    return true;
  }

  async take({ file, path, stamp }: ScannedFile): Promise<void> {
    const record = this.#old?.files.get(file);
    if (stamp.size > MAX_FILE_BYTES) {
      this.#refuse(file, stamp);
      return;
    }
    let read: ReturnType<typeof readPlainFile>;
    try {
      read = readPlainFile(path);
    } catch (error) {
      // Vanished between listing and reading: gone. Denied: not gone.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      this.findings.push(unreadableFinding(file, error));
      this.keep(file, true);
      return;
    }
    this.cost.filesHashed++;
    if (record !== undefined && record.sha256 === sha256(read.bytes)) {
      this.files.set(file, { ...record, stamp: read.stamp });
      return;
    }
    this.cost.filesParsed++;
    this.touched.add(file);
    const { readRecordFile } = await import("./read-record-file.js");
    const parsed = readRecordFile(file, read.bytes, read.stamp, this.#agent);
    this.files.set(file, parsed.record);
    this.entries.set(file, { sha256: parsed.record.sha256, records: parsed.entries });
    this.fresh.push(...parsed.heads);
  }

  /** A file too large to read stands for itself by size and time. */
  #refuse(file: string, stamp: Stamp): void {
    const mark = sha256(`too large ${stamp.size} ${stamp.mtimeMs}`);
    if (this.#old?.files.hashOf(file) !== mark) this.touched.add(file);
    this.files.set(file, { stamp, sha256: mark, findings: [tooLarge(file, stamp.size)] });
  }

  /** All heads: the old ones of unchanged files, and the fresh ones. */
  heads(): HeadList {
    const old = this.#old?.heads ?? HeadList.of([]);
    const gone = (this.#old?.files.names ?? []).filter((file) => !this.files.has(file));
    for (const file of gone) this.touched.add(file);
    if (this.touched.size === 0) return old;
    const same = old.all.filter((head) => this.files.has(head.file) && !this.touched.has(head.file));
    return HeadList.of([...same, ...this.fresh].sort(byTime));
  }
}

/**
 * Reads the records of a workspace: unchanged files from the cache, others parsed and cached. `untouched`: nothing is
 * written, neither cache nor index page, for commands that only examine.
 */
export async function openTree(
  ctx: Pick<Context, "workspace"> & { profile: Profile },
  { untouched = false }: { untouched?: boolean } = {},
): Promise<Tree> {
  const { workspace: ws, profile } = ctx;
  const agent = ownAgents(profile)[0] ?? "main";
  const cache = new MonthCache(ws, agent, !untouched);
  const old = cache.readHeads();
  const at = Date.now();
  const scan = scanRecords(ws);
  if (old?.files.holds(scan.files, old.at - RACY_MS) && scan.unreadable.length === 0) {
    const cost = { filesParsed: 0, filesHashed: 0 };
    return new Tree(ws, agent, { ...old, at }, { findings: scan.findings, entries: new Map(), cost, cache });
  }
  const opening = new Opening(agent, old);
  for (const file of scan.files) if (!opening.isSame(file)) await opening.take(file);
  for (const place of scan.unreadable) {
    for (const file of old?.files.names ?? []) {
      if (file === place || file.startsWith(`${place}/`)) opening.keep(file, true);
    }
  }
  const heads = opening.heads();
  const files = FileTable.of(opening.files);
  const known: KnownTree = {
    at,
    files,
    hash: files.hashOfAll(),
    heads,
    distinct: opening.touched.size === 0 && old !== undefined ? old.distinct : areDistinct(heads.all),
  };
  if (opening.touched.size > 0 || opening.cost.filesHashed > REWRITE_AFTER || old === undefined) {
    cache.storeMonths(known, opening.entries, opening.touched);
    cache.writeHeads(known);
  }
  const { kept } = opening;
  const mark = (head: Head): Head => (kept.has(head.file) ? { ...plainHead(head), unreadable: true } : head);
  const marked = kept.size === 0 ? heads : HeadList.of(heads.all.map(mark));
  const findings = [...scan.findings, ...opening.findings];
  const tree = new Tree(
    ws,
    agent,
    { ...known, heads: marked },
    { findings, entries: opening.entries, cost: opening.cost, cache },
  );
  if (opening.touched.size > 0 && !untouched) refreshIndexPage(ws, tree, profile.outcome.days);
  return tree;
}
