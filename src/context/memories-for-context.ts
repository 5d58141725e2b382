/** What is remembered, for the start of a session. */
import type { Context } from "../context.js";
import { isApproved, isLive, type Tier } from "../entry/entry.js";
import { isFor, isRestricted, type Viewer } from "../entry/visible.js";
import { byUse, wholeText } from "../recall/memories.js";
import { userContext } from "../recall/user-tree.js";
import { groupOf, priorityOf } from "../store/fact-groups.js";
import { openStore, type Store } from "../store/open-store.js";

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
      .where({ type: (type) => type === "memory" })
      .filter((head) => isLive(head) && isApproved(head) && (!isRestricted(head) || isFor(head, viewer)))
      .map((head) => ({ head, tree, priority: priority(head.file) }));
  });
  found.sort((a, b) => b.priority - a.priority || byUse(a.head, b.head));
  return await Promise.all(
    found.map(async ({ head, tree, priority }) => ({
      id: head.id,
      tier: head.tier,
      text: await wholeText(tree, head),
      group: groupOf(head.file),
      priority,
    })),
  );
}
