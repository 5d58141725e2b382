/**
 * The cache: `.tenet/cache.db`, one SQLite file of everything that is derived. It is never the truth, so nothing about it
 * fails a command: damaged or of another version it is deleted and made anew, and where it cannot be written a command goes
 * on in memory.
 */
import type { StatementSyncInstance } from "@photostructure/sqlite";
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

export type Value = string | number | null | Uint8Array;
export type { OpenOptions } from "./connection.js";

/** Most open connections of a process that opens one after the other. */
const MOST_OPEN = 8;

/** What is no failure of a command that is done already: the next one makes the cache anew. */
export const isCacheFailure = (error: unknown): boolean =>
  isDatabaseError(error) || (error as { code?: unknown }).code === CACHE_LOST;

/** How a transaction begins, is kept and is taken back. A file that may not be written is told by its first deletion alone. */
const WHOLE = ["BEGIN IMMEDIATE; DELETE FROM facts WHERE name = ''", "COMMIT", "ROLLBACK"] as const;
const PART = ["SAVEPOINT part", "RELEASE part", "ROLLBACK TO part; RELEASE part"] as const;

/** Caches with a connection, the one that was opened last at the end. */
const connected = new Set<CacheDatabase>();
/** The one of each path for values beside the entries: while a change is written that of the change, which locks out others. */
const besides = new Map<string, CacheDatabase>();

/** Leaves every file whole; a cache that is still asked is opened again. For the end of a process, or of a call. */
export function closeCaches(): void {
  for (const cache of [...connected]) {
    cache.end("ROLLBACK");
    cache.close();
  }
  besides.clear();
}
process.once("exit", closeCaches);

/** Deletes the cache with every word in it. Who has it open goes on in what was deleted. */
export function removeCache({ cache: path }: Place): void {
  removeFile(path, inodeOf(path));
}

/** Opened by its first query, which never throws for the state of the disk. */
export class CacheDatabase {
  readonly #place: Place;
  readonly #options: OpenOptions;
  #connection: Connection | undefined;
  /** Of the file it was connected to before it was closed. */
  #inode: number | undefined;
  #hasSnapshot = false;
  #isChanging = false;

  private constructor({ local, cache }: Place, options: OpenOptions) {
    this.#place = { local, cache };
    this.#options = options;
  }

  static open(place: Place, { keeps = true, ...options }: OpenOptions = {}): CacheDatabase {
    return new CacheDatabase(place, { keeps, ...options });
  }

