/**
 * What is finished before a write: an erasing that was interrupted, and the captures that waited for git. The context
 * carries it to `store/change/prepare-write.ts`, since the store imports no capability.
 */
import type { Context } from "../context.js";
import { pendingJournal } from "../store/files/journal.js";
import { isErasing } from "../store/forgetting/erasing.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { mergeBufferFile, readMergeBuffer } from "../store/runs.js";
import { counted } from "../text/paint.js";
import type { Committed } from "./capture-schemas.js";

/** Finishes both, and returns the captures. While learning is off they wait on. */
export async function finishFirst(given: Context): Promise<Committed[]> {
  // The writes it makes itself have nothing before them.
  const ctx: Context = { ...given, finishFirst: async () => undefined };
  const { workspace: ws } = ctx;
  // An erasing goes on first: nothing may be made of what is to be gone.
  if (isErasing(ws) || pendingJournal(ws) !== undefined) {
    await (await import("../search/complete-erasing.js")).completeBeside(ctx);
  }
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
