/** The records of a tree as the cache has them. Opened by `openStore`; every command reads entries here. */
import type { Entry } from "../entry/entry.js";
import type { Finding } from "../entry/findings.js";
import type { Viewer } from "../entry/gates/visible.js";
import type { Copies } from "../entry/standing/copies.js";
import type { CacheDatabase } from "./cache/database.js";
import { EntryQuery, lastEntryOf, type View } from "./cache/entry-query.js";
import { EntryWriter, type ParsedRecord } from "./cache/entry-writer.js";
import { hashOfFiles, putHash, readFindings, UNSEEN } from "./cache/files.js";
import type { Row } from "./cache/row.js";
import { settle } from "./cache/settle.js";
import type { ReadFor } from "./records/read-for.js";
import type { Stamp } from "./records/scan.js";
import { noEntry, resolveReference, shortestPart } from "./reference.js";

/** Findings about records that share an id: only the first by file and line counts. */
export function duplicateFindings(database: CacheDatabase): Finding[] {
  const rows = database.rows<[id: string, file: string, line: number, firstFile: string, firstLine: number]>(
    `SELECT twin.id, file.name, twin.line, first_file.name, first.line
      FROM entries twin INDEXED BY twins JOIN files file ON file.number = twin.file
      JOIN entries first ON first.id = twin.id AND first.twin = 0 JOIN files first_file ON first_file.number = first.file
      WHERE twin.twin = 1 ORDER BY twin.timestamp, twin.id, file.name, twin.line`,
  );
  return rows.map(([id, file, line, firstFile, firstLine]) => {
    const message = `${id} stands twice, first at ${firstFile}:${firstLine}; only that one counts`;
    const next = "Give one of them another id, or remove it, by hand.";
    return { code: "duplicate-id", severity: "error", file, line, id, message, next };
  });
}

/** An entry and where it stands. */
export interface Located {
  entry: Entry;
  /** Relative to the workspace, with `/`. */
  file: string;
  /** 1-based line of its heading. */
  line: number;
}

/** The parts of a store. */
export interface OpenedStore {
  readFor: ReadFor;
  database: CacheDatabase;
  /** The machine's time when the files' stats were taken. */
  at: number;
  /** Of the disk, beside those of the files' content. */
  findings: readonly Finding[];
  /** Files that cannot be read at the moment: their earlier records stay. */
  unreadable: ReadonlySet<string>;
  view?: View;
  /** The time at which entries are asked for. */
  now: Date;
}

/** One file after a change of our own; `stamp` is its stat since, undefined before it is written. */
export interface ChangedFile {
  file: string;
  bytes: Uint8Array | null;
  stamp?: Stamp | undefined;
}

/** All records as the cache has them at each question: other processes may change some meanwhile. */
export class Store extends EntryQuery {
  /** The highest number that an entry has or had. */
  readonly lastEntry: number;
  readonly #opened: OpenedStore;
  readonly #staged = new Set<string>();
  readonly #resettled = new Set<string>();
  #hash: string;
  readonly #known = new Map<string, Row | undefined>();
  readonly #asked = new Map<string, readonly Row[]>();
  #findings: readonly Finding[] | undefined;

  constructor(opened: OpenedStore) {
    const { database, unreadable, view = {}, now } = opened;
    super(database, unreadable, view, now);
    this.#opened = opened;
    this.#hash = hashOfFiles(database);
    this.lastEntry = lastEntryOf(database);
  }

  /** Changes whenever any record does: those of files, and those that a change has staged. */
  get hash(): string {
    return this.#staged.size === 0 ? this.#hash : `${this.#hash} ${lastEntryOf(this.database)}`;
  }

  /** Every finding about the files and records. */
  get findings(): readonly Finding[] {
    const { database, findings } = this.#opened;
    this.#findings ??= [...findings, ...readFindings(database), ...duplicateFindings(database)];
    return this.#findings;
  }

  /** The same records as a viewer may see them; hidden ones are absent from every query. For reading alone. */
  shownTo(viewer: Viewer): Store {
    return this.hasRestricted() ? this.narrowed({ viewer }) : this;
  }

