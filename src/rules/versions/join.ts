/** Versions that two branches put in force, joined into one: by rule, over what both started from. */
import { type Kept, mergeRules, paired } from "../files/merge.js";
import { lineChange } from "../policy/operations.js";
import { type Rule, sameIds, saysSame } from "../policy/rule.js";
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
