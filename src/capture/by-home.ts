/** Entries of one list may belong to two trees: the workspace's and the user's. Called by captures and runs. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { isForUserTree } from "../store/home.js";
import { ensureUserTree } from "../store/user-tree.js";
import type { CheckedDraft } from "./drafts/draft.js";
import { RefusedEntry } from "./drafts/draft-list.js";

/**
 * Treats the part of each tree by itself, the workspace's last, also where it has none. Answers in the order of the list;
 * a refusal carries the position in the whole list.
 */
export async function byHome<T>(
  ctx: Context,
  checked: readonly CheckedDraft[],
  act: (home: Context, part: readonly CheckedDraft[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const users = checked.filter(isForUserTree);
  const home = users.length === 0 ? ctx : await ensureUserTree(ctx);
  if (home === ctx) return [...(await act(ctx, checked))];
  const own = checked.filter((one) => !users.includes(one));
  const answers = new Map<CheckedDraft, T>();
  for (const [where, part] of [[home, users] as const, [ctx, own] as const]) {
    const results = await inWholeList(checked, part, () => act(where, part));
    for (const [at, one] of part.entries()) answers.set(one, results[at] as T);
  }
  return checked.map((one) => answers.get(one) as T);
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
