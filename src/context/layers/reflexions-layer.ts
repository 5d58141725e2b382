/**
 * The layer `reflexions`: the newest approved ones whose entities or tags are in the query. Called by
 * `make-context.ts`.
 */

import { sharesWords } from "../../capture/policy/shared-words.js";
import type { LayerSources } from "../../recall/layer-sources.js";
import { entryItem, fullText, isShown } from "../entry-items.js";
import type { Layer } from "../policy/layer.js";

/** The largest number of reflexions. */
const MOST = 5;

/** Reflexions whose entities or tags are words of the query; empty without a query. */
export async function reflexionsLayer({ input, tree }: Pick<LayerSources, "input" | "tree">): Promise<Layer> {
  const { query } = input;
  const reflexionHeads = query === undefined ? [] : tree.where({ type: "reflexion" });
  const matchingHeads = reflexionHeads.filter((head) => isShown(head) && sharesWords(query ?? "", head)).reverse();
  const heads = matchingHeads.slice(0, MOST);
  const items = heads.map((head) => entryItem(head, fullText(tree, head).claim));
  return { name: "reflexions", title: "What earlier runs taught about this", items };
}
