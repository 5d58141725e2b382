/** Three-way merges of versions, by rule: two that branches put in force, joined; one taken back beneath what came since. */

import type { ApplyMode } from "../policy/apply-mode.js";
import { sameGeneral } from "../policy/exceptions.js";
import { type Kept, mergeRules, paired } from "../policy/merge-rules.js";
import { lineChange } from "../policy/operations.js";
import { isByHand, isTheirs, type Rule, sameIds, sameWords, saysSame, sharesId, UNPROVEN } from "../policy/rule.js";
import { byCreation, type Operation, type Version } from "../policy/version.js";
import type { Chain } from "./chain.js";

/** The rules of versions together, and what takes the earliest of them there. */
export interface Joined {
  rules: Rule[];
  operations: Operation[];
}

/** `inForce`: two or more of `versions`. Symmetric: the earliest by creation comes first on every side. */
export function joined(versions: readonly Version[], inForce: readonly Version[]): Joined {
  const [first, ...rest] = [...inForce].sort(byCreation);
  if (first === undefined) return { rules: [], operations: [] };
  const byId = new Map(versions.map((version) => [version.id, version]));
  let rules = [...first.rules];
  for (const side of rest) {
    const base = commonRules(byId, first, side);
    const merged = mergeRules(base, rules, side.rules, "branches");
    rules = withHandWritten(takenOut(byId, first, side, merged.rules), merged.kept);
  }
  return { rules, operations: between(first.rules, rules, versions) };
}

/** Rules without those that were taken out by hand on one side: no better wording and no further entry brings them back. */
function takenOut(byId: ReadonlyMap<string, Version>, a: Version, b: Version, rules: readonly Rule[]): Rule[] {
  const [lineOfA, lineOfB] = [ancestry(byId, a.id), ancestry(byId, b.id)];
  const onOneSide = (id: string) => lineOfA.includes(id) !== lineOfB.includes(id);
  const declinedElsewhere = [...(a.declined ?? []), ...(b.declined ?? [])].filter(
    ({ how, version }) => how === "removed" && onOneSide(version),
  );
  return rules.filter(
    (rule) => isByHand(rule) || !declinedElsewhere.some(({ ids }) => ids.some((id) => rule.ids.includes(id))),
  );
}

/** Rules with the lines written by hand that lost to another: they stand beside it, without its ids. */
function withHandWritten(rules: readonly Rule[], keptRules: readonly Kept[]): Rule[] {
  const next = [...rules];
  for (const { planned } of keptRules) {
    if (planned === undefined || !isByHand(planned) || next.some((rule) => sameWords(rule, planned))) continue;
    const takenIds = new Set(next.flatMap(({ ids }) => ids));
    next.push({ ...planned, ids: planned.ids.filter((id) => !takenIds.has(id)) });
  }
  return next;
}

/** Ids of everything a version goes back to, itself first, the newest before the older. */
export function ancestry(byId: ReadonlyMap<string, Version>, version: string): string[] {
  const line: string[] = [];
  const next = [version];
  for (let id = next.shift(); id !== undefined; id = next.shift()) {
    if (line.includes(id)) continue;
    line.push(id);
    const knownVersion = byId.get(id);
    next.push(...(knownVersion?.joins ?? []), ...(knownVersion?.previous == null ? [] : [knownVersion.previous]));
  }
  return line;
}

/** The rules both started from. Where that version was pruned: what both have, so that nothing counts as removed. */
function commonRules(byId: ReadonlyMap<string, Version>, a: Version, b: Version): readonly Rule[] {
  const [lineOfA, lineOfB] = [ancestry(byId, a.id), ancestry(byId, b.id)];
  const common = lineOfA.find((id) => lineOfB.includes(id));
  // Both lines go back to a version that is based on none.
  if (common === undefined && [...lineOfA, ...lineOfB].every((id) => byId.has(id))) return [];
  const rulesOfCommon = common === undefined ? undefined : byId.get(common)?.rules;
  const both = paired(a.rules, b.rules).filter(([mine, theirs]) => mine && theirs && saysSame(mine.text, theirs.text));
  return rulesOfCommon ?? both.flatMap(([ownRule]) => ownRule ?? []);
}

/** Whether two rules are one line in one place, for the same entries. */
const isSameLine = (a: Rule, b: Rule): boolean => sameWords(a, b) && sameIds(a, b) && sameGeneral(a, b);

