/** Leftovers of writers that were killed: removed under the lock. */
import { lstat, readdir, unlink } from "node:fs/promises";
import { join, sep } from "node:path";
import { systemClock } from "../../clock.js";
import { TenetError } from "../../errors.js";
import type { Workspace } from "../workspace.js";
import { TEMP_NAME } from "./disposable.js";
import { codeOf, fileFailure } from "./file-failure.js";
import { pendingJournal } from "./journal.js";
import { withLock } from "./lock.js";

/** Younger ones may belong to a write that is under way. */
const OLD_MS = 60_000;

/** Big, foreign or other people's: none of our writes end there. */
const SKIPPED = new Set([".git", "node_modules"]);

/** As earlier versions named them for what can be made again: cache, index, index page. */
const DISPOSABLE_TEMP = /\.[0-9a-f]{16}\.tmp$/;

const STAGED = /^[A-Za-z0-9-]+\.\d+\.staged$/;

/**
 * Leftovers of writers that were killed: temp files anywhere in the workspace, and staged files without a journal.
 * Absolute paths, sorted. Under the lock nothing is under way, so `minAgeMs: 0` is safe there. `own`: of folders only
 * those that are tenet's.
 */
async function listOldTemps(ws: Workspace, minAgeMs: number, own = false): Promise<string[]> {
  const tempFiles: string[] = [];
  const open = own ? [ws.root, ws.memory, ws.local] : [ws.root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const inJournal = folder === ws.journal;
    const disposable = folder.startsWith(ws.local) || folder === ws.learning;
    const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
      // The scan of the tree reports folders that cannot be listed; here they only hide leftovers.
      if (["ENOENT", "EACCES", "EPERM"].includes(codeOf(cause) ?? "")) return [];
      throw fileFailure("list", folder as string, cause);
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && !(own && folder === ws.root)) open.push(path);
      if (!entry.isFile()) continue;
      const isLeftStaged = inJournal && STAGED.test(entry.name) && pendingJournal(ws) === undefined;
      const temp = TEMP_NAME.test(entry.name) || (disposable && DISPOSABLE_TEMP.test(entry.name));
      if ((temp || isLeftStaged) && (await isOld(path, minAgeMs))) tempFiles.push(path);
    }
  }
  return tempFiles.sort((a, b) => (a.split(sep).join("/") < b.split(sep).join("/") ? -1 : 1));
}

async function isOld(path: string, minAgeMs: number): Promise<boolean> {
  if (minAgeMs <= 0) return true;
  const state = await lstat(path).catch(() => undefined);
  // A clock that went backwards must not hide a leftover for years.
  return state !== undefined && Math.abs(systemClock.now().getTime() - state.mtimeMs) >= minAgeMs;
}

/** Removes them, however young. Call it under the lock. Answers the removed paths. */
export async function removeOldTemps(ws: Workspace): Promise<string[]> {
  const removed: string[] = [];
  for (const path of await listOldTemps(ws, 0)) {
    try {
      await unlink(path);
      removed.push(path);
    } catch (cause) {
      if (codeOf(cause) !== "ENOENT") throw fileFailure("remove", path, cause);
    }
  }
  return removed;
}

/** The sweep of a heartbeat, in tenet's own folders and the root. Another writer is not waited for: the next one does it. */
export async function sweepOldTemps(ws: Workspace): Promise<void> {
  if ((await listOldTemps(ws, OLD_MS, true)).length === 0) return;
  try {
    await withLock(ws.lock, "heartbeat", 0, () => removeOldTemps(ws));
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
  }
}
