/** The part of an erasing outside the tree: local and rebuildable files. Begun with the tree, finished here. */

import { join } from "node:path";
import type { Context } from "../context.js";
import { ERASED, REDACTED } from "../entry/gates/redaction.js";
import { TenetError } from "../errors.js";
import { forgetVectors } from "../search/vectors/forget-vectors.js";
import { removeCache } from "../store/cache/database.js";
import { replayFirst } from "../store/change/change.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { namesIn, removeDisposable } from "../store/files/disposable.js";
import { fileFailure } from "../store/files/file-failure.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { listFiles, readBytes } from "../store/files/safe-path.js";
import { sweepTemps } from "../store/files/temps.js";
import { isChangePending } from "../store/files/transaction.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { refreshIndexPage } from "../store/index-page.js";
import { openStore } from "../store/open-store.js";
import { State } from "../store/state/state-db.js";
import type { Workspace } from "../store/workspace.js";
import { NameMatcher } from "./contact-names.js";
import { ERASING, endErasing, readErasing } from "./erasing.js";
import { dropHeard } from "./scrub-heard.js";
import { withReplacedLines } from "./scrub-records.js";
import { TextMatcher } from "./text-matcher.js";

/** What was taken out of local and derived files. */
export interface Completed {
  /** Facts of the local state that held something. */
  local: number;
  /** Lines of the ledger that were struck. */
  struck: number;
}

const INDEX_WAIT_MS = 5_000;

/** {@link finishErasing} under the lock, after a change that was interrupted. */
export async function completeErasing(ctx: Context): Promise<Completed | undefined> {
  const { workspace: ws } = ctx;
  return await withLock(ws.lock, "erase", COMMAND_WAIT_MS, async () => {
    if (isChangePending(ws) && (await unfinishedMerge(ws.root)) === undefined) await replayFirst(ctx);
    return await finishErasing(ctx);
  });
}

/**
 * Takes what an erasing still looks for out of sessions, leftovers, caches, index and ledger, and ends it.
 * Every step may be repeated, so that a crash or a failing disk only means that the next command goes on. Undefined
 * when nothing was left to do. Under the workspace's lock. Throws `busy` while the index is being written.
 */
export async function finishErasing(ctx: Context): Promise<Completed | undefined> {
  const { workspace: ws } = ctx;
  const erasing = readErasing(ws);
  if (erasing === undefined) return undefined;
  const matcher = new TextMatcher(erasing);
  const names = new NameMatcher(erasing.names ?? []);
  const mark = erasing.taking === "erase" ? ERASED : REDACTED;
  sweepTemps(ws, 0);
  const scrubbed = scrubState(ws, matcher, names, mark);
  await scrubKept(ws, matcher, names, mark);
  try {
    removeCache(ws);
  } catch (cause) {
    throw fileFailure("remove", ws.cache, cause, "The next command completes the erasing.");
  }
  const store = await openStore(ctx);
  refreshIndexPage(ws, store);
  await forgetVectors(ctx, store, INDEX_WAIT_MS);
  if (!endErasing(ws)) throw stillRead();
  return scrubbed;
}

const stillRead = (): TenetError =>
  new TenetError("another process reads what was held before", {
    failure: "busy",
    hint: "The next command completes it.",
  });

/** The same for commands that have something else to do: what cannot be finished now is reported, and waits. */
export async function completeBeside(ctx: Context): Promise<void> {
  try {
    if ((await completeErasing(ctx)) !== undefined) ctx.warn("An erasing that was interrupted is complete now.");
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
    ctx.warn(`An erasing is not complete yet: ${error.message}`);
  }
}

/** Words of an entry that goes, kept under its id: `triggers: {COR-…: [...]}`. */
function withoutIds(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, ids));
  if (typeof value !== "object" || value === null) return value;
  const isIdKey = (key: string, item: unknown) => ids.has(key) && typeof item === "object";
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (isIdKey(key, item) ? [] : [[key, withoutIds(item, ids)]])),
  );
}

/** Takes words and names out of all that this machine noted. Answers how many facts and lines of the ledger held some. */
function scrubState(ws: Workspace, matcher: TextMatcher, names: NameMatcher, mark: string): Completed {
  const state = State.of(ws);
  return state.transaction(() => {
    state.run("DELETE FROM facts WHERE kind = 'undo'");
    dropHeard(state, matcher);
    const facts = state.all<{ kind: string; session: string; key: string; value: string }>(
      "SELECT kind, session, key, value FROM facts WHERE kind <> ?",
      ERASING,
    );
    let local = 0;
    for (const { kind, session, key, value } of facts) {
      const next = JSON.stringify(
        names.withoutNames(matcher.without(withoutIds(JSON.parse(value), matcher.ids), mark), mark),
      );
      if (next === value && !matcher.ids.has(key)) continue;
      local++;
      if (matcher.ids.has(key)) state.drop(kind, key, session);
      else state.run("UPDATE facts SET value = ? WHERE kind = ? AND session = ? AND key = ?", next, kind, session, key);
    }
    const reasons = state.all<{ number: number; reason: string }>(
      "SELECT number, value ->> 'reason' AS reason FROM ledger WHERE value ->> 'reason' IS NOT NULL",
    );
    const struck = reasons.filter(({ reason }) => names.names(reason) || matcher.matches(reason));
    for (const { number } of struck) state.run("DELETE FROM ledger WHERE number = ?", number);
    return { local, struck: struck.length };
  });
}

/** The same of what was kept beside a person's edit; local state that could not be read goes whole. */
async function scrubKept(ws: Workspace, matcher: TextMatcher, names: NameMatcher, mark: string): Promise<void> {
  for (const name of namesIn(ws.local, /\.damaged\.db$/)) removeDisposable(join(ws.local, name));
  for (const name of namesIn(ws.local, /\.conflict$/)) {
    for (const path of listFiles(ws, join(ws.local, name))) {
      const bytes = await readBytes(ws, path);
      const next =
        bytes && withReplacedLines(bytes, (line) => (matcher.matches(line) ? mark : names.replaced(line, mark)));
      if (next !== undefined) await writeFileAtomic(path, next, { expected: sha256(bytes as Uint8Array), within: ws });
    }
  }
}