/** The operations that lead from some rules to others, in the words of the versions that made them. */
export function between(before: readonly Rule[], after: readonly Rule[], versions: readonly Version[]): Operation[] {
  const newestFirst = [...versions].reverse().flatMap(({ operations }) => operations);
  const find = (op: Operation["op"], rule: Rule) =>
    newestFirst.find(
      (one) =>
        one.op === op &&
        saysSame(one.text, rule.text) &&
        (one.ids.some((id) => rule.ids.includes(id)) || rule.ids.length === 0),
    );
  const plain = { reason: "joined", evidence: "", tier: "self", support: 0 } as const;
  return paired(before, after).flatMap(([old, rule]): Operation[] => {
    if (old && rule && isSameLine(old, rule)) return [];
    const change = lineChange(old, rule);
    const because = `Another branch ${DID[change.op]}.`;
    return [{ ...plain, because, ...find(change.op, (rule ?? old) as Rule), ...change }];
  });
}

const DID = { add: "brought it", update: "changed it", delete: "took it out" } as const;

export interface Undone {
  /** Rules once the version is taken back. */
  rules: Rule[];
  /** The resulting changes, as operations of a new version. */
  operations: Operation[];
  /** Operations of the version that no longer hold. */
  undone: Operation[];
  /** Rules that stay although the version brought or changed them: a person's, or of a later version. */
  kept: readonly Kept[];
}

/** Rules before a version; from its operations where its base has left the tree. */
export function rulesBefore(
  { previous, rules, operations }: Pick<Version, "previous" | "rules" | "operations">,
  chain: Pick<Chain, "version">,
): readonly Rule[] {
  if (previous === null) return [];
  const base = chain.version(previous);
  if (base !== undefined) return base.rules;
  let before = [...rules];
  for (const op of [...operations].reverse()) {
    if (op.op === "keep") continue;
    const is = (rule: Rule) => sameWords(rule, op) && (op.ids.length === 0 || sharesId(rule, op));
    if (op.op === "delete") before.push({ target: op.target, text: op.text, ids: op.ids, since: "" });
    else if (op.op === "add") before = before.filter((rule) => !is(rule));
    else {
      const target = op.from ?? op.target;
      before = before.map((rule) => (is(rule) ? { ...rule, target, text: op.before ?? op.text } : rule));
    }
  }
  return before;
}

/**
 * A rule as a rollback of this version sees it. Words that a person gave a line while approving the version are a part
 * of the version: a person's rollback takes them back with it.
 */
function asApproved(rule: Rule, { id, decided }: Pick<Version, "id" | "decided">): Rule {
  const { decided_by } = rule;
  const isOfVersion =
    rule.since === id && isTheirs(rule) && decided?.how !== "edited" && decided_by?.at === decided?.at;
  return isOfVersion && decided_by !== undefined ? { ...rule, decided_by: { ...decided_by, how: "approved" } } : rule;
}

/** `before`: rules on which the version was made. `now`: those in force. `id`: of the version that takes it back. */
export function undone(
  version: Pick<Version, "id" | "rules" | "operations" | "decided">,
  before: readonly Rule[],
  now: readonly Rule[],
  { id, because }: { id: string; because: string },
): Undone {
  const [madeRules, standing] = [version.rules, now].map((some) => some.map((rule) => asApproved(rule, version)));
  const { rules, kept } = mergeRules(madeRules ?? [], standing ?? [], before);
  const operations: Operation[] = [];
  const settled = paired(now, rules).flatMap(([old, next]): Rule[] => {
    if (old && next && isSameLine(old, next)) return [old];
    const change = lineChange(old, next);
    // It rests on the evidence of the operation that it takes back.
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
    rules.some((rule) => sameWords(rule, op) && op.ids.every((one) => rule.ids.includes(one)));
  return op.op === "delete" ? !has(before) && has(after) : has(before) && !has(after);
}

/**
 * Why only a person may take a version back; undefined when an agent may, too. Outside `auto` whatever removes or alters
 * a rule is for people. In `auto` an agent may undo what the table let pass, and lines that nobody is proven to have
 * written, as long as none of the rules it touches is a person's (`isPeoples`): let in, worded or said by one.
 */
export function needsPerson(
  mode: ApplyMode,
  { decided, operations: made }: Pick<Version, "decided" | "operations">,
  { operations }: Pick<Undone, "operations">,
  rules: readonly Rule[],
  isPeoples: (rule: Rule) => boolean,
): string | undefined {
  if (mode !== "auto") return `in ${mode} mode taking a version back`;
  const isNobodys = decided?.by === UNPROVEN && decided.how === "edited" && made.every(({ op }) => op !== "delete");
  if (decided?.how !== "mode" && !isNobodys) return "taking back what a person decided";
  const touched = (rule: Rule) =>
    operations.some(
      (op) => sharesId(rule, op) || [op.text, op.before].some((text) => text && saysSame(rule.text, text)),
    );
  return rules.some((rule) => isPeoples(rule) && touched(rule)) ? "taking back a person's rule" : undefined;
}
