import type { Entry } from "../entry/entry.js";
import type { Finding } from "../entry/finding.js";
import { TenetError } from "../errors.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import type { FileRecord } from "./cache/file-table.js";
import { HeadList } from "./cache/head-columns.js";
import {
  type Field,
  type FieldTests,
  headsClaiming,
  headsIn,
  headsWhere,
  headsWithAny,
  tallyOf,
} from "./cache/head-query.js";
import { headsAfter } from "./cache/heads-after.js";
import { type KnownTree, type MonthCache, monthOf } from "./cache/month-cache.js";
import { entriesIn, type KnownEntries, type MonthFiles } from "./cache/month-file.js";
import { withoutDuplicates } from "./duplicate-ids.js";
import { sha256 } from "./files/atomic-file.js";
import { pendingJournal } from "./files/journal.js";
import type { ReadBefore } from "./records/read-record-file.js";
import { readPlainFile, type Stamp, unreadableFinding } from "./records/scan.js";
import { hasTail, resolveReference, shortestPartIn } from "./reference.js";
import type { Workspace } from "./workspace.js";

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

/** One consistent view of all records. Immutable; open it again to see later changes. */
export class Store {
  readonly findings: readonly Finding[];
  /** An interrupted write waits; the next writing command completes it. */
  readonly pending: boolean;
  readonly filesParsed: number;
  readonly filesHashed: number;
  /** Everything the caches hold, duplicates included. */
  readonly known: KnownTree;
  readonly #ws: Workspace;
  readonly #agent: string;
  readonly #cache: MonthCache;
  readonly #heads: HeadList;
  readonly #opened: { findings: readonly Finding[]; cost: OpeningCost };
  readonly #entries: Map<string, KnownEntries>;
  /** The months read so far. */
  readonly #months = new Map<string, MonthFiles>();
  #shortest: ((id: string) => number) | undefined;
  #files: ReadonlyMap<string, string> | undefined;

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
    this.#opened = more;
    this.known = known;
    this.pending = pendingJournal(ws) !== undefined;
    this.filesParsed = more.cost.filesParsed;
    this.filesHashed = more.cost.filesHashed;
    const { heads, duplicates } = known.distinct
      ? { heads: known.heads, duplicates: [] }
      : withoutDuplicates(known.heads);
    this.#heads = heads;
    this.findings = [...more.findings, ...known.files.findings, ...duplicates];
  }

  /** The same view without some entries: whatever is asked, they are not there. For reading alone. */
  without(ids: ReadonlySet<string>): Store {
    if (ids.size === 0) return this;
    const heads = HeadList.of(this.heads.filter(({ id }) => !ids.has(id)));
    const more = { ...this.#opened, entries: this.#entries, cache: this.#cache };
    return new Store(this.#ws, this.#agent, { ...this.known, heads, distinct: true }, more);
  }

  /** By timestamp, then id; of two records with one id only the first counts. */
  get heads(): readonly EntryMeta[] {
    return this.#heads.all;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#heads.length;
  }

  /** The newest entries, at most so many, the newest first. */
  newest(most: number): EntryMeta[] {
    const found: EntryMeta[] = [];
    for (let row = this.size - 1; row >= 0 && found.length < most; row--) found.push(this.#heads.at(row));
    return found;
  }

  /** Relative path to sha256. */
  get files(): ReadonlyMap<string, string> {
    this.#files ??= new Map(this.known.files.names.map((file) => [file, this.known.files.hashOf(file) as string]));
    return this.#files;
  }

  /** Changes whenever any record file does. */
  get hash(): string {
    return this.known.hash;
  }

  head(id: string): EntryMeta | undefined {
    return this.#heads.find(id);
  }

  /** Heads that pass all tests, in order. */
  where(tests: FieldTests): EntryMeta[] {
    return headsWhere(this.#heads, tests);
  }

  /** Heads that have any of the fields, in order. */
  withAny(...fields: Field[]): EntryMeta[] {
    return headsWithAny(this.#heads, fields);
  }

  /** One head of each combination of these fields, and how many heads share it. */
  tally(...fields: Field[]): { head: EntryMeta; count: number }[] {
    return tallyOf(this.#heads, fields);
  }

  /** Heads that stand in these files, in order. */
  headsIn(files: ReadonlySet<string>): EntryMeta[] {
    return headsIn(this.#heads, files);
  }

  /** Heads that hold one of these claims. */
  claiming(hashes: ReadonlySet<string>): EntryMeta[] {
    return headsClaiming(this.#heads, hashes);
  }

  /** True when the tail of some entry's id is this one. */
  hasTail(tail: string): boolean {
    return hasTail(this.#heads, tail);
  }

  /** The entry meant by an id, tail, alias or unique prefix, in any case. Throws `not-found` with candidates. */
  resolve(reference: string): EntryMeta {
    return resolveReference(this.#heads, reference);
  }

  /** Length of the shortest part of an id's tail that names it alone. */
  shortest(id: string): number {
    this.#shortest ??= shortestPartIn(this.#heads);
    return this.#shortest(id);
  }

  /** Full entries, all of them or those named, in the order of {@link heads} or of the ids; unknown ids are left out. */
  async load(ids?: Iterable<string>): Promise<Located[]> {
    const wanted = ids === undefined ? this.heads : [...ids].flatMap((id) => this.head(id) ?? []);
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

  /** Lets go of the entries loaded so far: work that passes over a large tree once would hold all of it in memory. */
  unload(): void {
    this.#entries.clear();
    this.#months.clear();
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
    const missing = new Set<string>();
    for (const file of files) {
      if (this.#entries.has(file)) continue;
      const known = this.#cached(file);
      if (known !== undefined) this.#entries.set(file, known);
      else {
        await this.#parse(file);
        missing.add(file);
      }
    }
    if (missing.size === 0) return;
    this.#cache.storeMonths((file) => this.known.files.hashOf(file), this.#entries, missing);
    for (const file of missing) this.#months.delete(monthOf(file));
  }

  /** What the month's cache holds of a file as it is known. */
  #cached(file: string): KnownEntries | undefined {
    const month = monthOf(file);
    let files = this.#months.get(month);
    if (files === undefined) {
      files = this.#cache.readMonth(month);
      this.#months.set(month, files);
    }
    const stored = files.get(file);
    return stored !== undefined && stored.sha256 === this.known.files.hashOf(file) ? entriesIn(stored) : undefined;
  }

  async #parse(file: string): Promise<void> {
    try {
      const { bytes, stamp } = readPlainFile(this.#ws.absolute(file));
      const { readRecordFile } = await import("./records/read-record-file.js");
      const { record, entries } = readRecordFile(file, bytes, stamp, this.#agent);
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

  /** What is known of a file's content, if this content it is; nothing where its reading left a finding. */
  #readBefore(file: string, bytes: Uint8Array | undefined): ReadBefore | undefined {
    const record = this.known.files.get(file);
    if (bytes === undefined || record === undefined || record.findings.length > 0) return undefined;
    const held = this.#entries.get(file) ?? this.#cached(file);
    if (held?.sha256 !== record.sha256 || sha256(bytes) !== held.sha256) return undefined;
    return { bytes, entries: held.records.map(([entry]) => entry) };
  }

  /**
   * The tree after a change of our own: only the touched files are parsed, from memory, and only their months and the
   * heads are written again. `stamps` are the files' stats after the change.
   */
  async after(
    changes: readonly { file: string; bytes: Uint8Array | null; stamp: Stamp | undefined; before?: Uint8Array }[],
    at: number,
  ): Promise<Store> {
    const files = new Map<string, FileRecord | undefined>();
    const entries = new Map(this.#entries);
    const fresh: EntryMeta[] = [];
    let filesParsed = 0;
    for (const { file, bytes, stamp, before } of changes) {
      if (bytes === null || stamp === undefined) {
        files.set(file, undefined);
        entries.delete(file);
        continue;
      }
      const { readRecordFile } = await import("./records/read-record-file.js");
      const read = readRecordFile(file, bytes, stamp, this.#agent, this.#readBefore(file, before));
      filesParsed++;
      files.set(file, read.record);
      entries.set(file, { sha256: read.record.sha256, records: read.entries });
      fresh.push(...read.heads);
    }
    const touched = new Set(files.keys());
    const table = this.known.files.with(files);
    const heads = headsAfter(this.known, touched, fresh, table.names);
    const known: KnownTree = { at, files: table, hash: table.hashOfAll(), ...heads };
    this.#cache.storeMonths((file) => known.files.hashOf(file), entries, touched);
    this.#cache.writeHeads(known);
    const cost = { filesParsed, filesHashed: changes.length };
    return new Store(this.#ws, this.#agent, known, { findings: [], entries, cost, cache: this.#cache });
  }
}
