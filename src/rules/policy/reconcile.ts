/** Turns what has proved itself and the rules in force into operations as data. On an unchanged tree: only `keep`. */

import type { Declined, Operation } from "../versions/version.js";
import { contradicted } from "./contradicting.js";
import { type Crowded, crowdedOut } from "./fit.js";
import { type Departure, OperationLog } from "./gathered.js";
import { type Newcomer, newcomers } from "./newcomers.js";
import { lookupsFor, type PlanLookups } from "./pass.js";
import { blockedBecause, groundsOf, type LeftOut, leaves, type Planned, type ReconcileInput } from "./planned.js";
import { isDecided, type Rule } from "./rule.js";
import { updateExistingRules } from "./standing-rules.js";

export type { Candidate, LeftOut, ReconcileInput, Wording } from "./planned.js";

export interface Reconciled {
  operations: Operation[];
  left: LeftOut[];
}

/** Rules as one round leaves them, and those that left. */
interface Round {
  planned: Planned[];
  removed: Departure[];
  left: LeftOut[];
}

/** More rounds than entries ever needed: each one only looks at what the one before it made room for. */
const MOST_ROUNDS = 12;

/**
 * Rules whose ground is gone leave, entries that qualify are added or update the rule they belong to, what is
 * contradicted leaves or stays out, and what does not fit leaves by weight. As one of these may make another possible,
 * it is done until nothing changes, and told as one operation a rule.
 */
export function reconcile(input: ReconcileInput): Reconciled {
  const gathered = new OperationLog();
  const lookups = lookupsFor(input);
  const inForce = new Set(input.rules.flatMap(({ ids }) => ids));
  let { rules } = input;
  let declined = input.declined;
  for (let round = 1; ; round++) {
    const { planned, removed, left } = oneRound({ ...input, ...lookups, rules, declined });
    const isSettled = removed.length === 0 && planned.every(({ operation }) => operation.op === "keep");
    if (isSettled || round === MOST_ROUNDS) return gathered.told(planned, left);
    gathered.add(planned, removed);
    rules = planned.map(({ rule }) => rule);
    declined = [...declined, ...removed.flatMap(({ operation }) => remembered(operation, inForce))];
  }
}

/**
 * What left for want of room comes back only on new evidence. Entries that a rule in force was given on the way are told
 * of by no operation: they are free to stand elsewhere, in this pass as in the next.
 */
function remembered({ reason, target, ids, evidence }: Operation, inForce: ReadonlySet<string>): Declined[] {
  if (reason !== "evicted") return [];
  const told = ids.filter((id) => inForce.has(id));
  return [{ op: "add", target, ids: told.length === 0 ? ids : told, evidence, version: "", how: "evicted" }];
}

function oneRound(pass: PlanLookups): Round {
  const found: Found = { out: new Map(), displaced: new Map(), unmoved: new Set(), evicted: new Map() };
  for (;;) {
    const round = attempted(pass, found);
    if (round !== undefined) return round;
  }
}

/** What was found out on the way: each finding begins the pass anew, with less to find. */
interface Found {
  /** New rules that stay out, by what they say. */
  out: Map<string, string>;
  /** Rules in force that leave for a new one. */
  displaced: Map<Rule, { by: string; operation: Operation }>;
  /** Rules for which there is no room where a stronger reason would put them. */
  unmoved: Set<Rule>;
  /** Rules in force for which there is no room at all. */
  evicted: Map<Rule, Operation>;
}

