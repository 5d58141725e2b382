/** The part of an erasing outside the tree: what is kept locally or can be rebuilt. Begun with the tree, finished here. */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { ERASED, REDACTED } from "../entry/redaction.js";
import { TenetError } from "../errors.js";
import { forgetVectors } from "../search/vectors/forget-vectors.js";
import { Lexicon } from "../search/words/lexicon.js";
import { dropParsed, vacuumCache } from "../store/cache/drop-cache.js";
import { replayFirst } from "../store/change.js";
import { pendingJournal } from "../store/files/journal.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { removeOldTemps } from "../store/files/old-temps.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { refreshIndexPage } from "../store/index-page.js";
import { strikeLines } from "../store/ledger-strike.js";
import { openStore } from "../store/open-store.js";
import { clearErasing, readErasing } from "./erasing.js";
import { scrubLocal } from "./scrub-local.js";
import { TextMatcher } from "./text-matcher.js";

/** What was taken out of local and derived files. */
export interface Completed {
  /** Files of the local state that held something, relative. */
  local: string[];
  /** Lines of the ledger that were struck. */
  struck: number;
}

const INDEX_WAIT_MS = 5_000;

/** {@link finishErasing} under the lock, after a change that was interrupted. */
export async function completeErasing(ctx: Context): Promise<Completed | undefined> {
  const { workspace: ws } = ctx;
  return await withLock(ws.lock, "erase", COMMAND_WAIT_MS, async () => {
    // The mark may still stand in the journal of the change that wrote it.
    if (pendingJournal(ws) !== undefined && (await unfinishedMerge(ws.root)) === undefined) await replayFirst(ctx);
    return await finishErasing(ctx);
  });
}

/**
 * Takes what an erasing still looks for out of sessions, backups, leftovers, caches, index and ledger, and ends it.
 * Every step may be repeated, so that a crash or a failing disk only means that the next command goes on. Undefined
 * when nothing was left to do. Under the workspace's lock. Throws `busy` while the index is being written.
 */
export async function finishErasing(ctx: Context): Promise<Completed | undefined> {
  const { workspace: ws, profile } = ctx;
  const erasing = await readErasing(ws);
  if (erasing === undefined) return undefined;
  const matcher = new TextMatcher(erasing);
  const mark = erasing.taking === "erase" ? ERASED : REDACTED;
  await removeOldTemps(ws, 0);
  const local = await scrubLocal(ws, matcher, mark);
  dropParsed(ws);
  const store = await openStore(ctx);
  refreshIndexPage(ws, store, profile.outcome.days);
  // What is left of the words follows the entries.
  await Lexicon.open(store);
  if (!vacuumCache(ws)) {
    throw new TenetError("another process reads what the cache held before", {
      failure: "busy",
      hint: "The next command completes it.",
    });
  }
  await forgetVectors(ctx, store, INDEX_WAIT_MS);
  const when = erasing.at === "" ? stamp(ctx.clock.now()) : erasing.at;
  const struck = await strikeLines(
    ws,
    {
      event: ({ ids, query, reason, receipt }) => {
        const found = ids.some((id) => matcher.ids.has(id));
        // Its hashes are of the words that go: short ones could be guessed by them.
        const guessed = found && receipt !== undefined;
        const asked = query !== undefined && matcher.asks(query, found);
        return guessed || asked || (reason !== undefined && matcher.matches(reason));
      },
      garbage: (line) => matcher.matches(line),
    },
    `${erasing.taking === "erase" ? "erased" : "redacted"} ${when}`,
  );
  await clearErasing(ws);
  return { local, struck };
}

/** The same for commands that have something else to do: what cannot be finished now is reported, and waits. */
export async function completeBeside(ctx: Context): Promise<void> {
  try {
    if ((await completeErasing(ctx)) !== undefined) ctx.warn("An erasing that was interrupted is complete now.");
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
    ctx.warn(`An erasing is not complete yet: ${error.message}`);
  }
}
