/**
 * The cache: `.tenet/cache.db`, one SQLite file of everything that is derived. It is never the truth, so nothing about it
 * fails a command: damaged or of another version it is deleted and made anew, and where it cannot be written a command goes
 * on in memory.
 */
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { CACHE_LOST, dropping } from "./begin-again.js";
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
  passOver,
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

/** A file that may not be written is told by its first deletion alone. */
const BEGIN = "BEGIN IMMEDIATE; DELETE FROM facts WHERE name = ''";

/** Caches with a connection to a file. */
const connected = new Set<CacheDatabase>();
/** The one of each path for values beside the entries. While this process writes a change it is that one: it locks out all others. */
const besides = new Map<string, CacheDatabase>();

/** Leaves every file whole; a cache that is still asked is opened again. For the end of a process, or of a call. */
export function closeCaches(): void {
  for (const cache of connected) cache.close();
}
process.once("exit", closeCaches);
dropping.push(() => {
  for (const cache of connected) cache.drop();
});

/** One connection. Opened by its first query, which never throws for the state of the disk. */
export class CacheDatabase {
  readonly #place: Place;
  readonly #options: OpenOptions;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #connected: Connection | undefined;
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
    const opened = besides.get(place.cache);
    if (opened !== undefined && opened.#connected?.inode === inodeOf(place.cache)) return opened;
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
    return this.#connection.isKept;
  }

  get #connection(): Connection {
    if (this.#connected === undefined) {
      this.#connected = connect(this.#place, this.#options);
      if (this.#connected.inode !== undefined) connected.add(this);
      this.#readOneState();
    }
    return this.#connected;
  }

  #asked<T>(ask: (database: DatabaseSyncInstance) => T): T {
    const { database } = this.#connection;
    try {
      return ask(database);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.drop();
      throw cacheLost();
    }
  }

  /** Deletes the file, or has this process pass it over where it may not be deleted. */
  drop(): void {
    const { isKept, inode } = this.#connection;
    if (isKept) removeFile(this.#place.cache, inode);
    else passOver(inode);
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
    const { database } = this.#connection;
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
    return this.#isChanging ? work() : this.#written(() => this.#alone(work));
  }

  /** Keeps something that is made again where it is missing: only if that can be done now. */
  keep(work: () => void): void {
    try {
      if (this.#isChanging) work();
      else if (this.isKept) this.#alone(work);
    } catch (error) {
      if (!isCacheFailure(error)) throw error;
    }
  }

  #alone<T>(work: () => T): T {
    const { database } = this.#connection;
    if (database.isTransaction) this.#exec("COMMIT");
    try {
      this.#exec(BEGIN);
      const result = work();
      this.#exec("COMMIT");
      return result;
    } finally {
      if (database.isTransaction) database.exec("ROLLBACK");
      this.#readOneState();
    }
  }

  #written<T>(write: () => T): T {
    const { isKept, inode } = this.#connection;
    try {
      if (isKept || inode === undefined) return write();
    } catch (error) {
      if (!isDatabaseError(error) || inode === undefined) throw error;
    }
    this.#goOnInMemory();
    return write();
  }

  /** Begins the transaction of a change, which lasts until {@link end}: each {@link transaction} is a part of it. */
  begin(): void {
    this.#written(() => this.#exec(BEGIN));
    this.#isChanging = true;
    if (this.#options.keeps) besides.set(this.#place.cache, this);
  }

  /** Ends the transaction of a change; without one nothing happens. What cannot be kept is made again by the next reader. */
  end(how: "COMMIT" | "ROLLBACK"): void {
    if (!this.#isChanging) return;
    this.#isChanging = false;
    if (besides.get(this.#place.cache) === this) besides.delete(this.#place.cache);
    const { database } = this.#connection;
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
    this.#connected = inMemory();
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
    if (this.#connected?.inode === undefined) return;
    this.end("ROLLBACK");
    const { database, isKept } = this.#connected;
    this.#connected = undefined;
    this.#statements.clear();
    connected.delete(this);
    if (database.isTransaction) database.exec("ROLLBACK");
    try {
      if (isKept) database.exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Another one uses the file, and moves the log into it when it is done.
    }
    database.close();
  }
}
