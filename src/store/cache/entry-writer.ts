/** Entries into the cache: file by file, as they are parsed, and one by one as a change stages them. */
import { type Entry, tailOf, usesOf } from "../../entry/entry.js";
import { audienceOf } from "../../entry/gates/visible.js";
import { hubEntryOf } from "../../entry/hub-origin.js";
import type { Profile } from "../../settings.js";
import type { CacheDatabase, Value } from "./database.js";
import { standingSql } from "./entry-query.js";
import { type FileRecord, numberOfFile, putFile, putHash, putStagedHash } from "./files.js";
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
  const columns = {
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
  return { entry, columns, claims: derived.claims as string[] };
}

/** A searched row with the same texts that have their vectors. */
const EMBEDDED = `SELECT 1 FROM entries WHERE id = ? AND texts = ? AND ${standingSql("searched")}
  AND number NOT IN (SELECT entry FROM unembedded)`;

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
  /** Ids that came or went: of each only the first record counts. */
  readonly #ids = new Set<string>();
  #isChanged = false;

  constructor(database: CacheDatabase, mode: Profile["apply_mode"]) {
    this.#database = database;
    this.#mode = mode;
  }

  /** Stores a file and all records in it. Unchanged records keep their number. */
  put(name: string, file: FileRecord, records: readonly ParsedRecord[]): void {
    this.#isChanged = true;
    const number = putFile(this.#database, name, file);
    const rowsBefore = this.#held("file", number);
    for (const { entry, line } of records) {
      const made = columnsOf(entry, this.#mode);
      const { record, derived } = made.columns;
      const at = rowsBefore.findIndex((one) => one.record === record && one.derived === derived);
      const [same] = at < 0 ? [] : rowsBefore.splice(at, 1);
      if (same === undefined) this.#insert(number, line, made);
      else if (same.line !== line) this.#move(same, line);
    }
    for (const one of rowsBefore) this.#remove(one);
  }

  /** A file that is gone. */
  drop(name: string): void {
    this.#isChanged = true;
    for (const one of this.#held("file", numberOfFile(this.#database, name))) this.#remove(one);
    this.#database.run("DELETE FROM files WHERE name = ?", name);
  }

  /** One entry as a change leaves it, before its file is written; {@link put} finds it there afterwards. */
  putEntry({ entry, line }: ParsedRecord, file: string): void {
    const [before] = this.#held("twin = 0 AND id", entry.id);
    this.#insert(numberOfFile(this.#database, file), line, columnsOf(entry, this.#mode));
    if (before !== undefined) this.#remove(before);
  }

  #held(column: "file" | "twin = 0 AND id", value: Value): Held[] {
    return this.#database.all(`SELECT number, id, line, record, derived FROM entries WHERE ${column} = ?`, value);
  }

  #move({ number, id }: Held, line: number): void {
    this.#database.run("UPDATE entries SET line = ? WHERE number = ?", line, number);
    this.#ids.add(id);
  }

  #insert(file: number, line: number, { entry, columns, claims }: ReturnType<typeof columnsOf>): void {
    const database = this.#database;
    // The row whose place it takes is still there.
    const isEmbedded = database.column(EMBEDDED, entry.id, columns.texts).length > 0;
    const values = { file, line, ...columns };
    const marks = Object.keys(values).fill("?").join(", ");
    const number = database.run(
      `INSERT INTO entries (${Object.keys(values).join(", ")}) VALUES (${marks})`,
      ...Object.values(values),
    );
    this.#mark(number);
    if (!isEmbedded) database.run("INSERT INTO unembedded VALUES (?)", number);
    for (const hash of claims) database.run("INSERT OR IGNORE INTO claims VALUES (?, ?)", hash, number);
    for (const relation of RELATIONS) {
      for (const target of targetsOf(entry, relation)) {
        database.run("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", number, relation, target);
      }
    }
    for (const alias of entry.aliases ?? [])
      database.run("INSERT OR IGNORE INTO aliases VALUES (?, ?)", alias.toUpperCase(), number);
    this.#ids.add(entry.id);
  }

  #remove({ number, id, derived }: Held): void {
    const database = this.#database;
    const { claims } = JSON.parse(derived) as { claims: string[] };
    for (const hash of claims) database.run("DELETE FROM claims WHERE hash = ? AND entry = ?", hash, number);
    for (const table of ["links", "aliases", "unembedded"]) {
      database.run(`DELETE FROM ${table} WHERE entry = ?`, number);
    }
    database.run("DELETE FROM entries WHERE number = ?", number);
    this.#mark(number);
    this.#ids.add(id);
  }

  /** Its words are to be read, or taken out. */
  #mark(number: number): void {
    this.#database.run("INSERT OR IGNORE INTO unread VALUES (?)", number);
  }

  /**
   * Settles which of several records with one id counts. The last thing to do. `part`: what was written of a reading that
   * goes on, or staged; the hash of all files is made once, at the end of a reading.
   */
  finish(part?: readonly unknown[]): void {
    if (part !== undefined) putStagedHash(this.#database, part);
    else if (this.#isChanged) putHash(this.#database);
    for (const id of this.#ids) {
      const sql =
        "SELECT e.number, twin FROM entries e JOIN files f ON f.number = file WHERE id = ? ORDER BY name, line";
      this.#database.rows<[number: number, twin: number]>(sql, id).forEach(([number, twin], at) => {
        const should = at === 0 ? 0 : 1;
        if (twin === should) return;
        this.#database.run("UPDATE entries SET twin = ? WHERE number = ?", should, number);
        this.#mark(number);
        this.#database.run("INSERT OR IGNORE INTO unembedded VALUES (?)", number);
      });
    }
    this.#ids.clear();
  }
}
