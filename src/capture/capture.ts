/** Capture: check, gate, compare, store. One way in for corrections, insights, outcomes and memories, whatever the door. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { isForUserTree } from "../recall/home.js";
import { ensureUserTree, inUserTree } from "../recall/user-tree.js";
import { unfinishedMerge } from "../store/git/git.js";
import type { CaptureDraft, CheckedDraft } from "./draft.js";
import { atEntry, checkAll, RefusedEntry } from "./draft-list.js";
import { ownOutputAmong } from "./drop-own-output.js";
import { store } from "./judge-and-store.js";
import type { Captured } from "./policy/captured.js";
import { bufferCaptures } from "./runs/buffer.js";
import { commitMergeBuffer } from "./runs/merge-buffer.js";

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
  return await captureChecked(ctx, await checkAll(ctx, drafts));
}

/** The same for drafts that were checked; what is only tenet's own output is dropped. */
export async function captureChecked(ctx: Context, checked: readonly CheckedDraft[]): Promise<Captured[]> {
  const echoes = await ownOutputAmong(ctx, checked);
  if (echoes.size === checked.length) return [...echoes.values()];
  const positions = [...checked.keys()].filter((at) => !echoes.has(at));
  const told = await keepAt(ctx, checked, positions);
  const answers = told.values();
  return checked.map((_, at) => echoes.get(at) ?? (answers.next().value as Captured));
}

/** Keeps the entries at these positions of a list; what refuses one names its position in the whole list. */
async function keepAt(
  ctx: Context,
  checked: readonly CheckedDraft[],
  positions: readonly number[],
): Promise<Captured[]> {
  const kept = positions.map((at) => checked[at] as CheckedDraft);
  const [only] = positions;
  if (kept.length === 1 && only !== undefined) return await atEntry(only, checked.length, () => keep(ctx, kept));
  try {
    return await keep(ctx, kept);
  } catch (thrown) {
    if (!(thrown instanceof RefusedEntry)) throw thrown;
    throw new RefusedEntry((positions[thrown.entry - 1] as number) + 1, thrown.reason);
  }
}

async function keep(ctx: Context, checked: readonly CheckedDraft[]): Promise<Captured[]> {
  const merge = ctx.actor.run === undefined ? await unfinishedMerge(ctx.workspace.root) : undefined;
  if (ctx.actor.run !== undefined || merge !== undefined) return await bufferCaptures(ctx, checked, merge);
  await commitMergeBuffer(ctx);
  try {
    return await storeAtHome(ctx, checked);
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.code !== "unfinished-merge") throw thrown;
    // git began to merge while we compared: captures are never dropped for that.
    const begun = await unfinishedMerge(ctx.workspace.root);
    if (begun === undefined) throw thrown;
    return await bufferCaptures(ctx, checked, begun);
  }
}

/** Stores each entry in the tree it belongs to: the workspace's first, as one change, then the user's as another. */
async function storeAtHome(ctx: Context, checked: readonly CheckedDraft[]): Promise<Captured[]> {
  const users = checked.filter(isForUserTree);
  if (users.length === 0) return await store(ctx, checked);
  const home = await ensureUserTree(ctx);
  if (home === ctx) return await store(ctx, checked);
  if (users.length === checked.length) return (await store(home, checked)).map(inUserTree);
  const answers = new Map<CheckedDraft, Captured>();
  for (const [where, list] of [
    [ctx, checked.filter((one) => !users.includes(one))],
    [home, users],
  ] as const) {
    const told = await inWholeList(checked, list, () => store(where, list));
    for (const [at, one] of list.entries()) {
      const answer = told[at] as Captured;
      answers.set(one, where === home ? inUserTree(answer) : answer);
    }
  }
  return checked.map((one) => answers.get(one) as Captured);
}

/** What refuses an entry of a part names its position in the whole list. */
async function inWholeList<T>(whole: readonly CheckedDraft[], part: readonly CheckedDraft[], act: () => Promise<T>) {
  try {
    return await act();
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    const at = thrown instanceof RefusedEntry ? thrown.entry - 1 : part.length === 1 ? 0 : undefined;
    if (at === undefined) throw thrown;
    const reason = thrown instanceof RefusedEntry ? thrown.reason : thrown;
    throw new RefusedEntry(whole.indexOf(part[at] as CheckedDraft) + 1, reason);
  }
}
