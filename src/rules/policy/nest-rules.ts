/** Which of the rules that a plan places stand beneath others: those whose entries were answered to be exceptions. */
import { defined } from "../../text/defined.js";
import type { Evidence } from "./evidence.js";
import { generalOf, isBeneath } from "./exceptions.js";
import { type Existing, passes } from "./existing-rules.js";
import { keptOutBeside, type Newcomer } from "./new-rules.js";
import type { Placeable } from "./place-rules.js";
import { isTheirs, type Target } from "./rule.js";
import type { PlanInput } from "./rule-candidates.js";

/** A rule in force, or a new one, that asks for a place. */
export interface Item extends Placeable {
  existing?: Existing | undefined;
  newcomer?: Newcomer | undefined;
}

/** Entries that those behind a rule are exceptions to. */
function generalEntries(ids: readonly string[], behind: ReadonlyMap<string, Evidence>): string[] {
  const named = ids.flatMap((id) => behind.get(id)?.entry.exception_to ?? []);
  return [...new Set(named)].filter((id) => !ids.includes(id));
}

/** Where a rule in force would stand otherwise: beneath a rule, or beneath none. */
const standsBeneath = (general: Item | undefined): string => `rule beneath ${general?.rule.ids[0] ?? "none"}`;

/** The rule beneath which each exception shall stand. A person's own line stays where they put it. */
export function generalsOf(items: readonly Item[], input: PlanInput): Map<Item, Item> {
  const generals = new Map<Item, Item>();
  for (const item of items) {
    const named = generalEntries(item.rule.ids, input.behind);
    const isNamed = (other: Item | undefined) => other?.rule.ids.some((id) => named.includes(id)) === true;
    const before = currentGeneral(item, input);
    const known = before && items.find((other) => other.existing?.was === before);
    const wanted = isNamed(known) ? known : items.find(isNamed);
    const general = wanted === known || mayMove(item, wanted, input) ? wanted : known;
    if (general !== undefined && !isAbove(item, general, generals)) generals.set(item, general);
  }
  return generals;
}

const currentGeneral = ({ existing }: Item, { rules }: PlanInput) => existing && generalOf(existing.was, rules);

function isAbove(item: Item, other: Item | undefined, generals: ReadonlyMap<Item, Item>): boolean {
  return other !== undefined && (other === item || isAbove(item, generals.get(other), generals));
}

function mayMove({ existing, newcomer, rule }: Item, general: Item | undefined, input: PlanInput): boolean {
  const targets = general?.targets ?? [];
  if (newcomer !== undefined)
    return newcomer.group.every((one) => targets.every((target) => keptOutBeside(one, target, input) === undefined));
  if (existing === undefined || isTheirs(existing.was)) return false;
  const places = general === undefined ? [undefined] : targets.map((target) => ({ target, role: general.rule.role }));
  return places.every((place) => passes(existing.was, rule.ids, [standsBeneath(general)], input, defined({ place })));
}

/** An item as it is once it stands beneath its general rule in that one's file, or beneath none. */
export function nested(item: Item, general: Item | undefined, target: Target, input: PlanInput): Item {
  const { existing, newcomer } = item;
  const exception_to = general === undefined ? [] : beneath(item, general, input);
  const place = general === undefined ? {} : { target, role: general.rule.role };
  if (newcomer !== undefined) {
    if (general === undefined) return item;
    return { ...item, newcomer: { ...newcomer, rule: { ...newcomer.rule, ...place, exception_to } } };
  }
  if (existing === undefined) return item;
  const { was, rule, changes } = existing;
  const before = currentGeneral(item, input);
  if (general === undefined && before === undefined) return item;
  const isThere = general !== undefined && isBeneath(was, general.rule) && target === was.target;
  if (isThere) return { ...item, existing: { ...existing, move: undefined } };
  const because =
    general === undefined
      ? `It is no exception to ${before?.ids[0]} any more.`
      : `It is an exception to ${general.rule.ids[0]}.`;
  const change = { reason: "exception", because, facts: [standsBeneath(general)] } as const;
  const changed = { ...rule, ...place, exception_to };
  return { ...item, existing: { ...existing, rule: changed, changes: [...changes, change], move: undefined } };
}

/** Of the entries behind a general rule those to which an item is an exception. */
function beneath({ rule }: Item, general: Item, { behind }: PlanInput): string[] {
  return generalEntries(rule.ids, behind).filter((id) => general.rule.ids.includes(id));
}
