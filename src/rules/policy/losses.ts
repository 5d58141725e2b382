/** The guard against losing rules: a result that is empty, or lacks a quarter of them without a reason each, is wrong. */
import { paired } from "../files/pairing.js";
import type { Operation } from "../versions/version.js";
import type { Rule } from "./rule.js";

const MOST_LOST = 0.25;

/** An operation that says of a rule what becomes of it, and why. */
function accounts(op: Operation, rule: Rule): boolean {
  if (op.because.trim() === "" || (op.op !== "delete" && op.op !== "update")) return false;
  return (op.from ?? op.target) === rule.target && (op.before ?? op.text) === rule.text;
}

/** Why a result may not stand; undefined when it may. */
export function lossOf(
  before: readonly Rule[],
  after: readonly Rule[],
  operations: readonly Operation[],
): string | undefined {
  if (before.length === 0) return undefined;
  const untold = before.filter((rule) => !operations.some((op) => accounts(op, rule)));
  const updates = operations.filter(({ op }) => op === "update");
  const others = after.filter((rule) => !updates.some((op) => op.target === rule.target && op.text === rule.text));
  const silent = paired(untold, others).filter(([rule, next]) => rule !== undefined && next === undefined);
  if (after.length === 0 && silent.length > 0) return "It would leave no rule at all.";
  if (silent.length > MOST_LOST * before.length) {
    return `It would lose ${silent.length} of ${before.length} rules without a reason for each.`;
  }
  return undefined;
}
