/**
 * `.tenet/state.db`: what this machine alone remembers of a workspace, and what must not be lost with the caches. A change
 * of several files that was decided, the ledger, and facts by their kind: runs, sessions, what was heard, asked and came up.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { fileFailure } from "../files/file-failure.js";
import { linkRefused } from "../files/safe-path.js";
import { isLink } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

/** Raised whenever a table changes. */
const VERSION = 1;
const SCHEMA = `
CREATE TABLE pending (path TEXT PRIMARY KEY, op TEXT NOT NULL, before TEXT, after TEXT, staged TEXT);
CREATE TABLE ledger (
  number INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, op TEXT NOT NULL, agent TEXT NOT NULL,
  session TEXT NOT NULL, run TEXT, ids TEXT NOT NULL, reason TEXT, version TEXT, decision TEXT, by TEXT, receipt TEXT
);
CREATE INDEX ledger_by_time ON ledger (at);
CREATE TABLE facts (
  kind TEXT NOT NULL, session TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (kind, session, key)
) WITHOUT ROWID;
CREATE INDEX facts_by_time ON facts (kind, at);
PRAGMA user_version=${VERSION}`;

/** How long a write waits for another process, in milliseconds. */
const WAIT_MS = 2_000;

const BUSY = 5;
/** Facts about files that were set aside, by name. */
export const DAMAGED = "damaged";
/** Corrupt, no database. */
const DAMAGE: ReadonlySet<number> = new Set([11, 26]);
/** Tables of another version. */
const OTHER_TABLES = 1;
/** The plain code of an error of SQLite; undefined for any other error. Errors met between two rows come without a number. */
export const sqliteCode = (error: unknown): number | undefined => {
  const { errcode, message } = error as { errcode?: unknown; message?: unknown };
  if (typeof errcode === "number") return errcode & 0xff;
  return message === "database disk image is malformed" ? 11 : undefined;
};
const isDamage = (error: unknown): boolean => DAMAGE.has(sqliteCode(error) ?? 0);

/** What one machine noted: of a kind, about a session or none (""), by a key. */
export interface Fact<T> {
  session: string;
  key: string;
  /** UTC to the second. */
  at: string;
  value: T;
}

/** A fact to note; without a key it is the only one of its kind. */
export interface NewFact {
  session?: string;
  key?: string;
  at: string;
  value: unknown;
}

type Value = string | number | null;
type Row = Record<string, Value>;

export class State {
  /** Undefined before the first question, and while nothing was ever noted. */
  #database: DatabaseSyncInstance | undefined;
  /** Tells the open file from another one that takes its place. */
  #inode: number | undefined;
  readonly #path: string;
  #isUnderWay = false;

  private constructor(path: string) {
    this.#path = path;
  }

  static readonly #open = new Map<string, State>();

  /** The state of a workspace: one connection a process, made at the first question. */
  static of({ stateDb: path }: Pick<Workspace, "stateDb">): State {
    const state = State.#open.get(path) ?? new State(path);
    State.#open.set(path, state);
    return state;
  }

  /** Closes every connection; a state that is asked again opens another one. */
  static closeAll(): void {
    for (const state of State.#open.values()) state.#close();
  }

  #close(): undefined {
    this.#database?.close();
    this.#database = undefined;
  }

  /** To read: without a file there is nothing to read, and none is made. Only who examines meets a link here, and names it. */
  #toRead(): DatabaseSyncInstance | undefined {
    if (!existsSync(this.#path) || this.#isLink()) return this.#close();
    try {
      return this.#toWrite();
    } catch (error) {
      if (sqliteCode(error) === undefined) throw error;
      return this.#asItStands();
    }
  }

  /** A folder that cannot be written has no writer: the file is whole. Undefined where it is somebody else's. */
  #asItStands(): DatabaseSyncInstance | undefined {
    try {
      this.#database = new DatabaseSync(`${pathToFileURL(this.#path).href}?immutable=1`, { readOnly: true });
      this.#inode = inodeOf(this.#path);
    } catch (error) {
      if (sqliteCode(error) === undefined) throw error;
    }
    return this.#database;
  }

