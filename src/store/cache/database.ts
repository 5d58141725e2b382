/**
 * The cache: `.tenet/cache.db`, one SQLite file of everything that is derived. It is never the truth, so nothing about it
 * fails a command: damaged or of another build it is deleted and made anew, and where it cannot be written, or not in time,
 * the command begins again in memory.
 */
import { mkdirSync, rmSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { isLink, stampAt } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { CACHE_LOST } from "./begin-again.js";
import { SCHEMA, VERSION } from "./schema.js";

type Place = Pick<Workspace, "local" | "cache">;
export type Value = string | number | null | Uint8Array;

/** How long other processes are waited for: by a command, and for what is made again where it is missing. */
const WAIT_MS = 2_000;
const KEEP_WAIT_MS = 200;

const SETTINGS =
  "PRAGMA synchronous=off; PRAGMA secure_delete=on; PRAGMA temp_store=memory; PRAGMA cell_size_check=on; PRAGMA cache_size=-16000";

const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;
/** Errors met between two rows come without a number. A refusal may quote anything. */
const says = (error: unknown, words: RegExp): boolean =>
  !(error instanceof TenetError) && words.test(String((error as Error).message));
/** Corrupt, of another schema, no database. */
export const isDamage = (error: unknown): boolean =>
  [11, 17, 26].includes(codeOf(error)) || says(error, /malformed|not a database/);
/** Busy, locked, read-only, a failing or full disk, no file. */
const isUnwritable = (error: unknown): boolean =>
  [5, 6, 8, 10, 13, 14].includes(codeOf(error)) || says(error, /locked|disk I\/O|database or disk is full/);
/** What is no failure of a command that is done already: the next one makes the cache anew. */
export const isCacheFailure = (error: unknown): boolean =>
  isDamage(error) || isUnwritable(error) || (error as { code?: unknown }).code === CACHE_LOST;

const cacheLost = (): TenetError =>
  new TenetError("the cache was damaged, removed or locked while it was used", {
    failure: "busy",
    code: CACHE_LOST,
    hint: "Run the command again: it does without, or makes the cache anew.",
  });

const inodeOf = (path: string): number | undefined => stampAt(path)?.ino;

/** Deletes the file, unless another process has put a new one in its place. Who has it open goes on in what was deleted. */
function removeFile(path: string, inode: number | undefined): void {
  if (inode === inodeOf(path)) for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
}

/** Deletes the cache with every word in it. */
export const removeCache = ({ cache }: Place): void => removeFile(cache, inodeOf(cache));

const versionOf = (database: DatabaseSyncInstance): unknown =>
  Object.values(database.prepare("PRAGMA user_version").get() as object)[0];

/** Makes the tables where there are none. Throws for a file of another build. */
function setUp(database: DatabaseSyncInstance): void {
  database.exec(SETTINGS);
  if (versionOf(database) === VERSION) return;
  database.exec("PRAGMA journal_mode=WAL; BEGIN IMMEDIATE");
  if (database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined)
    database.exec(`${SCHEMA}; PRAGMA user_version=${VERSION}`);
  database.exec("COMMIT");
  if (versionOf(database) !== VERSION) throw Object.assign(new Error("of another build"), { errcode: 11 });
}

/** Opens the file of a cache, made anew where it is damaged. Throws where that is impossible. */
function openFile({ local, cache }: Place): DatabaseSyncInstance {
  if (isLink(local) || isLink(cache)) throw new Error("a link may lead out of the tree");
  mkdirSync(local, { recursive: true });
  const until = performance.now() + WAIT_MS;
  for (let damages = 0; ; ) {
    const database = new DatabaseSync(cache, { timeout: WAIT_MS });
    const inode = inodeOf(cache);
    try {
      setUp(database);
      return database;
    } catch (error) {
      // The damaged file stays open until it is deleted: its number names no other one so long.
      const isRemoved = isDamage(error) && damages++ < 3;
      if (isRemoved) removeFile(cache, inode);
      database.close();
      // Two that make one file at once are not made to wait for each other.
      if (!isRemoved && (codeOf(error) !== 5 || performance.now() > until)) throw error;
    }
  }
}

function openMemory(): DatabaseSyncInstance {
  const database = new DatabaseSync(":memory:");
  database.exec(`PRAGMA temp_store=memory; ${SCHEMA}`);
  return database;
}

/** Caches with a connection. */
const connected = new Set<CacheDatabase>();
/** Files that this process could not write: until its caches are closed it works in memory. */
const unwritable = new Set<string>();

/** Leaves every file whole; a cache that is still asked is opened again. For the end of a process, or of a call. */
export function closeCaches(): void {
  for (const cache of connected) cache.close();
  unwritable.clear();
}
process.once("exit", closeCaches);

/** One connection. Opened by its first query, which never throws for the state of the disk. */
export class CacheDatabase {
  /** How long a write waits for other processes. */
  waitMs = WAIT_MS;
  readonly #place: Place;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #database: DatabaseSyncInstance | undefined;
  /** Tells the file from another that takes its place; undefined in memory. */
  #inode: number | undefined;
  #isChange = false;

  constructor({ local, cache }: Place) {
    this.#place = { local, cache };
  }

  /** The one that all readers of a workspace share; a change has one of its own. */
  static of(place: Place): CacheDatabase {
    return CacheDatabase.#at(place).find((one) => !one.#isChanging) ?? new CacheDatabase(place);
  }

  /** For values beside the entries: that of the change which this process is writing, since it locks out all others. */
  static beside(place: Place): CacheDatabase {
    return CacheDatabase.#at(place).find((one) => one.#isChanging) ?? CacheDatabase.of(place);
  }

  static #at({ cache }: Place): CacheDatabase[] {
    const inode = unwritable.has(cache) ? undefined : inodeOf(cache);
    return [...connected].filter((one) => one.#place.cache === cache && one.#inode === inode);
  }

  get #isChanging(): boolean {
    return this.#database?.isTransaction === true;
  }

  get #opened(): DatabaseSyncInstance {
    if (this.#database !== undefined) return this.#database;
    const { cache } = this.#place;
    connected.add(this);
    try {
      if (!unwritable.has(cache)) this.#database = openFile(this.#place);
    } catch {
      unwritable.add(cache);
    }
    this.#inode = this.#database && inodeOf(cache);
    this.#database ??= openMemory();
    return this.#database;
  }

  #asked<T>(ask: (database: DatabaseSyncInstance) => T): T {
    const database = this.#opened;
    try {
      return ask(database);
    } catch (error) {
      if (isDamage(error)) removeFile(this.#place.cache, this.#inode);
      else if (this.#isChange && isUnwritable(error)) unwritable.add(this.#place.cache);
      else throw error;
      throw cacheLost();
    }
  }

  #exec(sql: string): void {
    this.#asked((database) => database.exec(sql));
  }

  #prepared<T>(sql: string, use: (statement: StatementSyncInstance) => T): T {
    return this.#asked((database) => {
      const statement = this.#statements.get(sql) ?? database.prepare(sql);
      this.#statements.set(sql, statement);
      return use(statement);
    });
  }

  /** Rows as arrays: of thousands of them in a third of the time. */
  rows<T extends Value[]>(sql: string, ...values: Value[]): T[] {
    return this.#prepared(sql, (statement) => {
      statement.setReturnArrays(true);
      return statement.all(...values) as T[];
    });
  }

  /** The first column of every row. */
  column<T extends Value>(sql: string, ...values: Value[]): T[] {
    return this.rows<[T]>(sql, ...values).map(([value]) => value);
  }

  /** Answers the number of the last row that was inserted. */
  run(sql: string, ...values: Value[]): number {
    return Number(this.#prepared(sql, (statement) => statement.run(...values)).lastInsertRowid);
  }

  /** A fact about the cache itself, or a small value that can be made again. */
  fact(name: string): string | undefined {
    return this.column<string>("SELECT value FROM facts WHERE name = ?", name)[0];
  }

  setFact(name: string, value: string): void {
    this.run("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value);
  }

  /** All of it or nothing, and alone among all processes; a part of the change that is under way. */
  transaction<T>(work: () => T): T {
    if (this.#isChanging) return work();
    return this.#orInMemory(() => this.#alone(work, this.waitMs));
  }

  /** Keeps something that is made again where it is missing: only if that can be done now. */
  keep(work: () => void): void {
    try {
      if (this.#isChanging) work();
      else this.#alone(work, KEEP_WAIT_MS);
    } catch (error) {
      if (!isCacheFailure(error)) throw error;
    }
  }

  /** Begins the transaction of a change, which lasts until {@link end}: each {@link transaction} is a part of it. */
  begin(): void {
    this.#orInMemory(() => this.#begin(this.waitMs));
    // Of a file that cannot be written SQLite says so at the first write.
    this.#isChange = true;
  }

  /** Ends the transaction of a change; without one nothing happens. What cannot be kept is made again by the next reader. */
  end(how: "COMMIT" | "ROLLBACK"): void {
    this.#isChange = false;
    if (!this.#isChanging) return;
    try {
      this.#exec(how);
    } catch (error) {
      if (!isCacheFailure(error)) throw error;
      if (this.#isChanging) this.#exec("ROLLBACK");
    }
  }

  #begin(waitMs: number): void {
    this.#exec(`PRAGMA busy_timeout=${Math.max(1, Math.round(waitMs))}; BEGIN IMMEDIATE`);
  }

  #alone<T>(work: () => T, waitMs: number): T {
    try {
      this.#begin(waitMs);
      const result = work();
      this.#exec("COMMIT");
      return result;
    } finally {
      if (this.#isChanging) this.#exec("ROLLBACK");
    }
  }

  /** Where the file cannot be written, the command begins again in memory. */
  #orInMemory<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      if (!isUnwritable(error) || this.#inode === undefined) throw error;
      unwritable.add(this.#place.cache);
      throw cacheLost();
    }
  }

  /** Closes the connection to a file, and takes back a change that is under way; a later query opens another one. */
  close(): void {
    const database = this.#database;
    connected.delete(this);
    if (database === undefined || this.#inode === undefined) return;
    this.#statements.clear();
    this.#database = undefined;
    try {
      if (database.isTransaction) database.exec("ROLLBACK");
      database.exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Another one uses the file, and moves the log into it when it is done.
    }
    database.close();
  }
}
