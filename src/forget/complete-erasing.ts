/** The part of an erasing outside the tree: local and rebuildable files. Begun with the tree, finished here. */
import { join } from "node:path";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { forgetVectors } from "../search/vectors/forget-vectors.js";
import { removeCache } from "../store/cache/database.js";
import { replayFirst } from "../store/change/change.js";
import { namesIn, removeDisposable } from "../store/files/disposable.js";
import { fileFailure } from "../store/files/file-failure.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { listFiles, readBytes } from "../store/files/safe-path.js";
import { sweepTemps } from "../store/files/temps.js";
import { isChangePending } from "../store/files/transaction.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { refreshIndexPage } from "../store/index-page.js";
import { openStore } from "../store/open-store.js";
import { ERASING, endErasing, readErasing } from "../store/state/erasing.js";
import { type RunRecord, writeRun } from "../store/state/runs.js";
import { State } from "../store/state/state-db.js";
import type { Workspace } from "../store/workspace.js";
import { HeldWords } from "./held-words.js";

const INDEX_WAIT_MS = 5_000;

/**
 * Takes what an erasing still looks for out of local state, leftovers, caches and index, under the lock; nothing where none
 * is open. Every step may be repeated: after a crash, or while something is busy, which is warned about, the next writing
 * command goes on.
 */
export async function completeErasing(ctx: Context): Promise<void> {
  const { workspace: ws } = ctx;
  try {
    await withLock(ws.lock, "erase", COMMAND_WAIT_MS, async () => {
      if (isChangePending(ws) && (await unfinishedMerge(ws.root)) === undefined) await replayFirst(ctx);
      const erasing = readErasing(ws);
      if (erasing !== undefined) await takeOutOfLocal(ctx, new HeldWords(erasing));
    });
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
    ctx.warn(`An erasing is not complete yet, the next writing command goes on with it: ${error.message}`);
  }
}

async function takeOutOfLocal(ctx: Context, held: HeldWords): Promise<void> {
  const { workspace: ws } = ctx;
  sweepTemps(ws, 0);
  strikeState(State.of(ws), held);
  await dropKept(ws, held);
  try {
    removeCache(ws);
  } catch (cause) {
    throw fileFailure("remove", ws.cache, cause, "The next command completes the erasing.");
  }
  const store = await openStore(ctx);
  refreshIndexPage(ws, store);
  await forgetVectors(ctx, store, INDEX_WAIT_MS);
  if (!endErasing(ws)) throw new TenetError("another process reads what was held before", { failure: "busy" });
}

interface Fact {
  kind: string;
  session: string;
  key: string;
  value: string;
}

/** Facts and lines of the ledger that hold the words go, and all that could be undone; runs lose those writes alone. */
function strikeState(state: State, held: HeldWords): void {
  state.transaction(() => {
    for (const { kind, session, key, value } of state.all<Fact>("SELECT kind, session, key, value FROM facts")) {
      if (kind === ERASING || (kind !== "undo" && !isOf({ kind, key, value }, held))) continue;
      state.drop(kind, key, session);
      if (kind === "run") writeRun(state, runWithout(JSON.parse(value), held));
    }
    for (const { number, value } of state.all<{ number: number; value: string }>("SELECT number, value FROM ledger"))
      if (held.holds(JSON.parse(value).reason ?? "")) state.run("DELETE FROM ledger WHERE number = ?", number);
  });
}

/** It holds the words, is kept under the id of what went, or is a sentence that such an entry recorded. */
function isOf({ kind, key, value }: Omit<Fact, "session">, held: HeldWords): boolean {
  const named = kind === "heard" ? (id: string) => value.includes(id) : (id: string) => value.includes(`"${id}":`);
  return held.ids.has(key) || held.holds(value) || [...held.ids].some(named);
}

function runWithout({ reason = "", ...run }: RunRecord, held: HeldWords): RunRecord {
  const writes = run.writes.filter((write) => !held.holds(JSON.stringify(write)));
  return { ...run, writes, ...(reason === "" || held.holds(reason) ? {} : { reason }) };
}

/** Files kept beside a person's edit that hold the words go; local state that could not be read goes whole. */
async function dropKept(ws: Workspace, held: HeldWords): Promise<void> {
  for (const name of namesIn(ws.local, /\.damaged\.db$/)) removeDisposable(join(ws.local, name));
  for (const name of namesIn(ws.local, /\.conflict$/)) {
    for (const path of listFiles(ws, join(ws.local, name))) {
      if (held.holds((await readBytes(ws, path))?.toString("utf8") ?? "")) removeDisposable(path);
    }
  }
}