  #isLink(): boolean {
    return [dirname(this.#path), this.#path].some(isLink);
  }

  #toWrite(): DatabaseSyncInstance {
    const database = this.#database;
    if (database !== undefined && (database.isTransaction || inodeOf(this.#path) === this.#inode)) return database;
    this.#close();
    if (this.#isLink()) throw linkRefused(this.#path);
    mkdirSync(dirname(this.#path), { recursive: true });
    this.#database = opened(this.#path);
    this.#inode = inodeOf(this.#path);
    return this.#database;
  }

  /** Does it, and once more with a state begun anew where the file turns out to be damaged. */
  #orAnew<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error) || this.#database?.isTransaction === true) throw error;
      const isOpen = inodeOf(this.#path) === this.#inode;
      this.#close();
      if (isOpen) begunAnew(this.#path).close();
      return work();
    }
  }

  all<T = Row>(sql: string, ...values: Value[]): T[] {
    return this.#orAnew(
      () =>
        (this.#toRead()
          ?.prepare(sql)
          .all(...values) ?? []) as T[],
    );
  }

  /** How many rows were changed. */
  run(sql: string, ...values: Value[]): number {
    return this.transaction(() => {
      const { changes } = this.#toWrite()
        .prepare(sql)
        .run(...values);
      return changes;
    });
  }

  /**
   * All of it or nothing, durable when this returns; within another one it is a part of that. Throws `failed` with file and
   * cause where that cannot be. `stateNow`: what the message says of it then.
   */
  transaction<T>(work: () => T, stateNow = "Nothing was changed."): T {
    if (this.#isUnderWay) return work();
    this.#isUnderWay = true;
    try {
      return this.#orAnew(() => this.#asOne(work));
    } catch (error) {
      throw fileFailure("write", this.#path, error, stateNow);
    } finally {
      this.#isUnderWay = false;
    }
  }

  #asOne<T>(work: () => T): T {
    const database = this.#toWrite();
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }

  /** {@link transaction} for hints, for which no command fails: false where they cannot be kept. */
  hint(work: () => void): boolean {
    try {
      this.transaction(work);
      return true;
    } catch (error) {
      if (!(error instanceof TenetError)) throw error;
      return false;
    }
  }

  /** Removes every byte of deleted rows from the files. False while another process reads: the caller has to try again. */
  vacuum(): boolean {
    const database = this.#toWrite();
    try {
      database.exec("VACUUM");
      return (database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number }).busy === 0;
    } catch (error) {
      if (sqliteCode(error) !== BUSY) throw fileFailure("write", this.#path, error);
      return false;
    }
  }

  /** The facts of a kind, of one session or with one key where it is named, in the order of their time. */
  facts<T>(kind: string, { session, key }: { session?: string; key?: string } = {}): Fact<T>[] {
    const rows = this.all<{ session: string; key: string; at: string; value: string }>(
      `SELECT session, key, at, value FROM facts WHERE kind = ?1 AND (?2 IS NULL OR session = ?2) AND (?3 IS NULL OR key = ?3)
        AND json_valid(value) ORDER BY at, session, key`,
      kind,
      session ?? null,
      key ?? null,
    );
    return rows.map((row) => ({ ...row, value: JSON.parse(row.value) as T }));
  }

  /** The value of the fact with a key, or of the only one. */
  value<T>(kind: string, key = ""): T | undefined {
    return this.facts<T>(kind, { key })[0]?.value;
  }

  /** Notes a fact, in the place of an earlier one of its kind, session and key; one that says the same stays as it is. */
  put(kind: string, { session = "", key = "", at, value }: NewFact): void {
    this.run(
      `INSERT INTO facts VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, value = excluded.value
        WHERE value <> excluded.value`,
      kind,
      session,
      key,
      at,
      JSON.stringify(value),
    );
  }

  drop(kind: string, key = "", session = ""): void {
    this.run("DELETE FROM facts WHERE kind = ? AND session = ? AND key = ?", kind, session, key);
  }
}

/** Makes the tables where there are none. Throws for a file of another version. */
function setUp(database: DatabaseSyncInstance, path: string): void {
  database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON");
  if (versionOf(database) === VERSION) return;
  database.exec("BEGIN IMMEDIATE");
  if (versionOf(database) !== VERSION) database.exec(SCHEMA);
  database.exec("COMMIT");
  // It may quote what people said: for this user alone.
  chmodSync(path, 0o600);
}

const versionOf = (database: DatabaseSyncInstance): number =>
  (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;

/** A file that cannot be used is set aside under another name, never mended, and never dropped. */
function opened(path: string): DatabaseSyncInstance {
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  try {
    setUp(database, path);
    return database;
  } catch (error) {
    database.close();
    if (!isDamage(error) && sqliteCode(error) !== OTHER_TABLES) throw error;
  }
  return begunAnew(path);
}

const besides = (path: string): string[] => ["-wal", "-shm"].map((end) => `${path}${end}`);

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/** Sets the file aside, and notes that in a new one. */
function begunAnew(path: string): DatabaseSyncInstance {
  const aside = path.replace(/\.db$/, `-${randomBytes(4).toString("hex")}.damaged.db`);
  renameSync(path, aside);
  for (const one of besides(path)) rmSync(one, { force: true });
  const fresh = opened(path);
  fresh.prepare("INSERT INTO facts VALUES (?, '', ?, '', 'null')").run(DAMAGED, basename(aside));
  return fresh;
}
