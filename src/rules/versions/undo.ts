/** Taking a version back: by rule, on top of what is in force now. A person's lines stay. */

import { type Kept, mergeRules, paired } from "../files/merge.js";
import type { ApplyMode } from "../policy/apply-mode.js";
import { lineChange } from "../policy/operations.js";
import { isDecided, type Rule, sameIds, saysSame, sharesId } from "../policy/rule.js";
import type { Operation, Version } from "./version.js";

export interface Undone {
  /** Rules once the version is taken back. */
  rules: Rule[];
  /** What that changes, as operations of a version of its own. */
  operations: Operation[];
  /** Operations of the version that no longer hold. */
  undone: Operation[];
  /** Rules that stay although the version brought or changed them: a person's, or of a later version. */
  kept: readonly Kept[];
}

/** Rules before a version, from its operations alone: for a version whose base has left the tree. */
export function rulesBefore({ rules, operations }: Pick<Version, "rules" | "operations">): Rule[] {
  let before = [...rules];
  for (const op of [...operations].reverse()) {
    if (op.op === "keep") continue;
    const is = (rule: Rule) => rule.target === op.target && saysSame(rule.text, op.text) && sharesIds(rule, op);
    if (op.op === "delete") before.push({ target: op.target, text: op.text, ids: op.ids, since: "" });
    else if (op.op === "add") before = before.filter((rule) => !is(rule));
    else {
      const target = op.from ?? op.target;
      before = before.map((rule) => (is(rule) ? { ...rule, target, text: op.before ?? op.text } : rule));
    }
  }
  return before;
}

const sharesIds = (rule: Rule, op: Operation): boolean => op.ids.length === 0 || sharesId(rule, op);

/** `before`: rules on which the version was made. `now`: those in force. `id`: of the version that takes it back. */
export function undone(
  version: Pick<Version, "id" | "rules" | "operations">,
  before: readonly Rule[],
  now: readonly Rule[],
  { id, because }: { id: string; because: string },
): Undone {
  const { rules, kept } = mergeRules(version.rules, now, before);
  const operations: Operation[] = [];
  const settled = paired(now, rules).flatMap(([old, next]): Rule[] => {
    if (old && next && old.target === next.target && saysSame(old.text, next.text) && sameIds(old, next)) return [old];
    const change = lineChange(old, next);
    // What it rests on is what the operation it takes back rested on.
    const rule = (next ?? old) as Rule;
    const of = version.operations.find((one) => sharesId(one, rule) || saysSame(one.text, (old ?? rule).text));
    const { evidence = "", tier = "self", support = 0 } = of ?? {};
    operations.push({ ...change, reason: "rolled-back", because, evidence, tier, support });
    return next === undefined ? [] : [{ ...next, since: next.since === "" ? id : next.since }];
  });
  return { rules: settled, operations, undone: version.operations.filter((op) => isUndone(op, now, settled)), kept };
}

/** Whether an operation of a version held before and no longer does. */
function isUndone(op: Operation, before: readonly Rule[], after: readonly Rule[]): boolean {
  const has = (rules: readonly Rule[]) =>
    rules.some(
      (rule) =>
        rule.target === op.target && saysSame(rule.text, op.text) && op.ids.every((one) => rule.ids.includes(one)),
    );
  return op.op === "delete" ? !has(before) && has(after) : has(before) && !has(after);
}

/**
 * Why only a person may take a version back; undefined when an agent may, too. Outside `auto` whatever removes or alters
 * a rule is for people. In `auto` an agent may undo what the table let pass, as long as no person let in, worded or
 * decided one of the rules it touches.
 */
export function needsPerson(
  mode: ApplyMode,
  { decided }: Pick<Version, "decided">,
  { operations }: Pick<Undone, "operations">,
  rules: readonly Rule[],
): string | undefined {
  if (mode !== "auto") return `in ${mode} mode taking a version back`;
  if (decided?.how !== "mode") return "taking back what a person decided";
  const touched = (rule: Rule) =>
    operations.some(
      (op) => sharesId(rule, op) || [op.text, op.before].some((text) => text && saysSame(rule.text, text)),
    );
  return rules.some((rule) => isDecided(rule) && touched(rule)) ? "taking back a rule that a person let in" : undefined;
}
