/** The records of a tree as the cache has them. Opened by `openStore`; every command reads entries here. */
import type { Entry } from "../entry/entry.js";
import type { Finding } from "../entry/findings.js";
import type { Purpose, Viewer } from "../entry/gates/visible.js";
import { byAge } from "../entry/lessons.js";
import type { Copies } from "../entry/standing/copies.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import type { CacheDatabase } from "./cache/database.js";
import { type Conditions, inRange, listed, sqlOf, standingSql, type View, visibleSql } from "./cache/entry-query.js";
import { type FileNow, lastEntryOf, writeEntries } from "./cache/entry-writer.js";
import type { Link } from "./cache/relations.js";
import { type Row, rowOf, type Selected } from "./cache/row.js";
import type { StandsBy } from "./cache/settle.js";
import { sha256 } from "./files/atomic-file.js";
import type { Value } from "./files/sqlite.js";
import type { ParsedRecord } from "./records/record-parse.js";
import { noEntry, resolveReference, shortestPart } from "./reference.js";

/** The settings by which records are read, and stand. `agent`: of records that name none. */
export type ReadFor = StandsBy & { agent: string };

export interface Located extends Pick<Row, "file" | "line"> {
  entry: Entry;
}

/** What several entries have in common. */
type Tallied = Pick<Row, "type" | "status" | "tier" | "stakes" | "invalidated"> & {
  review?: Pick<NonNullable<Row["review"]>, "state">;
};

export interface OpenedStore {
  readFor: ReadFor;
  database: CacheDatabase;
  /** Of the disk, beside those of the files' content. */
  findings: Finding[];
  view?: View;
  /** The time at which entries are asked for: what has expired or held by then. */
  now: Date;
}

/** Can it, or a folder around it, not be read at the moment? Its earlier records stay. */
export const isUnreadable = (findings: readonly Finding[], path: string): boolean =>
  findings.some(({ code, file }) => code === "unreadable" && (path === file || path.startsWith(`${file}/`)));

/** Answers the ids of entries whose standing was looked at anew. */
export async function takeFiles({ database, readFor }: OpenedStore, files: readonly FileNow[]): Promise<Set<string>> {
  const { readRecordFile } = await import("./records/record-parse.js");
  return writeEntries(database, readFor, (writer) => {
    for (const one of files)
      writer.put(one, one.bytes === null ? undefined : readRecordFile(one.file, one.bytes, readFor));
  });
}

interface TreeState {
  /** A hash of all record files. */
  files: string;
  lastEntry: number;
}

const stateOf = (database: CacheDatabase): TreeState => ({
  files: sha256(JSON.stringify(database.rows("SELECT name, sha256 FROM files ORDER BY name"))),
  lastEntry: lastEntryOf(database),
});

/** All records as the cache has them at each question: other processes may change some meanwhile. */
export class Store {
  readonly database: CacheDatabase;
  readonly now: Date;
  /** Entries whose standing was looked at anew since it was opened. */
  readonly resettled = new Set<string>();
  readonly #opened: OpenedStore;
  /** When it was opened. */
  readonly #since: TreeState;
  /** The one WHERE by which all rows are read. */
  readonly #visible: string;
  readonly #rows = new Map<string, Row | undefined>();
  readonly #asked = new Map<string, readonly Row[]>();

  constructor(opened: OpenedStore, since = stateOf(opened.database)) {
    this.database = opened.database;
    this.now = opened.now;
    this.#opened = opened;
    this.#since = since;
    this.#visible = visibleSql(opened.view ?? {});
  }

  /** Changes whenever any record does: those of files, and those that a change has staged. */
  get hash(): string {
    const { files } = this.#since;
    return this.resettled.size === 0 ? files : `${files} ${lastEntryOf(this.database)}`;
  }

