/** Connections to the file of the cache, or to memory where no file can be used. Opened by `database.ts`. */
import { lstatSync, mkdirSync, rmSync, type Stats } from "node:fs";
import { pathToFileURL } from "node:url";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import type { Workspace } from "../workspace.js";
import { SCHEMA, SCHEMA_VERSION } from "./schema.js";

export type Place = Pick<Workspace, "local" | "cache">;

/** How a cache is opened. */
export interface OpenOptions {
  /** False: not a byte is written. Changes stay in memory. */
  keeps?: boolean;
  /** How long to wait for other processes; default 2 s. */
  waitMs?: number;
  warn?: ((message: string) => void) | undefined;
}

export const NOT_KEPT = ".tenet/cache.db cannot be written now: what is read is kept for this command alone.";
const MADE_ANEW = "The cache was damaged, or made by another version of tenet: it is made again from the files.";

const SETTINGS =
  "PRAGMA synchronous=off; PRAGMA secure_delete=on; PRAGMA temp_store=memory; PRAGMA cell_size_check=on; PRAGMA cache_size=-16000";

const OTHER_VERSION = Object.assign(new Error("of another version"), { errcode: 11 });
const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;
/** Errors met between two rows come without a number. A refusal may quote anything. */
const says = (error: unknown, words: RegExp): boolean =>
  !(error instanceof TenetError) && words.test(String((error as Error).message));
/** Corrupt, of another schema, no database. */
export const isDamage = (error: unknown): boolean =>
  [11, 17, 26].includes(codeOf(error)) || says(error, /malformed|not a database/);
export const isDatabaseError = (error: unknown): boolean =>
  isDamage(error) || codeOf(error) !== 0 || says(error, /locked|disk I\/O|database or disk is full/);
const isBusy = (error: unknown): boolean => codeOf(error) === 5;

const statOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};
export const inodeOf = (path: string): number | undefined => statOf(path)?.ino;

export const pragma = (database: DatabaseSyncInstance, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0];

/** Deletes a file, unless another process has put a new one in its place. Who has it open goes on in what was deleted. */
export function removeFile(path: string, inode: number | undefined): void {
  if (inode === undefined || inodeOf(path) !== inode) return;
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${end}`, { force: true });
}

/** Makes the tables where there are none. Throws for a file of another version. */
function setUp(database: DatabaseSyncInstance): void {
  database.exec(SETTINGS);
  if (pragma(database, "user_version") === SCHEMA_VERSION) return;
  database.exec("PRAGMA journal_mode=WAL; BEGIN IMMEDIATE");
  if (database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined) {
    database.exec(`${SCHEMA}; PRAGMA user_version=${SCHEMA_VERSION}`);
  }
  database.exec("COMMIT");
  if (pragma(database, "user_version") !== SCHEMA_VERSION) throw OTHER_VERSION;
}

/** To read and write with other processes. Throws what SQLite says where that is impossible. */
function shared(path: string, waitMs: number, warn: OpenOptions["warn"]): DatabaseSyncInstance {
  const until = performance.now() + waitMs;
  for (let damages = 0; ; ) {
    const database = new DatabaseSync(path, { timeout: waitMs });
    const inode = inodeOf(path);
    try {
      setUp(database);
      return database;
    } catch (error) {
      // The damaged file stays open until it is deleted: its number names no other one so long.
      const isRemoved = isDamage(error) && damages++ < 3;
      if (isRemoved) removeFile(path, inode);
      database.close();
      // Two that make one file at once are not made to wait for each other.
      if (!isRemoved && (!isBusy(error) || performance.now() > until)) throw error;
      if (isRemoved && damages === 1) warn?.(MADE_ANEW);
    }
  }
}

/** For reading alone: without writers, not even SQLite's shared files are touched. */
export const readOnlyName = (path: string): string =>
  `${pathToFileURL(path).href}?${(statOf(`${path}-wal`)?.size ?? 0) > 0 ? "mode=ro" : "immutable=1"}`;

function readOnly(path: string, timeout: number): DatabaseSyncInstance {
  const database = new DatabaseSync(readOnlyName(path), { readOnly: true, timeout });
  if (pragma(database, "user_version") !== SCHEMA_VERSION) throw OTHER_VERSION;
  return database;
}

export interface Connection {
  database: DatabaseSyncInstance;
  /** What is written goes to the file. */
  isKept: boolean;
  /** Tells the file from another that takes its place; undefined in memory. */
  inode?: number | undefined;
}

export function inMemory(): Connection {
  const database = new DatabaseSync(":memory:");
  database.exec(`PRAGMA temp_store=memory; ${SCHEMA}`);
  return { database, isKept: false };
}

/** Damaged files that this process has met and may not delete. */
const passedOver = new Set<number>();
/** From here on such a file is not read. */
export const passOver = (inode: number | undefined): void => void (inode !== undefined && passedOver.add(inode));

/** Opens what can be opened; never throws for the state of the disk. */
export function connect({ local, cache }: Place, { keeps, waitMs = 2_000, warn }: OpenOptions): Connection {
  const wholeMs = Math.max(1, Math.round(waitMs));
  const isLinked = [local, cache].some((path) => statOf(path)?.isSymbolicLink() === true);
  try {
    if (keeps && !isLinked) {
      mkdirSync(local, { recursive: true });
      return { database: shared(cache, wholeMs, warn), isKept: true, inode: inodeOf(cache) };
    }
  } catch {
    // It is read, or made in memory.
  }
  try {
    const file = statOf(cache);
    if (!isLinked && file?.isFile() === true && !passedOver.has(file.ino))
      return { database: readOnly(cache, wholeMs), isKept: false, inode: file.ino };
  } catch {
    // It is made in memory.
  }
  if (keeps) warn?.(NOT_KEPT);
  return inMemory();
}
