/** `tenet memories`: single facts, of the workspace and of its user. */

import type { Context } from "../context.js";
import { isApproved, isSearched } from "../entry/gates/visible.js";
import { checkGroup, GROUP_OF } from "../entry/memory-groups.js";
import { SCOPES } from "../entry/words.js";
import { wrongUsage } from "../errors.js";
import { askedFacts, isFact, isTold } from "../store/facts/asked-facts.js";
import { groupOf } from "../store/facts/fact-groups.js";
import { groupLengths } from "../store/facts/group-length.js";
import { byFreshness } from "../store/facts/policy/rank.js";
import { recordRead } from "../store/ledger/ledger.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { USER_TREE, userContext } from "../store/user-tree.js";
import { memoryFields, openShown, shownTexts } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { besideNamed } from "./beside.js";
import { notOneOf } from "./filter.js";
import { projectFirst } from "./policy/same-key.js";
import type { ListedMemories, ListedMemory } from "./recall-schemas.js";

/** How many are listed unless told. */
export const USUALLY_LISTED = 20;

export interface MemoriesInput {
  category?: string;
  scope?: string;
  group?: string;
  limit?: number;
  /** What held then of the contact that is named, and nothing else: a day or an instant. */
  asOf?: string;
}

function checkInput({ category, scope, group, limit }: MemoriesInput): void {
  if (category !== undefined && !Object.hasOwn(GROUP_OF, category)) {
    throw notOneOf("--category", category, Object.keys(GROUP_OF));
  }
  if (scope !== undefined && !(SCOPES as readonly string[]).includes(scope)) throw notOneOf("--scope", scope, SCOPES);
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

/** Pinned ones first, then {@link byUse}. */
function pinnedFirst(a: EntryMeta, b: EntryMeta): number {
  return Number(b.pinned === true) - Number(a.pinned === true) || byUse(a, b);
}

/** By use, then newest, then id: the order in which memories are told. */
export function byUse(a: EntryMeta, b: EntryMeta): number {
  const uses = (b.uses ?? 0) - (a.uses ?? 0);
  return uses || Date.parse(b.timestamp) - Date.parse(a.timestamp) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Live memories that their reader may be shown, by use, then newest; where a contact is named, the facts about them alone, the freshest first. What waits for review is listed with that word. */
export async function memories(ctx: Context, input: MemoriesInput = {}): Promise<ListedMemories> {
  checkInput(input);
  const asked = await askedFacts(ctx, input.asOf);
  const { contact } = ctx.actor;
  const { category, scope, group } = input;
  // A group is a page, and is printed whole.
  const { limit = group === undefined ? USUALLY_LISTED : Number.POSITIVE_INFINITY } = input;
  const trees = await memoryTrees(ctx);
  const found = trees.flatMap(({ tree, prefix }) =>
    tree
      .where({ type: "memory" })
      .filter(
        (head) =>
          isSearched(head) &&
          (contact === undefined || isFact(head)) &&
          isTold(head, asked) &&
          (category === undefined || head.category === category) &&
          (scope === undefined || (head.scope ?? "project") === scope) &&
          (group === undefined || groupOf(head.file) === group),
      )
      .map((head) => ({ head, tree, prefix })),
  );
  const order = contact === undefined ? pinnedFirst : byFreshness;
  const listed = found.sort((a, b) => order(a.head, b.head)).slice(0, limit);
  const shown = projectFirst(listed, ({ head }) => head);
  await recordRead(
    ctx,
    "memories",
    shown.map(({ head }) => head.id),
  );
  const beside = await besideNamed(
    ctx,
    { trees, tells: (head) => isTold(head, asked) },
    shown.map(({ head }) => head),
  );
  const memories = await Promise.all(
    shown.map(async (one) => ({ ...(await listedMemory(one)), ...defined({ beside: beside.get(one.head.id) }) })),
  );
  const told = { memories, total: found.length };
  return group === undefined ? told : { ...told, page: await pageOf(ctx, trees, group) };
}

async function pageOf({ profile }: Context, trees: readonly { tree: Store }[], group: string) {
  const lengths = await Promise.all(trees.map(({ tree }) => groupLengths(tree, new Set([group]))));
  const characters = Math.max(0, ...lengths.flat().map((one) => one.characters));
  return { group, characters, cap: profile.caps.group_chars };
}

async function listedMemory(found: { head: EntryMeta; tree: Store; prefix: string }): Promise<ListedMemory> {
  const { head, tree, prefix } = found;
  return {
    id: head.id,
    text: (await shownTexts(tree, [head]))(head),
    ...memoryFields(head),
    group: groupOf(head.file),
    ...defined({ pinned: head.pinned, paths: head.paths }),
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
