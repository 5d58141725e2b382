/** What the cache knows of the table of vectors: its version when it was written last, and which entries lack a row in it. */

import type { CacheDatabase } from "../../store/cache/database.js";
import { keysOfEntry } from "./text-name.js";

export interface TableState {
  name: string;
  /** Drawn when the table was made. */
  made: string;
  version: number;
  /** The version when its pieces were last joined. */
  tidied: number;
  /** When that was, in the machine's milliseconds; absent where no older version is left to be removed. */
  outdated?: number | undefined;
}

const FACT = "vectors";
const SEARCHED = "twin = 0 AND searched";
const NEWEST_FIRST = "ORDER BY timestamp DESC, id DESC";

type TextRow = [entry: number, id: string, texts: string];

/** Undefined before anything was written, and after the cache was made anew. */
export function readTableState(database: CacheDatabase): TableState | undefined {
  return database.fact<TableState>(FACT);
}

/** The keys of all texts that are searched. */
export function wantedKeys(database: CacheDatabase): Set<string> {
  const rows = database.rows<[string, string]>(`SELECT id, texts FROM entries WHERE ${SEARCHED}`);
  return new Set(rows.flatMap(([id, texts]) => keysOfEntry(id, texts)));
}

/**
 * Compares all entries with the keys of a table that somebody else wrote. Answers those that lack a row, newest first;
 * where the cache cannot be written, the next process compares again.
 */
export function compareWithTable(database: CacheDatabase, state: TableState, keys: ReadonlySet<string>): string[] {
  const sql = `SELECT number, id, texts FROM entries WHERE ${SEARCHED} ${NEWEST_FIRST}`;
  const lacking = database
    .rows<TextRow>(sql)
    .filter(([, id, texts]) => !keysOfEntry(id, texts).every((key) => keys.has(key)));
  database.keep(() => {
    database.run("DELETE FROM unembedded");
    for (const [number] of lacking) database.run("INSERT INTO unembedded VALUES (?)", number);
    database.setFact(FACT, state);
  });
  return lacking.map(([, id]) => id);
}

/** Entries that came since the table was written last, and are there. */
const cameSince = (database: CacheDatabase): TextRow[] =>
  database.rows("SELECT number, id, texts FROM unembedded JOIN entries ON number = entry");

/** Keys of the entries that came since the table was written last. */
export const newKeys = (database: CacheDatabase): string[] =>
  cameSince(database).flatMap(([, id, texts]) => keysOfEntry(id, texts));

/** Notes a version of the table, and which of the {@link newKeys} have rows in it. */
export function noteRows(database: CacheDatabase, state: TableState, keys: ReadonlySet<string>): void {
  database.keep(() => {
    for (const [number, id, texts] of cameSince(database)) {
      if (keysOfEntry(id, texts).every((key) => keys.has(key))) {
        database.run("DELETE FROM unembedded WHERE entry = ?", number);
      }
    }
    database.setFact(FACT, state);
  });
}
