/**
 * Captures entries of every type: checks, gates, compares and stores them. Called by every command and tool that
 * records.
 */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { requireLearning } from "../store/change/prepare-write.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { isForUserTree } from "../store/home.js";
import { ensureUserTree, fromHome } from "../store/user-tree.js";
import type { Captured } from "./capture-schemas.js";
import type { CaptureDraft, CheckedDraft } from "./drafts/draft.js";
import { checkAll, RefusedEntry } from "./drafts/draft-list.js";
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
 * entries and with those before it in the list. In a run, or while git has an unfinished merge, they are buffered
 * instead.
 */
export async function captureAll(ctx: Context, drafts: readonly CaptureDraft[]): Promise<Captured[]> {
  requireLearning(ctx.profile);
  return await captureChecked(ctx, await checkAll(ctx, drafts));
}

export async function captureChecked(ctx: Context, checked: readonly CheckedDraft[]): Promise<Captured[]> {
  requireLearning(ctx.profile);
  return await withHeardClosed(ctx, checked, await keep(ctx, checked));
}

/**
 * Stores the entries, or buffers them in a run or an unfinished merge. A pinned memory is stored at once: a buffer has
 * no field for the pin.
 */
async function keep(ctx: Context, checked: readonly CheckedDraft[]): Promise<Captured[]> {
  if (checked.some(({ pinnedBy }) => pinnedBy !== undefined)) return await storeAtHome(ctx, checked);
  const merge = ctx.actor.run === undefined ? await unfinishedMerge(ctx.workspace.root) : undefined;
  if (ctx.actor.run !== undefined || merge !== undefined) return await bufferCaptures(ctx, checked, merge);
  await ctx.finishFirst(ctx);
  try {
    return await storeAtHome(ctx, checked);
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.code !== "unfinished-merge") throw thrown;
    // git began a merge while we compared: the captures are buffered, never dropped.
    const begun = await unfinishedMerge(ctx.workspace.root);
    if (begun === undefined) throw thrown;
    return await bufferCaptures(ctx, checked, begun);
  }
}

/** Stores each entry in the tree it belongs to: the workspace's first, as one change, then the user's as another. */
async function storeAtHome(ctx: Context, checked: readonly CheckedDraft[]): Promise<Captured[]> {
  const users = checked.filter(isForUserTree);
  const home = users.length === 0 ? ctx : await ensureUserTree(ctx);
  if (home === ctx) return await storeDrafts(ctx, checked);
  const answers = new Map<CheckedDraft, Captured>();
  for (const [where, part] of [
    [ctx, checked.filter((one) => !users.includes(one))],
    [home, users],
  ] as const) {
    if (part.length === 0) continue;
    const captured = await inWholeList(checked, part, () => storeDrafts(where, part));
    for (const [at, one] of part.entries()) answers.set(one, fromHome(ctx, where, captured[at] as Captured));
  }
  return checked.map((one) => answers.get(one) as Captured);
}

/** Runs `act`; a refusal of an entry of `part` carries its position in `whole`. */
async function inWholeList<T>(whole: readonly CheckedDraft[], part: readonly CheckedDraft[], act: () => Promise<T>) {
  try {
    return await act();
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || part.length === whole.length) throw thrown;
    const at = thrown instanceof RefusedEntry ? thrown.entry - 1 : part.length === 1 ? 0 : undefined;
    if (at === undefined) throw thrown;
    const reason = thrown instanceof RefusedEntry ? thrown.reason : thrown;
    throw new RefusedEntry(whole.indexOf(part[at] as CheckedDraft) + 1, reason);
  }
}
