/**
 * The one file of everything that is derived: `.tenet/cache/tenet.db`. It is never the truth, so nothing about it fails a
 * command: what cannot be used is made again in a file beside it, what cannot be written goes on in memory.
 */
import { TenetError } from "../../errors.js";
import {
  Connection,
  connectionTo,
  damage,
  giveConnection,
  isDamage,
  isDatabaseError,
  settleConnections,
  takeConnection,
} from "./connection.js";
import { DatabaseFile, type Place } from "./database-file.js";

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

/** How long a write waits for another process. */
const WAIT_MS = 2_000;
/** Most caches with an open connection in a process that opens one after the other. */
const MOST_OPEN = 8;

export interface OpenOptions {
  /** False: not a byte is written. Changes stay in memory. */
  keeps?: boolean;
  /** How long to wait for other processes. */
  waitMs?: number;
  warn?: ((message: string) => void) | undefined;
}

/** Those with a connection to a file, the one that was opened last at the end. */
const connected = new Set<CacheDatabase>();

/** Leaves every cache file whole; one that is still asked is opened again. For the end of a process, or of a call. */
export function closeCaches(): void {
  for (const database of [...connected]) database.close();
  settleConnections();
}
process.once("exit", closeCaches);

/** How a transaction begins, is kept and is taken back. */
const WHOLE = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"] as const;
const PART = ["SAVEPOINT part", "RELEASE part", "ROLLBACK TO part; RELEASE part"] as const;

const NOT_KEPT = ".tenet/cache cannot be written now: what is read is kept for this command alone.";

export class CacheDatabase {
  readonly #waitMs: number;
  readonly #warn: OpenOptions["warn"];
  #connection: Connection | undefined;
  /** The file it was connected to before it was closed. */
  #file: DatabaseFile | undefined;
  #ino: number | undefined;
  #hasSnapshot = false;
  #isUnderWay = false;

  private constructor(connection: Connection, waitMs: number, warn?: OpenOptions["warn"]) {
    this.#waitMs = waitMs;
    this.#warn = warn;
    this.#use(connection);
  }

  /** Never throws for the state of the disk. */
  static open(place: Place, { keeps = true, waitMs = WAIT_MS, warn }: OpenOptions = {}): CacheDatabase {
    const wait = Math.max(1, Math.round(waitMs));
    for (let attempt = 0; attempt < 3; attempt++) {
      const file = DatabaseFile.newest(place, keeps);
      if (file === undefined || (!keeps && !file.exists)) break;
      try {
        if (file.isDamaged()) throw damage("changed by somebody else");
        if (keeps) return new CacheDatabase(connectionTo(file, wait), wait, warn);
        return new CacheDatabase(Connection.readOnly(file, wait), wait);
      } catch (error) {
        if (!isDamage(error) || !keeps || !file.replace()) break;
        warn?.("The cache was damaged, or made by another version of tenet: it is made again from the files.");
      }
    }
    if (keeps) warn?.(NOT_KEPT);
    return new CacheDatabase(Connection.memory(), wait);
  }

