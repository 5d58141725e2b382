/** What the first search of a process that stays needs, read before anybody asks. */
import type { Context } from "../context.js";
import { openSearch } from "../search/search.js";
import { openStore } from "../store/open-store.js";

/** Starts the model in its thread, and reads words and vectors as far as they are level with the tree. */
export async function warmUp(ctx: Context): Promise<void> {
  const search = openSearch(ctx, await openStore(ctx, { untouched: true }));
  await search.prepare();
  await search.close();
}
