/**
 * What comes before every write: an erasing that was interrupted goes on, captures that waited for git are stored. Called
 * by each operation that changes records.
 */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { pendingJournal } from "../store/files/journal.js";
import { isErasing } from "../store/forgetting/erasing.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { mergeBufferFile, readMergeBuffer } from "../store/runs.js";
import { counted } from "../text/paint.js";
import type { Committed } from "./capture-schemas.js";

/**
 * Captures that waited for git come first. A change of a known entry cannot wait for a run to succeed, since others
 * read the entry meanwhile; within one it is refused.
 */
export async function beforeWrite(ctx: Context, verb: string): Promise<void> {
  const { run } = ctx.actor;
  if (run !== undefined) {
    throw new TenetError(`${verb} changes known entries at once, and run ${run} may still fail`, {
      failure: "usage",
      code: "not-in-a-run",
      hint: `Do it after the run: ${ctx.steps.terminal(`tenet run finish ${run}`)}`,
    });
  }
  await commitMergeBuffer(ctx);
}

/**
 * Commits the captures that waited for git, once it is done: every writing command calls this first. Without any it
 * costs one look at a file name.
 */
export async function commitMergeBuffer(ctx: Context): Promise<Committed[]> {
  const { workspace: ws } = ctx;
  // An erasing that was interrupted goes on first: nothing may be made of what is to be gone.
  if (isErasing(ws) || pendingJournal(ws) !== undefined) {
    await (await import("../search/complete-erasing.js")).completeBeside(ctx);
  }
  // While learning is off they wait on.
  if (!ctx.profile.learning.on) return [];
  if ((await readMergeBuffer(ws)) === undefined) return [];
  if ((await unfinishedMerge(ws.root)) !== undefined) return [];
  const { commitWrites } = await import("./runs/commit-buffer.js");
  const never = async (): Promise<string> => {
    throw new Error("only captures wait for git");
  };
  const done = await commitWrites(ctx, mergeBufferFile(ws), () => readMergeBuffer(ws), never);
  for (const one of done) {
    if (one.refused !== undefined) ctx.warn(`Not kept from the time of the merge: "${one.says}". ${one.refused}`);
  }
  const kept = done.filter((one) => one.captured !== undefined).length;
  if (kept > 0) ctx.warn(`${counted(kept, "capture")} from the time of the merge committed.`);
  return done;
}
