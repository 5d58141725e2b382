/** Three-way merges of versions, by rule: two that branches put in force, joined; one taken back beneath what came since. */

import { type Kept, mergeRules, paired } from "../files/merge.js";
import type { ApplyMode } from "../policy/apply-mode.js";
import { lineChange } from "../policy/operations.js";
import { isDecided, type Rule, sameIds, saysSame, sharesId } from "../policy/rule.js";
import { byCreation, type Operation, type Version } from "./version.js";

export interface Joined {
  rules: Rule[];
  /** Rules that both branches changed; the earlier version's stand. */
  kept: Kept[];
  /** What takes the earliest of them to the joined rules. */
  operations: Operation[];
}

/** `inForce`: two or more of `versions`. Symmetric: the earliest by creation comes first, whoever merges. */
export function joined(versions: readonly Version[], inForce: readonly Version[]): Joined {
  const [first, ...rest] = [...inForce].sort(byCreation);
  if (first === undefined) return { rules: [], kept: [], operations: [] };
  const byId = new Map(versions.map((version) => [version.id, version]));
  const kept: Kept[] = [];
  let rules = [...first.rules];
  for (const side of rest) {
    const merged = mergeRules(commonRules(byId, first, side), rules, side.rules);
    rules = merged.rules;
    kept.push(...merged.kept);
  }
  return { rules, kept, operations: between(first.rules, rules, versions) };
}

/** Ids of everything a version goes back to, itself first, the newest before the older. */
function lineOf(byId: ReadonlyMap<string, Version>, version: Version): string[] {
  const line: string[] = [];
  const next = [version.id];
  for (let id = next.shift(); id !== undefined; id = next.shift()) {
    if (line.includes(id)) continue;
    line.push(id);
    const known = byId.get(id);
    next.push(...(known?.joins ?? []), ...(known?.previous == null ? [] : [known.previous]));
  }
  return line;
}

/** A version of these with all that it goes back to. */
export function ancestry(versions: readonly Version[], id: string): string[] {
  const byId = new Map(versions.map((version) => [version.id, version]));
  const version = byId.get(id);
  return version === undefined ? [id] : lineOf(byId, version);
}

/** The rules both started from. Where that version was pruned: what both have, so that nothing counts as removed. */
function commonRules(byId: ReadonlyMap<string, Version>, a: Version, b: Version): readonly Rule[] {
  const other = new Set(lineOf(byId, b));
  const common = lineOf(byId, a).find((id) => other.has(id));
  if (common === undefined && startsAnew(byId, a) && startsAnew(byId, b)) return [];
  const known = common === undefined ? undefined : byId.get(common)?.rules;
  return (
    known ??
    paired(a.rules, b.rules).flatMap(([mine, theirs]) =>
      mine && theirs && saysSame(mine.text, theirs.text) ? [mine] : [],
    )
  );
}

/** Its line goes back to a version that is based on none. */
function startsAnew(byId: ReadonlyMap<string, Version>, version: Version): boolean {
  return lineOf(byId, version).every((id) => byId.has(id));
}

/** What leads from some rules to others, told as the versions that brought it tell it. */
export function between(before: readonly Rule[], after: readonly Rule[], versions: readonly Version[]): Operation[] {
  const told = [...versions].reverse().flatMap(({ operations }) => operations);
  const find = (op: Operation["op"], rule: Rule) =>
    told.find(
      (one) =>
        one.op === op &&
        saysSame(one.text, rule.text) &&
        (one.ids.some((id) => rule.ids.includes(id)) || rule.ids.length === 0),
    );
  const plain = { reason: "joined", evidence: "", tier: "self", support: 0 } as const;
  return paired(before, after).flatMap(([old, rule]): Operation[] => {
    if (old && rule && old.target === rule.target && saysSame(old.text, rule.text) && sameIds(old, rule)) return [];
    const change = lineChange(old, rule);
    const because = `Another branch ${DID[change.op]}.`;
    return [{ ...plain, because, ...find(change.op, (rule ?? old) as Rule), ...change }];
  });
}

const DID = { add: "brought it", update: "changed it", delete: "took it out" } as const;

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
