/** One change of the tree: under the lock, all of its files or none, with cache and index page following. */
import { randomBytes } from "node:crypto";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { countChange, isCacheLost } from "../cache/begin-again.js";
import { ChangedMeanwhile } from "../files/atomic-file.js";
import { patienceOf, withLock } from "../files/lock.js";
import { commitFiles, type FileChange, isChangePending } from "../files/transaction.js";
import { commitPaths } from "../git/git.js";
import { unfinishedMerge } from "../git/git-state.js";
import { refreshIndexPage } from "../index-page.js";
import { openStore } from "../open-store.js";
import { isAlone } from "../records/record-place.js";
import { isRecordFile } from "../records/scan.js";
import { recordEvent } from "../state/ledger.js";
import { stepWriter } from "../state/undo-log.js";
import { prepareWrite, replayFirst, type Verb } from "./prepare-write.js";
import type { Change, StagedChange } from "./staged-change.js";

export type { Change, Place } from "./staged-change.js";

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
 * While git has a merge unfinished only new records are written, each in a file of its own; `busy` for anything else.
 */
export async function changeTree<T>(
  ctx: Context,
  changeName: ChangeName,
  body: (change: Change) => Promise<T>,
): Promise<T> {
  const { workspace: ws } = ctx;
  await prepareWrite(ctx, changeName);
  return await withLock(ws.lock, changeName.op, patienceOf(ctx), async () => {
    const merging = await unfinishedMerge(ws.root);
    if (merging !== undefined && isChangePending(ws)) throw unfinished(merging);
    await replayFirst(ctx);
    for (let attempt = 1; ; attempt++) {
      try {
        return await onTree(ctx, merging !== undefined, async (staged) => {
          const result = await body(staged);
          if (merging === undefined) await staged.writeCopies();
          const changes = staged.changes();
          if (merging !== undefined && !changes.every(isNewRecordAlone)) throw unfinished(merging);
          if (changes.length > 0) await remember(ctx, changeName, staged, changes);
          await commit(ctx, changeName, staged, changes);
          return result;
        });
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || attempt === ATTEMPTS) throw error;
      }
    }
  });
}

/** What a change would do: the body runs, and nothing of it stays. */
export const tryChange = <T>(ctx: Context, body: (change: Change) => Promise<T>): Promise<T> =>
  onTree(ctx, false, body);

/** Of what the body puts into the cache nothing stays that it does not commit. */
async function onTree<T>(ctx: Context, isAlone: boolean, body: (staged: StagedChange) => Promise<T>): Promise<T> {
  const { StagedChange } = await import("./staged-change.js");
  const staged = new StagedChange(ctx, await openStore(ctx, "changing"), isAlone);
  try {
    return await body(staged);
  } finally {
    staged.tree.database.end("ROLLBACK");
  }
}

/** A new file of a random name is nothing that git merges, rebases or aborts over. */
const isNewRecordAlone = ({ path, before }: FileChange): boolean => before === null && isAlone(path);

/** Throws `busy` while git waits for a person to finish something. */
export async function refuseUnfinishedMerge(root: string): Promise<void> {
  const merging = await unfinishedMerge(root);
  if (merging !== undefined) throw unfinished(merging);
}

const unfinished = (merging: string): TenetError =>
  new TenetError(`git has unfinished work here: ${merging}; nothing but new entries is written until it is done`, {
    failure: "busy",
    code: "unfinished-merge",
    hint: next("Finish it in git, or run:", "merge"),
  });

/** With the change a line in the ledger is written, and what takes it back. */
async function remember(
  ctx: Context,
  { op, because: reason, undoable }: ChangeName,
  staged: StagedChange,
  changes: readonly FileChange[],
): Promise<void> {
  const entries = [...staged.entries.values()];
  staged.alongside(() => recordEvent(ctx, { kind: "write", op, ids: entries.map(({ id }) => id), reason }));
  if (undoable) staged.alongside(await stepWriter(ctx, { op, entries, changes }));
}

async function commit(
  ctx: Context,
  { op, reason }: ChangeName,
  staged: StagedChange,
  changes: readonly FileChange[],
): Promise<void> {
  const { workspace: ws, profile } = ctx;
  const { tree } = staged;
  if (changes.length > 0) countChange();
  else if (staged.entries.size === 0) tree.database.end("COMMIT");
  const id = `${op.replace(/[^a-z]+/g, "-")}-${randomBytes(8).toString("hex")}`;
  const conflicts = await commitFiles(ws, id, changes, staged.facts);
  for (const conflict of conflicts) ctx.warn(conflict);
  if (changes.length === 0) return;
  const paths = changes.map(({ path }) => ws.relative(path));
  if (conflicts.length === 0) await follow(ctx, staged, paths);
  if (!profile.git.commit) return;
  try {
    await commitPaths(ws.root, paths, reason);
  } catch (error) {
    ctx.warn(`The change is written, but git did not commit it: ${(error as Error).message}`);
  }
}

/** Cache and index page are disposable: their failures only cost the next command time. */
async function follow({ workspace: ws }: Context, staged: StagedChange, paths: readonly string[]): Promise<void> {
  try {
    await staged.take();
    staged.tree.database.end("COMMIT");
    if (paths.some((path) => isRecordFile(path))) refreshIndexPage(ws, staged.tree);
  } catch (error) {
    if (!isCacheLost(error)) throw error;
  }
}
