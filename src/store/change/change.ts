/** One change of the tree: under the lock, all of its files or none, with cache and index page following. */
import { randomBytes } from "node:crypto";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { countChange } from "../cache/begin-again.js";
import { isCacheFailure } from "../cache/database.js";
import { ChangedMeanwhile } from "../files/atomic-file.js";
import { patienceOf, withLock } from "../files/lock.js";
import { sweepTemps } from "../files/temps.js";
import { commitFiles, completeChange, type FileChange } from "../files/transaction.js";
import { commitPaths } from "../git/git.js";
import { unfinishedMerge } from "../git/git-state.js";
import { refreshIndexPage } from "../index-page.js";
import { openStore } from "../open-store.js";
import { isRecordFile } from "../records/scan.js";
import { recordEvents } from "../state/ledger.js";
import { DAMAGED, State } from "../state/state-db.js";
import { rememberStep } from "../state/undo-log.js";
import { prepareWrite, type Verb } from "./prepare-write.js";
import type { Change, StagedChange } from "./staged-change.js";

export type { Change, Place } from "./staged-change.js";

/** The name of a change: its verb, and git's message where tenet commits. */
export interface ChangeName extends Verb {
  /** One line for the commit message. */
  reason: string;
  /** Why, for the ledger; screened by the caller. */
  because?: string;
}

const ATTEMPTS = 3;

/**
 * Runs `body` under the lock on a fresh tree and makes what it staged durable as one change. When someone else changed
 * one of the files meanwhile, the body runs again on the current tree, three times in all: it must be repeatable.
 * Throws `busy` while git waits for a person.
 */
export async function changeTree<T>(
  ctx: Context,
  changeName: ChangeName,
  body: (change: Change) => Promise<T>,
): Promise<T> {
  const { workspace: ws } = ctx;
  await prepareWrite(ctx, changeName);
  return await withLock(ws.lock, changeName.op, patienceOf(ctx), async () => {
    await refuseUnfinishedMerge(ws.root);
    await replayFirst(ctx);
    const { StagedChange } = await import("./staged-change.js");
    for (let attempt = 1; ; attempt++) {
      const stagedChange = new StagedChange(ctx, await openStore(ctx, { changes: true }));
      try {
        const result = await body(stagedChange);
        await stagedChange.writeCopies();
        const changes = stagedChange.changes();
        const isStep = changes.length > 0 && changeName.undoable;
        const step = isStep ? stagedChange.undoable() : undefined;
        await commit(ctx, changeName, stagedChange, changes);
        if (changes.length > 0) remember(ctx, changeName, stagedChange.touched());
        if (step !== undefined) {
          const { agent, session, atTerminal: typed } = ctx.actor;
          await rememberStep(ws, { op: changeName.op, at: stamp(ctx.clock.now()), agent, session, typed, ...step });
        }
        return result;
      } catch (error) {
        stagedChange.tree.database.end("ROLLBACK");
        if (!(error instanceof ChangedMeanwhile) || attempt === ATTEMPTS) throw error;
      } finally {
        stagedChange.tree.database.close();
      }
    }
  });
}

/** What a change would do: the body runs, and nothing of it stays. */
export async function tryChange<T>(ctx: Context, body: (change: Change) => Promise<T>): Promise<T> {
  const { StagedChange } = await import("./staged-change.js");
  const staged = new StagedChange(ctx, await openStore(ctx, { changes: true }));
  try {
    return await body(staged);
  } finally {
    staged.tree.database.close();
  }
}

/** Throws `busy` while git waits for a person to finish something. */
export async function refuseUnfinishedMerge(root: string): Promise<void> {
  const merging = await unfinishedMerge(root);
  if (merging === undefined) return;
  throw new TenetError(`git has unfinished work here: ${merging}; nothing is written until it is done`, {
    failure: "busy",
    code: "unfinished-merge",
    hint: next("Finish it in git, or run:", "merge"),
  });
}

/** Completes an interrupted change, warns about files that it could not write, and sweeps what killed writers left. Under the lock. */
export async function replayFirst(ctx: Pick<Context, "workspace" | "warn">): Promise<void> {
  const { workspace: ws } = ctx;
  const state = State.of(ws);
  for (const { key } of state.facts(DAMAGED)) {
    ctx.warn(`What this machine had noted could not be read; it is kept as .tenet/${key}.`);
    state.drop(DAMAGED, key);
  }
  for (const conflict of (await completeChange(ws)) ?? []) ctx.warn(conflict.message);
  sweepTemps(ws);
}

async function commit(
  ctx: Context,
  changeName: ChangeName,
  staged: StagedChange,
  changes: readonly FileChange[],
): Promise<void> {
  const { facts } = staged;
  if (changes.length === 0) {
    staged.tree.database.end(staged.tree.staged.size === 0 ? "COMMIT" : "ROLLBACK");
    if (facts !== undefined) State.of(ctx.workspace).transaction(() => facts(State.of(ctx.workspace)));
    return;
  }
  const { workspace: ws, profile } = ctx;
  const id = `${changeName.op.replace(/[^a-z]+/g, "-")}-${randomBytes(8).toString("hex")}`;
  countChange();
  const conflicts = await commitFiles(ws, id, changes, { alongside: facts });
  for (const conflict of conflicts) ctx.warn(conflict.message);
  const conflictPaths = new Set(conflicts.map((conflict) => conflict.path));
  if (conflictPaths.size > 0) staged.tree.database.end("ROLLBACK");
  else await follow(ctx, staged, changes);
  const paths = changes.map(({ path }) => ws.relative(path));
  if (!profile.git.commit) return;
  try {
    await commitPaths(ws.root, paths, changeName.reason);
  } catch (error) {
    ctx.warn(`The change is written, but git did not commit it: ${(error as Error).message}`);
  }
}

/** One line in the ledger. The change is durable by now: a ledger that cannot be written does not undo it. */
function remember({ actor, clock, workspace: ws }: Context, { op, because: reason }: ChangeName, ids: string[]): void {
  const { agent, session, run } = actor;
  const at = stamp(clock.now());
  recordEvents(ws, [{ at, kind: "write", op, agent, session, ids, ...defined({ run, reason }) }]);
}

/** Cache and index page after a change. Both are disposable: their failures only cost the next command time. */
async function follow({ workspace: ws }: Context, staged: StagedChange, changes: readonly FileChange[]): Promise<void> {
  try {
    await staged.written(changes);
    staged.tree.database.end("COMMIT");
    if (changes.some(({ path }) => isRecordFile(ws.relative(path)))) refreshIndexPage(ws, staged.tree);
  } catch (error) {
    if (!isCacheFailure(error)) throw error;
    staged.tree.database.end("ROLLBACK");
  }
}