  get findings(): readonly Finding[] {
    const ofFiles = this.database.column<string>("SELECT findings FROM files WHERE findings IS NOT NULL ORDER BY name");
    const found = ofFiles.flatMap((findings) => JSON.parse(findings) as Finding[]);
    return [...this.#opened.findings, ...found, ...this.#duplicates()];
  }

  /** Of records that share an id only the first by file and line counts. */
  #duplicates(): Finding[] {
    const rows = this.database.rows<[id: string, file: string, line: number, firstFile: string, firstLine: number]>(
      `SELECT twin.id, file.name, twin.line, first_file.name, first.line
        FROM entries twin JOIN files file ON file.number = twin.file
        JOIN entries first ON first.id = twin.id AND first.twin = 0 JOIN files first_file ON first_file.number = first.file
        WHERE twin.twin = 1 ORDER BY twin.timestamp, twin.id, file.name, twin.line`,
    );
    return rows.map(([id, file, line, firstFile, firstLine]) => {
      const message = `${id} stands twice, first at ${firstFile}:${firstLine}; only that one counts`;
      const next = "Give one of them another id, or remove it, by hand.";
      return { code: "duplicate-id", severity: "error", file, line, id, message, next };
    });
  }

  /** The same records as a viewer may see them. For reading alone. */
  shownTo(viewer: Viewer): Store {
    return this.hasRestricted() ? this.narrowed({ viewer }) : this;
  }

