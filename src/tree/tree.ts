/** The records of a workspace as they are on disk now. Loads neither yaml nor zod unless something must be parsed. */
import { createHash } from "node:crypto";
import { ownAgents, type Profile } from "../config.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import type { Entry } from "../memory/entry.js";
import type { Finding } from "../memory/finding.js";
import { byTime, type Head, headOf } from "./head.js";
import { refreshIndexPage } from "./index-page.js";
import { pendingJournal } from "./journal.js";
import { type FileRecord, type KnownEntries, type KnownTree, MonthCache, monthOf } from "./month-cache.js";
import { textOfRecordFile } from "./record-bytes.js";
import { resolveReference, shortestParts } from "./reference.js";
import { readPlainFile, type ScannedFile, type Stamp, sameStamp, scanRecords, unreadableFinding } from "./scan.js";
import type { Workspace } from "./workspace.js";

export type { Head } from "./head.js";

/** An entry and where it stands. */
export interface Located {
  entry: Entry;
  /** Relative to the workspace, with `/`. */
  file: string;
  /** 1-based line of its heading. */
  line: number;
}

/** What opening cost: an unchanged tree parses nothing. */
export interface OpeningCost {
  filesParsed: number;
  filesHashed: number;
}

/**
 * A stat is trusted only when it is this much older than the moment it was taken: file systems keep times in steps of
 * up to two seconds, and a second write within one step leaves the stat as it was (git's racy-clean rule).
 */
const RACY_MS = 2_000;
/** So many files hashed in vain that a fresh head file is worth writing. */
const REWRITE_AFTER = 16;

/** What parsing one file gave. */
export interface ReadFile {
  record: FileRecord;
  heads: Head[];
  entries: [Entry, number][];
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Parses one record file's bytes. Loads yaml and zod. */
export async function readRecordFile(file: string, bytes: Uint8Array, stamp: Stamp, agent: string): Promise<ReadFile> {
  const hash = sha256(bytes);
  const text = textOfRecordFile(bytes, file);
  if (typeof text !== "string") return { record: { stamp, sha256: hash, findings: [text] }, heads: [], entries: [] };
  const { parseRecordFile } = await import("./record-file.js");
  const { records, findings } = parseRecordFile(text, file, { agent });
  return {
    record: { stamp, sha256: hash, findings },
    heads: records.map(({ entry, line }) => headOf(entry, file, line)),
    entries: records.map(({ entry, line }) => [entry, line]),
  };
}

/** One consistent view of all records. Immutable; open it again to see later changes. */
export class Tree {
  /** By timestamp, then id; of two records with one id only the first counts. */
  readonly heads: readonly Head[];
  readonly findings: readonly Finding[];
  /** An interrupted write waits; the next writing command completes it. */
  readonly pending: boolean;
  /** Changes whenever any record file does. */
  readonly hash: string;
  /** Relative path to sha256. */
  readonly files: ReadonlyMap<string, string>;
  readonly filesParsed: number;
  readonly filesHashed: number;
  /** Everything the caches hold, duplicates included. */
  readonly known: KnownTree;
  readonly #ws: Workspace;
  readonly #agent: string;
  readonly #cache: MonthCache;
  readonly #entries: Map<string, KnownEntries>;
  readonly #byId = new Map<string, Head>();
  #shortest: Map<string, number> | undefined;

