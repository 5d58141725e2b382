/**
 * Turns what has proved itself and the rules in force into operations as data: the desired rules, and the difference to
 * those in force. On an unchanged tree, and once it is carried out, it only keeps.
 */
import type { LeftOut } from "../text/digest-schemas.js";
import type { Operation } from "../versions/version.js";
import { blockedBecause, evictedIn } from "./declined.js";
import { hashOfFacts } from "./evidence.js";
import { type Departure, type Existing, RuleIndex, updateExistingRules } from "./existing-rules.js";
import type { RemovalReason } from "./expiry.js";
import { type Newcomer, newRules, type Qualifying, qualifying } from "./new-rules.js";
import { adding, changing, removing } from "./operations.js";
import { type Placeable, placeRules, weightOfRule } from "./place-rules.js";
import { isDecided, isOwners, isTheirs, type Rule } from "./rule.js";
import { groundsOf, joinedFacts, lookupsFor, type PlanInput, type PlanLookups } from "./rule-candidates.js";

export interface PlannedRules {
  operations: Operation[];
  /** Entries that qualify and stay out. */
  left: LeftOut[];
}

/**
 * Rules whose ground is gone leave, entries that qualify are added or update the rule they belong to, what is
 * contradicted leaves or stays out, and what does not fit leaves by weight. What leaves makes room, frees its words and
 * its entries: the rest is planned again without it, until nothing more leaves.
 */
export function planRules(input: PlanInput): PlannedRules {
  const lookups = lookupsFor(input);
  const candidates = qualifying(input);
  const removals: Operation[] = [];
  let { rules, declined } = input;
  for (;;) {
    const desired = desiredRules({ ...input, rules, declined }, lookups, candidates);
    if (desired.leaving.length === 0) return { operations: [...removals, ...desired.operations], left: desired.left };
    const gone = desired.leaving.map(({ rule, why }) => removing(rule, why));
    removals.push(...gone);
    declined = [...declined, ...evictedIn("", gone)];
    rules = rules.filter((rule) => !desired.leaving.some((one) => one.rule === rule));
  }
}

interface Item extends Placeable {
  existing?: Existing | undefined;
  newcomer?: Newcomer | undefined;
}

/** The rules as they shall be, as operations; where rules leave, these come first. */
function desiredRules(
  input: PlanInput,
  lookups: PlanLookups,
  candidates: { those: readonly Qualifying[]; left: readonly LeftOut[] },
): PlannedRules & { leaving: Departure[] } {
  const { rules, leaving } = updateExistingRules(input, lookups);
  if (leaving.length > 0) return { leaving, operations: [], left: [] };
  const index = new RuleIndex(rules);
  const { newcomers, left } = newRules(candidates.those, index, input);
  const items = [
    ...rules.map((existing) => existingItem(existing, input)),
    ...newcomers.map((newcomer): Item => ({ ...itemOf(newcomer.rule, input), newcomer })),
  ];
  const { placed, out } = placeRules(items, input, (one, by, says) => {
    const { evidence, tier } = contradictedBy(by, one, says, input);
    return blockedBecause(input, { op: "delete", ids: one.rule.ids, tier }, () => evidence, one.existing?.was);
  });
  const operations = items.flatMap((one): Operation[] => {
    const target = placed.get(one);
    if (target === undefined) return [];
    return [
      one.newcomer === undefined ? changing(one.existing as Existing, target, input) : adding(one.newcomer, input),
    ];
  });
  for (const [one, { by, because }] of out) {
    if (one.existing === undefined) continue;
    const why = by === undefined ? crowdedOut(one.rule, because, input) : contradictedBy(by, one, because, input);
    leaving.push({ rule: one.existing.was, why });
  }
  const unfit = candidates.left.filter(({ id }) => !index.behind(id));
  const below = items.flatMap((one) =>
    one.newcomer === undefined ? [] : leftOut(one.newcomer, out.get(one)?.because),
  );
  return { leaving, operations, left: [...unfit, ...left, ...below] };
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
  const { tier, said } = groundsOf(rule.ids, input.behind);
  const weight = weightOfRule(rule, input.behind, input.now);
  const targets = [rule.target];
  const isPeoples = isOwners(rule, (id) => input.behind.get(id)?.entry);
  // Who repeats an owner's words makes them no less the owner's.
  const authority = isPeoples ? "owner" : tier;
  return { rule, isInForce: false, isFixed: false, isSafe: false, isPeoples, targets, tier: authority, said, weight };
}

function existingItem(existing: Existing, input: PlanInput): Item {
  const { was, rule, move } = existing;
  const grounds = groundsOf(rule.ids, input.behind);
  const op = { op: "delete", ids: rule.ids, tier: grounds.tier } as const;
  const item = itemOf(rule, input);
  // What stands instead of a person's line is theirs to judge.
  const isPeoples = isDecided(was) || was.decided_by?.instead_of !== undefined || item.isPeoples;
  const isSafe = isPeoples || blockedBecause(input, op, () => grounds.evidence, was) !== undefined;
  const targets = move === undefined ? [rule.target] : [move.target, rule.target];
  return { ...item, existing, isInForce: true, isFixed: isTheirs(was), isSafe, isPeoples, targets };
}

function crowdedOut({ ids }: Rule, because: string, { behind }: PlanInput): RemovalReason {
  const { evidence, tier } = groundsOf(ids, behind);
  return { reason: "evicted", because, evidence, tier };
}

/** Why a rule in force leaves for another one. */
function contradictedBy(by: Item, { rule, said }: Item, says: string, { behind }: PlanInput): RemovalReason {
  const { evidence, tier } = groundsOf(by.rule.ids, behind);
  const id = by.newcomer?.group[0].id ?? by.rule.ids[0];
  const how = by.said > said ? "newer" : "trusted more";
  return {
    reason: "contradicted",
    because: `${id} is ${how} and says otherwise: "${by.rule.text}". ${says}`,
    evidence: joinedFacts([evidence, hashOfFacts([`against ${rule.text}`])]),
    tier,
  };
}
