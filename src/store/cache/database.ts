/**
 * The cache: `.tenet/cache.db`, one SQLite file of everything that is derived. It is never the truth, so nothing about it
 * fails a command: damaged or of another version it is deleted and made anew, and where it cannot be written a command goes
 * on in memory.
 */
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { CACHE_LOST } from "./begin-again.js";
import {
  type Connection,
  connect,
  inMemory,
  inodeOf,
  isDamage,
  isDatabaseError,
  NOT_KEPT,
  type OpenOptions,
  type Place,
  pragma,
  readOnlyName,
  removeFile,
} from "./connection.js";

export type { OpenOptions } from "./connection.js";
export type Value = string | number | null | Uint8Array;

/** What is no failure of a command that is done already: the next one makes the cache anew. */
export const isCacheFailure = (error: unknown): boolean =>
  isDatabaseError(error) || (error as { code?: unknown }).code === CACHE_LOST;

const cacheLost = (): TenetError =>
  new TenetError("the cache was damaged or removed while it was read", {
    failure: "busy",
    code: CACHE_LOST,
    hint: "Run the command again: the cache is made anew.",
  });

/** Deletes the cache with every word in it. */
export const removeCache = ({ cache }: Place): void => removeFile(cache, inodeOf(cache));

/** How a transaction begins, is kept and is taken back. A file that may not be written is told by its first deletion alone. */
const WHOLE = ["BEGIN IMMEDIATE; DELETE FROM facts WHERE name = ''", "COMMIT", "ROLLBACK"] as const;
const PART = ["SAVEPOINT part", "RELEASE part", "ROLLBACK TO part; RELEASE part"] as const;

/** Caches with a connection to a file. */
const connected = new Set<CacheDatabase>();
/** The one to which this process is writing a change, of each path: it locks out all others. */
const changing = new Map<string, CacheDatabase>();
/** The one of each path for values beside the entries. */
const besides = new Map<string, CacheDatabase>();

/** Leaves every file whole; a cache that is still asked is opened again. For the end of a process, or of a call. */
export function closeCaches(): void {
  for (const cache of connected) cache.close();
  besides.clear();
}
process.once("exit", closeCaches);

/** One connection. Opened by its first query, which never throws for the state of the disk. */
export class CacheDatabase {
  readonly #place: Place;
  readonly #options: OpenOptions;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #connection: Connection | undefined;
  /** Tells the file from another that takes its place; undefined in memory. */
  #inode: number | undefined;
  #hasSnapshot = false;
  #isChanging = false;

  private constructor(place: Place, options: OpenOptions) {
    this.#place = place;
    this.#options = options;
  }

  static open({ local, cache }: Place, options: OpenOptions = {}): CacheDatabase {
    return new CacheDatabase({ local, cache }, { keeps: true, ...options });
  }

