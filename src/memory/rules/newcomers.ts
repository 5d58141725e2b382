/** Entries that become rules, grouped by what they say. */
import type { Tier } from "../entry.js";
import { compareTiers, leastTrusted } from "../tiers.js";
import { evidenceHash, supportOf } from "./evidence.js";
import {
  type Candidate,
  givenFor,
  held,
  idsOf,
  joinedFacts,
  type LeftOut,
  ownLine,
  type Pass,
  type Planned,
  type ReconcileInput,
} from "./planned.js";
import type { Qualified } from "./qualify.js";
import { isTheirs, type Rule } from "./rule.js";
import { strongestOf } from "./standing-rules.js";
import type { Operation } from "./version.js";

/** A new rule, with the entries that say it. */
export interface Newcomer extends Planned {
  entries: readonly string[];
  tier: Tier;
  /** When it was last said. */
  said: string;
}

interface Qualifying extends Candidate {
  qualified: Qualified;
  text: string;
  operation: Operation;
}

/** The operation that makes a rule of one entry. */
function addition(candidate: Candidate, qualified: Qualified, text: string, input: ReconcileInput): Operation {
  const { evidence } = candidate;
  const ids = idsOf(candidate, qualified);
  const outcome = evidence.outcomes.find(({ id }) => id === qualified.lesson?.id);
  const mark = ownLine(ids[0] ?? "", input.behind)?.mark;
  const given = givenFor(ids, input);
  return {
    op: "add",
    target: qualified.target,
    text,
    ids,
    reason: qualified.reason,
    because: given === undefined ? qualified.because : `${qualified.because} ${given.because}`,
    evidence: evidenceHash(evidence),
    tier: leastTrusted([evidence.tier, ...(outcome === undefined ? [] : [outcome.tier])]),
    support: supportOf(evidence),
    ...(qualified.lesson === undefined ? {} : { supporting: ids.slice(1) }),
    stands_by: qualified.reason,
    ...(mark === undefined ? {} : { worded_from: mark }),
  };
}

/** The most trusted first, then what was said last: the order in which one of two that contradict each other stays. */
function byPriority(a: { tier: Tier; said: string; name: string }, b: typeof a): number {
  return compareTiers(b.tier, a.tier) || (a.said > b.said ? -1 : a.said < b.said ? 1 : 0) || (a.name < b.name ? -1 : 1);
}

/** Candidates that nothing of their own keeps out; of the others, why. */
function qualifying(pass: Pass, planned: readonly Planned[], left: LeftOut[]): Qualifying[] {
  const taken = new Set(planned.flatMap(({ rule }) => pass.covering(rule.ids)));
  const found = pass.candidates.flatMap((candidate): Qualifying[] => {
    const { evidence, standing, text } = candidate;
    const { qualified, blocked } = standing;
    if (qualified === undefined || taken.has(candidate)) return [];
    const out = (because: string): [] => {
      left.push({ id: evidence.id, because });
      return [];
    };
    const [why] = blocked;
    if (why !== undefined) return out(why);
    const line = givenFor(idsOf(candidate, qualified), pass)?.text ?? text;
    if (line === undefined) return out("No line can be made of its words; give it a `rule`.");
    const operation = addition(candidate, qualified, line, pass);
    const refused = held(pass, operation);
    return refused === undefined ? [{ ...candidate, qualified, text: line, operation }] : out(refused);
  });
  const order = ({ operation, evidence }: Qualifying) => ({
    tier: operation.tier,
    said: evidence.said,
    name: evidence.id,
  });
  return found.sort((a, b) => byPriority(order(a), order(b)));
}

/** Several entries that say the same are one rule; where it stands the strongest of their reasons decides. */
function together(group: readonly [Qualifying, ...Qualifying[]]): Newcomer {
  const [lead, ...more] = group;
  const strongest = strongestOf(group) ?? lead.qualified;
  const ids = [...new Set(group.flatMap(({ operation }) => operation.ids))];
  const supporting = [...new Set(group.flatMap(({ operation }) => operation.supporting ?? []))];
  const because = [
    strongest === lead.qualified ? lead.operation.because : strongest.because,
    ...more.map(({ evidence }) => `${evidence.id} says the same.`),
  ];
  const operation: Operation = {
    ...lead.operation,
    target: strongest.target,
    ids,
    reason: strongest.reason,
    because: because.join(" "),
    evidence: joinedFacts(group.map((one) => one.operation.evidence)),
    tier: leastTrusted(group.map((one) => one.operation.tier)),
    support: group.reduce((sum, one) => sum + one.operation.support, 0),
    stands_by: strongest.reason,
    ...(supporting.length === 0 ? {} : { supporting }),
  };
  const { target, text, worded_from, tier } = operation;
  const worded = worded_from === undefined ? {} : { worded_from };
  const rule: Rule = { target, text, ids, since: "", stands_by: strongest.reason, ...worded };
  const said = group.reduce((last, { evidence }) => (evidence.said > last ? evidence.said : last), "");
  return { rule, operation, entries: group.map(({ evidence }) => evidence.id), tier, said };
}

/** New rules beside those that stand, in order of priority; `left` gathers what stays out and why. */
export function newcomers(pass: Pass, standing: readonly Planned[], left: LeftOut[]): Newcomer[] {
  const bySaying = new Map(standing.map((one) => [pass.saying(one.rule.text), one.rule]));
  const groups = new Map<string, [Qualifying, ...Qualifying[]]>();
  for (const one of qualifying(pass, standing, left)) {
    const said = pass.saying(one.text);
    const known = bySaying.get(said);
    const group = groups.get(said);
    const { id } = one.evidence;
    if (known !== undefined) {
      const who = isTheirs(known) ? "A line that a person wrote" : "A rule that is trusted more";
      left.push({ id, because: `${who} in ${known.target} says it already.` });
    } else if (group === undefined) groups.set(said, [one]);
    else if (compareTiers(one.operation.tier, group[0].operation.tier) >= 0) group.push(one);
    else left.push({ id, because: `${group[0].evidence.id} says the same and is trusted more.` });
  }
  const order = ({ tier, said, entries }: Newcomer) => ({ tier, said, name: entries[0] ?? "" });
  return [...groups.values()].map(together).sort((a, b) => byPriority(order(a), order(b)));
}
