/** Whether the ground of a rule is gone: what became of each entry behind it. */
import type { Tier } from "../entry.js";
import { IRRELEVANT } from "../outcome-loop.js";
import { type Evidence, hashOfFacts } from "./evidence.js";
import { invalidated } from "./qualify.js";
import type { Rule } from "./rule.js";
import type { ChangeReason } from "./version.js";

export interface Leaving {
  reason: ChangeReason;
  /** One plain sentence. */
  because: string;
  /** Hash of the facts against it. */
  evidence: string;
  tier: Tier;
}

type Verdict = { kind: "leaves"; leaving: Leaving } | { kind: "shrinks"; remaining: string[]; because: string };

function against(id: string, evidence: Evidence | undefined): { reason: ChangeReason; because: string } | undefined {
  if (evidence === undefined) return { reason: "forgotten", because: `${id} is no longer in the tree.` };
  const { entry } = evidence;
  if (entry.status === "forgotten") return { reason: "forgotten", because: `${id} was forgotten.` };
  if (entry.status === "superseded") {
    const by = entry.superseded_by === undefined ? "" : ` by ${entry.superseded_by}`;
    return { reason: "superseded", because: `${id} was superseded${by}.` };
  }
  const review = entry.review?.state;
  if (review === "rejected" || review === "expired" || review === "one_time_exception" || review === "sensitive") {
    return { reason: "unfit", because: `${id} is ${review.replaceAll("_", " ")} and may be no rule.` };
  }
  if (invalidated(evidence)) return { reason: "invalidated", because: `${id} turned out to be wrong.` };
  if (entry.flags?.includes(IRRELEVANT) === true) {
    return { reason: "irrelevant", because: `${id} is no longer relevant, as was answered.` };
  }
  return undefined;
}

/**
 * Undefined while every entry behind the rule still carries it. A chain of repeats that was superseded or invalidated
 * as one leaves as one.
 */
export function gone(rule: Rule, behind: ReadonlyMap<string, Evidence>): Verdict | undefined {
  const found = rule.ids.map((id) => ({ id, evidence: behind.get(id), why: against(id, behind.get(id)) }));
  const lost = found.flatMap(({ id, evidence, why }) => (why === undefined ? [] : [{ id, evidence, ...why }]));
  const [first] = lost;
  if (first === undefined) return undefined;
  const remaining = found.filter(({ why }) => why === undefined).map(({ id }) => id);
  const worst = lost.find(({ reason }) => reason === "invalidated" || reason === "irrelevant") ?? first;
  if (remaining.length > 0 && worst.reason !== "invalidated" && worst.reason !== "irrelevant") {
    return { kind: "shrinks", remaining, because: lost.map(({ because }) => because).join(" ") };
  }
  const facts = lost.map(
    ({ id, reason, evidence }) =>
      `${reason} ${id} ${evidence?.entry.type === "outcome" ? "" : (evidence?.entry.outcome_date ?? "")}`,
  );
  const leaving: Leaving = {
    reason: worst.reason,
    because: worst.because,
    evidence: hashOfFacts(facts),
    tier: worst.evidence?.tier ?? "self",
  };
  return { kind: "leaves", leaving };
}
