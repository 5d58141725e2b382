/** The memories of a context: single facts of the workspace and of its user, as the one who asks may see them. */
import { contestedWith, withNote } from "../../memory/context/choose-rules.js";
import type { ContextItem, Layer } from "../../memory/context/layer.js";
import { memoriesForContext } from "../memories/for-context.js";
import { conflictsIn, contestsOf } from "./entry-items.js";
import type { Sources } from "./sources.js";

/** More do not fit a layer. */
const MOST = 150;

/** By their group's priority, then use, then newest; each that says the opposite of a rule is marked as contested. */
export async function memoriesLayer({ ctx, tree, viewer }: Sources, above: readonly ContextItem[]): Promise<Layer> {
  const found = await memoriesForContext(ctx, tree, viewer);
  const contests = contestsOf(tree);
  const items = found.slice(0, MOST).map(({ id, tier, text }) => {
    const against = [...contests(id), ...[contestedWith(text, above)].filter((one) => one !== undefined)];
    return against.reduce<ContextItem>((item, other) => withNote(item, `contested with ${other}`), { id, tier, text });
  });
  return { name: "memories", title: "Memories", items, omitted: conflictsIn(tree, "memories") };
}
