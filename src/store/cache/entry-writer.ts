/** Entries into the cache: file by file, as they are parsed, and one by one as a change stages them. */
import { type Entry, tailOf, usesOf } from "../../entry/entry.js";
import { audienceOf } from "../../entry/gates/visible.js";
import { hubEntryOf } from "../../entry/hub-origin.js";
import type { Profile } from "../../settings.js";
import type { CacheDatabase, Value } from "./database.js";
import { lastEntryOf, standingSql } from "./entry-query.js";
import { type FileRecord, putFile, putHash, putStagedHash } from "./files.js";
import { RELATIONS, targetsOf } from "./relations.js";
import { derivedOf, textsOf } from "./row.js";

/** A record as it was parsed: its line is that of its heading. */
export interface ParsedRecord {
  entry: Entry;
  line: number;
}

/** The columns of an entry by which it is found, with its record and what is derived of it. */
function columnsOf(entry: Entry, mode: Profile["apply_mode"]) {
  const derived = derivedOf(entry, mode);
  const fields = entry as { readonly [field: string]: unknown } & Partial<Extract<Entry, { type: "correction" }>>;
  const own = (field: string) => (fields[field] as Value | undefined) ?? null;
  const review = (derived.review ?? entry.review) as Entry["review"];
  return {
    id: entry.id,
    tail: tailOf(entry.id),
    timestamp: entry.timestamp,
    type: entry.type,
    status: entry.status,
    tier: entry.tier,
    stakes: own("stakes"),
    review: review?.state ?? null,
    stick: fields.stick?.verdict ?? null,
    stick_at: fields.stick?.at ?? null,
    outcome: own("outcome"),
    outcome_date: own("outcome_date"),
    outcome_note: fields.outcome_note === undefined ? null : 1,
    verdict: own("verdict"),
    score: own("score"),
    uses: usesOf(entry).length || null,
    seen: own("seen"),
    scope: own("scope"),
    owner: own("user"),
    key: own("key"),
    novelty: own("novelty"),
    checked: fields.check === undefined ? null : 1,
    bound: fields.paths === undefined ? null : 1,
    hub: hubEntryOf(entry.origin) ?? null,
    audience: audienceOf(fields) ?? null,
    texts: textsOf(entry),
    derived: JSON.stringify(derived),
    record: JSON.stringify(entry),
  };
}

/** Those that came since lack vectors, but where a searched row with the same texts has them: it is still there. */
const UNEMBEDDED = `INSERT INTO unembedded SELECT number FROM entries new WHERE number > ?1 AND NOT EXISTS (
  SELECT 1 FROM entries WHERE number <= ?1 AND id = new.id AND texts = new.texts AND ${standingSql("searched")}
    AND number NOT IN (SELECT entry FROM unembedded))`;
const CLAIMS = "SELECT value, number FROM entries, json_each(derived, '$.claims')";
const LISTED = "(SELECT value FROM json_each(?))";
/** Rows of these ids whose place among them is another than noted: the first by file and line counts. */
const MISPLACED = `SELECT number, twin FROM (
    SELECT e.number, twin, row_number() OVER (PARTITION BY id ORDER BY name, line) > 1 AS should
    FROM entries e JOIN files f ON f.number = file WHERE id IN ${LISTED}
  ) WHERE twin <> should`;

interface Held {
  number: number;
  id: string;
  line: number;
  record: string;
  derived: string;
}

/** Writes entries within one transaction. */
export class EntryWriter {
  readonly #database: CacheDatabase;
  readonly #mode: Profile["apply_mode"];
  /** The last entry before. */
  readonly #last: number;
  /** Ids that came, went or moved. */
  readonly #ids = new Set<string>();
  /** Numbers of rows that others replace, or that are gone. */
  readonly #gone: number[] = [];
  #isChanged = false;

  constructor(database: CacheDatabase, mode: Profile["apply_mode"]) {
    this.#database = database;
    this.#mode = mode;
    this.#last = lastEntryOf(database);
  }

