/** Decides which rules of a plan stand beneath others: those whose entries were answered to be exceptions. */

import type { Evidence } from "./evidence.js";
import { generalsIn, isBeneath } from "./exceptions.js";
import { type Existing, passes } from "./existing-rules.js";
import { type Newcomer, saidBeside } from "./new-rules.js";
import { type Placeable, placeRules, type Refusal } from "./place-rules.js";
import { isTheirs, type Rule, type Target } from "./rule.js";
import type { PlanInput } from "./rule-candidates.js";

/** A rule in force, or a new one, that asks for a place. */
export interface Item extends Placeable {
  existing?: Existing | undefined;
  /** The rule in force beneath which it stands. */
  beneath?: Rule | undefined;
  newcomer?: Newcomer | undefined;
}

/** Entries that those behind a rule are exceptions to. */
function generalEntries(ids: readonly string[], behind: ReadonlyMap<string, Evidence>): string[] {
  const exceptionIds = ids.flatMap((id) => behind.get(id)?.exceptionTo ?? []);
  return [...new Set(exceptionIds)].filter((id) => !ids.includes(id));
}

/** Where a rule in force would stand otherwise: beneath a rule, or beneath none. */
const standsBeneath = (general: Item | undefined): string => `rule beneath ${general?.rule.ids[0] ?? "none"}`;

/** Each placed item as it will be, with its file; and those that found no place. */
export interface PlacedItems {
  placedByItem: Map<Item, { item: Item; target: Target }>;
  crowded: ReadonlyMap<Item, Refusal>;
}

/**
 * Gives every item its place, exceptions beneath their general rules. What a cap counts is what will be printed beneath
 * nothing: where a rule comes beneath another without being planned so, or does not, all are placed again.
 */
export function placeItems(items: readonly Item[], input: PlanInput): PlacedItems {
  const refused = new Set<Item>();
  let planned: ReadonlyMap<Item, Item> = generalsOf(items, input, refused);
  for (let round = 0; ; round++) {
    const { placed, crowded, generals } = placeRules(items, input, planned);
    const before = refused.size;
    for (const [item, general] of generals) if (!mayStand(item, general, placed.get(item), input)) refused.add(item);
    if (refused.size > before) {
      planned = generalsOf(items, input, refused);
      continue;
    }
    const placedByItem = new Map(
      [...placed].map(([item, target]) => [item, { item: nested(item, generals.get(item), target, input), target }]),
    );
    const generalByItem = printedGenerals(placedByItem, items);
    const isAsPlanned =
      generalByItem.size === generals.size && [...generalByItem].every(([item, above]) => generals.get(item) === above);
    if (isAsPlanned || round >= 2 * items.length) return { placedByItem, crowded };
    planned = generalByItem;
  }
}

/** For each item, the item beneath whose rule it will be printed. */
function printedGenerals(placedByItem: PlacedItems["placedByItem"], items: readonly Item[]): Map<Item, Item> {
  const rules = new Map<Rule, Item>();
  for (const item of items) {
    const { item: next, target } = placedByItem.get(item) ?? {};
    const rule = (next?.newcomer ?? next?.existing)?.rule;
    if (rule !== undefined && target !== undefined) rules.set({ ...rule, target }, item);
  }
  const generals = new Map<Item, Item>();
  for (const [rule, general] of generalsIn([...rules.keys()])) {
    const [item, above] = [rules.get(rule), general && rules.get(general)];
    if (item !== undefined && above !== undefined) generals.set(item, above);
  }
  return generals;
}

