/** SQLite files of the local folder. Called by the cache and by the state of this machine: what damage means differs there. */
import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { isLink, stampAt } from "../records/scan.js";
import { linkRefused } from "./safe-path.js";

export type Value = string | number | Uint8Array | null;

interface Form {
  version: number;
  schema: string;
  settings: string;
  /** How long other processes are waited for, in milliseconds. */
  waitMs: number;
}

const [CORRUPT, OTHER_SCHEMA, NO_DATABASE] = [11, 17, 26];

/** Errors met between two rows come without a number. A refusal may quote anything. */
export function isDamage(error: unknown): boolean {
  const { errcode = 0, message } = error as Error & { errcode?: number };
  if ([CORRUPT, OTHER_SCHEMA, NO_DATABASE].includes(errcode & 0xff)) return true;
  return !(error instanceof TenetError) && /malformed|not a database|no such table/.test(message);
}

/** Tells a file from another one that takes its place. */
export const inodeOf = (path: string): number | undefined => stampAt(path)?.ino;

/** Opens a file, with our tables where it is new. What is of another form {@link isDamage}. */
export function openDatabase(path: string, { version, schema, settings, waitMs }: Form): DatabaseSyncInstance {
  if ([dirname(path), path].some(isLink)) throw linkRefused(path);
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: waitMs });
  const versionNow = () => (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
  try {
    database.exec(settings);
    if (versionNow() === 0) {
      const isNew = () => database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
      inTransaction(database, () => isNew() && database.exec(`${schema}; PRAGMA user_version=${version}`));
      // They quote what people said: for this user alone.
      chmodSync(path, 0o600);
    }
    if (versionNow() === version) return database;
    throw Object.assign(new Error("of another form"), { errcode: NO_DATABASE });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** All of it or nothing, and alone among all processes; within another one it is a part of that. */
export function inTransaction<T>(database: DatabaseSyncInstance, work: () => T): T {
  if (database.isTransaction) return work();
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}