  /** For values beside the entries: the one to which this process is writing a change, else one that all share. */
  static beside(place: Place): CacheDatabase {
    const opened = besides.get(place.cache);
    if (opened !== undefined && (opened.#isChanging || opened.#inode === inodeOf(place.cache))) return opened;
    opened?.close();
    const cache = CacheDatabase.open(place, { waitMs: 1 });
    besides.set(place.cache, cache);
    return cache;
  }

  /** The one to which this process is writing a change. */
  get #change(): CacheDatabase | undefined {
    const beside = besides.get(this.#place.cache) ?? this;
    return beside.#isChanging ? beside : undefined;
  }

  get #open(): Connection {
    if (this.#connection !== undefined) return this.#connection;
    const opened = connect(this.#place, this.#options);
    if (this.#inode !== undefined && opened.inode !== this.#inode) {
      opened.database.close();
      throw cacheLost();
    }
    this.#connection = opened;
    this.#inode = opened.inode;
    if (opened.inode !== undefined) {
      connected.add(this);
      const oldest = [...connected].find((other) => !other.#isChanging);
      if (connected.size > MOST_OPEN && oldest !== this) oldest?.close();
    }
    if (this.#hasSnapshot) this.snapshot();
    return opened;
  }

  /** Changes are kept: they go to the file. */
  get isKept(): boolean {
    return this.#open.kept;
  }

  #asked<T>(ask: (connection: Connection) => T): T {
    const connection = this.#open;
    try {
      return ask(connection);
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (connection.kept) removeFile(this.#place.cache, connection.inode);
      throw cacheLost();
    }
  }

  #exec(sql: string): void {
    this.#asked(({ database }) => database.exec(sql));
  }

  #prepared<T>(sql: string, use: (statement: StatementSyncInstance) => T): T {
    return this.#asked(({ database, statements }) => {
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
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

  /** All following reads see one state of the cache, in spite of other processes that write meanwhile. */
  snapshot(): void {
    this.#hasSnapshot = true;
    const { database, kept } = this.#open;
    // Without a write-ahead log a reader would block every writer.
    if (!kept || database.isTransaction || pragma(database, "journal_mode") !== "wal") return;
    this.#exec("BEGIN");
    this.fact("");
  }

  #endSnapshot(): void {
    this.#hasSnapshot = false;
    if (!this.#isChanging && this.#open.database.isTransaction) this.#exec("COMMIT");
  }

  /**
   * All of it or nothing, and alone among all processes; a part of the change that is under way. Where the file cannot be
   * written, or not in time, the cache goes on in memory from here: `work` may run twice. Ends a snapshot.
   */
  transaction<T>(work: () => T): T {
    return this.#isChanging ? this.#atomically(work, PART) : this.#written(() => this.#atomically(work, WHOLE));
  }

  #written<T>(write: () => T): T {
    this.#endSnapshot();
    try {
      if (this.#open.kept || this.#open.inode === undefined) return write();
    } catch (error) {
      if (!isDatabaseError(error) || this.#open.inode === undefined) throw error;
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
      if (this.#open.database.isTransaction) this.#open.database.exec(undo);
      throw error;
    }
  }

  /** Begins the transaction of a change, which lasts until {@link end}: each {@link transaction} is a part of it. */
  begin(): void {
    this.#written(() => this.#exec(WHOLE[0]));
    this.#isChanging = true;
    if (this.#options.keeps) besides.set(this.#place.cache, this);
  }

  /** Ends the transaction of a change; without one nothing happens. What cannot be kept is made again by the next reader. */
  end(how: "COMMIT" | "ROLLBACK"): void {
    if (!this.#isChanging) return;
    this.#isChanging = false;
    if (besides.get(this.#place.cache) === this) besides.delete(this.#place.cache);
    const { database } = this.#open;
    try {
      database.exec(how);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      if (database.isTransaction) database.exec("ROLLBACK");
    }
  }

  /** Keeps something that is made again where it is missing: only if that can be done at once. Ends a snapshot. */
  keep(work: () => void): void {
    if (!this.isKept || (this.#change ?? this) !== this) return;
    try {
      this.#endSnapshot();
      this.#atomically(work, this.#isChanging ? PART : WHOLE);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
    }
  }

  /** The same cache for another to write to, while this one keeps its snapshot. In memory, and in a change, there is but one. */
  fork(): CacheDatabase {
    if (this.#open.inode === undefined || this.#isChanging) return this;
    const other = (this.isKept ? this.#change : undefined) ?? new CacheDatabase(this.#place, this.#options);
    // The file was replaced: what came since cannot be read beside this state.
    if (other.#open.inode !== this.#inode) throw cacheLost();
    return other;
  }

  /** From here on in memory, with everything the file holds. */
  #goOnInMemory(): void {
    const path = readOnlyName(this.#place.cache);
    this.close();
    this.#connection = inMemory();
    if (this.#options.keeps) this.#options.warn?.(NOT_KEPT);
    this.run("ATTACH ? AS disk", path);
    const tables = this.column<string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    const copies = tables.map((name) => `INSERT INTO main.${name} SELECT * FROM disk.${name};`);
    this.#exec(`BEGIN; ${copies.join("")} COMMIT; DETACH disk`);
  }

  /** Closes the connection, the last one with the log in the file; a later query opens another one. In memory, and in a change, it stays. */
  close(): void {
    const connection = this.#connection;
    if (connection?.inode === undefined || this.#isChanging) return;
    const { database, kept, statements } = connection;
    connected.delete(this);
    this.#connection = undefined;
    if (database.isTransaction) database.exec("ROLLBACK");
    try {
      const isLast = ![...connected].some((other) => other.#place.cache === this.#place.cache);
      if (kept && isLast) database.exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Another process uses it, and moves the log into the file when it is done.
    }
    statements.clear();
    database.close();
  }
}

const cacheLost = (): TenetError =>
  new TenetError("the cache was damaged or removed while it was read", {
    failure: "busy",
    code: CACHE_LOST,
    hint: "Run the command again: the cache is made anew.",
  });
