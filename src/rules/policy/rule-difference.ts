/** The difference between the rules in force and the desired ones, as operations with their reasons. */
import { leastTrusted } from "../../entry/trust.js";
import type { ChangeReason, Operation } from "../versions/version.js";
import { evidenceHash, hashOfFacts, supportOf } from "./evidence.js";
import type { Existing } from "./existing-rules.js";
import type { RemovalReason } from "./expiry.js";
import type { Newcomer } from "./new-rules.js";
import type { Rule, Target } from "./rule.js";
import { groundsOf, joinedFacts, ownLine, type PlanInput } from "./rule-candidates.js";

/** A rule that stays as it is. */
export function keeping(rule: Rule, { behind }: Pick<PlanInput, "behind">): Operation {
  const { tier, support, evidence } = groundsOf(rule.ids, behind);
  const { target, text, ids } = rule;
  return {
    op: "keep",
    target,
    text,
    ids,
    reason: rule.stands_by ?? "forced",
    because: "It stands.",
    evidence,
    tier,
    support,
  };
}

/** A rule that leaves. */
export function removing({ target, text, ids }: Rule, why: RemovalReason): Operation {
  return { op: "delete", target, text, ids, ...why, support: 0 };
}

const FIRST_NAMED: readonly ChangeReason[] = ["stronger", "reworded", "repeated"];

/** The change of a rule in force, or that it stays. `target`: where there is room for it. */
export function changing({ was, rule, lost, changes, move }: Existing, target: Target, input: PlanInput): Operation {
  const moves = move !== undefined && target === move.target;
  const made = moves ? [...changes, move] : changes;
  if (lost === undefined && made.length === 0) return keeping(was, input);
  const { tier, support, evidence } = groundsOf(rule.ids, input.behind);
  const stands_by = moves ? move.stands_by : rule.stands_by;
  return {
    op: "update",
    target,
    ...(target === was.target ? {} : { from: was.target }),
    text: rule.text,
    before: was.text,
    ids: rule.ids,
    reason: lost?.reason ?? FIRST_NAMED.find((one) => made.some(({ reason }) => reason === one)) ?? "repeated",
    because: [lost?.because ?? [], ...made.map(({ because }) => because)].flat().join(" "),
    evidence: joinedFacts([evidence, lost?.evidence ?? "", hashOfFacts(made.flatMap(({ facts }) => facts))]),
    tier: leastTrusted([tier, ...(lost === undefined ? [] : [lost.tier])]),
    support,
    ...(stands_by === undefined ? {} : { stands_by }),
    ...(rule.worded_from === undefined ? {} : { worded_from: rule.worded_from }),
  };
}

/** A new rule. Several entries that say the same are one, where the strongest of their reasons puts it. */
export function adding({ rule, group, strongest, given }: Newcomer, { behind }: PlanInput): Operation {
  const [lead, ...more] = group;
  const mark = ownLine(rule.ids[0], behind)?.mark;
  const supporting = group.flatMap(({ ids, qualified }) => (qualified.lesson === undefined ? [] : ids.slice(1)));
  const because = [
    strongest.because,
    strongest === lead.qualified ? (given?.because ?? []) : [],
    ...more.map(({ id }) => `${id} says the same.`),
  ];
  return {
    op: "add",
    target: strongest.target,
    text: rule.text,
    ids: rule.ids,
    reason: strongest.reason,
    because: because.flat().join(" "),
    evidence: joinedFacts(group.map(({ evidence }) => evidenceHash(evidence))),
    tier: leastTrusted(group.map(({ tier }) => tier)),
    support: group.reduce((sum, { evidence }) => sum + supportOf(evidence), 0),
    ...(supporting.length === 0 ? {} : { supporting: [...new Set(supporting)] }),
    stands_by: strongest.reason,
    ...(mark === undefined ? {} : { worded_from: mark }),
  };
}
