/** Entries into the cache: file by file, as they are parsed, and one by one as a change stages them. */
import { type Entry, tailOf } from "../../entry/entry.js";
import type { Finding } from "../../entry/findings.js";
import { audienceOf } from "../../entry/gates/visible.js";
import type { Copies } from "../../entry/standing/copies.js";
import type { Seen } from "../records/scan.js";
import type { CacheDatabase, Value } from "./database.js";
import { linksOf } from "./relations.js";
import { hashOfClaim, textsOf } from "./row.js";
import { FIELDS } from "./schema.js";
import { type StandsBy, settle, tiesOf } from "./settle.js";

/** A record as it was parsed. */
export interface ParsedRecord {
  entry: Entry;
  /** What its file says for bare eyes. */
  copies?: Copies | undefined;
  /** 1-based line of the heading, of the fence where it has none: what people are shown. */
  line: number;
}

/** The state of one record file. */
export interface FileRecord {
  /** What proves later that it is unchanged; undefined before it is written. */
  seen: Seen | undefined;
  sha256: string;
  findings: Finding[];
}

/** Those that came since lack vectors, but where a searched row with the same texts has them: it is still there. */
const UNEMBEDDED = `INSERT INTO unembedded SELECT number FROM entries new WHERE number > ?1 AND NOT EXISTS (
  SELECT 1 FROM entries WHERE number <= ?1 AND id = new.id AND texts = new.texts AND searched
    AND number NOT IN (SELECT entry FROM unembedded))`;
const LISTED = "(SELECT value FROM json_each(?))";
/** Of the rows of an id the first by file and line counts. */
const TURN_TWINS = `UPDATE entries SET twin = 1 - twin WHERE number IN (SELECT number FROM (
    SELECT e.number, twin, row_number() OVER (PARTITION BY id ORDER BY name, line) > 1 AS should
    FROM entries e JOIN files f ON f.number = file WHERE id IN ${LISTED}
  ) WHERE twin <> should)`;

const jsonOf = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

type Held = [number: number, id: string, line: number, copies: string | null, record: string];

/** The highest number that an entry has or had: numbers are never used twice. */
export function lastEntryOf(database: CacheDatabase): number {
  return database.column<number>("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")[0] ?? 0;
}

/** Writes entries as one, with their standing. Answers the ids of those whose standing was looked at. */
export function writeEntries(
  database: CacheDatabase,
  by: StandsBy,
  work: (writer: Omit<EntryWriter, "finish">) => void,
): Set<string> {
  return database.transaction(() => {
    const writer = new EntryWriter(database);
    work(writer);
    return settle(database, by, writer.finish());
  });
}

class EntryWriter {
  readonly #database: CacheDatabase;
  /** The last entry before. */
  readonly #last: number;
  /** Ids that came, went or moved. */
  readonly #ids = new Set<string>();
  /** Numbers of rows that others replace, or that are gone. */
  readonly #gone: number[] = [];

  constructor(database: CacheDatabase) {
    this.#database = database;
    this.#last = lastEntryOf(database);
  }

  /** Stores a file and all records in it. Unchanged records keep their number. */
  put(name: string, { seen, sha256, findings }: FileRecord, records: readonly ParsedRecord[]): void {
    const number = this.#fileNamed(name);
    const sql = "UPDATE files SET seen = ?, sha256 = ?, findings = ? WHERE number = ?";
    this.#database.run(sql, jsonOf(seen), sha256, findings.length === 0 ? null : JSON.stringify(findings), number);
    const rowsBefore = this.#held("file", number);
    for (const one of records) {
      const record = JSON.stringify(one.entry);
      const copies = jsonOf(one.copies);
      const at = rowsBefore.findIndex((row) => row[4] === record && row[3] === copies);
      const [same] = at < 0 ? [] : rowsBefore.splice(at, 1);
      if (same === undefined) this.#insert(number, one);
      else if (same[2] !== one.line) {
        this.#database.run("UPDATE entries SET line = ? WHERE number = ?", one.line, same[0]);
        this.#ids.add(one.entry.id);
      }
    }
    this.#remove(rowsBefore);
  }

  /** A file that is gone. */
  drop(name: string): void {
    this.#remove(this.#held("file", this.#fileNamed(name)));
    this.#database.run("DELETE FROM files WHERE name = ?", name);
  }

  /** One entry as a change leaves it, before its file is written; {@link put} finds it there afterwards. */
  putEntry(one: ParsedRecord, file: string): void {
    this.#remove(this.#held("twin = 0 AND id", one.entry.id));
    this.#insert(this.#fileNamed(file), one);
  }

  /** The number of a file, with room for one that is not written yet. */
  #fileNamed(name: string): number {
    this.#database.run("INSERT OR IGNORE INTO files (name, sha256) VALUES (?, '')", name);
    return this.#database.column<number>("SELECT number FROM files WHERE name = ?", name)[0] as number;
  }

  #held(column: "file" | "twin = 0 AND id", value: Value): Held[] {
    const sql = `SELECT number, id, line, copies, record FROM entries WHERE ${column} = ?`;
    return this.#database.rows<Held>(sql, value);
  }

  #insert(file: number, one: ParsedRecord): void {
    const { entry, copies, line } = one;
    const claim = hashOfClaim(entry);
    const fields = entry as { readonly [field: string]: unknown };
    const row = {
      ...Object.fromEntries(FIELDS.map((field) => [field, (fields[field] as Value | undefined) ?? null])),
      ...{ file, line, tail: tailOf(entry.id), audience: audienceOf(entry) ?? null, texts: textsOf(entry) },
      ...{ claim, copies: jsonOf(copies), record: JSON.stringify(entry) },
    };
    const names = Object.keys(row);
    const sql = `INSERT INTO entries (${names.join(", ")}) VALUES (${names.fill("?").join(", ")})`;
    const number = this.#database.run(sql, ...Object.values(row));
    for (const link of linksOf(entry, claim, copies))
      this.#database.run("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", number, ...link);
    this.#ids.add(entry.id);
  }

  #remove(rows: readonly Held[]): void {
    for (const [number, id] of rows) {
      this.#gone.push(number);
      this.#ids.add(id);
    }
  }

  /** Follows what came and went, and which of several records with one id counts. Answers whose standing may be another. */
  finish(): Set<string> {
    const names = new Set([...this.#ids, ...tiesOf(this.#database, this.#ids)]);
    this.#database.run(UNEMBEDDED, this.#last);
    this.#database.run(`DELETE FROM entries WHERE number IN ${LISTED}`, JSON.stringify(this.#gone));
    this.#database.run(TURN_TWINS, JSON.stringify([...this.#ids]));
    return names;
  }
}
