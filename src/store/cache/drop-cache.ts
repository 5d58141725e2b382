/** Removes cached words that have to be erased. */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../workspace.js";
import { CacheDatabase, closeCaches } from "./database.js";
import { DatabaseFile } from "./database-file.js";

/** Other files of the folder: without words, or erased elsewhere. */
const OTHERS = /^(?:tenet(?:-\d+)?\.db(?:-wal|-shm|-journal)?|vectors|model-files\.json|profile\.json)$/;

/** Tables read from files that are no records. */
const OF_OTHER_FILES = ["parsed", "knowledge_files", "passages", "passage_terms"] as const;

/**
 * Removes rows read from files that are no records, and leftovers of earlier versions. Parsed records follow their files
 * by themselves.
 */
export function dropParsed(ws: Workspace): void {
  try {
    if (lstatSync(ws.local).isSymbolicLink() || lstatSync(ws.cache).isSymbolicLink()) return;
    for (const name of readdirSync(ws.cache)) {
      if (!OTHERS.test(name)) rmSync(join(ws.cache, name), { recursive: true, force: true });
    }
  } catch {
    // The search for remaining words reports a file that cannot be removed.
  }
  const database = CacheDatabase.open(ws);
  database.keep(() => {
    for (const table of OF_OTHER_FILES) database.run(`DELETE FROM ${table}`);
    database.run("DELETE FROM facts WHERE name LIKE 'rules%' OR name LIKE 'knowledge%'");
  });
  database.close();
}

/**
 * Removes every byte of deleted rows from the cache's files. False while another process reads an earlier state: the
 * caller has to try again.
 */
export function vacuumCache(ws: Workspace): boolean {
  closeCaches();
  const database = CacheDatabase.open(ws);
  if (database.isKept) return database.vacuum();
  const file = DatabaseFile.newest(ws, false);
  return file === undefined || file.isEmpty || file.replace();
}
