/** Entries into the cache: file by file, as they are parsed, and one by one as a change stages them. */
import { type Entry, tailOf } from "../../entry/entry.js";
import { audienceOf } from "../../entry/gates/visible.js";
import { hubEntryOf } from "../../entry/hub-origin.js";
import type { Copies } from "../../entry/standing/copies.js";
import { factKey, slotKey, wordsKey } from "../../entry/standing/ties.js";
import type { CacheDatabase, Value } from "./database.js";
import { lastEntryOf, standingSql } from "./entry-query.js";
import { type FileRecord, putFile } from "./files.js";
import { linksOf } from "./relations.js";
import { claimsOf, textsOf } from "./row.js";
import { unsettle } from "./settle.js";

/** A record as it was parsed: its line is that of its heading. */
export interface ParsedRecord {
  entry: Entry;
  /** What its file says for bare eyes. */
  copies?: Copies | undefined;
  line: number;
}

/** The columns of an entry by which it is found, with its record and what is derived of it. */
function columnsOf({ entry, copies }: ParsedRecord) {
  const claims = claimsOf(entry);
  const fields = entry as { readonly [field: string]: unknown } & Partial<Extract<Entry, { type: "correction" }>>;
  const own = (field: string) => (fields[field] as Value | undefined) ?? null;
  return {
    id: entry.id,
    tail: tailOf(entry.id),
    timestamp: entry.timestamp,
    type: entry.type,
    tier: entry.tier,
    stakes: own("stakes"),
    uses: entry.uses?.length || null,
    scope: own("scope"),
    key: own("key"),
    check: fields.check === undefined ? null : 1,
    paths: fields.paths === undefined ? null : 1,
    hub: hubEntryOf(entry.origin) ?? null,
    audience: audienceOf(fields) ?? null,
    texts: textsOf(entry),
    words: wordsKey(entry, claims[0] as string) ?? null,
    slot: slotKey(entry) ?? factKey(entry) ?? null,
    fate: copies?.superseded_by ?? null,
    copies: copies === undefined ? null : JSON.stringify(copies),
    claims: JSON.stringify(claims),
    record: JSON.stringify(entry),
  };
}

/** Those that came since lack vectors, but where a searched row with the same texts has them: it is still there. */
const UNEMBEDDED = `INSERT INTO unembedded SELECT number FROM entries new WHERE number > ?1 AND NOT EXISTS (
  SELECT 1 FROM entries WHERE number <= ?1 AND id = new.id AND texts = new.texts AND ${standingSql("searched")}
    AND number NOT IN (SELECT entry FROM unembedded))`;
const LISTED = "(SELECT value FROM json_each(?))";
/** Of the rows of an id the first by file and line counts. */
const TURN_TWINS = `UPDATE entries SET twin = 1 - twin WHERE number IN (SELECT number FROM (
    SELECT e.number, twin, row_number() OVER (PARTITION BY id ORDER BY name, line) > 1 AS should
    FROM entries e JOIN files f ON f.number = file WHERE id IN ${LISTED}
  ) WHERE twin <> should)`;

type Held = [number: number, id: string, line: number, copies: string | null, record: string];

/** Writes entries within one transaction. */
export class EntryWriter {
  readonly #database: CacheDatabase;
  /** The last entry before. */
  readonly #last: number;
  /** Ids that came or went. */
  readonly #ids = new Set<string>();
  readonly #movedIds = new Set<string>();
  /** Numbers of rows that others replace, or that are gone. */
  readonly #gone: number[] = [];

  constructor(database: CacheDatabase) {
    this.#database = database;
    this.#last = lastEntryOf(database);
  }

  /** Stores a file and all records in it. Unchanged records keep their number. */
  put(name: string, file: FileRecord, records: readonly ParsedRecord[]): void {
    const number = putFile(this.#database, name, file);
    const rowsBefore = this.#held("file", number);
    for (const one of records) {
      const columns = columnsOf(one);
      const at = rowsBefore.findIndex(
        ([, , , copies, record]) => record === columns.record && copies === columns.copies,
      );
      const [same] = at < 0 ? [] : rowsBefore.splice(at, 1);
      if (same === undefined) this.#insert(number, one, columns);
      else if (same[2] !== one.line) {
        this.#database.run("UPDATE entries SET line = ? WHERE number = ?", one.line, same[0]);
        this.#movedIds.add(one.entry.id);
      }
    }
    this.#remove(rowsBefore);
  }

  /** A file that is gone. */
  drop(name: string): void {
    this.#remove(this.#held("file", putFile(this.#database, name)));
    this.#database.run("DELETE FROM files WHERE name = ?", name);
  }

  /** One entry as a change leaves it, before its file is written; {@link put} finds it there afterwards. */
  putEntry(one: ParsedRecord, file: string): void {
    this.#remove(this.#held("twin = 0 AND id", one.entry.id));
    this.#insert(putFile(this.#database, file), one, columnsOf(one));
  }

  #held(column: "file" | "twin = 0 AND id", value: Value): Held[] {
    const sql = `SELECT number, id, line, copies, record FROM entries WHERE ${column} = ?`;
    return this.#database.rows<Held>(sql, value);
  }

  #insert(file: number, { entry, line }: ParsedRecord, columns: ReturnType<typeof columnsOf>): void {
    const row = { file, line, ...columns };
    const names = Object.keys(row);
    const sql = `INSERT INTO entries ("${names.join('", "')}") VALUES (${names.fill("?").join(", ")})`;
    const number = this.#database.run(sql, ...Object.values(row));
    for (const link of linksOf(entry, JSON.parse(columns.claims) as string[]))
      this.#database.run("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", number, ...link);
    this.#ids.add(row.id);
  }

  #remove(rows: readonly Held[]): void {
    for (const [number, id] of rows) {
      this.#gone.push(number);
      this.#ids.add(id);
    }
  }

  /** Follows what came and went, and settles which of several records with one id counts. The last thing to do. */
  finish(): void {
    unsettle(this.#database, [...this.#ids]);
    this.#database.run(UNEMBEDDED, this.#last);
    this.#database.run(`DELETE FROM entries WHERE number IN ${LISTED}`, JSON.stringify(this.#gone));
    this.#database.run(TURN_TWINS, JSON.stringify([...this.#ids, ...this.#movedIds]));
  }
}