  /** The same view without what another one leaves out. */
  narrowed(view: View): Store {
    return new Store({ ...this.#opened, view: { ...this.#opened.view, ...view } }, this.#since);
  }

  whole(): Store {
    const { view, ...opened } = this.#opened;
    return view === undefined ? this : new Store(opened, this.#since);
  }

  /** Rows that meet a condition, in order; each is made once. */
  #read(condition: string, ...values: Value[]): Row[] {
    const sql = `SELECT record, claim, standing, texts, name, line FROM entries
      JOIN (SELECT number AS file, name FROM files) USING (file) WHERE ${this.#visible} AND ${condition}`;
    const rows = this.database.rows<Selected>(sql, ...values).map((selected) => {
      const row = rowOf(selected, this.now);
      if (isUnreadable(this.#opened.findings, row.file)) row.unreadable = true;
      const known = this.#rows.get(row.id) ?? row;
      this.#rows.set(row.id, known);
      return known;
    });
    // SQLite would carry the wide rows through its sorter.
    return rows.sort(byAge);
  }

  /** Rows whose numbers a query answers: an index finds them without a look at the wide rows. */
  #among(numbers: string, ...values: Value[]): Row[] {
    return this.#read(`number IN (${numbers})`, ...values);
  }

  #numbers(conditions: Conditions, purpose: Purpose | undefined): string {
    const tests = Object.entries(conditions).map(([field, condition]) => sqlOf(field, condition));
    const stands = purpose === undefined ? [] : [standingSql(purpose, this.now)];
    return `SELECT number FROM entries WHERE ${[this.#visible, ...tests, ...stands].join(" AND ")}`;
  }

  head(id: string): Row | undefined {
    if (!this.#rows.has(id)) this.#rows.set(id, this.#read("id = ?", id)[0]);
    return this.#rows.get(id);
  }

  /** By timestamp, then id; of two records with one id only the first counts. */
  get heads(): readonly Row[] {
    return this.where({});
  }

  /** Entries that meet all conditions, and stand for a purpose, in the order of {@link heads}. */
  where(conditions: Conditions, purpose?: Purpose): readonly Row[] {
    const numbers = this.#numbers(conditions, purpose);
    // A command asks several times.
    const rows = this.#asked.get(numbers) ?? this.#among(numbers);
    this.#asked.set(numbers, rows);
    return rows;
  }

  /** The newest entries of {@link where}, at most so many, the newest first. */
  newest(most: number, purpose?: Purpose, conditions: Conditions = {}): Row[] {
    const newestFirst = "ORDER BY timestamp DESC, id DESC LIMIT ?";
    return this.#among(`${this.#numbers(conditions, purpose)} ${newestFirst}`, most).reverse();
  }

  /** Entries that have one of these ties to one of these names. */
  naming(targets: Iterable<string>, ...links: Link[]): Row[] {
    const isNamed = `link IN (${listed(links)}) AND target IN (SELECT value FROM json_each(?))`;
    return this.#among(`SELECT entry FROM links WHERE ${isNamed}`, JSON.stringify([...targets]));
  }

  hasRestricted(): boolean {
    return this.#ids("audience IS NOT NULL LIMIT 1").length > 0;
  }

  tally(): { head: Tallied; count: number }[] {
    type Counted = [...(string | null)[], count: number];
    const rows = this.database.rows<Counted>(
      `SELECT type, status, tier, CASE WHEN expires <= '${stamp(this.now)}' THEN 'expired' ELSE review END,
        ended, stakes, count(*) FROM entries WHERE ${this.#visible} GROUP BY 1, 2, 3, 4, 5, 6`,
    );
    return rows.map(([type, status, tier, state, ended, stakes, count]) => {
      const review = state ? { state } : undefined;
      const more = defined({ review, invalidated: ended ? "ends" : undefined, stakes: stakes ?? undefined });
      return { head: { type, status, tier, ...more } as unknown as Tallied, count: count as number };
    });
  }

  /** Ids of entries with this id, tail or alias. */
  idsNamed(name: string): string[] {
    const alias = "SELECT entry FROM links WHERE link = 'alias' AND target = ?";
    return this.#ids(`(id = ? OR tail = ? OR number IN (${alias})) ORDER BY timestamp, id`, name, name, name);
  }

  /** Ids of entries whose id or tail begins so; with `most` any so many of them. */
  idsBeginning(start: string, most?: number): string[] {
    const order = most === undefined ? "ORDER BY timestamp, id" : `LIMIT ${most}`;
    return this.#ids(`(${inRange("id", start)} OR ${inRange("tail", start)}) ${order}`);
  }

  #ids(condition: string, ...values: Value[]): string[] {
    return this.database.column<string>(`SELECT id FROM entries WHERE ${this.#visible} AND ${condition}`, ...values);
  }

  /** The chain of an entry, oldest first. */
  chainOf(id: string): readonly Row[] {
    const chain = this.head(id)?.chain;
    return chain === undefined ? [] : this.where({ chain });
  }

  /** Who speaks for the chain of an entry: of the members that this view shows the one with the first voice. */
  speaker(id: string): Row | undefined {
    const row = this.head(id);
    if (row === undefined || row.voice === 1) return row;
    const voices = this.chainOf(id).filter(({ voice }) => voice !== undefined);
    return voices.sort((a, b) => (a.voice ?? 0) - (b.voice ?? 0))[0];
  }

  /** Those among entries that speak for their chain. */
  speaking(rows: readonly Row[]): Row[] {
    return rows.filter((row) => row.voice === 1 || (row.voice !== undefined && this.speaker(row.id) === row));
  }

  /** See {@link resolveReference}. */
  resolve(reference: string): Row {
    return resolveReference(this, reference);
  }

  /** See {@link shortestPart}. */
  shortest(id: string): number {
    return shortestPart(this, id);
  }

  /** Full entries in the order of {@link heads}, or those named in the order of their ids. */
  async load(ids?: Iterable<string>): Promise<Located[]> {
    const [wanted, order] = ids
      ? ["json_each(?) w CROSS JOIN entries e ON e.id = w.value", "w.key"]
      : ["entries e", "e.timestamp, e.id"];
    const rows = this.database.rows<[record: string, file: string, line: number]>(
      `SELECT record, name, line FROM ${wanted} JOIN files f ON f.number = file WHERE ${this.#visible} ORDER BY ${order}`,
      ...(ids ? [JSON.stringify([...ids])] : []),
    );
    return rows.map(([record, file, line]) => ({ entry: JSON.parse(record) as Entry, file, line }));
  }

  async one(id: string): Promise<Located> {
    const [located] = await this.load([id]);
    if (located === undefined) throw noEntry(id);
    return located;
  }

  /** What the file of an entry says for bare eyes. */
  copiesIn(id: string): Copies {
    const [copies] = this.database.column<string | null>("SELECT copies FROM entries WHERE twin = 0 AND id = ?", id);
    return JSON.parse(copies ?? "{}") as Copies;
  }

  /** Entries that came, or came in other words, since a store was opened: since this one those that its change staged. */
  changedSince(earlier: Store): ReadonlySet<string> {
    return new Set(this.#ids("number > ?", earlier.#since.lastEntry));
  }

  /** Takes in an entry before its file is written. */
  stage(record: ParsedRecord, file: string): void {
    const { database, readFor } = this.#opened;
    this.noteSettled(writeEntries(database, readFor, (writer) => writer.putEntry(record, file)));
  }

  /** Takes in files as a change leaves them. */
  async take(files: readonly FileNow[]): Promise<void> {
    this.noteSettled(await takeFiles(this.#opened, files));
    this.#since.files = stateOf(this.database).files;
  }

  /** What was answered so far may be otherwise. */
  noteSettled(ids: Iterable<string>): void {
    for (const id of ids) this.resettled.add(id);
    this.#rows.clear();
    this.#asked.clear();
  }
}
