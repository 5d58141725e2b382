/** What becomes of a rule in force: it leaves, gains or loses entries, is worded anew, moves, or stands. */
import { compareTiers, leastTrusted } from "../../entry/tiers.js";
import type { ChangeReason, Operation } from "../versions/version.js";
import { hashOfFacts } from "./evidence.js";
import type { Departure } from "./gathered.js";
import { expiryOf, type Leaving, type Shrinking } from "./leaving.js";
import type { PlanLookups } from "./pass.js";
import {
  blockedBecause,
  type Candidate,
  givenFor,
  groundsOf,
  idsOf,
  joinedFacts,
  kept,
  leaves,
  ownLine,
  type Planned,
} from "./planned.js";
import { blockersOf, outranks, type Qualified } from "./qualify.js";
import { isTheirs, type Rule, saysSame } from "./rule.js";

/** What changes of a rule, each part with its sentence and the fact by which a refusal of it is remembered. */
interface Changes {
  rule: Rule;
  next: Rule;
  /** Why some of its entries no longer count. */
  lost?: Leaving | undefined;
  reasons: ChangeReason[];
  because: string[];
  facts: string[];
}

/** What the rules in force hold between them: no entry stands behind two of them, and no two say the same. */
class RuleIndex {
  readonly #pass: PlanLookups;
  readonly #ids = new Map<string, Rule>();
  readonly #sayings = new Map<string, Rule>();