  /** Stores a file and all records in it. Unchanged records keep their number. */
  put(name: string, file: FileRecord, records: readonly ParsedRecord[]): void {
    this.#isChanged = true;
    const number = putFile(this.#database, name, file);
    const rowsBefore = this.#held("file", number);
    for (const { entry, line } of records) {
      const columns = columnsOf(entry, this.#mode);
      const at = rowsBefore.findIndex((one) => one.record === columns.record && one.derived === columns.derived);
      const [same] = at < 0 ? [] : rowsBefore.splice(at, 1);
      if (same === undefined) this.#insert(entry, { file: number, line, ...columns });
      else if (same.line !== line) this.#move(same, line);
    }
    this.#remove(rowsBefore);
  }

  /** A file that is gone. */
  drop(name: string): void {
    this.#isChanged = true;
    this.#remove(this.#held("file", putFile(this.#database, name)));
    this.#database.run("DELETE FROM files WHERE name = ?", name);
  }

  /** One entry as a change leaves it, before its file is written; {@link put} finds it there afterwards. */
  putEntry({ entry, line }: ParsedRecord, file: string): void {
    this.#remove(this.#held("twin = 0 AND id", entry.id));
    this.#insert(entry, { file: putFile(this.#database, file), line, ...columnsOf(entry, this.#mode) });
  }

  #held(column: "file" | "twin = 0 AND id", value: Value): Held[] {
    return this.#database.all(`SELECT number, id, line, record, derived FROM entries WHERE ${column} = ?`, value);
  }

  #move({ number, id }: Held, line: number): void {
    this.#database.run("UPDATE entries SET line = ? WHERE number = ?", line, number);
    this.#ids.add(id);
  }

  #insert(entry: Entry, columns: { readonly [column: string]: Value }): void {
    const database = this.#database;
    const names = Object.keys(columns);
    const sql = `INSERT INTO entries (${names.join(", ")}) VALUES (${names.fill("?").join(", ")})`;
    const number = database.run(sql, ...Object.values(columns));
    for (const relation of RELATIONS) {
      for (const target of targetsOf(entry, relation)) {
        database.run("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", number, relation, target);
      }
    }
    for (const alias of entry.aliases ?? [])
      database.run("INSERT OR IGNORE INTO aliases VALUES (?, ?)", alias.toUpperCase(), number);
    this.#ids.add(entry.id);
  }

  #remove(rows: readonly Held[]): void {
    for (const { number, id } of rows) {
      this.#gone.push(number);
      this.#ids.add(id);
    }
  }

  /**
   * Follows what came and went, and settles which of several records with one id counts. The last thing to do. `part`: what
   * was written of a reading that goes on, or staged; the hash of all files is made once, at the end of a reading.
   */
  finish(part?: readonly unknown[]): void {
    if (part !== undefined) putStagedHash(this.#database, part);
    else if (this.#isChanged) putHash(this.#database);
    const database = this.#database;
    database.run(UNEMBEDDED, this.#last);
    database.run("INSERT INTO unread SELECT number FROM entries WHERE number > ?", this.#last);
    database.run(`INSERT OR IGNORE INTO claims ${CLAIMS} WHERE number > ?`, this.#last);
    if (this.#gone.length > 0) this.#takeOut(JSON.stringify(this.#gone));
    for (const [number, twin] of database.rows<[number, number]>(MISPLACED, JSON.stringify([...this.#ids]))) {
      database.run("UPDATE entries SET twin = ? WHERE number = ?", 1 - twin, number);
      for (const table of ["unread", "unembedded"]) database.run(`INSERT OR IGNORE INTO ${table} VALUES (?)`, number);
    }
  }

  #takeOut(numbers: string): void {
    const database = this.#database;
    database.run(`DELETE FROM claims WHERE (hash, entry) IN (${CLAIMS} WHERE number IN ${LISTED})`, numbers);
    for (const table of ["links", "aliases", "unembedded"])
      database.run(`DELETE FROM ${table} WHERE entry IN ${LISTED}`, numbers);
    database.run(`DELETE FROM entries WHERE number IN ${LISTED}`, numbers);
    // Their words are to be taken out.
    database.run(`INSERT OR IGNORE INTO unread ${LISTED.slice(1, -1)}`, numbers);
  }
}
