/** The trees in which something is looked for on somebody's behalf: the workspace's, and their own where they have one. */
import type { Context } from "../context.js";
import { startedModel } from "../search/model/started-model.js";
import { Search } from "../search/search.js";
import { openStore, type Store } from "../store/open-store.js";
import { USER_TREE, userContext } from "../store/user-tree.js";
import { hiddenIn } from "../store/viewer.js";

/** A tree that is searched. Its search needs the whole of it: what is hidden is not accepted as an answer. */
export interface SearchedTree {
  tree: Store;
  search: Search;
  /** What the one who asks may not be shown. */
  hidden: ReadonlySet<string>;
  /** Stands before the names of its files. */
  prefix: string;
}

/** The workspace's tree first. `keyword`: no model is asked for. */
export async function searchedTrees(ctx: Context, keyword: boolean): Promise<[SearchedTree, ...SearchedTree[]]> {
  const tree = await openStore(ctx);
  const here = { tree, search: new Search(ctx, tree), hidden: await hiddenIn(ctx, tree), prefix: "" };
  const own = await userContext(ctx);
  if (own === undefined) return [here];
  const users = await openStore(own);
  const search = new Search(own, users, keyword ? undefined : startedModel(ctx));
  return [here, { tree: users, search, hidden: await hiddenIn(own, users), prefix: USER_TREE }];
}

/** For a process that stays, before anybody asks: starts the model in its thread, and reads words and vectors as far as they are level with the tree. */
export async function warmUp(ctx: Context): Promise<void> {
  const search = new Search(ctx, await openStore(ctx, { untouched: true }));
  await search.prepare();
  await search.close();
}
