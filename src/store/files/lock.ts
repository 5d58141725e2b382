/**
 * A lock among processes: SQLite's own, on a database that nothing else opens. The system frees it with its holder, however
 * that ends; a stopped holder keeps it. Who took it last stands in a note beside it, for messages alone.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { codeOf, fileFailure } from "./file-failure.js";

/** How long a command waits for another writer, in milliseconds. */
export const COMMAND_WAIT_MS = 15_000;
export const patienceOf = ({ patienceMs }: { patienceMs?: number }): number => patienceMs ?? COMMAND_WAIT_MS;

/** Never the lock itself, whatever that is called. */
const noteOf = (path: string): string => `${path.replace(/\.db$/, "")}.txt`;

/**
 * Runs `body` as the only holder of the lock `path` (a `.db`) on this machine. Throws `busy` (exit 3) naming the holder when
 * `waitMs` went by, `failed` when the folder cannot be written. Not re-entrant.
 */
export async function withLock<T>(
  path: string,
  command: string,
  waitMs: number,
  body: () => T | Promise<T>,
): Promise<T> {
  const held = await acquire(path, waitMs);
  try {
    ifPossible(() => noteHolder(noteOf(path), `${command} (process ${process.pid})`));
    return await body();
  } finally {
    held.close();
  }
}

async function acquire(path: string, waitMs: number): Promise<DatabaseSyncInstance> {
  const since = performance.now();
  try {
    mkdirSync(dirname(path), { recursive: true });
    for (;;) {
      const held = taken(path);
      if (held !== undefined) return held;
      const waited = performance.now() - since;
      if (waited >= waitMs) throw busy(path);
      await sleep(Math.min(waitMs - waited, 4 + 20 * Math.random()));
    }
  } catch (cause) {
    throw fileFailure("take the lock in", dirname(path), cause);
  }
}

/** Takes the lock if it is free; closing the database releases it. Undefined while another connection has it. */
function taken(path: string): DatabaseSyncInstance | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // In memory, so that no journal is left for anybody.
    database.exec("PRAGMA journal_mode=memory; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    if (codeOf(error) === "EBUSY") return undefined;
    throw error;
  }
}

/** Of the note, which may not be there: without it nothing but a message changes. */
function ifPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function noteHolder(path: string, holder: string): void {
  // No link is written through.
  rmSync(path, { force: true });
  writeFileSync(path, holder, { flag: "wx", mode: 0o600 });
}

function busy(path: string): TenetError {
  const holder = ifPossible(() => readFileSync(noteOf(path), "utf8")) ?? "another command";
  return new TenetError(`Another command is writing in this workspace: ${holder}.`, {
    failure: "busy",
    hint: "Wait until it has finished, then do the same again.",
    details: { lock: path },
  });
}
