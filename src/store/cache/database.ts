/**
 * The cache: `.tenet/cache.db`, one SQLite file of everything that is derived. It is never the truth, so nothing about it
 * fails a command: where the file is damaged it is deleted, and whoever meets that, or cannot read or write it in time,
 * begins again in memory.
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

/** How long other processes are waited for; once, since afterwards the process works in memory. */
const WAIT_MS = 1_000;

const SETTINGS =
  "PRAGMA synchronous=off; PRAGMA secure_delete=on; PRAGMA temp_store=memory; PRAGMA cell_size_check=on; PRAGMA cache_size=-16000";

const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;
const [BUSY, CORRUPT, OTHER_SCHEMA, NO_DATABASE] = [5, 11, 17, 26];
/** Errors met between two rows come without a number. A refusal may quote anything. */
export const isDamage = (error: unknown): boolean =>
  [CORRUPT, OTHER_SCHEMA, NO_DATABASE].includes(codeOf(error)) ||
  (!(error instanceof TenetError) && /malformed|not a database/.test(String((error as Error).message)));

/** What is no failure of a command that is done already: the next one makes the cache anew. */
export const isCacheLost = (error: unknown): boolean => (error as { code?: unknown }).code === CACHE_LOST;

const inodeOf = (path: string): number | undefined => stampAt(path)?.ino;

/** Deletes the file, unless another process has put a new one in its place. Who has it open goes on in what was deleted. */
function removeFile(path: string, inode: number | undefined): void {
  if (inode === inodeOf(path)) for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
}

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
  if (versionOf(database) !== VERSION) throw Object.assign(new Error("of another build"), { errcode: CORRUPT });
}

/** Opens the file of a cache, made anew where it is damaged. Throws where that is impossible. */
function openFile({ local, cache }: Place): DatabaseSyncInstance {
  if (isLink(local) || isLink(cache)) throw new Error("a link may lead out of the tree");
  mkdirSync(local, { recursive: true });
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const database = new DatabaseSync(cache, { timeout: WAIT_MS });
    const inode = inodeOf(cache);
    try {
      setUp(database);
      return database;
    } catch (error) {
      // The damaged file stays open until it is deleted: its number names no other one so long.
      if (isDamage(error)) removeFile(cache, inode);
      database.close();
      // Two that make one file at once are not made to wait for each other.
      const isTriedAgain = isDamage(error) || codeOf(error) === BUSY;
      if (!isTriedAgain || performance.now() > until) throw error;
    }
  }
}

/** Caches with a connection; those that failed stay among them until all are closed. */
const connected = new Set<CacheDatabase>();

/** Leaves every file whole. For the end of a process, or of a call. */
export function closeCaches(): void {
  for (const cache of connected) cache.close();
  connected.clear();
}
process.once("exit", closeCaches);

/** The one connection of this process to the cache of a workspace. */
export class CacheDatabase {
  readonly #path: string;
  readonly #database: DatabaseSyncInstance;
  /** Tells the file from another that takes its place; undefined in memory. */
  readonly #inode: number | undefined;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #isLost = false;

  private constructor(place: Place, isInMemory: boolean) {
    this.#path = place.cache;
    try {
      if (isInMemory) throw new Error("the file failed before");
      this.#database = openFile(place);
      this.#inode = inodeOf(place.cache);
    } catch {
      this.#database = new DatabaseSync(":memory:");
      this.#database.exec(`PRAGMA temp_store=memory; ${SCHEMA}`);
    }
    connected.add(this);
  }

  /** Never throws for the state of the disk. Where a file failed, this process works in memory until its caches are closed. */
  static of(place: Place): CacheDatabase {
    const known = [...connected].filter((one) => one.#path === place.cache);
    return known.find((one) => !one.#isLost) ?? new CacheDatabase(place, known.length > 0);
  }

  /** Deletes the file with every word in it. Whoever has it open goes on in what was deleted. */
  static remove({ cache }: Place): void {
    removeFile(cache, inodeOf(cache));
    for (const one of connected) if (one.#path === cache) connected.delete(one);
  }

  #asked<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      if (this.#inode === undefined) throw error;
      this.#isLost = true;
      if (isDamage(error)) removeFile(this.#path, this.#inode);
      throw new TenetError("the cache was damaged, removed or locked while it was used", {
        failure: "busy",
        code: CACHE_LOST,
        hint: "Run the command again: it does without, or makes the cache anew.",
      });
    }
  }

  #exec(sql: string): void {
    this.#asked(() => this.#database.exec(sql));
  }

  #prepared<T>(sql: string, use: (statement: StatementSyncInstance) => T): T {
    return this.#asked(() => {
      const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
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

  /** A fact about the cache itself, or a value that can be made again. */
  fact<T>(name: string): T | undefined {
    const [json] = this.column<string>("SELECT value FROM facts WHERE name = ?", name);
    return json === undefined ? undefined : (JSON.parse(json) as T);
  }

  setFact(name: string, value: unknown): void {
    const sql = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    this.run(sql, name, JSON.stringify(value));
  }

  /** All of it or nothing, and alone among all processes; a part of the change that is under way. */
  transaction<T>(work: () => T): T {
    if (this.#database.isTransaction) return work();
    try {
      this.begin();
      const result = work();
      this.end("COMMIT");
      return result;
    } finally {
      this.end("ROLLBACK");
    }
  }

  /** A transaction for what is made again where it is missing. */
  keep(work: () => void): void {
    const isChanging = this.#database.isTransaction;
    try {
      this.transaction(work);
    } catch (error) {
      if (isChanging || !isCacheLost(error)) throw error;
    }
  }

  keepFact(name: string, value: unknown): void {
    this.keep(() => this.setFact(name, value));
  }

  /** Begins the transaction of a change, which lasts until {@link end}: each {@link transaction} is a part of it. */
  begin(): void {
    this.#exec("BEGIN IMMEDIATE");
  }

  /** Ends the transaction; without one nothing happens. */
  end(how: "COMMIT" | "ROLLBACK"): void {
    if (this.#database.isTransaction) this.#exec(how);
  }

  /** Takes back a change that is under way, and moves what was written into the file unless another one uses it. */
  close(): void {
    try {
      this.end("ROLLBACK");
      this.#exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Whoever has it open last does that.
    }
    this.#statements.clear();
    this.#database.close();
  }
}
