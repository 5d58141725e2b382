/** Taking away what is cached: what cannot be used, and words that are to be nowhere. */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../workspace.js";
import { Connection, isDamage } from "./connection.js";
import { CacheDatabase, closeCaches } from "./database.js";
import { DatabaseFile } from "./database-file.js";

const READ_MS = 100;

/** There is a cache, and it cannot be used: damaged, or of another version. */
export function cacheIsDamaged(ws: Workspace): boolean {
  const file = DatabaseFile.newest(ws, false);
  if (file === undefined || file.isEmpty) return false;
  if (file.isDamaged()) return true;
  try {
    Connection.readOnly(file, READ_MS);
    return false;
  } catch (error) {
    return isDamage(error);
  }
}

/** Forgets everything that was parsed; the next opening makes it anew. */
export function dropCache(ws: Workspace): void {
  closeCaches();
  DatabaseFile.newest(ws, false)?.replace();
}

/** What else lies in the folder: it holds no words, or somebody else takes them out. */
const OTHERS = /^(?:tenet(?:-\d+)?\.db(?:-wal|-shm|-journal)?|vectors|model-files\.json|profile\.json)$/;

/** Tables of what was read from files that are no records. */
const OF_OTHER_FILES = ["parsed", "knowledge_files", "passages", "passage_terms"] as const;

/**
 * Forgets what was read from files that are no records, and what earlier versions kept. What was parsed of records follows
 * them by itself.
 */
export function dropParsed(ws: Workspace): void {
  try {
    if (lstatSync(ws.local).isSymbolicLink() || lstatSync(ws.cache).isSymbolicLink()) return;
    for (const name of readdirSync(ws.cache)) {
      if (!OTHERS.test(name)) rmSync(join(ws.cache, name), { recursive: true, force: true });
    }
  } catch {
    // What cannot be removed is judged by its content.
  }
  const database = CacheDatabase.open(ws);
  database.keep(() => {
    for (const table of OF_OTHER_FILES) database.run(`DELETE FROM ${table}`);
    database.run("DELETE FROM facts WHERE name LIKE 'rules%' OR name LIKE 'knowledge%'");
  });
  database.close();
}

/**
 * Leaves no byte of what is no longer in the cache. False where another process reads an earlier state: then it has to be
 * tried again.
 */
export function vacuumCache(ws: Workspace): boolean {
  closeCaches();
  const database = CacheDatabase.open(ws);
  if (database.isKept) return database.vacuum();
  const file = DatabaseFile.newest(ws, false);
  return file === undefined || file.isEmpty || file.replace();
}
