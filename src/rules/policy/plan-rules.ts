/**
 * Turns what has proved itself and the rules in force into operations as data: the desired rules, and the difference to
 * those in force. On an unchanged tree, and once it is carried out, it only keeps.
 */

import type { LeftOut } from "../text/digest-schemas.js";
import { blockedBecause, evictedIn } from "./declined.js";
import { generalsIn } from "./exceptions.js";
import { type Departure, type Existing, groundedRules, RuleIndex, updatedRules } from "./existing-rules.js";
import type { RemovalReason } from "./expiry.js";
import { type Item, placeItems } from "./nest-rules.js";
import { type Newcomer, newRules, type Qualifying, qualifying } from "./new-rules.js";
import { adding, changing, removing } from "./operations.js";
import { weightOfRule } from "./place-rules.js";
import { isDecided, isOwners, isTheirs, type Rule } from "./rule.js";
import { type CandidatesSaying, candidatesSaying, groundsOf, type PlanInput } from "./rule-candidates.js";
import type { Operation } from "./version.js";

export interface PlannedRules {
  operations: Operation[];
  /** Entries that qualify and stay out. */
  left: LeftOut[];
}

/**
 * Plans the operations of a digest. Rules without evidence leave; qualifying entries become rules or update theirs; rules
 * that do not fit leave by tier and weight. After such an eviction the rest is planned once more, since the words and
 * entries of the evicted rule are free. Two entries of which one replaces the other never both have a rule, because only
 * one of them is live.
 */
export function planRules(input: PlanInput): PlannedRules {
  const sayingThis = candidatesSaying(input);
  const candidates = qualifying(input);
  const { staying, leaving } = groundedRules(input);
  const removals = leaving.map(({ rule, why }) => removing(rule, why));
  let { declined } = input;
  for (let rules = staying; ; ) {
    const desired = desiredRules(
      { ...input, rules: rules.map(({ was }) => was), declined },
      rules,
      sayingThis,
      candidates,
    );
    if (desired.leaving.length === 0) return { operations: [...removals, ...desired.operations], left: desired.left };
    const removalsNow = desired.leaving.map(({ rule, why }) => removing(rule, why));
    removals.push(...removalsNow);
    declined = [...declined, ...evictedIn("", removalsNow)];
    rules = rules.filter(({ was }) => !desired.leaving.some(({ rule }) => rule === was));
  }
}

/** The rules as they shall be, as operations; or the rules that find no place. */
function desiredRules(
  input: PlanInput,
  standing: readonly Existing[],
  sayingThis: CandidatesSaying,
  candidates: { those: readonly Qualifying[]; left: readonly LeftOut[] },
): PlannedRules & { leaving: Departure[] } {
  const leaving: Departure[] = [];
  const rules = updatedRules(standing, input, sayingThis);
  const index = new RuleIndex(rules);
  const { newcomers, left } = newRules(candidates.those, index, input);
  const above = generalsIn(input.rules);
  const items: Item[] = [
    ...rules.map((existing) => ({ ...existingItem(existing, input), beneath: above.get(existing.was) })),
    ...newcomers.map((newcomer): Item => ({ ...itemOf(newcomer.rule, input), newcomer })),
  ];
  const { placedByItem, crowded } = placeItems(items, input);
  const operations = items.flatMap((item): Operation[] => {
    const { item: next, target } = placedByItem.get(item) ?? {};
    if (next === undefined || target === undefined) return [];
    const { newcomer, existing } = next;
    return [newcomer === undefined ? changing(existing as Existing, target, input) : adding(newcomer, input)];
  });
  for (const [one, { because }] of crowded) {
    if (one.existing === undefined) continue;
    leaving.push({ rule: one.existing.was, why: crowdedOut(one.rule, because, input) });
  }
  const unfit = candidates.left.filter(({ id }) => !index.behind(id));
  const crowdedLines = items.flatMap((one) =>
    one.newcomer === undefined ? [] : leftOut(one.newcomer, crowded.get(one)?.because),
  );
  return { leaving, operations, left: [...unfit, ...left, ...crowdedLines] };
}

/** Entries of a new rule that stay out: all of them where it finds no place. */
function leftOut({ rule, group, below }: Newcomer, because: string | undefined): LeftOut[] {
  const says =
    because === undefined
      ? `A rule that is trusted more in ${rule.target} says it already.`
      : `${group[0].id} says the same and is trusted more.`;
  const all = because === undefined ? [] : group.map(({ id }) => ({ id, because }));
  return [...all, ...below.map((id) => ({ id, because: says }))];
}

function itemOf(rule: Rule, input: PlanInput): Item {
  const weight = weightOfRule(rule, input.behind, input.now);
  const isPeoples = isOwners(rule, (id) => input.behind.get(id)?.entry);
  const { tier } = groundsOf(rule.ids, input.behind);
  return { rule, isSafe: false, isPeoples, tier, weight };
}

function existingItem(existing: Existing, input: PlanInput): Item {
  const { was, rule } = existing;
  const grounds = groundsOf(rule.ids, input.behind);
  const op = { op: "delete", ids: rule.ids, tier: grounds.tier } as const;
  const item = itemOf(rule, input);
  // People decide about what stands instead of a person's line.
  const isPeoples = isDecided(was) || was.decided_by?.instead_of !== undefined || item.isPeoples;
  const isSafe = isPeoples || blockedBecause(input, op, () => grounds.evidence, was) !== undefined;
  return { ...item, existing, isSafe, isPeoples, stays: isTheirs(was) };
}

function crowdedOut({ ids }: Rule, because: string, { behind }: PlanInput): RemovalReason {
  const { evidence, tier } = groundsOf(ids, behind);
  return { reason: "evicted", because, evidence, tier };
}
