/** Entries into the cache: file by file, as they are parsed. */
import { type Entry, tailOf } from "../../entry/entry.js";
import { audienceOf } from "../../entry/gates/visible.js";
import { hubEntryOf } from "../../entry/hub-origin.js";
import type { CacheDatabase, Value } from "./database.js";
import type { EntryMeta } from "./entry-meta.js";
import { standingSql } from "./entry-query.js";
import { type FileRecord, numberOfFile, putFile, putHash, putStagedHash } from "./files.js";
import { RELATIONS, targetsOf } from "./relations.js";

/** A record as it was parsed. */
export interface ParsedRecord {
  entry: Entry;
  meta: EntryMeta;
}

const ROW = `INSERT INTO entries (file, line, id, tail, timestamp, type, status, tier, stakes, review, stick, stick_at, outcome,
  outcome_date, outcome_note, verdict, score, uses, seen, scope, owner, key, novelty, checked, bound, hub, audience, texts, meta)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function rowOf(file: number, meta: EntryMeta, json: string): Value[] {
  const own = [meta.stakes, meta.review?.state, meta.stick?.verdict, meta.stick?.at, meta.outcome, meta.outcome_date];
  const note = meta.outcome_note === true ? 1 : undefined;
  const rest = [note, meta.verdict, meta.score, meta.uses, meta.seen, meta.scope, meta.user, meta.key, meta.novelty];
  const checked = meta.check === true ? 1 : null;
  const { id, line, timestamp, type, status, tier } = meta;
  return [
    file,
    line,
    id,
    tailOf(id),
    timestamp,
    type,
    status,
    tier,
    ...[...own, ...rest].map((one) => one ?? null),
    checked,
    meta.paths === undefined ? null : 1,
    hubEntryOf(meta.origin) ?? null,
    audienceOf(meta) ?? null,
    textsOf(meta),
    json,
  ];
}

const textsOf = ({ template, wordings }: EntryMeta): string => [template, ...wordings].join(" ");

/** A searched row with the same texts that have their vectors. */
const EMBEDDED = `SELECT 1 FROM entries WHERE id = ? AND texts = ? AND ${standingSql("searched")}
  AND number NOT IN (SELECT entry FROM unembedded)`;

/** Writes entries within one transaction. */
export class EntryWriter {
  readonly #database: CacheDatabase;
  /** Ids that came or went: of each only the first record counts. */
  readonly #ids = new Set<string>();
  #isChanged = false;

  constructor(database: CacheDatabase) {
    this.#database = database;
  }

  /** Stores a file and all records in it. Unchanged records keep their number. */
  put(name: string, file: FileRecord, records: readonly ParsedRecord[]): void {
    this.#isChanged = true;
    const number = putFile(this.#database, name, file);
    const rowsBefore = this.#held(number);
    for (const { entry, meta } of records) {
      const [json, record] = [JSON.stringify(meta), JSON.stringify(entry)];
      const same = rowsBefore.findIndex((one) => one.meta === json && one.record === record);
      if (same >= 0) rowsBefore.splice(same, 1);
      else this.#insert(number, meta, json, record);
    }
    for (const one of rowsBefore) this.#remove(one.number, one.meta);
  }

  /** A file that is gone. */
  drop(name: string): void {
    const number = this.#database.get<{ number: number }>("SELECT number FROM files WHERE name = ?", name)?.number;
    if (number === undefined) return;
    this.#isChanged = true;
    for (const one of this.#held(number)) this.#remove(one.number, one.meta);
    this.#database.run("DELETE FROM files WHERE number = ?", number);
  }

  /** One entry as a change leaves it, before its file is written; {@link put} finds it there afterwards. */
  putEntry({ entry, meta }: ParsedRecord): void {
    const database = this.#database;
    const rowBefore = database.get<{ number: number; meta: string }>(
      "SELECT number, meta FROM entries WHERE id = ? AND twin = 0",
      entry.id,
    );
    this.#insert(numberOfFile(database, meta.file), meta, JSON.stringify(meta), JSON.stringify(entry));
    if (rowBefore !== undefined) this.#remove(rowBefore.number, rowBefore.meta);
  }

  #held(file: number): { number: number; meta: string; record: string }[] {
    return this.#database.all(
      "SELECT e.number, e.meta, r.record FROM entries e JOIN records r ON r.number = e.number WHERE e.file = ?",
      file,
    );
  }

  #insert(file: number, meta: EntryMeta, json: string, record: string): void {
    const database = this.#database;
    // The row whose place it takes is still there.
    const isEmbedded = database.get(EMBEDDED, meta.id, textsOf(meta)) !== undefined;
    const number = database.run(ROW, ...rowOf(file, meta, json));
    database.run("INSERT INTO records VALUES (?, ?)", number, record);
    this.#mark(number);
    if (!isEmbedded) database.run("INSERT INTO unembedded VALUES (?)", number);
    for (const hash of meta.claims) database.run("INSERT OR IGNORE INTO claims VALUES (?, ?)", hash, number);
    for (const relation of RELATIONS) {
      for (const target of targetsOf(meta, relation)) {
        database.run("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", number, relation, target);
      }
    }
    for (const alias of meta.aliases ?? []) {
      database.run("INSERT OR IGNORE INTO aliases VALUES (?, ?)", alias.toUpperCase(), number);
    }
    this.#ids.add(meta.id);
  }

  #remove(number: number, json: string): void {
    const database = this.#database;
    const { id, claims } = JSON.parse(json) as EntryMeta;
    for (const hash of claims) database.run("DELETE FROM claims WHERE hash = ? AND entry = ?", hash, number);
    database.run("DELETE FROM links WHERE entry = ?", number);
    database.run("DELETE FROM aliases WHERE entry = ?", number);
    database.run("DELETE FROM records WHERE number = ?", number);
    database.run("DELETE FROM unembedded WHERE entry = ?", number);
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
   * goes on; the hash of all files is made once, at its end.
   */
  finish(part?: readonly unknown[]): void {
    if (part !== undefined) putStagedHash(this.#database, part);
    else if (this.#isChanged) putHash(this.#database);
    for (const id of this.#ids) {
      const rows = this.#database.all<{ number: number; twin: number }>(
        "SELECT e.number, e.twin FROM entries e JOIN files f ON f.number = e.file WHERE e.id = ? ORDER BY f.name, e.line",
        id,
      );
      rows.forEach(({ number, twin }, at) => {
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
