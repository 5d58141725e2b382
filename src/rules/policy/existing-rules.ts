/** Updates rules in force by themselves: they lose or gain entries, or are reworded. Called by `plan-rules`. */
import type { Tier } from "../../entry/entry.js";
import { compareTiers, isPeoples, leastTrusted } from "../../entry/gates/trust.js";
import { defined } from "../../text/defined.js";
import { blockedBecause } from "./declined.js";
import { evidenceHash, hashOfFacts } from "./evidence.js";
import { expiryOf, type RemovalReason, speaksAgainst } from "./expiry.js";
import { blockersOf } from "./qualify.js";
import { isTheirs, type Rule, saysSame } from "./rule.js";
import {
  type Candidate,
  type CandidatesSaying,
  givenFor,
  groundsOf,
  idsOf,
  joinedFacts,
  ownLine,
  type PlanInput,
  type Proposal,
  type Wording,
} from "./rule-candidates.js";
import type { ChangeReason } from "./version.js";

/** One part of a change, with its sentence and the facts by which a refusal of it is remembered. */
interface Change {
  reason?: ChangeReason | undefined;
  because: string | readonly string[];
  facts: readonly string[];
}

/** A rule in force as it would be. */
export interface Existing {
  was: Rule;
  rule: Rule;
  /** Why some of its entries no longer count. */
  lostReason?: RemovalReason | undefined;
  changes: Change[];
  /** How far who worded it anew is trusted. */
  wordedBy?: Tier | undefined;
}

/** A rule that leaves. */
export interface Departure {
  rule: Rule;
  why: RemovalReason;
}

/** The rules in force between them: no entry stands behind two of them, and no two say the same. */
export class RuleIndex {
  readonly #rules: readonly Existing[];

  constructor(rules: readonly Existing[]) {
    this.#rules = rules;
  }

  behind(id: string): boolean {
    return this.#rules.some(({ rule }) => rule.ids.includes(id));
  }

  /** True when the entry belongs to a rule, itself or by its chain. */
  covers({ evidence }: Candidate): boolean {
    return [evidence.id, ...evidence.chain].some((id) => this.behind(id));
  }

  /** The rule with this saying, other than `one`. */
  saying(text: string, one?: Existing): Existing | undefined {
    return this.#rules.find((other) => other !== one && saysSame(other.rule.text, text));
  }
}

interface Altered extends Pick<Proposal, "text" | "place"> {
  lostReason?: RemovalReason | undefined;
  /** How far who words it is trusted. */
  by?: Tier | undefined;
}

/** True when an operation on a rule would be made, with these facts beside those of its entries. */
export function passes(
  rule: Rule,
  ids: readonly string[],
  facts: readonly string[],
  input: PlanInput,
  { lostReason, by, ...altered }: Altered = {},
) {
  const grounds = groundsOf(ids, input.behind);
  // No owner is known to have said words that were changed later.
  const authorTier = by ?? (altered.text === undefined ? grounds.tier : leastTrusted([grounds.tier, "self"]));
  const tier = leastTrusted([grounds.tier, authorTier, lostReason?.tier ?? grounds.tier]);
  const op = { op: "update", ids, tier, ...altered } as const;
  const evidence = () => joinedFacts([grounds.evidence, lostReason?.evidence ?? "", hashOfFacts(facts)]);
  return blockedBecause(input, op, evidence, rule) === undefined;
}

/** Removes lost entries from rules in force; rules without any ground leave. */
export function groundedRules(input: PlanInput): { staying: Existing[]; leaving: Departure[] } {
  const leaving: Departure[] = [];
  const staying = input.rules.flatMap((rule): Existing[] => {
    const plain: Existing = { was: rule, rule, changes: [] };
    const isLeft = isTheirs(rule) && !isSaidOtherwise(rule, input);
    const verdict = isLeft ? undefined : expiryOf(rule, input.behind);
    if (verdict === undefined || (verdict.kind === "shrinks" && isTheirs(rule))) return [plain];
    if (verdict.kind === "shrinks" && keepsWords(rule, verdict.remaining, input))
      return [shrunk(plain, verdict.remaining, verdict.leaving, input)];
    const { evidence, tier, reason } = verdict.leaving;
    if (blockedBecause(input, { op: "delete", ids: rule.ids, tier, reason }, () => evidence, rule) !== undefined)
      return [plain];
    leaving.push({ rule, why: verdict.leaving });
    return [];
  });
  return { staying, leaving };
}

/**
 * Updates rules in force to the state of their entries; a second call changes nothing. All are worded before any of them
 * gains entries with the same words. Each part of a change is applied or not by itself.
 */
export function updatedRules(
  standing: readonly Existing[],
  input: PlanInput,
  sayingThis: CandidatesSaying,
): Existing[] {
  const rules = standing.map((one): Existing => ({ ...one, changes: [...one.changes] }));
  const index = new RuleIndex(rules);
  const open = rules.filter(({ was }) => !isTheirs(was));
  const waiting = new Set(open);
  for (const one of open) reword(one, index, waiting, input);
  for (const one of open) {
    grow(one, index, sayingThis, input);
    lose(one, input);
  }
  return rules;
}