  constructor(pass: PlanLookups, rules: readonly Rule[]) {
    this.#pass = pass;
    for (const rule of rules) {
      this.#sayings.set(pass.saying(rule.text), rule);
      for (const id of rule.ids) if (!this.#ids.has(id)) this.#ids.set(id, rule);
    }
  }

  holds(id: string): boolean {
    return this.#ids.has(id);
  }

  /** True when the entry belongs to a rule, itself or by its chain. */
  covers({ evidence }: Candidate): boolean {
    return [evidence.id, ...evidence.chain].some((id) => this.#ids.has(id));
  }

  take(rule: Rule, ids: readonly string[]): void {
    for (const id of ids) this.#ids.set(id, rule);
  }

  /** Whether a line may say this now: it does already, or no other says it. */
  maySay(rule: Rule, text: string): boolean {
    return (this.#sayings.get(this.#pass.saying(text)) ?? rule) === rule;
  }

  say(rule: Rule, text: string): void {
    this.#sayings.set(this.#pass.saying(text), rule);
  }

  leave(rule: Rule): void {
    for (const [id, held] of this.#ids) if (held === rule) this.#ids.delete(id);
    for (const [saying, held] of this.#sayings) if (held === rule) this.#sayings.delete(saying);
  }
}

const FIRST_NAMED: readonly ChangeReason[] = ["stronger", "reworded", "repeated"];

export interface Stood {
  planned: Planned[];
  removed: Departure[];
}

/**
 * The next state of every rule in force, or its deletion. `unmoved`: rules for which there is no room where a stronger
 * reason puts them.
 */
export function updateExistingRules(rules: readonly Rule[], pass: PlanLookups, unmoved: ReadonlySet<Rule>): Stood {
  const house = new RuleIndex(pass, rules);
  const removed: Departure[] = [];
  const open = rules.flatMap((rule): Changes[] => {
    const changes: Changes = { rule, next: rule, reasons: [], because: [], facts: [] };
    const verdict = isTheirs(rule) ? undefined : expiryOf(rule, pass.behind, pass.limits);
    if (verdict === undefined || (verdict.kind === "shrinks" && shrink(changes, verdict, house, pass)))
      return [changes];
    const operation = leaves(rule, verdict.leaving);
    if (blockedBecause(pass, operation, rule) !== undefined) return [{ ...changes, next: rule }];
    removed.push({ rule, operation });
    house.leave(rule);
    return [];
  });
  // A rule keeps its own entries before others may join it.
  const planned = open.map((changes): Planned => {
    const { rule } = changes;
    if (isTheirs(rule)) return kept(rule, pass);
    reword(changes, house, pass);
    const members = [...new Set([...pass.covering(changes.next.ids), ...joining(changes.next, pass, house)])];
    for (const member of members) grow(changes, member, house, pass);
    if (!unmoved.has(rule)) move(changes, members);
    return changed(changes, pass);
  });
  return { planned, removed };
}

function changed(changes: Changes, pass: PlanLookups): Planned {
  const { rule, next, lost, because, facts, reasons } = changes;
  if (next === rule) return kept(rule, pass);
  const grounds = groundsOf(next.ids, pass.behind);
  const operation: Operation = {
    op: "update",
    target: next.target,
    ...(next.target === rule.target ? {} : { from: rule.target }),
    text: next.text,
    before: rule.text,
    ids: next.ids,
    reason: lost?.reason ?? FIRST_NAMED.find((one) => reasons.includes(one)) ?? "repeated",
    because: [...(lost === undefined ? [] : [lost.because]), ...because].join(" "),
    get evidence() {
      return joinedFacts([grounds.evidence, lost?.evidence ?? "", hashOfFacts(facts)]);
    },
    tier: leastTrusted([grounds.tier, ...(lost === undefined ? [] : [lost.tier])]),
    support: grounds.support,
    ...(next.stands_by === undefined ? {} : { stands_by: next.stands_by }),
    ...(next.worded_from === undefined ? {} : { worded_from: next.worded_from }),
  };
  return blockedBecause(pass, operation, rule) === undefined ? { rule: next, operation, was: rule } : kept(rule, pass);
}

/** Entries that qualify, belong to no rule, and say what a rule says, trusted as much as it. */
function joining(rule: Rule, pass: PlanLookups, house: RuleIndex): Candidate[] {
  const known = pass.sayingThis(pass.saying(rule.text));
  if (known.length === 0) return [];
  const { tier } = groundsOf(rule.ids, pass.behind);
  return known.filter((candidate) => {
    const { qualified, blocked } = candidate.standing;
    if (qualified === undefined || blocked.length > 0 || house.covers(candidate)) return false;
    return compareTiers(groundsOf(idsOf(candidate, qualified), pass.behind).tier, tier) >= 0;
  });
}

/** Takes lost entries off a rule. False when the words of the rest are another rule's: then this one is not needed. */
function shrink(
  changes: Changes,
  { remaining, leaving }: Shrinking,
  house: RuleIndex,
  { behind }: PlanLookups,
): boolean {
  const { rule } = changes;
  const [first] = remaining;
  const line = first === undefined || first === rule.ids[0] ? undefined : ownLine(first, behind);
  // The words of an entry that is gone go with it, unless the rest says the same.
  const text = line === undefined || saysSame(line.text, rule.text) ? rule.text : line.text;
  if (!house.maySay(rule, text)) return false;
  house.leave(rule);
  house.take(rule, remaining);
  house.say(rule, text);
  changes.next = { ...rule, ids: remaining, text, ...(line === undefined ? {} : { worded_from: line.mark }) };
  changes.lost = leaving;
  changes.facts.push(`rule of ${remaining.join(" ")}`);
  return true;
}

function grow(changes: Changes, member: Candidate, house: RuleIndex, { behind }: PlanLookups): void {
  const { next } = changes;
  const { qualified } = member.standing;
  const own = member.evidence.chain.some((id) => next.ids.includes(id)) || next.ids.includes(member.evidence.id);
  const all = own || qualified === undefined ? member.evidence.chain : idsOf(member, qualified);
  const more = all.filter((id) => !house.holds(id) && behind.has(id));
  if (more.length === 0) return;
  house.take(changes.rule, more);
  changes.next = { ...next, ids: [...next.ids, ...more] };
  changes.reasons.push("repeated");
  changes.because.push(own ? `It was said again (${more.join(", ")}).` : `${more.join(", ")} says the same.`);
  changes.facts.push(...more.map((id) => `rule with ${id}`));
}

function move(changes: Changes, members: readonly Candidate[]): void {
  const { next } = changes;
  const strongest = strongestOf(members);
  if (strongest === undefined || next.stands_by === undefined || strongest.target === next.target) return;
  if (!outranks(strongest.reason, next.stands_by)) return;
  changes.next = { ...next, target: strongest.target, stands_by: strongest.reason };
  changes.reasons.push("stronger");
  changes.because.push(strongest.because);
  changes.facts.push(`rule in ${strongest.target} by ${strongest.reason}`);
}

/** The reason that goes before the others, of those that nothing blocks. */
export function strongestOf(candidates: readonly Candidate[]): Qualified | undefined {
  return candidates
    .flatMap(({ standing: { qualified, blocked } }) => (qualified === undefined || blocked.length > 0 ? [] : qualified))
    .reduce<Qualified | undefined>(
      (best, one) => (best === undefined || outranks(one.reason, best.reason) ? one : best),
      undefined,
    );
}

/** Given words go before the entry's own, which count once they have changed. */
function reword(changes: Changes, house: RuleIndex, pass: PlanLookups): void {
  const { behind } = pass;
  const { next, rule } = changes;
  const [first] = next.ids;
  const line = first === undefined ? undefined : ownLine(first, behind);
  const given = givenFor(next.ids, pass);
  const mark = line === undefined ? {} : { worded_from: line.mark };
  if (given !== undefined) {
    if (given.text === next.text || !house.maySay(rule, given.text)) return;
    changes.next = { ...next, text: given.text, ...mark };
    changes.because.push(given.because);
  } else {
    const evidence = first === undefined ? undefined : behind.get(first);
    if (line === undefined || evidence === undefined || next.worded_from === undefined) return;
    if (line.mark === next.worded_from || saysSame(line.text, next.text)) return;
    if (blockersOf(evidence, undefined).length > 0 || !house.maySay(rule, line.text)) return;
    changes.next = { ...next, text: line.text, ...mark };
    changes.because.push("Its author worded it anew.");
  }
  house.say(rule, changes.next.text);
  changes.reasons.push("reworded");
  changes.facts.push(`rule says ${changes.next.text}`);
}
