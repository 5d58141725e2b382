/** Operations carried out on a list of rules, and the hash of every file before and after. */
import { blockHash } from "../files/block.js";
import { paired } from "../files/merge.js";
import type { Operation, Version } from "../versions/version.js";
import { type Rule, type RuleDecision, saysSame, sharesId, TARGETS, type Target } from "./rule.js";

/** The rule an operation speaks of, by its old line and place; -1 when it is no longer there. */
function placeOf(rules: readonly Rule[], op: Operation): number {
  const text = op.before ?? op.text;
  const target = op.from ?? op.target;
  const found = (test: (rule: Rule) => boolean) => rules.findIndex((rule) => rule.target === target && test(rule));
  // Two rules may say the same for a moment, while one takes the other's words: then the entries decide.
  const both = found((rule) => saysSame(rule.text, text) && sharesId(rule, op));
  if (both !== -1) return both;
  const exact = found((rule) => saysSame(rule.text, text));
  return exact !== -1 ? exact : found((rule) => sharesId(rule, op));
}

/** The rules after some operations. `since` is the version that carries them, `decided` who stands behind it. */
export function applied(
  rules: readonly Rule[],
  operations: readonly Operation[],
  since: string,
  decided?: RuleDecision,
): Rule[] {
  const next = [...rules];
  for (const op of operations) {
    if (op.op === "keep") continue;
    const at = placeOf(next, op);
    const known = next[at];
    if (op.op === "delete") {
      if (known !== undefined) next.splice(at, 1);
      continue;
    }
    const { target, text, ids } = op;
    const by = decided ?? known?.decided_by;
    const stands_by = op.stands_by ?? known?.stands_by;
    const worded_from = op.worded_from ?? known?.worded_from;
    const rule: Rule = {
      target,
      text,
      ids,
      since,
      ...(by === undefined ? {} : { decided_by: by }),
      ...(stands_by === undefined ? {} : { stands_by }),
      ...(worded_from === undefined ? {} : { worded_from }),
    };
    if (known === undefined) next.push(rule);
    else next[at] = rule;
  }
  return next;
}

/** Hash of each block before and after, of the files that hold or held a rule. */
export function filesOf(before: readonly Rule[], after: readonly Rule[]): Version["files"] {
  const hash = (rules: readonly Rule[], target: Target) => blockHash(rules.filter((rule) => rule.target === target));
  const files: Version["files"] = {};
  for (const target of TARGETS) {
    const hashes = { before: hash(before, target), after: hash(after, target) };
    if (hashes.before !== null || hashes.after !== null) files[target] = hashes;
  }
  return files;
}

const COUNTED = ["add", "update", "delete"] as const;
const SAYS = { add: "added", update: "changed", delete: "removed" } as const;

/** `2 rules added to SOUL.md, 1 removed from MEMORY.md` */
export function summaryOf(operations: readonly Operation[]): string {
  const parts = COUNTED.flatMap((kind) =>
    TARGETS.flatMap((target) => {
      const count = operations.filter((op) => op.op === kind && op.target === target).length;
      if (count === 0) return [];
      const where = kind === "add" ? `to ${target}` : kind === "delete" ? `from ${target}` : `in ${target}`;
      return [`${count} ${count === 1 ? "rule" : "rules"} ${SAYS[kind]} ${where}`];
    }),
  );
  return parts.length === 0 ? "no rule changed" : parts.join(", ");
}

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
