/** Capture: check, gate, compare, store. One way in for corrections, insights and outcomes, whatever the door. */
import type { Context } from "../context.js";
import type { Captured } from "../memory/captured.js";
import { unfinishedMerge } from "../tree/git.js";
import { bufferCaptures } from "./buffer.js";
import { commitMergeBuffer } from "./commit-buffer.js";
import { type CaptureDraft, type CheckedDraft, checkDraft } from "./draft.js";
import { store } from "./store.js";

export type { CaptureDraft } from "./draft.js";

/** Records one entry. See {@link captureAll}. */
export async function capture(ctx: Context, draft: CaptureDraft): Promise<Captured> {
  const [captured] = await captureAll(ctx, [draft]);
  return captured as Captured;
}

/**
 * Records several entries as one change: all of them or, when one is refused, none. Each is judged against the live
 * entries and the ones before it. In a run, or while git has a merge unfinished, they are buffered instead.
 */
export async function captureAll(ctx: Context, drafts: readonly CaptureDraft[]): Promise<Captured[]> {
  const checked: CheckedDraft[] = [];
  for (const draft of drafts) checked.push(await checkDraft(ctx, draft));
  const merge = ctx.actor.run === undefined ? await unfinishedMerge(ctx.workspace.root) : undefined;
  if (ctx.actor.run !== undefined || merge !== undefined) return await bufferCaptures(ctx, checked, merge);
  await commitMergeBuffer(ctx);
  return await store(ctx, checked);
}
