/**
 * Opens the trees in which a viewer searches: the workspace's, and the user tree where there is one. Called by recall.
 */
import type { Context } from "../context.js";
import { isFor, isLive } from "../entry/gates/visible.js";
import { startedModel } from "../search/model/started-model.js";
import { Search } from "../search/search.js";
import { openStore, type Row, type Store } from "../store/open-store.js";
import { USER_TREE, userContext } from "../store/user-tree.js";
import { viewerOf } from "../store/viewer.js";

/** A tree that is searched. Its search needs the whole of it; {@link isAnswer} leaves out what its viewer may not see. */
export interface SearchedTree {
  /** The tree as its viewer may see it. */
  tree: Store;
  search: Search;
  /** Whether the viewer may see an entry that the search found. */
  isAnswer(head: Row): boolean;
  /** The prefix of its file names. */
  prefix: string;
}

/** The workspace's tree first. `keyword`: the user tree loads no model. */
export async function searchedTrees(ctx: Context, keyword: boolean): Promise<[SearchedTree, ...SearchedTree[]]> {
  const here = await searchedTree(ctx, "");
  const userCtx = await userContext(ctx);
  return userCtx === undefined
    ? [here]
    : [here, await searchedTree(userCtx, USER_TREE, keyword ? undefined : startedModel(ctx))];
}

async function searchedTree(ctx: Context, prefix: string, model?: Model): Promise<SearchedTree> {
  const whole = await openStore(ctx);
  const viewer = await viewerOf(ctx, [whole]);
  const search = new Search(ctx, whole, model);
  return { tree: whole.shownTo(viewer), search, isAnswer: (head) => isFor(head, viewer), prefix };
}

type Model = ConstructorParameters<typeof Search>[2];

/** A chain is found once, in the words of who speaks for it. */
export function inOneVoice<F extends { head: Row; from: number }>(
  trees: readonly SearchedTree[],
  results: readonly F[],
): F[] {
  const byChain = new Map<string, F>();
  for (const one of results) {
    const { tree } = trees[one.from] as SearchedTree;
    const head = (isLive(one.head) ? tree.speaker(one.head.id) : undefined) ?? one.head;
    const key = `${one.from} ${head.id}`;
    if (!byChain.has(key)) byChain.set(key, { ...one, head });
  }
  return [...byChain.values()];
}

/** For a process that stays, before anybody asks: starts the model in its thread, and opens words and vectors. */
export async function warmUp(ctx: Context): Promise<void> {
  const search = new Search(ctx, await openStore(ctx));
  await search.prepare();
  await search.close();
}
