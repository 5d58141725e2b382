/**
 * The cache: `.tenet/cache.db`, everything that is derived. Nothing about it fails a command: a damaged file is deleted, and
 * whoever meets that, or cannot read or write it in time, begins again in memory.
 */
import { rmSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { inodeOf, inTransaction, isDamage, openDatabase, type Value } from "../files/sqlite.js";
import type { Workspace } from "../workspace.js";
import { CACHE_LOST, isCacheLost } from "./begin-again.js";
import { SCHEMA, VERSION } from "./schema.js";

type Place = Pick<Workspace, "cache">;

const FORM = {
  version: VERSION,
  schema: SCHEMA,
  settings: `PRAGMA journal_mode=WAL; PRAGMA synchronous=off; PRAGMA secure_delete=on; PRAGMA temp_store=memory;
    PRAGMA cell_size_check=on; PRAGMA cache_size=-16000`,
  /** Once, since afterwards the process works in memory. */
  waitMs: 1_000,
};

/** Deletes the file, unless another process has put a new one in its place. Who has it open goes on in what was deleted. */
function removeFile(path: string, inode: number | undefined): void {
  if (inode === inodeOf(path)) for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
}

/** The file, made anew where it is damaged. Throws where that is impossible. */
function openFile(path: string): DatabaseSyncInstance {
  const inode = inodeOf(path);
  try {
    return openDatabase(path, FORM);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeFile(path, inode);
    return openDatabase(path, FORM);
  }
}

/** By path. */
const connected = new Map<string, CacheDatabase>();

/** For the end of a process, or of a call. */
export function closeCaches(): void {
  for (const cache of connected.values()) cache.close();
  connected.clear();
}
process.once("exit", closeCaches);

/** The one connection of this process to the cache of a workspace. */
export class CacheDatabase {
  readonly #path: string;
  readonly #database: DatabaseSyncInstance;
  /** Undefined in memory. */
  readonly #inode: number | undefined;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #isLost = false;

  private constructor(path: string, isInMemory: boolean) {
    this.#path = path;
    try {
      if (isInMemory) throw new Error("the file failed before");
      this.#database = openFile(path);
      this.#inode = inodeOf(path);
    } catch {
      this.#database = new DatabaseSync(":memory:");
      this.#database.exec(`PRAGMA temp_store=memory; ${SCHEMA}`);
    }
    connected.set(path, this);
  }

  /** Where a file failed, this process works in memory until its caches are closed. */
  static of({ cache: path }: Place): CacheDatabase {
    const known = connected.get(path);
    return known === undefined || known.#isLost ? new CacheDatabase(path, known !== undefined) : known;
  }

  /** Deletes the file with every word in it. Whoever has it open goes on in what was deleted. */
  static remove({ cache: path }: Place): void {
    removeFile(path, inodeOf(path));
    connected.delete(path);
  }

  #asked<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      const isOfFile = isDamage(error) || (error as { errcode?: number }).errcode !== undefined;
      if (this.#inode === undefined || !isOfFile) throw error;
      this.#isLost = true;
      if (isDamage(error)) removeFile(this.#path, this.#inode);
      throw new TenetError("the cache was damaged, removed or locked while it was used", {
        failure: "busy",
        code: CACHE_LOST,
        hint: "Run the command again: it does without, or makes the cache anew.",
      });
    }
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

  /** The number of the last row that was inserted. */
  run(sql: string, ...values: Value[]): number {
    return Number(this.#prepared(sql, (statement) => statement.run(...values)).lastInsertRowid);
  }

  fact<T>(name: string): T | undefined {
    const [json] = this.column<string>("SELECT value FROM facts WHERE name = ?", name);
    return json === undefined ? undefined : (JSON.parse(json) as T);
  }

  setFact(name: string, value: unknown): void {
    const sql = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    this.run(sql, name, JSON.stringify(value));
  }

  transaction<T>(work: () => T): T {
    return this.#asked(() => inTransaction(this.#database, work));
  }

  /** {@link transaction} for what is made again where it is missing. */
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

  /** Until {@link end}, each {@link transaction} is a part of the one that begins here. */
  begin(): void {
    this.#asked(() => this.#database.exec("BEGIN IMMEDIATE"));
  }

  end(how: "COMMIT" | "ROLLBACK"): void {
    if (this.#database.isTransaction) this.#asked(() => this.#database.exec(how));
  }

  close(): void {
    try {
      this.end("ROLLBACK");
      this.#database.exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Whoever has it open last does that.
    }
    this.#database.close();
  }
}
