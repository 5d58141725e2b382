/** The layer `reflexions` of a context: the last approved ones that share an entity or tag with what is asked for. */

import { sharesWords } from "../../entry/near/shared-words.js";
import type { LayerSources } from "../../recall/layer-sources.js";
import { entryItem, fullTextsOf, isShown } from "../../store/layers/entry-items.js";
import type { Layer } from "../../store/layers/policy/layer.js";

/** So many at most, the newest first. */
const MOST = 5;

/** Reflexions by words of the query that name what they are about; without a query none. */
export async function reflexionsLayer({ input, tree }: Pick<LayerSources, "input" | "tree">): Promise<Layer> {
  const { query } = input;
  const known = query === undefined ? [] : tree.where({ type: "reflexion" });
  const about = known.filter((head) => isShown(head) && sharesWords(query ?? "", head)).reverse();
  const heads = about.slice(0, MOST);
  const texts = await fullTextsOf(tree, heads);
  const items = heads.map((head) => entryItem(head, texts(head).claim));
  return { name: "reflexions", title: "What earlier runs taught about this", items };
}