  /** For values beside the entries: one that all share, or that of the change that this process is writing. */
  static beside(place: Place): CacheDatabase {
    const opened = changing.get(place.cache) ?? besides.get(place.cache);
    if (opened !== undefined && opened.#inode === inodeOf(place.cache)) return opened;
    opened?.close();
    const cache = CacheDatabase.open(place, { waitMs: 200 });
    besides.set(place.cache, cache);
    return cache;
  }

  /** The same cache as it is now, to read and note what is no part of one state of the entries. */
  get notes(): CacheDatabase {
    return this.isKept ? CacheDatabase.beside(this.#place) : this;
  }

  /** What is written goes to the file. */
  get isKept(): boolean {
    return this.#open.isKept;
  }

  get #open(): Connection {
    if (this.#connection !== undefined) return this.#connection;
    const opened = connect(this.#place, this.#options);
    const isFile = opened.database.location() !== null;
    const inode = isFile ? inodeOf(this.#place.cache) : undefined;
    this.#inode ??= inode;
    this.#connection = opened;
    if (this.#inode !== inode) {
      this.close();
      throw cacheLost();
    }
    if (isFile) connected.add(this);
    this.#readOneState();
    return opened;
  }

  get #database(): DatabaseSyncInstance {
    return this.#open.database;
  }

  #asked<T>(ask: (database: DatabaseSyncInstance) => T): T {
    const database = this.#database;
    try {
      return ask(database);
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (this.isKept) removeFile(this.#place.cache, this.#inode);
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

  all<T>(sql: string, ...values: Value[]): T[] {
    return this.#prepared(sql, (statement) => statement.all(...values) as T[]);
  }

  /** Rows as arrays: of thousands of them in a third of the time. */
  rows<T extends Value[]>(sql: string, ...values: Value[]): T[] {
    return this.#prepared(`${sql} `, (statement) => {
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

  /** From here on all reads between two writes of its own see one state, in spite of other processes that write meanwhile. */
  snapshot(): void {
    this.#hasSnapshot = true;
    this.#readOneState();
  }

  #readOneState(): void {
    const database = this.#database;
    // Without a write-ahead log a reader would block every writer.
    if (!this.#hasSnapshot || database.isTransaction || pragma(database, "journal_mode") !== "wal") return;
    this.#exec("BEGIN");
    this.fact("");
  }

  /**
   * All of it or nothing, and alone among all processes; a part of the change that is under way. Where the file cannot be
   * written, or not in time, the cache goes on in memory from here: `work` may run twice.
   */
  transaction<T>(work: () => T): T {
    return this.#isChanging ? this.#atomically(work, PART) : this.#written(() => this.#alone(work));
  }

  #alone<T>(work: () => T): T {
    if (this.#database.isTransaction) this.#exec("COMMIT");
    try {
      return this.#atomically(work, WHOLE);
    } finally {
      this.#readOneState();
    }
  }

  /** Keeps something that is made again where it is missing: only if that can be done now. */
  keep(work: () => void): void {
    try {
      if (this.#isChanging) this.#atomically(work, PART);
      else if (this.isKept) this.#alone(work);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
    }
  }

  #written<T>(write: () => T): T {
    try {
      if (this.isKept || this.#inode === undefined) return write();
    } catch (error) {
      if (!isDatabaseError(error) || this.#inode === undefined) throw error;
    }
    this.#goOnInMemory();
    return write();
  }

  #atomically<T>(work: () => T, [begin, keep, undo]: readonly [string, string, string]): T {
    try {
      this.#exec(begin);
      const result = work();
      this.#exec(keep);
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec(undo);
      throw error;
    }
  }

  /** Begins the transaction of a change, which lasts until {@link end}: each {@link transaction} is a part of it. */
  begin(): void {
    this.#written(() => this.#exec(WHOLE[0]));
    this.#isChanging = true;
    if (this.#options.keeps) changing.set(this.#place.cache, this);
  }

  /** Ends the transaction of a change; without one nothing happens. What cannot be kept is made again by the next reader. */
  end(how: "COMMIT" | "ROLLBACK"): void {
    if (!this.#isChanging) return;
    this.#isChanging = false;
    if (changing.get(this.#place.cache) === this) changing.delete(this.#place.cache);
    const database = this.#database;
    try {
      database.exec(how);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      if (database.isTransaction) database.exec("ROLLBACK");
    }
  }

  /** From here on in memory, with everything the file holds. */
  #goOnInMemory(): void {
    const path = readOnlyName(this.#place.cache);
    this.close();
    this.#connection = { database: inMemory(), isKept: false };
    this.#inode = undefined;
    if (this.#options.keeps) this.#options.warn?.(NOT_KEPT);
    this.run("ATTACH ? AS disk", path);
    const tables = this.column<string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    const copies = tables.map((name) => `INSERT INTO main.${name} SELECT * FROM disk.${name};`);
    this.#exec(`BEGIN; ${copies.join("")} COMMIT; DETACH disk`);
  }

  /** Closes the connection to a file, and takes back a change that is under way; a later query opens another one. */
  close(): void {
    if (this.#inode === undefined) return;
    this.end("ROLLBACK");
    const connection = this.#connection;
    this.#connection = undefined;
    this.#statements.clear();
    connected.delete(this);
    if (connection?.database.isTransaction) connection.database.exec("ROLLBACK");
    try {
      if (connection?.isKept) connection.database.exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Another one uses the file, and moves the log into it when it is done.
    }
    connection?.database.close();
  }
}
