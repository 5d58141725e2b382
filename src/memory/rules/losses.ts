/** The guard against losing rules: a result that is empty, or lacks a quarter of them without a reason each, is wrong. */
import { paired } from "./merge.js";
import type { Rule } from "./rule.js";
import type { Operation } from "./version.js";

const MOST_LOST = 0.25;

/** Why a result may not stand; undefined when it may. */
export function lossOf(
  before: readonly Rule[],
  after: readonly Rule[],
  operations: readonly Operation[],
): string | undefined {
  if (before.length === 0) return undefined;
  const lost = paired(before, after).flatMap(([rule, next]) =>
    rule !== undefined && next === undefined ? [rule] : [],
  );
  const explained = (rule: Rule) =>
    operations.some(
      (op) => op.op === "delete" && op.because.trim() !== "" && op.target === rule.target && op.text === rule.text,
    );
  const silent = lost.filter((rule) => !explained(rule));
  if (after.length === 0 && silent.length > 0) return "It would leave no rule at all.";
  if (silent.length > MOST_LOST * before.length) {
    return `It would lose ${silent.length} of ${before.length} rules without a reason for each.`;
  }
  return undefined;
}
