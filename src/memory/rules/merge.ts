/** Three-way merge by rule: lines are matched by id and by what they say, so that a formatter or a move is no edit. */
import { isTheirs, type Rule, type RuleLine, saysSame, sharesId, type Target } from "./rule.js";

/** A rule with its place, as a file or a version holds it. */
export interface PlacedLine extends RuleLine {
  target: Target;
}

/** One rule that a person wrote, changed, moved or took out. */
export interface HandEdit {
  kind: "added" | "changed" | "moved" | "removed";
  before?: Rule | undefined;
  after?: PlacedLine | undefined;
}

/** Index of the line that is this rule: by a shared id first, by its words second. Each line is given away once. */
function matching<L extends PlacedLine>(rule: PlacedLine, lines: readonly L[], taken: ReadonlySet<number>): number {
  const free = (test: (line: L) => boolean) => lines.findIndex((line, at) => !taken.has(at) && test(line));
  const both = free((line) => sharesId(line, rule) && saysSame(line.text, rule.text) && line.target === rule.target);
  if (both !== -1) return both;
  const byId = free((line) => sharesId(line, rule));
  if (byId !== -1) return byId;
  const here = free((line) => line.target === rule.target && saysSame(line.text, rule.text));
  return here !== -1 ? here : free((line) => saysSame(line.text, rule.text));
}

/** Pairs of two lists, `undefined` on the side that has no such rule; in the order of `left`, then of `right`. */
export function paired<L extends PlacedLine, R extends PlacedLine>(
  left: readonly L[],
  right: readonly R[],
): [L | undefined, R | undefined][] {
  const taken = new Set<number>();
  const pairs = left.map((rule): [L | undefined, R | undefined] => {
    const at = matching(rule, right, taken);
    if (at === -1) return [rule, undefined];
    taken.add(at);
    return [rule, right[at]];
  });
  right.forEach((rule, at) => {
    if (!taken.has(at)) pairs.push([undefined, rule]);
  });
  return pairs;
}

/** What people did to the rules in force: each line of the files against the active version. */
export function handEdits(active: readonly Rule[], lines: readonly PlacedLine[]): HandEdit[] {
  return paired(active, lines).flatMap(([before, after]): HandEdit[] => {
    if (after === undefined) return [{ kind: "removed", before }];
    if (before === undefined) return [{ kind: "added", after }];
    if (!saysSame(before.text, after.text)) return [{ kind: "changed", before, after }];
    return before.target === after.target ? [] : [{ kind: "moved", before, after }];
  });
}

const same = (a: Rule, b: Rule): boolean =>
  a.target === b.target &&
  saysSame(a.text, b.text) &&
  [...a.ids].sort().join() === [...b.ids].sort().join() &&
  a.decided_by?.how === b.decided_by?.how;

/** A rule that stayed as a person wants it, although the plan would have changed it. */
export interface Kept {
  rule: Rule;
  /** What the plan would have made of it; undefined: it would have left. */
  planned?: Rule | undefined;
}

export interface Merged {
  rules: Rule[];
  kept: Kept[];
}

/**
 * `base`: the rules both sides started from. `theirs`: the rules in force now, with what people did. `ours`: what a
 * plan made of `base`. Where both changed one rule, theirs stands, and it is told.
 */
export function mergeRules(base: readonly Rule[], theirs: readonly Rule[], ours: readonly Rule[]): Merged {
  const planned = new Map<Rule, Rule | undefined>();
  const fresh: Rule[] = [];
  for (const [before, after] of paired(base, ours)) {
    if (before === undefined) fresh.push(after as Rule);
    else planned.set(before, after);
  }
  const rules: Rule[] = [];
  const kept: Kept[] = [];
  for (const [before, now] of paired(base, theirs)) {
    // Taken out by a person, or by a version since: it stays out.
    if (now === undefined) continue;
    if (before === undefined) {
      rules.push(now);
      continue;
    }
    const plan = planned.get(before);
    const unplanned = plan !== undefined && same(before, plan);
    if (unplanned) rules.push(now);
    else if (same(before, now) && !isTheirs(now)) {
      if (plan !== undefined) rules.push(plan);
    } else {
      rules.push(now);
      if (plan === undefined || !same(plan, now))
        kept.push({ rule: now, ...(plan === undefined ? {} : { planned: plan }) });
    }
  }
  for (const rule of fresh) {
    const there = rules.findIndex((held) => sharesId(held, rule) || saysSame(held.text, rule.text));
    if (there === -1) rules.push(rule);
    else if (!same(rules[there] as Rule, rule)) kept.push({ rule: rules[there] as Rule, planned: rule });
  }
  return { rules, kept };
}
