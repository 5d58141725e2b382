/**
 * Captures entries of every type: checks, gates, compares and stores them. Called by every command and tool that
 * records.
 */
import type { Context } from "../context.js";
import { requireLearning } from "../store/change/prepare-write.js";
import { fromHome } from "../store/user-tree.js";
import { byHome } from "./by-home.js";
import type { Captured } from "./capture-schemas.js";
import type { CaptureDraft, CheckedDraft } from "./drafts/draft.js";
import { checkAll } from "./drafts/draft-list.js";
import { storeDrafts } from "./judge-and-store.js";
import { withHeardClosed } from "./persist/record-heard.js";
import { bufferCaptures } from "./runs/buffer.js";

export type { CaptureDraft } from "./drafts/draft.js";

export async function capture(ctx: Context, draft: CaptureDraft): Promise<Captured> {
  const [captured] = await captureAll(ctx, [draft]);
  return captured as Captured;
}

/**
 * Records several entries as one change: all of them or, when one is refused, none. Each is compared with the live
 * entries and with those before it in the list. In a run they are buffered instead.
 */
export async function captureAll(ctx: Context, drafts: readonly CaptureDraft[]): Promise<Captured[]> {
  requireLearning(ctx.profile);
  return await captureChecked(ctx, await checkAll(ctx, drafts));
}

export async function captureChecked(ctx: Context, checked: readonly CheckedDraft[]): Promise<Captured[]> {
  requireLearning(ctx.profile);
  const { run } = ctx.actor;
  if (run !== undefined && !checked.every(actsAtOnce)) return await bufferCaptures(ctx, run, checked);
  const captured = await byHome(ctx, checked, async (home, part) => {
    const answers = part.length === 0 ? [] : await storeDrafts(home, part);
    return answers.map((one) => fromHome(ctx, home, one));
  });
  return await Promise.all(checked.map((draft, at) => withHeardClosed(ctx, draft, captured[at] as Captured)));
}

/** An outcome judges what stands; a pin is a person's decision about the tree. */
const actsAtOnce = ({ type, pinnedBy }: CheckedDraft): boolean => type === "outcome" || pinnedBy !== undefined;
