/** The memories of a context: single facts of the workspace and of its user, as the one who asks may see them. */

import type { Context } from "../context.js";
import { isApproved, isLive, type Tier } from "../entry/entry.js";
import { isFor, isRestricted, type Viewer } from "../entry/visible.js";
import { byUse } from "../recall/memories.js";
import { userContext } from "../recall/user-tree.js";
import { shownTexts } from "../recall/viewer.js";
import { groupOf, priorityOf } from "../store/fact-groups.js";
import { openStore, type Store } from "../store/open-store.js";
import { conflictsIn, contestsOf, withContests } from "./entry-items.js";
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

/** A memory as a session start prints it. */
export interface RememberedItem {
  id: string;
  tier: Tier;
  text: string;
  group: string;
  /** Of its group: higher ones first. */
  priority: number;
}

/**
 * Approved, live memories of the workspace and of its user that this viewer may be shown: by their group's priority,
 * then by use, then newest. Needs neither a model nor a YAML parser.
 */
export async function memoriesForContext(ctx: Context, tree: Store, viewer: Viewer): Promise<RememberedItem[]> {
  const own = await userContext(ctx);
  const trees = [{ where: ctx, tree }, ...(own === undefined ? [] : [{ where: own, tree: await openStore(own) }])];
  const found = trees.flatMap(({ where, tree }) => {
    const priorities = new Map<string, number>();
    const priority = (file: string) => {
      const known = priorities.get(file) ?? priorityOf(where.workspace, file);
      priorities.set(file, known);
      return known;
    };
    return tree
      .where({ type: "memory" })
      .filter((head) => isLive(head) && isApproved(head) && (!isRestricted(head) || isFor(head, viewer)))
      .map((head) => ({ head, tree, priority: priority(head.file) }));
  });
  found.sort((a, b) => b.priority - a.priority || byUse(a.head, b.head));
  return await Promise.all(
    found.map(async ({ head, tree, priority }) => ({
      id: head.id,
      tier: head.tier,
      text: (await shownTexts(tree, [head]))(head),
      group: groupOf(head.file),
      priority,
    })),
  );
}
