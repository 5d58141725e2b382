/** The memories of a context: single facts of the workspace and of its user, as the one who asks may see them. */

import { conflictsIn, contestsOf, withContests } from "./entry-items.js";
import { memoriesForContext } from "./memories-for-context.js";
import type { ContextItem, Layer } from "./policy/layer.js";
import type { Sources } from "./sources.js";

/** More do not fit a layer. */
const MOST = 150;

/** By their group's priority, then use, then newest; each that says the opposite of a rule is marked as contested. */
export async function memoriesLayer(sources: Sources, above: readonly ContextItem[]): Promise<Layer> {
  const { ctx, tree, viewer } = sources;
  const found = await memoriesForContext(ctx, tree, viewer);
  const contests = contestsOf(tree);
  const items = found.slice(0, MOST).map(({ id, tier, text }): ContextItem => {
    const against = contests(id).map((other) => `contested with ${other}`);
    return { id, tier, text, ...(against.length === 0 ? {} : { note: against.join(", ") }) };
  });
  const marked = withContests(sources, items, above, above.length);
  return { name: "memories", title: "Memories", items: marked, omitted: conflictsIn(tree, "memories") };
}
