/** Entries that would become rules, grouped by what they say. */
import { claimOf, type Tier } from "../../entry/entry.js";
import { compareTiers, leastTrusted } from "../../entry/gates/trust.js";
import type { LeftOut } from "../text/digest-schemas.js";
import { blockedBecause } from "./declined.js";
import { type Evidence, evidenceHash } from "./evidence.js";
import type { RuleIndex } from "./existing-rules.js";
import { speaksAgainst } from "./expiry.js";
import { openQuestion, type Qualified } from "./qualify.js";
import { isTheirs, MAX_RULE, type Rule, sayingOf, saysSame, type Target } from "./rule.js";
import { type Candidate, givenFor, idsOf, type PlanInput, strongestOf, type Wording } from "./rule-candidates.js";

/** An entry that may become a rule by itself. */
export interface Qualifying extends Candidate {
  id: string;
  qualified: Qualified;
  text: string;
  ids: readonly string[];
  /** The least trusted of what the rule would be made of. */
  tier: Tier;
  givenWording?: Wording | undefined;
}

/** A new rule, with the entries that say it. */
export interface Newcomer {
  rule: Rule;
  group: readonly [Qualifying, ...Qualifying[]];
  strongest: Qualified;
  givenWording?: Wording | undefined;
  /** Entries that say the same and are trusted less: they stay out. */
  below: readonly string[];
}

const NO_LINE = `No line of at most ${MAX_RULE} characters says what it says; give it a \`rule\`.`;

/** Splits candidates: those that qualify, by tier and then newest statement, and the others with the reason. */
export function qualifying(input: PlanInput): { those: Qualifying[]; left: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const those = input.candidates.flatMap((candidate): Qualifying[] => {
    const { evidence, standing } = candidate;
    const { qualified, blocked } = standing;
    const { id } = evidence;
    if (qualified === undefined) return [];
    const ids = idsOf(candidate, qualified);
    const givenWording = givenFor(ids, input);
    const text = givenWording?.text ?? candidate.text;
    if (blocked[0] !== undefined) leftOut.push({ id, because: blocked[0] });
    else if (text === undefined) leftOut.push({ id, because: NO_LINE });
    else
      return [
        {
          ...candidate,
          id,
          qualified,
          text,
          ids,
          givenWording,
          tier: tierOf(evidence, qualified, givenWording),
        },
      ];
    return [];
  });
  const saidOf = (one: Qualifying) => one.evidence.said;
  those.sort(
    (a, b) =>
      compareTiers(b.tier, a.tier) || (saidOf(a) > saidOf(b) ? -1 : saidOf(a) < saidOf(b) ? 1 : a.id < b.id ? -1 : 1),
  );
  return { those, left: leftOut };
}

function tierOf({ tier, outcomes }: Evidence, { outcome }: Qualified, givenWording: Wording | undefined): Tier {
  const judged = outcomes.find(({ id }) => id === outcome);
  return leastTrusted([tier, givenWording?.tier ?? tier, judged?.tier ?? tier]);
}

/** Why an entry becomes no rule of a file: a line that people wrote there says it. Undefined when none does. */
export function saidBeside({ evidence, text }: Qualifying, target: Target, { beside = [] }: PlanInput) {
  const words = [text, claimOf(evidence.entry)];
  if (beside.some((line) => line.target === target && words.some((one) => saysSame(line.text, one))))
    return `A line that people wrote in ${target} says it already.`;
  const line = evidence.saidInLine;
  return line?.file === target
    ? `Its words stand in a line of people in ${target} ("${line.text}"), as was answered.`
    : undefined;
}

/** New rules beside those in force; what stays out, and why. */
export function newRules(
  those: readonly Qualifying[],
  index: RuleIndex,
  input: PlanInput,
): { newcomers: Newcomer[]; left: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const groups = new Map<string, { group: [Qualifying, ...Qualifying[]]; below: string[] }>();
  for (const one of those) {
    const { id, ids, tier, text, evidence } = one;
    if (ids.some((known) => index.behind(known))) continue;
    const op = { op: "add", ids, tier, text } as const;
    const because = blockedBecause(input, op, () => evidenceHash(evidence));
    const existingRule = because === undefined ? index.saying(one.text) : undefined;
    const undecided = one.qualified.reason === "forced" ? undefined : evidence.open?.find((id) => index.behind(id));
    const authorText =
      existingRule !== undefined && isTheirs(existingRule.was)
        ? "A line that a person wrote"
        : "A rule that is trusted more";
    if (because !== undefined) leftOut.push({ id, because });
    else if (undecided !== undefined) leftOut.push({ id, because: openQuestion(id, undecided) });
    else if (existingRule !== undefined)
      leftOut.push({ id, because: `${authorText} in ${existingRule.rule.target} says it already.` });
    else {
      const saying = sayingOf(one.text);
      const same = groups.get(saying);
      if (same === undefined) groups.set(saying, { group: [one], below: [] });
      else if (compareTiers(tier, same.group[0].tier) >= 0) same.group.push(one);
      else same.below.push(id);
    }
  }
  const takenIds = new Set<string>();
  const newcomers = [...groups.values()].flatMap(({ group, below }): Newcomer[] => {
    const [lead] = group;
    const strongest = strongestOf(group) ?? lead.qualified;
    const ids = [...new Set(group.flatMap((one) => one.ids))].filter(
      (id) => !takenIds.has(id) && (id === lead.ids[0] || speaksAgainst(id, input.behind.get(id)) === undefined),
    );
    const { text, givenWording } = lead;
    const { target, role, reason: stands_by } = strongest;
    const keptOut = group.flatMap((one) => saidBeside(one, target, input) ?? [])[0];
    if (keptOut !== undefined) {
      leftOut.push(...group.map(({ id }) => ({ id, because: keptOut })));
      return [];
    }
    for (const id of ids) takenIds.add(id);
    return [{ rule: { target, role, text, ids, since: "", stands_by }, group, strongest, givenWording, below }];
  });
  return { newcomers, left: leftOut };
}
