/**
 * A lock among processes: SQLite's own, on a database that nothing else opens. The system frees it with its holder, however
 * that ends. Who took it last stands in a note beside it, for messages alone.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { TenetError } from "../../errors.js";
import { codeOf, fileFailure } from "./file-failure.js";
import { isDamage } from "./sqlite.js";

/** How long a command waits for another writer, in milliseconds. */
export const COMMAND_WAIT_MS = 15_000;
export const patienceOf = ({ patienceMs }: { patienceMs?: number }): number => patienceMs ?? COMMAND_WAIT_MS;

const noteOf = (path: string): string => `${path.replace(/\.db$/, "")}.txt`;

/** Runs `body` as the only holder of the lock `path`, a `.db`. Throws `busy` when `waitMs` went by. Not re-entrant. */
export async function withLock<T>(
  path: string,
  command: string,
  waitMs: number,
  body: () => T | Promise<T>,
): Promise<T> {
  const held = await acquire(path, waitMs);
  try {
    ifPossible(() => {
      // No link is written through.
      rmSync(noteOf(path), { force: true });
      writeFileSync(noteOf(path), `${command} (process ${process.pid})`, { flag: "wx", mode: 0o600 });
    });
    return await body();
  } finally {
    held.close();
  }
}

async function acquire(path: string, waitMs: number): Promise<DatabaseSyncInstance> {
  const until = performance.now() + waitMs;
  try {
    mkdirSync(dirname(path), { recursive: true });
    for (;;) {
      const held = taken(path);
      if (held !== undefined) return held;
      const left = until - performance.now();
      if (left <= 0) throw busy(path);
      await sleep(Math.min(left, 4 + 20 * Math.random()));
    }
  } catch (cause) {
    throw fileFailure("take the lock in", dirname(path), cause);
  }
}

/** The lock, released by closing it; undefined while another connection has it. */
function taken(path: string): DatabaseSyncInstance | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // In memory, so that no journal is left for anybody.
    database.exec("PRAGMA journal_mode=memory; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    if (codeOf(error) === "EBUSY") return undefined;
    if (!isDamage(error)) throw error;
    const hint = "Remove that file while no other command runs: the next one makes it anew.";
    throw new TenetError(`${path} is no lock of tenet`, { failure: "failed", hint, details: { path } });
  }
}

/** Without the note nothing but a message changes. */
function ifPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function busy(path: string): TenetError {
  const holder = ifPossible(() => readFileSync(noteOf(path), "utf8")) ?? "another command";
  return new TenetError(`Another command is writing in this workspace: ${holder}.`, {
    failure: "busy",
    hint: "Wait until it has finished, then do the same again.",
    details: { lock: path },
  });
}
