/** A version that was proposed on other rules, carried over to those in force: by rule, so that what people did stays. */

import { type Kept, mergeRules, paired } from "../files/merge.js";
import { summaryOf } from "../policy/apply.js";
import { isTheirs, type Rule, type RuleDecision, saysSame } from "../policy/rule.js";
import type { Operation, Version } from "./version.js";

export interface Rebased {
  rules: Rule[];
  /** Those of its operations that make a difference. */
  operations: Operation[];
  /** What they do, in a line. */
  summary: string;
  /** Rules that stayed as people wrote them although the version would have changed them. */
  kept: readonly Kept[];
}

/**
 * `base`: the rules the version was made on. `theirs`: the rules in force now. `decided`: who stands behind each rule
 * that the version brings.
 */
export function rebased(
  version: Pick<Version, "id" | "rules" | "operations">,
  base: readonly Rule[],
  theirs: readonly Rule[],
  decided: RuleDecision,
): Rebased {
  const brought = (rule: Rule): boolean => rule.since === version.id && !isTheirs(rule);
  const ours = version.rules.map((rule) => (brought(rule) ? { ...rule, decided_by: decided } : rule));
  const { rules, kept } = mergeRules(base, theirs, ours);
  const operations = version.operations.filter((op) => happened(op, theirs, rules));
  return { rules, operations, summary: summaryOf(operations), kept };
}

/** Whether an operation made a difference: what another one changed is none of its own. */
function happened(op: Operation, before: readonly Rule[], after: readonly Rule[]): boolean {
  const says = (rule: Rule | undefined): boolean =>
    rule !== undefined &&
    rule.target === op.target &&
    saysSame(rule.text, op.text) &&
    op.ids.every((id) => rule.ids.includes(id));
  if (op.op === "delete") return before.some(says) && !after.some(says);
  return paired(before, after).some(([old, now]) => says(now) && !unchanged(old, now));
}

function unchanged(old: Rule | undefined, now: Rule | undefined): boolean {
  if (old === undefined || now === undefined) return old === now;
  return (
    old.target === now.target &&
    old.text === now.text &&
    old.since === now.since &&
    [...old.ids].sort().join() === [...now.ids].sort().join() &&
    JSON.stringify(old.decided_by) === JSON.stringify(now.decided_by)
  );
}
