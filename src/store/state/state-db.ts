/**
 * `.tenet/state.db`: what this machine alone remembers of a workspace, and what must not be lost with the caches. A change
 * of several files that was decided, the ledger, and facts by their kind: runs, sessions, what was heard, asked and came up.
 */
import { randomBytes } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { codeOf, fileFailure } from "../files/file-failure.js";
import { inodeOf, inTransaction, isDamage, openDatabase, type Value } from "../files/sqlite.js";
import type { Workspace } from "../workspace.js";

const FORM = {
  /** Raised whenever a table changes. */
  version: 4,
  schema: `
CREATE TABLE pending (path TEXT PRIMARY KEY, op TEXT NOT NULL, before TEXT, after BLOB);
CREATE TABLE ledger (number INTEGER PRIMARY KEY, at TEXT NOT NULL, value TEXT NOT NULL CHECK (json_valid(value)));
CREATE INDEX ledger_by_time ON ledger (at);
CREATE TABLE facts (
  kind TEXT NOT NULL, session TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value)), PRIMARY KEY (kind, session, key)
) WITHOUT ROWID;
CREATE INDEX facts_by_time ON facts (kind, at)`,
  settings: "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON",
  waitMs: 2_000,
};

/** Of a kind, about a session or none (""), by a key. */
export interface Fact<T> {
  session: string;
  key: string;
  /** UTC to the second. */
  at: string;
  value: T;
}

/** A fact to note; without a key it is the only one of its kind. */
export type NewFact = Pick<Fact<unknown>, "at" | "value"> & Partial<Fact<unknown>>;

/** Refusals of a folder or disk that takes nothing, and what a folder in the place of the file answers. */
const TAKES_NOTHING: ReadonlySet<string | undefined> = new Set(["EACCES", "ENOSPC", "EDQUOT", "EROFS", "EISDIR"]);

export class State {
  #database: DatabaseSyncInstance | undefined;
  #inode: number | undefined;
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  static readonly #open = new Map<string, State>();

  /** One connection a process, made at the first question. */
  static of({ stateDb: path }: Pick<Workspace, "stateDb">): State {
    const state = State.#open.get(path) ?? new State(path);
    State.#open.set(path, state);
    return state;
  }

  static closeAll(): void {
    for (const state of State.#open.values()) state.#close();
  }

  #close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  get #isWriting(): boolean {
    return this.#database?.isTransaction === true;
  }

  /** Does it with the file that stands there now; a damaged one is set aside and begun anew, never mended. */
  #with<T>(work: (database: DatabaseSyncInstance) => T): T {
    if (!this.#isWriting && inodeOf(this.#path) !== this.#inode) this.#close();
    try {
      return work(this.#opened());
    } catch (error) {
      if (!isDamage(error) || this.#isWriting) throw error;
      this.#setAside();
      return work(this.#opened());
    }
  }

  #opened(): DatabaseSyncInstance {
    if (this.#database !== undefined) return this.#database;
    this.#inode = inodeOf(this.#path);
    this.#database = openDatabase(this.#path, FORM);
    this.#inode = inodeOf(this.#path);
    return this.#database;
  }

  #setAside(): void {
    this.#close();
    // Another process may have begun anew meanwhile.
    if (inodeOf(this.#path) !== this.#inode) return;
    const aside = this.#path.replace(/\.db$/, `-${randomBytes(4).toString("hex")}.damaged.db`);
    renameSync(this.#path, aside);
    for (const end of ["-wal", "-shm"]) rmSync(`${this.#path}${end}`, { force: true });
  }

  /** Rows; none while nothing was ever noted, and none make the file. */
  all<T>(sql: string, ...values: Value[]): T[] {
    if (inodeOf(this.#path) === undefined) return [];
    const read = (database: DatabaseSyncInstance) => database.prepare(sql).all(...values) as T[];
    try {
      return this.#with(read);
    } catch (error) {
      // A link is met, and named, by who writes or examines.
      if ((error as TenetError).code === "link") return [];
      if (TAKES_NOTHING.has(codeOf(error))) return readAsItStands(this.#path, read);
      throw fileFailure("read", this.#path, error);
    }
  }

  run(sql: string, ...values: Value[]): void {
    this.transaction((database) => void database.prepare(sql).run(...values));
  }

  /** All of it or nothing, durable when this returns; within another one it is a part of that. Throws `failed` else. */
  transaction<T>(work: (database: DatabaseSyncInstance) => T): T {
    try {
      return this.#with((database) => inTransaction(database, () => work(database)));
    } catch (error) {
      throw this.#isWriting ? error : fileFailure("write", this.#path, error, "Nothing was changed.");
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
    return this.#with((database) => {
      try {
        database.exec("VACUUM");
        return (database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number }).busy === 0;
      } catch (error) {
        if (codeOf(error) !== "EBUSY") throw fileFailure("write", this.#path, error);
        return false;
      }
    });
  }

  /** In the order of their time. */
  facts<T>(
    kind: string,
    { session = null, key = null }: { session?: string | null; key?: string | null } = {},
  ): Fact<T>[] {
    const sql = `SELECT session, key, at, value FROM facts WHERE kind = ?1 AND (?2 IS NULL OR session = ?2)
      AND (?3 IS NULL OR key = ?3) ORDER BY at, session, key`;
    return this.all<Fact<string>>(sql, kind, session, key).map((row) => ({ ...row, value: JSON.parse(row.value) }));
  }

  values<T>(kind: string): T[] {
    return this.facts<T>(kind).map(({ value }) => value);
  }

  /** Of the fact with a key, or of the only one. */
  value<T>(kind: string, key = ""): T | undefined {
    return this.facts<T>(kind, { key })[0]?.value;
  }

  /** In the place of earlier ones of their kind, session and key; one that says the same stays as it is. */
  put(kind: string, ...facts: NewFact[]): void {
    const sql = `INSERT INTO facts VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET at = excluded.at, value = excluded.value WHERE value <> excluded.value`;
    if (facts.length === 0) return;
    this.transaction(() => {
      for (const { session = "", key = "", at, value } of facts)
        this.run(sql, kind, session, key, at, JSON.stringify(value));
    });
  }

  /** {@link put} of hints; see {@link hint}. */
  note(kind: string, ...facts: NewFact[]): boolean {
    return this.hint(() => this.put(kind, ...facts));
  }

  drop(kind: string, key = "", session = ""): void {
    this.run("DELETE FROM facts WHERE kind = ? AND session = ? AND key = ?", kind, session, key);
  }
}

/** Rows of a file that has no writer, since nothing can be written there; none of what is somebody else's, or not whole. */
function readAsItStands<T>(path: string, read: (database: DatabaseSyncInstance) => T[]): T[] {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
    return read(database);
  } catch {
    return [];
  } finally {
    database?.close();
  }
}
