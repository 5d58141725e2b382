/**
 * Finishes an interrupted erasing, and stores the captures that waited for git. Called before a write by
 * `store/change/prepare-write.ts` through the context, since the store imports no capability.
 */
import type { Context } from "../context.js";
import { isChangePending } from "../store/files/transaction.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { isErasing } from "../store/state/erasing.js";
import { readMergeBuffer } from "../store/state/runs.js";
import { counted } from "../text/paint.js";
import type { Committed } from "./capture-schemas.js";

/** Finishes both, and returns the captures. While learning is off they keep waiting. */
export async function finishFirst(caller: Context): Promise<Committed[]> {
  // The writes made here must not call this again.
  const ctx: Context = { ...caller, finishFirst: async () => undefined };
  const { workspace: ws } = ctx;
  // The erasing goes first: nothing may be derived from what is to be gone.
  if (isErasing(ws) || isChangePending(ws)) {
    const wasErasing = isErasing(ws);
    await (await import("../forget/complete-erasing.js")).completeErasing(ctx);
    if (wasErasing && !isErasing(ws)) ctx.warn("An erasing that was interrupted is complete now.");
  }
  if (!ctx.profile.learning.on) return [];
  if (readMergeBuffer(ws) === undefined) return [];
  if ((await unfinishedMerge(ws.root)) !== undefined) return [];
  const { commitWrites } = await import("./runs/commit-buffer.js");
  const never = async (): Promise<string> => {
    throw new Error("only captures wait for git");
  };
  const results = await commitWrites(ctx, undefined, never);
  for (const one of results) {
    if (one.refused !== undefined) ctx.warn(`Not kept from the time of the merge: "${one.says}". ${one.refused}`);
  }
  const storedCount = results.filter((one) => one.captured !== undefined).length;
  if (storedCount > 0) ctx.warn(`${counted(storedCount, "capture")} from the time of the merge committed.`);
  return results;
}
