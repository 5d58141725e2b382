/** The memories of a context: single facts, as the person who asks may see them. */
import { contestedWith, withNote } from "../../memory/context/choose-rules.js";
import type { ContextItem, Layer, Omitted } from "../../memory/context/layer.js";
import { isFor } from "../../memory/visible.js";
import { claimsOf, contestsOf, isShown, itemOf } from "./entry-items.js";
import { conflictsIn } from "./learnings-layer.js";
import type { Sources } from "./sources.js";

/** More do not fit a layer. */
const MOST = 150;

/** By use, then newest; each that says the opposite of a rule is marked as contested. */
export async function memoriesLayer({ tree, viewer }: Sources, above: readonly ContextItem[]): Promise<Layer> {
  const all = tree.where({ type: (type) => type === "memory" }).filter((head) => isShown(head) && isFor(head, viewer));
  const heads = all
    .sort((a, b) => (b.uses ?? 0) - (a.uses ?? 0) || (a.timestamp < b.timestamp ? 1 : -1))
    .slice(0, MOST);
  const claim = await claimsOf(tree, heads);
  const contests = contestsOf(tree);
  const items = heads.map((head) => {
    const item = itemOf(
      head,
      claim(head),
      contests(head.id).map((id) => `contested with ${id}`),
    );
    const rule = contestedWith(item.text, above);
    return rule === undefined ? item : withNote(item, `contested with ${rule}`);
  });
  const omitted: Omitted[] = conflictsIn(tree, "memories");
  return { name: "memories", title: "Memories", items, omitted };
}
