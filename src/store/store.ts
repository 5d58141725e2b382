/** The records of a tree as the cache has them. Opened by `openStore`; every command reads entries here. */
import type { Entry } from "../entry/entry.js";
import type { Finding } from "../entry/findings.js";
import type { Viewer } from "../entry/gates/visible.js";
import type { Copies } from "../entry/standing/copies.js";
import type { CacheDatabase } from "./cache/database.js";
import { EntryQuery, type View } from "./cache/entry-query.js";
import { lastEntryOf, type ParsedRecord, writeEntries } from "./cache/entry-writer.js";
import type { Row } from "./cache/row.js";
import type { StandsBy } from "./cache/settle.js";
import { sha256 } from "./files/atomic-file.js";
import type { Seen, Stamp } from "./records/scan.js";
import { noEntry, resolveReference, shortestPart } from "./reference.js";

/** The settings by which records are read, and stand. */
export interface ReadFor extends StandsBy {
  /** The agent of records that name none. */
  agent: string;
}

/** The findings of all files, in order of their names. */
function findingsOfFiles(database: CacheDatabase): Finding[] {
  const found = database.column<string>("SELECT findings FROM files WHERE findings IS NOT NULL ORDER BY name");
  return found.flatMap((findings) => JSON.parse(findings) as Finding[]);
}

const hashOfFiles = (database: CacheDatabase): string =>
  sha256(JSON.stringify(database.rows("SELECT name, sha256 FROM files ORDER BY name")));

/** Findings about records that share an id: only the first by file and line counts. */
function duplicateFindings(database: CacheDatabase): Finding[] {
  const rows = database.rows<[id: string, file: string, line: number, firstFile: string, firstLine: number]>(
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
  findings: Finding[];
  /** Files that cannot be read at the moment: their earlier records stay. */
  unreadable: Set<string>;
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

/** Takes in record files; null where one is gone. Answers the ids of entries whose standing was looked at anew. */
export async function takeFiles(
  { database, readFor }: Pick<OpenedStore, "database" | "readFor">,
  files: readonly { file: string; bytes: Uint8Array | null; seen?: Seen | undefined }[],
): Promise<Set<string>> {
  const { readRecordFile } = await import("./records/record-parse.js");
  return writeEntries(database, readFor, (writer) => {
    for (const { file, bytes, seen } of files) {
      if (bytes === null) writer.drop(file);
      else writer.put(file, ...readRecordFile(file, bytes, seen, readFor.agent));
    }
  });
}

/** All records as the cache has them at each question: other processes may change some meanwhile. */
export class Store extends EntryQuery {
  /** The highest number that an entry has or had. */
  readonly lastEntry: number;
  readonly #opened: OpenedStore;
  /** Entries of a change that is not written yet. */
  readonly staged = new Set<string>();
  /** Entries whose standing was looked at anew since it was opened: they and what is tied to them may stand otherwise. */
  readonly resettled = new Set<string>();
  #hash: string;
  #findings: readonly Finding[] | undefined;

  constructor(opened: OpenedStore, hash = hashOfFiles(opened.database)) {
    const { database, unreadable, view = {}, now } = opened;
    super(database, unreadable, view, now);
    this.#opened = opened;
    this.#hash = hash;
    this.lastEntry = lastEntryOf(database);
  }

  /** Changes whenever any record does: those of files, and those that a change has staged. */
  get hash(): string {
    return this.staged.size === 0 ? this.#hash : `${this.#hash} ${lastEntryOf(this.database)}`;
  }

  /** Every finding about the files and records. */
  get findings(): readonly Finding[] {
    const { database, findings } = this.#opened;
    this.#findings ??= [...findings, ...findingsOfFiles(database), ...duplicateFindings(database)];
    return this.#findings;
  }

  /** The same records as a viewer may see them; hidden ones are absent from every query. For reading alone. */
  shownTo(viewer: Viewer): Store {
    return this.hasRestricted() ? this.narrowed({ viewer }) : this;
  }

  /** The same view without what another one leaves out. */
  narrowed(view: View): Store {
    return new Store({ ...this.#opened, view: { ...this.#opened.view, ...view } }, this.#hash);
  }

  /** The same records for every viewer. */
  whole(): Store {
    const { view, ...opened } = this.#opened;
    return view === undefined ? this : new Store(opened, this.#hash);
  }

  /** By timestamp, then id; of two records with one id only the first counts. */
  get heads(): readonly Row[] {
    return this.where({});
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

  /** One full entry. Throws `not-found`. */
  async one(id: string): Promise<Located> {
    const [located] = await this.load([id]);
    if (located === undefined) throw noEntry(id);
    return located;
  }

  /** Takes in an entry as a change leaves it, before its file is written. */
  stage(record: ParsedRecord, file: string): void {
    const { database, readFor } = this.#opened;
    this.noteSettled(writeEntries(database, readFor, (writer) => writer.putEntry(record, file)));
    this.staged.add(record.entry.id);
  }

  /** What the file of an entry says for bare eyes. */
  copiesIn(id: string): Copies {
    const [copies] = this.database.column<string | null>("SELECT copies FROM entries WHERE twin = 0 AND id = ?", id);
    return JSON.parse(copies ?? "{}") as Copies;
  }

  /** Entries that an earlier state of this tree did not have, or had with other words. */
  changedSince(earlier: Store): ReadonlySet<string> {
    const sql = `SELECT id FROM entries WHERE ${this.visible} AND number > ?`;
    return new Set(this.database.column<string>(sql, earlier.lastEntry));
  }

  /** Takes in files as a change leaves them: the touched ones are parsed, from memory. */
  async take(changes: readonly ChangedFile[]): Promise<void> {
    const { at } = this.#opened;
    const files = changes.map(({ file, bytes, stamp }) => ({ file, bytes, seen: stamp && { stamp, at } }));
    this.noteSettled(await takeFiles(this.#opened, files));
    this.#hash = hashOfFiles(this.database);
  }

  /** Ids of entries whose standing was looked at anew: what was answered so far may be otherwise. */
  noteSettled(ids: Iterable<string>): void {
    for (const id of ids) this.resettled.add(id);
    this.askAnew();
  }
}
