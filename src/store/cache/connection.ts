/** Connections to the file of the cache, or to memory where no file can be used. Opened by `database.ts`. */
import { lstatSync, mkdirSync, rmSync, type Stats } from "node:fs";
import { pathToFileURL } from "node:url";
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
import type { Workspace } from "../workspace.js";
import { SCHEMA, SCHEMA_VERSION } from "./schema.js";

/** A database has so many bytes once it is made, which takes no longer than this. */
const [LEAST_BYTES, EMPTY_MS] = [512, 200];
export const NOT_KEPT = ".tenet/cache.db cannot be written now: what is read is kept for this command alone.";
const MADE_ANEW = "The cache was damaged, or made by another version of tenet: it is made again from the files.";
const SETTINGS =
  "PRAGMA synchronous=off; PRAGMA secure_delete=on; PRAGMA temp_store=memory; PRAGMA cell_size_check=on; PRAGMA cache_size=-16000;";

export type Place = Pick<Workspace, "local" | "cache">;

export interface OpenOptions {
  /** False: not a byte is written. Changes stay in memory. */
  keeps?: boolean;
  /** How long to wait for other processes. */
  waitMs?: number;
  warn?: ((message: string) => void) | undefined;
}

/** Corrupt, of another schema, no database. */
const DAMAGED: ReadonlySet<number> = new Set([11, 17, 26]);
const OTHER_VERSION = Object.assign(new Error("of another version"), { errcode: 11 });
/** Errors met between two rows come without a number. */
const WORDED: readonly (readonly [words: RegExp, code: number])[] = [
  [/malformed|not a database/, 11],
  [/locked/, 5],
  [/disk I\/O|database or disk is full/, 10],
];
const codeOf = (error: unknown): number => {
  const { errcode, message } = error as { errcode?: number; message?: string };
  return (errcode ?? WORDED.find(([words]) => words.test(message ?? ""))?.[1] ?? -1) & 0xff;
};
export const isDatabaseError = (error: unknown): boolean => codeOf(error) !== 0xff;
export const isDamage = (error: unknown): boolean => DAMAGED.has(codeOf(error));
const isBusy = (error: unknown): boolean => codeOf(error) === 5 || codeOf(error) === 6;

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
export const inodeOf = (path: string): number | undefined => statOf(path)?.ino;
const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const versionOf = (database: DatabaseSyncInstance): number =>
  (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;

/** One open file. `kept`: what is written goes there. `isLogged`: readers and a writer do not stand in each other's way. */
export interface Connection {
  database: DatabaseSyncInstance;
  kept: boolean;
  isLogged: boolean;
  /** Tells the file from another that takes its place; undefined in memory. */
  inode: number | undefined;
  statements: Map<string, StatementSyncInstance>;
}

/** Connections that nobody reads from, by path. */
const idle = new Map<string, Connection>();
function connection(database: DatabaseSyncInstance, kept: boolean, path?: string): Connection {
  const inode = path === undefined ? undefined : inodeOf(path);
  const mode = kept ? (database.prepare("PRAGMA journal_mode").get() as { journal_mode: string }).journal_mode : "";
  return { database, kept, isLogged: mode === "wal", inode, statements: new Map() };
}

export function inMemory(): Connection {
  const database = new DatabaseSync(":memory:");
  database.exec(`PRAGMA temp_store=memory; ${SCHEMA}`);
  return connection(database, false);
}

/** For reading alone: without writers, not even SQLite's shared files are touched. */
export const readOnlyName = (path: string): string =>
  `${pathToFileURL(path).href}?${(statOf(`${path}-wal`)?.size ?? 0) > 0 ? "mode=ro" : "immutable=1"}`;

function readOnly(path: string, waitMs: number): Connection {
  const database = new DatabaseSync(readOnlyName(path), { readOnly: true, timeout: waitMs });
  if (versionOf(database) !== SCHEMA_VERSION) throw OTHER_VERSION;
  return connection(database, false, path);
}

/** Makes the tables where there are none. False for a file of another version. */
function hasTables(database: DatabaseSyncInstance): boolean {
  database.exec(`PRAGMA journal_mode=WAL; ${SETTINGS}`);
  if (versionOf(database) === SCHEMA_VERSION) return true;
  database.exec("BEGIN IMMEDIATE");
  if (database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined) {
    database.exec(`${SCHEMA}; PRAGMA user_version=${SCHEMA_VERSION}`);
  }
  database.exec("COMMIT");
  return versionOf(database) === SCHEMA_VERSION;
}

/** Deletes a file, unless another process has put a new one in its place. Who has it open goes on in what was deleted. */
export function removeFile(path: string, inode: number | undefined): void {
  if (inode === undefined || inodeOf(path) !== inode) return;
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
}

/** To read and write with other processes. Throws what SQLite says where that is impossible. */
function shared(path: string, waitMs: number, warn: OpenOptions["warn"]): Connection {
  const spare = idle.get(path);
  idle.delete(path);
  if (spare !== undefined && spare.inode === inodeOf(path)) {
    spare.database.exec(`PRAGMA busy_timeout=${waitMs}`);
    return spare;
  }
  if (spare !== undefined) release(spare);
  const began = performance.now();
  for (let attempt = 0; ; ) {
    const database = new DatabaseSync(path, { timeout: 5 });
    const inode = inodeOf(path);
    try {
      if (!hasTables(database)) throw OTHER_VERSION;
      database.exec(`PRAGMA busy_timeout=${waitMs}`);
      return connection(database, true, path);
    } catch (error) {
      const waited = performance.now() - began;
      // A file that somebody emptied stays locked for as long as another process has it open.
      const isEmptied = isBusy(error) && waited > EMPTY_MS && (statOf(path)?.size ?? 0) < LEAST_BYTES;
      if ((isDamage(error) || isEmptied) && attempt++ < 3) {
        // The damaged file stays open until it is deleted: its number names no other one so long.
        removeFile(path, inode);
        if (attempt === 1) warn?.(MADE_ANEW);
        database.close();
      } else {
        database.close();
        if (!isBusy(error) || waited > waitMs) throw error;
        pause(5);
      }
    }
  }
}

/** Opens what can be opened; never throws for the state of the disk. */
export function connect({ local, cache }: Place, { keeps, warn }: OpenOptions, waitMs: number): Connection {
  const isLinked = [local, cache].some((path) => statOf(path)?.isSymbolicLink() === true);
  try {
    if (keeps && !isLinked) {
      mkdirSync(local, { recursive: true });
      return shared(cache, waitMs, warn);
    }
  } catch {
    // It is read, or made in memory.
  }
  try {
    if (!isLinked && statOf(cache)?.isFile() === true) return readOnly(cache, waitMs);
  } catch {
    // It is made in memory.
  }
  if (keeps) warn?.(NOT_KEPT);
  return inMemory();
}

function release({ database, statements }: Connection): void {
  statements.clear();
  database.close();
}

/** Gives a connection back: the next who opens its path gets it. */
export function giveBack(connection: Connection, path: string): void {
  if (connection.database.isTransaction) connection.database.exec("ROLLBACK");
  if (connection.kept && !idle.has(path)) idle.set(path, connection);
  else release(connection);
}

/** Closes what was given back, and leaves its files whole. */
export function closeIdle(): void {
  for (const connection of idle.values()) {
    try {
      connection.database.exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Another process uses it, and moves the log into the file when it is done.
    }
    release(connection);
  }
  idle.clear();
}