  constructor(
    ws: Workspace,
    agent: string,
    known: KnownTree,
    more: { findings: readonly Finding[]; entries: Map<string, KnownEntries>; cost: OpeningCost; cache: MonthCache },
  ) {
    this.#ws = ws;
    this.#agent = agent;
    this.#cache = more.cache;
    this.#entries = more.entries;
    this.known = known;
    this.pending = pendingJournal(ws) !== undefined;
    this.filesParsed = more.cost.filesParsed;
    this.filesHashed = more.cost.filesHashed;
    const { heads, duplicates } = withoutDuplicates(known.heads, this.#byId);
    this.heads = heads;
    const files = new Map<string, string>();
    const all = createHash("sha256");
    const findings: Finding[] = [...more.findings];
    for (const [file, record] of known.files) {
      files.set(file, record.sha256);
      all.update(`${file}\0${record.sha256}\n`);
      findings.push(...record.findings);
    }
    this.files = files;
    this.hash = all.digest("hex");
    this.findings = [...findings, ...duplicates];
  }

  head(id: string): Head | undefined {
    return this.#byId.get(id);
  }

  /** The entry meant by an id, tail, alias or unique prefix, in any case. Throws `not-found` with candidates. */
  resolve(reference: string): Head {
    return this.#byId.get(reference) ?? resolveReference(this.heads, reference);
  }

  /** Length of the shortest part of an id's tail that names it alone. */
  shortest(id: string): number {
    this.#shortest ??= shortestParts(this.heads);
    return this.#shortest.get(id) ?? 5;
  }

  /** Full entries, all of them or those named, in the order of {@link heads} or of the ids; unknown ids are left out. */
  async load(ids?: Iterable<string>): Promise<Located[]> {
    const wanted = ids === undefined ? this.heads : [...ids].flatMap((id) => this.#byId.get(id) ?? []);
    const files = new Set(wanted.map((head) => head.file));
    await this.#fill(files);
    const located: Located[] = [];
    const places = new Map<string, Map<string, [Entry, number]>>();
    for (const { id, file, line } of wanted) {
      let held = places.get(file);
      if (held === undefined) {
        held = new Map();
        for (const record of this.#entries.get(file)?.records ?? [])
          if (!held.has(record[0].id)) held.set(record[0].id, record);
        places.set(file, held);
      }
      const record = held.get(id);
      if (record !== undefined) located.push({ entry: record[0], file, line: record[1] ?? line });
    }
    return located;
  }

  /** One full entry. Throws `not-found`. */
  async one(id: string): Promise<Located> {
    const [located] = await this.load([id]);
    if (located === undefined)
      throw new TenetError(`no entry ${id}`, { failure: "not-found", hint: "List them with: tenet list" });
    return located;
  }

  /** Entries of these files from memory, from their months' cache, or parsed anew where that is missing or off. */
  async #fill(files: ReadonlySet<string>): Promise<void> {
    const months = new Map<string, string[]>();
    for (const file of files) {
      if (this.#entries.has(file)) continue;
      const month = monthOf(file);
      const held = months.get(month);
      if (held === undefined) months.set(month, [file]);
      else held.push(file);
    }
    for (const [month, wanted] of months) {
      const cached = this.#cache.readMonth(month);
      for (const [file, known] of cached) {
        if (!this.#entries.has(file) && known.sha256 === this.files.get(file)) this.#entries.set(file, known);
      }
      const missing = wanted.filter((file) => !this.#entries.has(file));
      for (const file of missing) await this.#parse(file);
      if (missing.length > 0) this.#cache.writeMonth(month, this.#ofMonth(month));
    }
  }

  async #parse(file: string): Promise<void> {
    try {
      const { bytes, stamp } = readPlainFile(this.#ws.absolute(file));
      const { record, entries } = await readRecordFile(file, bytes, stamp, this.#agent);
      this.#entries.set(file, { sha256: record.sha256, records: entries });
    } catch (error) {
      throw new TenetError(unreadableFinding(file, error).message, {
        failure: "findings",
        code: "unreadable",
        hint: "Give yourself the right to read it, then try again.",
        cause: error,
      });
    }
  }

  #ofMonth(month: string): Map<string, KnownEntries> {
    return new Map(
      [...this.#entries].filter(([file, { sha256: hash }]) => monthOf(file) === month && this.files.get(file) === hash),
    );
  }

  /**
   * The tree after a change of our own: only the touched files are parsed, from memory, and only their months and the
   * heads are written again. `stamps` are the files' stats after the change.
   */
  async after(
    changes: readonly { file: string; bytes: Uint8Array | null; stamp: Stamp | undefined }[],
    at: number,
  ): Promise<Tree> {
    const files = new Map(this.known.files);
    const entries = new Map(this.#entries);
    const touched = new Set(changes.map((change) => change.file));
    const heads = this.known.heads.filter((head) => !touched.has(head.file));
    let filesParsed = 0;
    for (const { file, bytes, stamp } of changes) {
      if (bytes === null || stamp === undefined) {
        files.delete(file);
        entries.delete(file);
        continue;
      }
      const read = await readRecordFile(file, bytes, stamp, this.#agent);
      filesParsed++;
      files.set(file, read.record);
      entries.set(file, { sha256: read.record.sha256, records: read.entries });
      heads.push(...read.heads);
    }
    const known: KnownTree = { at, files: sortedByName(files), heads: heads.sort(byTime) };
    storeMonths(this.#cache, known, entries, touched);
    this.#cache.writeHeads(known);
    const cost = { filesParsed, filesHashed: changes.length };
    return new Tree(this.#ws, this.#agent, known, { findings: [], entries, cost, cache: this.#cache });
  }
}

function sortedByName(files: Map<string, FileRecord>): Map<string, FileRecord> {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutDuplicates(
  all: readonly Head[],
  byId: Map<string, Head>,
): { heads: readonly Head[]; duplicates: Finding[] } {
  const twins: Head[] = [];
  for (const head of all) {
    const first = byId.get(head.id);
    if (first === undefined) byId.set(head.id, head);
    else if (head.file < first.file || (head.file === first.file && head.line < first.line)) {
      byId.set(head.id, head);
      twins.push(first);
    } else twins.push(head);
  }
  if (twins.length === 0) return { heads: all, duplicates: [] };
  const duplicates = twins.map((head): Finding => {
    const first = byId.get(head.id) ?? head;
    const message = `${head.id} stands twice, first at ${first.file}:${first.line}; only that one counts`;
    const next = "Give one of them another id, or remove it, by hand.";
    return { code: "duplicate-id", severity: "error", file: head.file, line: head.line, id: head.id, message, next };
  });
  const dropped = new Set(twins);
  return { heads: all.filter((head) => !dropped.has(head)), duplicates };
}

/** Writes the month files that hold any of the touched files. */
function storeMonths(
  cache: MonthCache,
  known: KnownTree,
  entries: ReadonlyMap<string, KnownEntries>,
  touched: ReadonlySet<string>,
): void {
  const months = new Set([...touched].map(monthOf));
  const held = new Map<string, Map<string, KnownEntries>>([...months].map((month) => [month, new Map()]));
  const absent = new Set<string>();
  for (const [file, record] of known.files) {
    const month = monthOf(file);
    const files = held.get(month);
    if (files === undefined) continue;
    const mine = entries.get(file);
    if (mine !== undefined && mine.sha256 === record.sha256) files.set(file, mine);
    else absent.add(month);
  }
  for (const [month, files] of held) {
    if (absent.has(month)) {
      for (const [file, cached] of cache.readMonth(month)) {
        if (!files.has(file) && known.files.get(file)?.sha256 === cached.sha256) files.set(file, cached);
      }
    }
    if (files.size === 0) cache.dropMonth(month);
    else cache.writeMonth(month, files);
  }
}

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

  async take({ file, path, stamp }: ScannedFile): Promise<void> {
    const record = this.#old?.files.get(file);
    if (record !== undefined && isTrusted(record, stamp, this.#old?.at ?? 0)) {
      this.files.set(file, record);
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
    const parsed = await readRecordFile(file, read.bytes, read.stamp, this.#agent);
    this.files.set(file, parsed.record);
    this.entries.set(file, { sha256: parsed.record.sha256, records: parsed.entries });
    this.fresh.push(...parsed.heads);
  }

  /** All heads: the old ones of unchanged files, and the fresh ones. */
  heads(): Head[] {
    const old = this.#old?.heads ?? [];
    const gone = [...(this.#old?.files.keys() ?? [])].filter((file) => !this.files.has(file));
    for (const file of gone) this.touched.add(file);
    if (this.touched.size === 0) return old;
    const same = old.filter((head) => this.files.has(head.file) && !this.touched.has(head.file));
    return [...same, ...this.fresh].sort(byTime);
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
  const opening = new Opening(agent, old);
  for (const file of scan.files) await opening.take(file);
  for (const place of scan.unreadable) {
    for (const file of old?.files.keys() ?? []) {
      if (file === place || file.startsWith(`${place}/`)) opening.keep(file, true);
    }
  }
  const heads = opening.heads();
  const known: KnownTree = { at, files: opening.kept.size > 0 ? sortedByName(opening.files) : opening.files, heads };
  if (opening.touched.size > 0 || opening.cost.filesHashed > REWRITE_AFTER || old === undefined) {
    storeMonths(cache, known, opening.entries, opening.touched);
    cache.writeHeads(known);
  }
  const marked =
    opening.kept.size === 0
      ? heads
      : heads.map((head): Head => (opening.kept.has(head.file) ? { ...head, unreadable: true } : head));
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