/** Undefined: something was found that changes the rest. */
function attempted(pass: PlanLookups, found: Found): Round | undefined {
  const left: LeftOut[] = [];
  const { planned: stand, removed } = updateExistingRules(
    pass.rules.filter((rule) => !found.displaced.has(rule) && !found.evicted.has(rule)),
    pass,
    found.unmoved,
  );
  const gone = new Set([...found.displaced.keys(), ...found.evicted.keys()].flatMap(({ ids }) => ids));
  const fresh = newcomers(pass, gone, stand, left).filter(({ rule, entries }) => {
    const because = found.out.get(rule.text);
    if (because !== undefined) for (const id of entries) left.push({ id, because });
    return because === undefined;
  });
  const crowded = crowdedOut([...stand, ...fresh], { ...pass, mayLeave: (one) => mayLeave(one, pass) });
  const out = new Map(crowded.map((one) => [one.planned, one]));
  const isIn = (one: Planned) => !out.has(one);
  if (crampedMoves(found, crowded)) return undefined;
  if (roomless(found, fresh, isIn) || clashing(pass, found, stand.filter(isIn), fresh.filter(isIn))) {
    // There is other room now.
    found.unmoved.clear();
    found.evicted.clear();
    return undefined;
  }
  if (evicting(found, crowded, pass)) return undefined;
  for (const one of fresh) {
    const because = out.get(one)?.because;
    if (because !== undefined) for (const id of one.entries) left.push({ id, because });
  }
  const displaced = [...found.displaced].map(([rule, { operation }]): Departure => ({ rule, operation }));
  const evicted = [...found.evicted].map(([rule, operation]): Departure => ({ rule, operation }));
  return {
    planned: [...stand, ...fresh.filter(isIn).map(settled)],
    removed: [...removed, ...displaced, ...evicted],
    left,
  };
}

/** A new rule as the next round finds it. */
function settled({ rule, operation }: Newcomer): Planned {
  const { stands_by, worded_from } = operation;
  const marks = { ...(stands_by && { stands_by }), ...(worded_from && { worded_from }) };
  return { rule: { ...rule, ...marks }, operation };
}

/** A rule without room where it should move to stays where it is. True when one was found. */
function crampedMoves({ unmoved }: Found, crowded: readonly Crowded[]): boolean {
  const moved = crowded.flatMap(({ planned: { was, rule } }) =>
    was === undefined || was.target === rule.target ? [] : was,
  );
  for (const rule of moved) unmoved.add(rule);
  return moved.length > 0;
}

/** Rules in force without room leave, and what they held is free. True when one was found. */
function evicting({ evicted }: Found, crowded: readonly Crowded[], pass: PlanLookups): boolean {
  const before = evicted.size;
  for (const one of crowded) {
    const { was } = one.planned;
    if (was !== undefined) evicted.set(was, eviction(was, one.because, pass));
  }
  return evicted.size > before;
}

/** A new rule without room takes nothing away: what left for it stays, and it is out. True when one was found. */
function roomless(found: Found, fresh: readonly Newcomer[], isIn: (one: Planned) => boolean): boolean {
  let any = false;
  for (const [rule, { by }] of [...found.displaced]) {
    const newcomer = fresh.find((one) => one.rule.text === by);
    if (newcomer !== undefined && isIn(newcomer)) continue;
    found.displaced.delete(rule);
    found.out.set(by, "It would replace another rule, and there is no room for it.");
    any = true;
  }
  return any;
}

/** Holds the new rules against the others, those that go before first. True when one is out or takes another's place. */
function clashing(pass: PlanLookups, found: Found, stand: readonly Planned[], fresh: readonly Newcomer[]): boolean {
  const before: Newcomer[] = [];
  let any = false;
  for (const newcomer of fresh) {
    const clash = contradicted(newcomer, stand, before, pass);
    if ("refused" in clash) {
      found.out.set(newcomer.rule.text, clash.refused);
      any = true;
      continue;
    }
    before.push(newcomer);
    for (const { rule, operation } of clash.displaced) {
      if (found.displaced.has(rule)) continue;
      found.displaced.set(rule, { by: newcomer.rule.text, operation });
      any = true;
    }
  }
  return any;
}

/** Its facts are put together when they are asked for: most rules are looked at and stay. */
function eviction(rule: Rule, because: string, { behind }: ReconcileInput): Operation {
  const grounds = groundsOf(rule.ids, behind);
  const { op, target, text, ids, reason, tier, support } = leaves(rule, {
    reason: "evicted",
    because,
    evidence: "",
    tier: grounds.tier,
  });
  const evidence = () => grounds.evidence;
  return {
    op,
    target,
    text,
    ids,
    reason,
    because,
    tier,
    support,
    get evidence() {
      return evidence();
    },
  };
}

/** New and moved rules need room; of those that stand only such as no person let in, and whose eviction was not turned down. */
function mayLeave({ was, rule }: Planned, input: ReconcileInput): boolean {
  if (was === undefined || was.target !== rule.target) return true;
  return !isDecided(was) && blockedBecause(input, eviction(was, "", input), was) === undefined;
}