  /** The same view without what another one leaves out. */
  narrowed(view: View): Store {
    return new Store({ ...this.#opened, view: { ...this.#opened.view, ...view } });
  }

  /** The same records for every viewer. */
  whole(): Store {
    const { view, ...opened } = this.#opened;
    return view === undefined ? this : new Store(opened);
  }

  /** By timestamp, then id; of two records with one id only the first counts. */
  get heads(): readonly Row[] {
    return this.where({});
  }

  head(id: string): Row | undefined {
    if (!this.#known.has(id)) this.#known.set(id, this.byId(id));
    return this.#known.get(id);
  }

  /** Found once: a command asks several times. The heads that it answers are those that {@link head} answers. */
  override where(...asked: Parameters<EntryQuery["where"]>): readonly Row[] {
    const key = JSON.stringify(asked);
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    const heads = super.where(...asked).map((one) => this.#known.get(one.id) ?? one);
    for (const one of heads) this.#known.set(one.id, one);
    this.#asked.set(key, heads);
    return heads;
  }

  /** The entry meant by an id, tail, alias or unique prefix, in any case. Throws `not-found` with candidates. */
  resolve(reference: string): Row {
    return resolveReference(this, reference);
  }

  /** Length of the shortest part of an id's tail that names it alone. */
  shortest(id: string): number {
    return shortestPart(this, id);
  }

  /** Full entries, all of them or those named, in the order of {@link heads} or of the ids; unknown ids are left out. */
  async load(ids?: Iterable<string>): Promise<Located[]> {
    const sql = `SELECT record, name, line FROM entries e JOIN files f ON f.number = e.file WHERE ${this.visible}`;
    const rowsOf = (more: string, ...values: string[]) =>
      this.database.rows<[record: string, file: string, line: number]>(`${sql} ${more}`, ...values);
    const rows =
      ids === undefined
        ? rowsOf("ORDER BY e.timestamp, e.id")
        : Array.from(ids, (id) => rowsOf("AND e.id = ?", id)).flat();
    return rows.map(([record, file, line]) => ({ entry: JSON.parse(record) as Entry, file, line }));
  }

  /** Records as text in which a text stands, for what no column holds: no entry is made of them. */
  recordsHolding(text: string): { id: string; record: string }[] {
    const rows = this.database.rows<[id: string, record: string]>(
      `SELECT id, record FROM entries WHERE ${this.visible} AND instr(record, ?) > 0`,
      text,
    );
    return rows.map(([id, record]) => ({ id, record }));
  }

  /** One full entry. Throws `not-found`. */
  async one(id: string): Promise<Located> {
    const [located] = await this.load([id]);
    if (located === undefined) throw noEntry(id);
    return located;
  }

  /** Takes in an entry as a change leaves it, before its file is written. */
  stage(record: ParsedRecord, file: string): void {
    this.#write((writer) => writer.putEntry(record, file));
    this.#staged.add(record.entry.id);
  }

  /** Entries of a change that is not written yet. */
  get staged(): ReadonlySet<string> {
    return this.#staged;
  }

  /** Entries whose standing was looked at anew since it was opened: they and what is tied to them may stand otherwise. */
  get resettled(): ReadonlySet<string> {
    return this.#resettled;
  }

  /** What the file of an entry says for bare eyes. */
  copiesIn(id: string): Copies {
    const [copies] = this.database.column<string | null>("SELECT copies FROM entries WHERE twin = 0 AND id = ?", id);
    return copies === undefined || copies === null ? {} : (JSON.parse(copies) as Copies);
  }

  /** Entries that an earlier state of this tree did not have, or had with other words. */
  changedSince(earlier: Store): ReadonlySet<string> {
    const sql = `SELECT id FROM entries WHERE ${this.visible} AND number > ?`;
    return new Set(this.database.column<string>(sql, earlier.lastEntry));
  }

  /** Takes in files as a change leaves them: the touched ones are parsed, from memory. */
  async take(changes: readonly ChangedFile[]): Promise<void> {
    const { readRecordFile } = await import("./records/record-parse.js");
    const { at, readFor } = this.#opened;
    this.#write((writer) => {
      for (const { file, bytes, stamp = UNSEEN.stamp } of changes) {
        if (bytes === null) writer.drop(file);
        else writer.put(file, ...readRecordFile(file, bytes, { stamp, at }, readFor.agent));
      }
    });
    putHash(this.database);
    this.#hash = hashOfFiles(this.database);
  }

  #write(work: (writer: EntryWriter) => void): void {
    const writer = new EntryWriter(this.database);
    work(writer);
    writer.finish();
    this.settle();
  }

  /** Computes anew what a change of entries or core files leaves unsettled. */
  settle(): void {
    for (const id of settle(this.database, this.#opened.readFor)) this.#resettled.add(id);
    this.#known.clear();
    this.#asked.clear();
  }
}