/** A line that a person wrote stays, unless a person stated what replaces its entries. */
const isSaidOtherwise = ({ ids }: Rule, { behind }: PlanInput): boolean =>
  ids.some((id) => {
    const { successor } = behind.get(id) ?? {};
    return successor !== undefined && isPeoples(successor);
  });

/**
 * Whether the remaining entries of a rule still have its words. The words of a lost entry go with it, and those of
 * another entry do not replace them: that entry needs its own rule.
 */
function keepsWords({ ids, text }: Rule, [first]: readonly string[], { behind }: PlanInput): boolean {
  const line = first === ids[0] ? undefined : ownLine(first, behind);
  return line === undefined || saysSame(line.text, text);
}

/** A rule without the entries that are lost. */
function shrunk(one: Existing, remaining: readonly string[], lostReason: RemovalReason, input: PlanInput): Existing {
  const { rule } = one;
  const [first] = remaining;
  const line = first === rule.ids[0] ? undefined : ownLine(first, input.behind);
  const facts = [`rule of ${remaining.join(" ")}`];
  if (!passes(rule, remaining, facts, input, { lostReason, by: lostReason.tier })) return one;
  const next = { ...rule, ids: remaining, ...defined({ worded_from: line?.mark }) };
  return { ...one, rule: next, lostReason, changes: [...one.changes, { because: [], facts }] };
}

/** A rule that could not leave, and that what joined it carries now, loses what it would have left for. */
function lose(one: Existing, input: PlanInput): void {
  if (one.rule.ids === one.was.ids || one.lostReason !== undefined) return;
  const verdict = expiryOf(one.rule, input.behind);
  if (verdict?.kind !== "shrinks" || !keepsWords(one.rule, verdict.remaining, input)) return;
  Object.assign(one, shrunk(one, verdict.remaining, verdict.leaving, input));
}

/**
 * Given words go before the entry's own, which count once they have changed. A rule that has the words is worded first
 * where it is `waiting`: it may let go of them.
 */
function reword(one: Existing, index: RuleIndex, waiting: Set<Existing>, input: PlanInput): void {
  if (!waiting.delete(one)) return;
  const { rule, was } = one;
  const wish = wishFor(one, input);
  const holder = wish && index.saying(wish.text, one);
  if (holder !== undefined) reword(holder, index, waiting, input);
  if (wish === undefined || index.saying(wish.text, one) !== undefined) return;
  const facts = [`rule says ${wish.text}`];
  if (!passes(was, rule.ids, facts, input, { text: wish.text, by: wish.tier })) return;
  const mark = ownLine(rule.ids[0], input.behind)?.mark;
  one.rule = { ...rule, text: wish.text, ...defined({ worded_from: mark }) };
  one.changes.push({ reason: "reworded", because: wish.because, facts });
  one.wordedBy = wish.tier;
}

function wishFor(
  { rule }: Existing,
  input: PlanInput,
): (Pick<Wording, "text" | "because"> & Partial<Wording>) | undefined {
  const givenWording = givenFor(rule.ids, input);
  if (givenWording !== undefined) return givenWording.text === rule.text ? undefined : givenWording;
  const line = ownLine(rule.ids[0], input.behind);
  const evidence = input.behind.get(rule.ids[0] ?? "");
  if (line === undefined || evidence === undefined || rule.worded_from === undefined) return undefined;
  if (line.mark === rule.worded_from || saysSame(line.text, rule.text)) return undefined;
  return blockersOf(evidence, undefined).length > 0
    ? undefined
    : { text: line.text, because: "Its author worded it anew." };
}

/** Adds entries of the same tier with the same words. What says again what stands behind it adds nothing to its line. */
function grow(one: Existing, index: RuleIndex, sayingThis: CandidatesSaying, input: PlanInput): void {
  const { tier } = groundsOf(one.rule.ids, input.behind);
  for (const candidate of sayingThis(one.rule.text)) {
    const { qualified, blocked } = candidate.standing;
    if (qualified === undefined || blocked.length > 0 || index.covers(candidate)) continue;
    const joining = idsOf(candidate, qualified);
    const grounds = groundsOf(joining, input.behind);
    // An entry that was declined as a rule joins no other rule.
    const op = { op: "add", ids: joining, tier: grounds.tier } as const;
    const isFree = blockedBecause(input, op, () => evidenceHash(candidate.evidence)) === undefined;
    if (compareTiers(grounds.tier, tier) < 0 || !isFree) continue;
    const more = joining.filter((id) => !index.behind(id) && speaksAgainst(id, input.behind.get(id)) === undefined);
    const facts = more.map((id) => `rule with ${id}`);
    const ids = [...one.rule.ids, ...more];
    if (more.length === 0 || !passes(one.was, ids, facts, input)) continue;
    one.rule = { ...one.rule, ids };
    one.changes.push({ reason: "repeated", because: `${more.join(", ")} says the same.`, facts });
  }
}
