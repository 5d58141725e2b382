/** Entries into the cache: file by file, as they are parsed, and one by one as a change stages them. */
import { claimOf, tailOf, textHash, vectorTexts } from "../../entry/entry.js";
import { audienceOf } from "../../entry/gates/visible.js";
import { claimHash } from "../../text/claims/canonical.js";
import { sha256 } from "../files/atomic-file.js";
import type { Value } from "../files/sqlite.js";
import type { ParsedFile, ParsedRecord } from "../records/record-parse.js";
import type { Seen } from "../records/scan.js";
import type { CacheDatabase } from "./database.js";
import { linksOf } from "./relations.js";
import { FIELDS } from "./schema.js";
import { type StandsBy, settle, tiesOf } from "./settle.js";

/** A record file with its content; null where it is gone. */
export interface FileNow {
  file: string;
  bytes: Uint8Array | null;
  /** What may prove later that it is unchanged; a file just written proves nothing. */
  seen?: Seen;
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

/** The highest number that an entry has or had. */
export function lastEntryOf(database: CacheDatabase): number {
  return database.column<number>("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")[0] ?? 0;
}

/** Answers the ids of entries whose standing was looked at. */
export function writeEntries(
  database: CacheDatabase,
  by: StandsBy,
  work: (writer: Pick<EntryWriter, "put" | "putEntry">) => void,
): Set<string> {
  return database.transaction(() => {
    const last = lastEntryOf(database);
    const writer = new EntryWriter(database);
    work(writer);
    const names = new Set([...writer.ids, ...tiesOf(database, writer.ids)]);
    database.run(UNEMBEDDED, last);
    database.run(`DELETE FROM entries WHERE number IN ${LISTED}`, JSON.stringify(writer.gone));
    database.run(TURN_TWINS, JSON.stringify([...writer.ids]));
    return settle(database, by, names);
  });
}

class EntryWriter {
  readonly #database: CacheDatabase;
  /** Ids that came, went or moved. */
  readonly ids = new Set<string>();
  /** Numbers of rows that others replace, or that are gone. */
  readonly gone: number[] = [];

  constructor(database: CacheDatabase) {
    this.#database = database;
  }

  /** Stores a file and all records in it; without them it is gone. Unchanged records keep their number. */
  put({ file, bytes, seen }: FileNow, parsed?: ParsedFile): void {
    const number = this.#fileNamed(file);
    const rowsBefore = this.#held("file", number);
    for (const one of parsed?.records ?? []) {
      const record = JSON.stringify(one.entry);
      const copies = jsonOf(one.copies);
      const at = rowsBefore.findIndex((row) => row[4] === record && row[3] === copies);
      const [same] = at < 0 ? [] : rowsBefore.splice(at, 1);
      if (same === undefined) this.#insert(number, one);
      else if (same[2] !== one.line) {
        this.#database.run("UPDATE entries SET line = ? WHERE number = ?", one.line, same[0]);
        this.ids.add(one.entry.id);
      }
    }
    this.#remove(rowsBefore);
    if (bytes === null || parsed === undefined)
      return void this.#database.run("DELETE FROM files WHERE number = ?", number);
    const findings = parsed.findings.length === 0 ? null : JSON.stringify(parsed.findings);
    const sql = "UPDATE files SET seen = ?, sha256 = ?, findings = ? WHERE number = ?";
    this.#database.run(sql, jsonOf(seen), sha256(bytes), findings, number);
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

  #insert(file: number, { entry, copies, line }: ParsedRecord): void {
    const claim = claimHash(claimOf(entry));
    const texts = vectorTexts(entry).map(textHash).join(" ");
    const fields = entry as { readonly [field: string]: unknown };
    const row = {
      ...Object.fromEntries(FIELDS.map((field) => [field, (fields[field] as Value | undefined) ?? null])),
      ...{ file, line, tail: tailOf(entry.id), audience: audienceOf(entry) ?? null, texts, claim },
      ...{ copies: jsonOf(copies), record: JSON.stringify(entry) },
    };
    const names = Object.keys(row);
    const sql = `INSERT INTO entries (${names.join(", ")}) VALUES (${names.fill("?").join(", ")})`;
    const number = this.#database.run(sql, ...Object.values(row));
    for (const link of linksOf(entry, claim, copies))
      this.#database.run("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", number, ...link);
    this.ids.add(entry.id);
  }

  #remove(rows: readonly Held[]): void {
    for (const [number, id] of rows) {
      this.gone.push(number);
      this.ids.add(id);
    }
  }
}