/** The rule beneath which each exception shall stand. A person's own line stays where they put it. */
function generalsOf(items: readonly Item[], input: PlanInput, refused: ReadonlySet<Item>): Map<Item, Item> {
  const generals = new Map<Item, Item>();
  // Which rule stands beneath which, across files; kept free of circles.
  const relations = new Map<Item, Item>();
  // Most items are exceptions to nothing, and are compared with no other.
  const generalIds = new Map(
    items.flatMap((item) => {
      const ids = generalEntries(item.rule.ids, input.behind);
      return ids.length === 0 ? [] : [[item, ids] as const];
    }),
  );
  const isNamed = (item: Item, other: Item) => other.rule.ids.some((id) => generalIds.get(item)?.includes(id) === true);
  for (const item of items) {
    if (item.rule.exception_to === undefined) continue;
    const standing = item.beneath && items.find(({ existing }) => existing?.was === item.beneath);
    const general = [standing, ...items].find((other) => other && other !== item && isBeneath(item.rule, other.rule));
    // Relations without an answer are dropped first: the opposite one may hold now.
    if (general === undefined || (!isNamed(item, general) && mayBeAlone(item, input))) continue;
    relations.set(item, general);
    if (general === standing && !refused.has(item)) generals.set(item, general);
  }
  for (const item of generalIds.keys()) {
    const current = generals.get(item);
    if (refused.has(item) || (current !== undefined && isNamed(item, current))) continue;
    const namedGeneral = items.find((other) => isNamed(item, other) && !isAbove(item, other, relations));
    if (namedGeneral === undefined) continue;
    generals.set(item, namedGeneral);
    relations.set(item, namedGeneral);
  }
  return generals;
}

/** Does one item stand above another, or is it that one? */
function isAbove(item: Item, other: Item, relations: ReadonlyMap<Item, Item>): boolean {
  const visitedItems = new Set<Item>();
  for (let next: Item | undefined = other; next !== undefined && !visitedItems.has(next); next = relations.get(next)) {
    if (next === item) return true;
    visitedItems.add(next);
  }
  return false;
}

/** Whether an exception may come beneath its general rule, in the file where that one stands. */
function mayStand(
  { existing, newcomer, rule }: Item,
  general: Item,
  target: Target | undefined,
  input: PlanInput,
): boolean {
  if (target === undefined) return false;
  if (newcomer !== undefined) return newcomer.group.every((one) => saidBeside(one, target, input) === undefined);
  if (existing === undefined) return false;
  if (target === existing.was.target && isBeneath(existing.was, general.rule)) return true;
  const place = { target, role: general.rule.role };
  return !isTheirs(existing.was) && passes(existing.was, rule.ids, [standsBeneath(general)], input, { place });
}

/** Whether a rule may stand beneath none from now on. */
function mayBeAlone({ existing, rule }: Item, input: PlanInput): boolean {
  return (
    existing !== undefined &&
    !isTheirs(existing.was) &&
    passes(existing.was, rule.ids, [standsBeneath(undefined)], input)
  );
}

/** An item as it is once it stands beneath its general rule in that one's file, or beneath none. */
function nested(item: Item, general: Item | undefined, target: Target, input: PlanInput): Item {
  const { existing, newcomer } = item;
  const exception_to = general === undefined ? [] : entriesAbove(item, general, input);
  const place = general === undefined ? {} : { target, role: general.rule.role };
  if (newcomer !== undefined) {
    if (general === undefined) return item;
    return { ...item, newcomer: { ...newcomer, rule: { ...newcomer.rule, ...place, exception_to } } };
  }
  if (existing === undefined) return item;
  const { was, rule, changes } = existing;
  if (isTheirs(was) || (general === undefined && !isOutdated(item, input))) return item;
  const isThere = general !== undefined && isBeneath(was, general.rule) && target === was.target;
  if (isThere) return item;
  const because =
    general === undefined
      ? `It is no exception to ${was.exception_to?.[0]} any more.`
      : `It is an exception to ${general.rule.ids[0]}.`;
  const change = { reason: "exception", because, facts: [standsBeneath(general)] } as const;
  const changed = { ...rule, ...place, exception_to };
  return { ...item, existing: { ...existing, rule: changed, changes: [...changes, change] } };
}

/** An answer was taken back since, and the rule may say so: it would stand beneath the other one again wherever that comes. */
function isOutdated(item: Item, input: PlanInput): boolean {
  const { exception_to = [] } = item.existing?.was ?? {};
  const generalIds = generalEntries(item.rule.ids, input.behind);
  return exception_to.length > 0 && !exception_to.some((id) => generalIds.includes(id)) && mayBeAlone(item, input);
}

/** Of the entries behind a general rule those to which an item is an exception. */
function entriesAbove({ rule }: Item, general: Item, { behind }: PlanInput): string[] {
  return generalEntries(rule.ids, behind).filter((id) => general.rule.ids.includes(id));
}
