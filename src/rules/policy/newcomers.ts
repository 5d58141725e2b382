/** Entries that become rules, grouped by what they say. */
import type { Tier } from "../../entry/entry.js";
import { compareTiers, leastTrusted } from "../../entry/tiers.js";
import type { Operation } from "../versions/version.js";
import { evidenceHash, supportOf } from "./evidence.js";
import type { PlanLookups } from "./pass.js";
import {
  blockedBecause,
  type Candidate,
  givenFor,
  idsOf,
  joinedFacts,
  type LeftOut,
  ownLine,
  type Planned,
  type ReconcileInput,
} from "./planned.js";
import type { Qualified } from "./qualify.js";
import { isTheirs } from "./rule.js";
import { strongestOf } from "./standing-rules.js";

/** A new rule, with the entries that say it. */
export interface Newcomer extends Planned {
  entries: readonly string[];
  stands_by: Operation["stands_by"];
  tier: Tier;
  /** When it was last said. */
  said: string;
}

interface Qualifying extends Candidate {
  candidate: Candidate;
  qualified: Qualified;
  text: string;
  operation: Operation;
}

/** The operation that makes a rule of one entry. Its facts are put together when they are asked for. */
function addition(candidate: Candidate, qualified: Qualified, text: string, input: ReconcileInput): Operation {
  const { evidence } = candidate;
  const ids = idsOf(candidate, qualified);
  const outcome = evidence.outcomes.find(({ id }) => id === qualified.lesson?.id);
  const given = givenFor(ids, input);
  return {
    op: "add",
    target: qualified.target,
    text,
    ids,
    reason: qualified.reason,
    because: given === undefined ? qualified.because : `${qualified.because} ${given.because}`,
    get evidence() {
      return evidenceHash(evidence);
    },
    tier: leastTrusted([evidence.tier, ...(outcome === undefined ? [] : [outcome.tier])]),
    support: supportOf(evidence),
    ...(qualified.lesson === undefined ? {} : { supporting: ids.slice(1) }),
    stands_by: qualified.reason,
    get worded_from() {
      return ownLine(ids[0] ?? "", input.behind)?.mark;
    },
  };
}

/** The most trusted first, then what was said last: the order in which one of two that contradict each other stays. */
function byPriority(a: { tier: Tier; said: string; name: string }, b: typeof a): number {
  return compareTiers(b.tier, a.tier) || (a.said > b.said ? -1 : a.said < b.said ? 1 : 0) || (a.name < b.name ? -1 : 1);
}

/** What a candidate would be as a rule; a sentence when it is none. */
type Judged = Qualifying | { id: string; because: string };

function judged(candidate: Candidate, pass: PlanLookups): Judged | undefined {
  const { qualified, blocked } = candidate.standing;
  const { id } = candidate.evidence;
  if (qualified === undefined) return undefined;
  const [why] = blocked;
  if (why !== undefined) return { id, because: why };
  const text = givenFor(idsOf(candidate, qualified), pass)?.text ?? candidate.text;
  if (text === undefined) return { id, because: "No line can be made of its words; give it a `rule`." };
  return { ...candidate, candidate, qualified, text, operation: addition(candidate, qualified, text, pass) };
}

/** All that qualify, in order of priority, and the others with their reasons. */
function allJudged(pass: PlanLookups): Judged[] {
  const all = pass.candidates.flatMap((candidate) => judged(candidate, pass) ?? []);
  const order = ({ operation, evidence }: Qualifying) => ({
    tier: operation.tier,
    said: evidence.said,
    name: evidence.id,
  });
  return all.sort((a, b) => {
    if ("because" in a || "because" in b) return Number("because" in b) - Number("because" in a);
    return byPriority(order(a), order(b));
  });
}

/** Candidates that nothing of their own keeps out; of the others, why. `gone`: entries of rules that leave. */
function qualifying(
  pass: PlanLookups,
  gone: ReadonlySet<string>,
  planned: readonly Planned[],
  left: LeftOut[],
): Qualifying[] {
  const taken = new Set(planned.flatMap(({ rule }) => pass.covering(rule.ids)).map(({ evidence }) => evidence.id));
  return pass
    .once(allJudged, () => allJudged(pass))
    .flatMap((one): Qualifying[] => {
      const id = "because" in one ? one.id : one.evidence.id;
      if (taken.has(id) || gone.has(id)) return [];
      const because = "because" in one ? one.because : blockedBecause(pass, one.operation);
      if (because === undefined) return [one as Qualifying];
      left.push({ id, because });
      return [];
    });
}

/** Several entries that say the same are one rule; where it stands the strongest of their reasons decides. */
function together(group: readonly [Qualifying, ...Qualifying[]]): Newcomer {
  const [lead, ...more] = group;
  const strongest = strongestOf(group) ?? lead.qualified;
  const ids = [...new Set(group.flatMap(({ operation }) => operation.ids))];
  const { text } = lead;
  const { target, reason } = strongest;
  let operation: Operation | undefined;
  return {
    rule: { target, text, ids, since: "" },
    get operation() {
      operation ??= jointly(lead, more, strongest, ids);
      return operation;
    },
    stands_by: reason,
    entries: group.map(({ evidence }) => evidence.id),
    tier: leastTrusted(group.map((one) => one.operation.tier)),
    said: group.reduce((last, { evidence }) => (evidence.said > last ? evidence.said : last), ""),
  };
}

function jointly(
  lead: Qualifying,
  more: readonly Qualifying[],
  strongest: Qualified,
  ids: readonly string[],
): Operation {
  const group = [lead, ...more];
  const supporting = [...new Set(group.flatMap(({ operation }) => operation.supporting ?? []))];
  const because = [
    strongest === lead.qualified ? lead.operation.because : strongest.because,
    ...more.map(({ evidence }) => `${evidence.id} says the same.`),
  ];
  const { worded_from: mark, supporting: _, ...rest } = lead.operation;
  return {
    ...rest,
    target: strongest.target,
    ids,
    reason: strongest.reason,
    because: because.join(" "),
    evidence: joinedFacts(group.map((one) => one.operation.evidence)),
    tier: leastTrusted(group.map((one) => one.operation.tier)),
    support: group.reduce((sum, one) => sum + one.operation.support, 0),
    ...(supporting.length === 0 ? {} : { supporting }),
    stands_by: strongest.reason,
    ...(mark === undefined ? {} : { worded_from: mark }),
  };
}

/** New rules beside those that stand, in order of priority; `left` gathers what stays out and why. */
export function newcomers(
  pass: PlanLookups,
  gone: ReadonlySet<string>,
  standing: readonly Planned[],
  left: LeftOut[],
): Newcomer[] {
  const bySaying = new Map(standing.map((one) => [pass.saying(one.rule.text), one.rule]));
  const groups = new Map<string, [Qualifying, ...Qualifying[]]>();
  for (const one of qualifying(pass, gone, standing, left)) {
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
  const made = (group: [Qualifying, ...Qualifying[]]) => {
    const key = group.length === 1 ? group[0].evidence.id : group.map(({ evidence }) => evidence.id).join(" ");
    return pass.once(key, () => together(group));
  };
  // The first of a group is the one that goes before the others, so groups stand in order as well.
  return [...groups.values()].map(made);
}
