/** `tenet list --type memory`: lists single facts of the workspace and of its user. Called by the command and the MCP tools. */

import type { Context } from "../context.js";
import { isApproved, isSearched } from "../entry/gates/visible.js";
import { CATEGORIES, SCOPES } from "../entry/words.js";
import { wrongUsage } from "../errors.js";
import { askedFacts, isFact, isTold } from "../store/contacts/asked-facts.js";
import { GROUP_CHARACTERS, groupLengths, groupNamed, groupOf } from "../store/contacts/fact-groups.js";
import { memoryTrees } from "../store/home.js";
import { silentIn } from "../store/open-pairs.js";
import type { Row, Store } from "../store/open-store.js";
import { recordRead } from "../store/state/ledger.js";
import { warnOfUnread } from "../store/unread.js";
import { categoryOf, memoryFields, shownText } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { besideNamed } from "./beside.js";
import { notOneOf } from "./filter.js";
import { byFreshness } from "./policy/rank.js";
import { projectFirst } from "./policy/same-key.js";
import type { ListedMemories, ListedMemory } from "./recall-schemas.js";

/** The default limit. */
export const USUALLY_LISTED = 20;

export interface MemoriesInput {
  category?: string;
  scope?: string;
  group?: string;
  limit?: number;
  /** Only facts about the named contact that held then: a day or an instant. */
  asOf?: string;
}

function checkInput({ category, scope, limit }: MemoriesInput): void {
  if (category !== undefined && !(CATEGORIES as readonly string[]).includes(category)) {
    throw notOneOf("--category", category, CATEGORIES);
  }
  if (scope !== undefined && !(SCOPES as readonly string[]).includes(scope)) throw notOneOf("--scope", scope, SCOPES);
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw wrongUsage("--limit is a whole number from 1");
  }
}

/** Pinned ones first, then {@link byUse}. */
function pinnedFirst(a: Row, b: Row): number {
  return Number(b.pinned === true) - Number(a.pinned === true) || byUse(a, b);
}

/** By use, then newest, then id: the order in which memories are printed. */
export function byUse(a: Row, b: Row): number {
  const uses = (b.uses?.length ?? 0) - (a.uses?.length ?? 0);
  return uses || Date.parse(b.timestamp) - Date.parse(a.timestamp) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * Live memories that the reader may see, by use, then newest. With a contact only the facts about them, the freshest
 * first. A memory that waits for review is marked.
 */
export async function memories(ctx: Context, input: MemoriesInput = {}): Promise<ListedMemories> {
  checkInput(input);
  const askedTime = await askedFacts(ctx, input.asOf);
  const { contact } = ctx.actor;
  const { category, scope } = input;
  const group = input.group === undefined ? undefined : await groupNamed(ctx, input.group);
  // A group is one page, printed whole.
  const { limit = group === undefined ? USUALLY_LISTED : Number.POSITIVE_INFINITY } = input;
  const trees = await memoryTrees(ctx);
  const silent = new Set(trees.flatMap(({ tree }) => silentIn(tree)).map(({ id }) => id));
  const matchingMemories = trees.flatMap(({ tree, prefix }) =>
    tree
      .where({ type: category === "correction" ? ["memory", "correction"] : "memory" })
      .filter(
        (head) =>
          isSearched(head) &&
          !silent.has(head.id) &&
          (contact === undefined || isFact(head)) &&
          isTold(head, askedTime) &&
          (category === undefined || categoryOf(head) === category) &&
          (scope === undefined || (head.scope ?? "project") === scope) &&
          (group === undefined || groupOf(head.file) === group),
      )
      .map((head) => ({ head, tree, prefix })),
  );
  const order = contact === undefined ? pinnedFirst : byFreshness;
  const limitedMemories = matchingMemories.sort((a, b) => order(a.head, b.head)).slice(0, limit);
  const orderedMemories = projectFirst(limitedMemories, ({ head }) => head);
  recordRead(
    ctx,
    "memories",
    orderedMemories.map(({ head }) => head.id),
  );
  const besideById = await besideNamed(
    ctx,
    { trees, tells: (head) => isTold(head, askedTime) },
    orderedMemories.map(({ head }) => head),
  );
  const memories = await Promise.all(
    orderedMemories.map(async (one) => ({
      ...listedMemory(one),
      ...defined({ beside: besideById.get(one.head.id) }),
    })),
  );
  const unread = warnOfUnread(ctx, trees);
  const answer = { memories, total: matchingMemories.length, ...defined({ unread }) };
  return group === undefined ? answer : { ...answer, page: pageOf(trees, group) };
}

function pageOf(trees: readonly { tree: Store }[], group: string) {
  const lengths = trees.flatMap(({ tree }) => groupLengths(tree)).filter((one) => one.group === group);
  const characters = Math.max(0, ...lengths.map((one) => one.characters));
  return { group, characters, cap: GROUP_CHARACTERS };
}

function listedMemory(memory: { head: Row; tree: Store; prefix: string }): ListedMemory {
  const { head, tree, prefix } = memory;
  return {
    id: head.id,
    text: shownText(head),
    ...memoryFields(head),
    group: head.type === "memory" ? groupOf(head.file) : "corrections",
    ...defined({ pinned: head.pinned, paths: head.paths }),
    tier: head.tier,
    uses: head.uses?.length ?? 0,
    seen: head.repeats,
    timestamp: head.timestamp,
    ...(isApproved(head) ? {} : defined({ review: head.review?.state })),
    file: `${prefix}${head.file}`,
    line: head.line,
    unique: tree.shortest(head.id),
  };
}
