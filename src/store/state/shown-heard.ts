/** Reads sentences that were heard and not recorded, as far as a reader may see them. */
import type { Context } from "../../context.js";
import { type HeardSentence, isHeardFor, isPersonal } from "../../entry/heard.js";
import { TenetError } from "../../errors.js";
import { openStore, type Store } from "../open-store.js";
import { userContext } from "../user-tree.js";
import { viewerOf } from "../viewer.js";
import { openHeard } from "./heard.js";

/** Where entries that record a sentence may stand. */
async function treesHere(ctx: Context): Promise<Store[]> {
  const own = await userContext(ctx);
  return await Promise.all([ctx, ...(own === undefined ? [] : [own])].map((one) => openStore(one)));
}

/**
 * The sentences without a record, the oldest first; warns when they cannot be read. `trees`: the workspace's and the
 * reader's own, where they are open.
 */
export async function shownHeard(ctx: Context, trees?: readonly Store[]): Promise<HeardSentence[]> {
  let open: HeardSentence[];
  try {
    open = await openHeard(ctx.workspace, async () => trees ?? (await treesHere(ctx)));
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    ctx.warn(`What was heard and not recorded is not known: ${thrown.message}`);
    return [];
  }
  if (!open.some(isPersonal)) return open;
  const viewer = await viewerOf(ctx);
  return open.filter((one) => isHeardFor(one, viewer));
}
