/**
 * Connections to cache files. They are kept for the next who asks, and closed only when nothing lies at their path: a
 * connection that is closed removes the log there, which may belong to a file that took its place meanwhile.
 */
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
import type { DatabaseFile } from "./database-file.js";
import { SCHEMA, SCHEMA_VERSION, TABLES } from "./schema.js";

/** How a file is opened: to read and write with others, to read, or not at all but in memory. */
export type Mode = "shared" | "read-only" | "memory";

const BUSY: ReadonlySet<number> = new Set([5, 6]);
const CORRUPT = 11;
/** Corrupt, of another schema, no database. */
const DAMAGED: ReadonlySet<number> = new Set([CORRUPT, 17, 26]);

const codeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? -1) & 0xff;

/** An error of SQLite itself. */
export const isDatabaseError = (error: unknown): boolean =>
  typeof (error as { errcode?: unknown }).errcode === "number";
/** The file is not what we wrote. */
export const isDamage = (error: unknown): boolean => DAMAGED.has(codeOf(error));

/** The error for a file that is no cache of tenet. */
export const damage = (message: string): Error => Object.assign(new Error(message), { errcode: CORRUPT });

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export class Connection {
  readonly mode: Mode;
  readonly file: DatabaseFile | undefined;
  readonly database: DatabaseSyncInstance;
  readonly ino: number | undefined;
  readonly #statements = new Map<string, StatementSyncInstance>();

  private constructor(mode: Mode, file: DatabaseFile | undefined, database: DatabaseSyncInstance) {
    this.mode = mode;
    this.file = file;
    this.database = database;
    this.ino = file?.ino;
  }

  static memory(): Connection {
    const database = new DatabaseSync(":memory:");
    database.exec(`PRAGMA temp_store=memory; ${SCHEMA}`);
    return new Connection("memory", undefined, database);
  }

  /** In memory, with everything that a file holds. */
  static copyOf(file: DatabaseFile): Connection {
    const memory = Connection.memory();
    memory.database.prepare("ATTACH ? AS disk").run(readOnlyName(file));
    const copies = TABLES.map((table) => `INSERT INTO main.${table} SELECT * FROM disk.${table};`);
    memory.database.exec(`BEGIN; ${copies.join("")} COMMIT; DETACH disk`);
    return memory;
  }

  /** Opens to read and to write; throws SQLite's errors. */
  static shared(file: DatabaseFile, waitMs: number): Connection {
    for (let waited = 0; ; waited += 5) {
      try {
        const database = new DatabaseSync(file.path, { timeout: waitMs });
        setUp(database);
        return new Connection("shared", file, database);
      } catch (error) {
        // Two processes that make the file at once: for some locks SQLite does not wait.
        if (!BUSY.has(codeOf(error)) || waited >= waitMs) throw error;
        pause(5);
      }
    }
  }

  /** For folders without writers: not even SQLite's shared files are touched. */
  static readOnly(file: DatabaseFile, waitMs: number): Connection {
    const database = new DatabaseSync(readOnlyName(file), { readOnly: true, timeout: waitMs });
    if (versionOf(database) !== SCHEMA_VERSION) throw damage("of another version");
    return new Connection("read-only", file, database);
  }

  /** The file at its path is still the one that was opened. */
  get isCurrent(): boolean {
    return this.file === undefined || (this.ino !== undefined && this.file.ino === this.ino);
  }

  /** For a path that holds nothing any more. What it holds in memory goes with its statements. */
  close(): void {
    this.#statements.clear();
    this.database.close();
  }

  prepared(sql: string): StatementSyncInstance {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** What to open or to attach for reading alone. */
const readOnlyName = (file: DatabaseFile): string => (file.hasLog ? file.url : `${file.url}?immutable=1`);

const versionOf = (database: DatabaseSyncInstance): number =>
  (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;

const SETTINGS = `
PRAGMA synchronous=off;
PRAGMA secure_delete=on;
PRAGMA temp_store=memory;
PRAGMA cell_size_check=on;
PRAGMA cache_size=-16000;
`;

/** Makes the tables where there are none. Throws for a file of another version. */
function setUp(database: DatabaseSyncInstance): void {
  database.exec(`PRAGMA journal_mode=WAL; ${SETTINGS}`);
  if (versionOf(database) === SCHEMA_VERSION) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    const isEmpty = database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
    if (isEmpty) database.exec(`${SCHEMA}; PRAGMA user_version=${SCHEMA_VERSION}`);
    else if (versionOf(database) !== SCHEMA_VERSION) throw damage("of another version");
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Idle connections. */
const idle = new Set<Connection>();
/** Connections whose path holds another file now: nothing may close them. */
const orphans: Connection[] = [];

/** Retires a connection: closed when its file is gone, else held among the orphans, as another file has its path. */
function retire(connection: Connection): void {
  if (connection.file?.exists === true) orphans.push(connection);
  else connection.close();
}

/** An idle connection, or a new one. */
export function takeConnection(file: DatabaseFile, waitMs: number): Connection {
  for (const connection of idle) {
    if (connection.file?.path !== file.path) continue;
    idle.delete(connection);
    if (connection.isCurrent) {
      connection.database.exec(`PRAGMA busy_timeout=${waitMs}`);
      if (versionOf(connection.database) === SCHEMA_VERSION) return connection;
    }
    retire(connection);
  }
  return Connection.shared(file, waitMs);
}

/** Opens to write, or to read a file that another process may write. */
export function connectionTo(file: DatabaseFile, waitMs: number): Connection {
  try {
    return takeConnection(file, waitMs);
  } catch (error) {
    if (isDamage(error) || !file.exists) throw error;
    return Connection.readOnly(file, waitMs);
  }
}

/** Gives one back. Its transaction must be over. */
export function giveConnection(connection: Connection): void {
  if (connection.mode === "shared") idle.add(connection);
}

/** Moves the log into the database file and seals it: the file is whole now. */
export function settleConnections(): void {
  for (const connection of idle) {
    if (!connection.isCurrent) {
      idle.delete(connection);
      retire(connection);
      continue;
    }
    try {
      connection.database.exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
      connection.file?.seal();
    } catch {
      // Another process uses the file, and seals it when it is done.
    }
  }
}
