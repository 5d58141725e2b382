/** `tenet memories`: single facts, of the workspace and of its user. */

import { checkGroup } from "../capture/draft-memory.js";
import { GROUP_OF } from "../capture/policy/memories.js";
import type { Context } from "../context.js";
import { isApproved, isLive } from "../entry/entry.js";
import { wrongUsage } from "../errors.js";
import { groupOf } from "../store/fact-groups.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { notOneOf } from "./list.js";
import type { ListedMemories, ListedMemory } from "./recall-schemas.js";
import { USER_TREE, userContext } from "./user-tree.js";
import { memoryFields, openShown, shownTexts } from "./viewer.js";

/** How many are listed unless told. */
export const USUALLY_LISTED = 20;
const SCOPES = ["project", "user", "global", "conversation"];

export interface MemoriesInput {
  category?: string;
  scope?: string;
  group?: string;
  limit?: number;
}

function checkInput({ category, scope, group, limit }: MemoriesInput): void {
  if (category !== undefined && !Object.hasOwn(GROUP_OF, category)) {
    throw notOneOf("--category", category, Object.keys(GROUP_OF));
  }
  if (scope !== undefined && !SCOPES.includes(scope)) throw notOneOf("--scope", scope, SCOPES);
  if (group !== undefined) checkGroup(group);
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw wrongUsage("--limit is a whole number from 1");
  }
}

/** The trees that hold memories, as their reader may see them, with what stands before their files' names. */
export async function memoryTrees(ctx: Context): Promise<{ ctx: Context; tree: Store; prefix: string }[]> {
  const own = await userContext(ctx);
  const here = { ctx, tree: await openShown(ctx), prefix: "" };
  return own === undefined ? [here] : [here, { ctx: own, tree: await openShown(own), prefix: USER_TREE }];
}

/** By use, then newest, then id: the order in which memories are told. */
export function byUse(a: EntryMeta, b: EntryMeta): number {
  const uses = (b.uses ?? 0) - (a.uses ?? 0);
  return uses || Date.parse(b.timestamp) - Date.parse(a.timestamp) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Live memories that their reader may be shown, by use, then newest. What waits for review is listed with that word. */
export async function memories(ctx: Context, input: MemoriesInput = {}): Promise<ListedMemories> {
  checkInput(input);
  const { category, scope, group, limit = USUALLY_LISTED } = input;
  const found = (await memoryTrees(ctx)).flatMap(({ tree, prefix }) =>
    tree
      .where({ type: "memory" })
      .filter(
        (head) =>
          isLive(head) &&
          (category === undefined || head.category === category) &&
          (scope === undefined || (head.scope ?? "project") === scope) &&
          (group === undefined || groupOf(head.file) === group),
      )
      .map((head) => ({ head, tree, prefix })),
  );
  const shown = found.sort((a, b) => byUse(a.head, b.head)).slice(0, limit);
  return { memories: await Promise.all(shown.map(listedMemory)), total: found.length };
}

async function listedMemory(found: { head: EntryMeta; tree: Store; prefix: string }): Promise<ListedMemory> {
  const { head, tree, prefix } = found;
  return {
    id: head.id,
    text: (await shownTexts(tree, [head]))(head),
    ...memoryFields(head),
    group: groupOf(head.file),
    tier: head.tier,
    uses: head.uses ?? 0,
    seen: head.seen ?? 0,
    timestamp: head.timestamp,
    ...(isApproved(head) ? {} : defined({ review: head.review?.state })),
    file: `${prefix}${head.file}`,
    line: head.line,
    unique: tree.shortest(head.id),
  };
}