  /** Changes are kept: they go to a file. */
  get isKept(): boolean {
    return (this.#connection?.mode ?? "shared") === "shared";
  }

  #use(connection: Connection): void {
    this.#connection = connection;
    this.#file = connection.file;
    this.#ino = connection.ino;
    if (connection.mode !== "shared") return;
    connected.add(this);
    for (const other of connected) {
      if (connected.size <= MOST_OPEN) break;
      if (other !== this && !other.#isUnderWay) other.close();
    }
  }

  get #open(): Connection {
    if (this.#connection !== undefined) return this.#connection;
    if (this.#file === undefined || this.#file.ino !== this.#ino) throw cacheLost();
    this.#use(takeConnection(this.#file, this.#waitMs));
    if (this.#hasSnapshot) this.#beginSnapshot();
    return this.#connection as unknown as Connection;
  }

  #asked<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#file?.replace();
      throw cacheLost();
    }
  }

  all<T = Row>(sql: string, ...values: Value[]): T[] {
    return this.#asked(() => this.#open.prepared(sql).all(...values) as T[]);
  }

  get<T = Row>(sql: string, ...values: Value[]): T | undefined {
    return this.#asked(() => this.#open.prepared(sql).get(...values) as T | undefined);
  }

  /** Rows as arrays: of thousands of them in a third of the time. */
  rows<T extends Value[]>(sql: string, ...values: Value[]): T[] {
    return this.#asked(() => {
      const statement = this.#open.prepared(`${sql} `);
      statement.setReturnArrays(true);
      return statement.all(...values) as T[];
    });
  }

  /** The first column of every row. */
  column<T extends Value>(sql: string, ...values: Value[]): T[] {
    return this.rows<[T]>(sql, ...values).map(([value]) => value);
  }

  /** Answers the number of the last row that was inserted, and how many were changed. */
  run(sql: string, ...values: Value[]): { changes: number; number: number } {
    const { changes, lastInsertRowid } = this.#asked(() => this.#open.prepared(sql).run(...values));
    return { changes, number: Number(lastInsertRowid) };
  }

  /** A fact about the cache itself. */
  fact(name: string): string | undefined {
    return this.get<{ value: string }>("SELECT value FROM facts WHERE name = ?", name)?.value;
  }

  setFact(name: string, value: string): void {
    this.run("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value);
  }

  /**
   * All of it or nothing, and alone among all processes. Where the file cannot be written, or not in time, the cache goes
   * on in memory from here: `work` may run twice. Ends a snapshot.
   */
  transaction<T>(work: () => T): T {
    return this.#isUnderWay ? this.#atomically(work, PART) : this.#written(() => this.#atomically(work));
  }

  /** Writes to the file, or in memory where that fails. */
  #written<T>(write: () => T): T {
    this.#endSnapshot();
    try {
      if (this.isKept) return write();
    } catch (error) {
      if (!isDatabaseError(error) || isDamage(error)) throw error;
    }
    this.#goOnInMemory();
    return write();
  }

  /** Begins a transaction that lasts until {@link commit} or {@link rollback}: each {@link transaction} is a part of it. */
  begin(): void {
    this.#written(() => this.#asked(() => this.#open.database.exec(WHOLE[0])));
    this.#isUnderWay = true;
  }

  /** Commits the writes since {@link begin}. False where that is impossible: they are rolled back. */
  commit(): boolean {
    return this.#end("COMMIT");
  }

  /** Rolls back the writes since {@link begin}; does nothing without one. */
  rollback(): void {
    this.#end("ROLLBACK");
  }

  #end(how: "COMMIT" | "ROLLBACK"): boolean {
    const database = this.#isUnderWay ? this.#connection?.database : undefined;
    this.#isUnderWay = false;
    if (database?.isTransaction !== true) return true;
    try {
      this.#asked(() => database.exec(how));
      return true;
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      if (database.isTransaction) database.exec("ROLLBACK");
      return false;
    }
  }

  /** Keeps something that is made again where it is missing: only if that can be done, and at once. */
  keep(work: () => void): void {
    if (!this.isKept || this.#isUnderWay) return;
    try {
      this.#endSnapshot();
      this.#atomically(work);
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
    }
  }

  #atomically<T>(work: () => T, [begin, keep, undo]: readonly [string, string, string] = WHOLE): T {
    const { database } = this.#open;
    this.#asked(() => database.exec(begin));
    try {
      const result = work();
      this.#asked(() => database.exec(keep));
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec(undo);
      throw error;
    }
  }

  /** The same cache for another to write to, while this one keeps its snapshot. In memory, and once begun, there is but one. */
  fork(): CacheDatabase {
    const { mode, file } = this.#open;
    if (file === undefined || this.#isUnderWay) return this;
    const other = mode === "shared" ? takeConnection(file, this.#waitMs) : Connection.readOnly(file, this.#waitMs);
    return new CacheDatabase(other, this.#waitMs, this.#warn);
  }

  /** The same cache to write to; undefined where no file holds it, or none that can be written. */
  writable(): CacheDatabase | undefined {
    try {
      return this.#file && new CacheDatabase(takeConnection(this.#file, this.#waitMs), this.#waitMs);
    } catch {
      return undefined;
    }
  }

  /** From here on in memory, with everything the file holds. */
  #goOnInMemory(): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#warn?.(NOT_KEPT);
    this.close();
    this.#use(this.#asked(() => Connection.copyOf(file)));
  }

  /** All following reads see one state of the cache, in spite of other processes that write meanwhile. */
  snapshot(): void {
    this.#hasSnapshot = true;
    if (this.#connection !== undefined) this.#beginSnapshot();
  }

  #beginSnapshot(): void {
    const { database, mode, file } = this.#open;
    // Without a write-ahead log a reader would block every writer.
    if (mode !== "shared" || database.isTransaction || file?.isLogged !== true) return;
    this.#asked(() => {
      database.exec("BEGIN");
      this.fact("");
    });
  }

  #endSnapshot(): void {
    this.#hasSnapshot = false;
    const database = this.#connection?.database;
    if (database?.isTransaction === true) database.exec("COMMIT");
  }

  /**
   * Removes every byte of deleted rows from the file and its log. False while another process reads an earlier state:
   * the caller has to try again.
   */
  vacuum(): boolean {
    this.#endSnapshot();
    if (!this.isKept) return true;
    try {
      this.#open.database.exec("VACUUM");
      const isDone = this.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)")?.busy === 0;
      this.#file?.seal();
      return isDone;
    } catch (error) {
      if (!isDatabaseError(error)) throw error;
      return false;
    }
  }

  /** Releases the connection; a later query opens another one. A database in memory stays. */
  close(): void {
    const connection = this.#connection;
    if (connection === undefined || connection.file === undefined) return;
    connected.delete(this);
    this.rollback();
    this.#connection = undefined;
    try {
      if (connection.database.isTransaction) connection.database.exec("COMMIT");
      giveConnection(connection);
    } catch {
      // It is not reused.
    }
  }
}

const cacheLost = (): TenetError =>
  new TenetError("the cache was damaged or removed while it was read", {
    failure: "busy",
    code: "cache-lost",
    hint: "Run the command again: the cache is made anew.",
  });
