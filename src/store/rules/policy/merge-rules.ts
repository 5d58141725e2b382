/** Three-way merge by rule: rules are matched by id and by what they say, so that a formatter or a move is no edit. */
import { defined } from "../../../text/defined.js";
import { sameGeneral } from "./exceptions.js";
import { isTheirs, type Rule, type RuleLine, sameIds, saysSame, sharesId, type Target } from "./rule.js";

/** A rule with its place, as a file or a version holds it. */
export interface PlacedLine extends RuleLine {
  target: Target;
}

/** How well two rules fit; 0: not at all. */
type Fit = (a: PlacedLine, b: PlacedLine) => number;

const sharedIds = (a: PlacedLine, b: PlacedLine): number => a.ids.filter((id) => b.ids.includes(id)).length;
const here = (a: PlacedLine, b: PlacedLine): boolean => a.target === b.target;

/** Best first. The first needs no canonical form: on unchanged files nothing else is asked. */
const FITS: readonly Fit[] = [
  (a, b) => Number(here(a, b) && sameIds(a, b) && a.text === b.text),
  (a, b) => (here(a, b) && saysSame(a.text, b.text) ? sharedIds(a, b) : 0),
  (a, b) => (sharedIds(a, b) > 0 && saysSame(a.text, b.text) ? sharedIds(a, b) : 0),
  (a, b) => (here(a, b) ? sharedIds(a, b) : 0),
  sharedIds,
  (a, b) => Number(here(a, b) && saysSame(a.text, b.text)),
  (a, b) => Number(saysSame(a.text, b.text)),
];

/** Pairs of two lists, `undefined` on the side that has no such rule; in the order of `left`, then of `right`. */
export function paired<L extends PlacedLine, R extends PlacedLine>(
  left: readonly L[],
  right: readonly R[],
): [L | undefined, R | undefined][] {
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  for (const howWell of FITS) {
    if (partner.size === left.length || taken.size === right.length) break;
    left.forEach((one, at) => {
      if (partner.has(at)) return;
      let best = -1;
      let most = 0;
      right.forEach((other, index) => {
        const fits = taken.has(index) ? 0 : howWell(one, other);
        if (fits <= most) return;
        most = fits;
        best = index;
      });
      if (best === -1) return;
      partner.set(at, best);
      taken.add(best);
    });
  }
  const pairs = left.map((one, at): [L | undefined, R | undefined] => {
    const index = partner.get(at);
    return [one, index === undefined ? undefined : right[index]];
  });
  right.forEach((one, index) => {
    if (!taken.has(index)) pairs.push([undefined, one]);
  });
  return pairs;
}

const same = (a: Rule, b: Rule): boolean =>
  a.target === b.target &&
  saysSame(a.text, b.text) &&
  sameIds(a, b) &&
  sameGeneral(a, b) &&
  a.decided_by?.how === b.decided_by?.how &&
  a.decided_by?.by === b.decided_by?.by;

/** A rule that stayed as it is in force, although the plan would have changed it. */
export interface Kept {
  rule: Rule;
  /** What the plan would have made of it; undefined: it would have left. */
  planned?: Rule | undefined;
}

/**
 * `base`: the rules both sides started from. `theirs`: the rules in force now, with what people did. `ours`: what a
 * plan made of `base`. What only one side changed is taken, each field by itself; a line of a person stands against
 * everything; where both changed the same, theirs stands, and it is told.
 */
export function mergeRules(base: readonly Rule[], theirs: readonly Rule[], ours: readonly Rule[]) {
  const planned = new Map<Rule, Rule | undefined>();
  const fresh: Rule[] = [];
  for (const [before, after] of paired(base, ours)) {
    if (before === undefined) fresh.push(after as Rule);
    else planned.set(before, after);
  }
  const kept: Kept[] = [];
  const stays = (rule: Rule, plan: Rule | undefined): Rule => {
    if (plan === undefined || !same(plan, rule)) kept.push({ rule, ...(plan === undefined ? {} : { planned: plan }) });
    return rule;
  };
  const result = new Map<Rule, Rule>();
  for (const [before, now] of paired(base, theirs)) {
    // Taken out by a person, or by a version since: it stays out.
    if (now === undefined) continue;
    if (before === undefined) {
      result.set(now, now);
      continue;
    }
    const plan = planned.get(before);
    const unplanned = plan !== undefined && same(before, plan);
    const untouched = same(before, now);
    if (unplanned) result.set(now, now);
    else if (untouched && !isTheirs(now)) {
      if (plan !== undefined) result.set(now, plan);
    } else if (plan === undefined || isTheirs(now)) result.set(now, stays(now, plan));
    else if (isTheirs(plan)) result.set(now, plan);
    else {
      const joined = byField(before, now, plan, kept);
      // Each side took the ground that the other left it: no entry stands behind it any more.
      if (joined.ids.length > 0 || before.ids.length === 0) result.set(now, joined);
    }
  }
  // In the order in which they are in force.
  const rules = theirs.flatMap((rule) => result.get(rule) ?? []);
  for (const rule of fresh) add(rules, rule, stays);
  return { rules, kept };
}

/** Both sides changed it, neither of them a person: field by field. */
function byField(before: Rule, now: Rule, plan: Rule, kept: Kept[]): Rule {
  const reworded = !saysSame(before.text, now.text);
  const moved = before.target !== now.target;
  const target = moved ? now.target : plan.target;
  const against = (differs: (a: Rule, b: Rule) => boolean) => differs(before, plan) && differs(now, plan);
  const words = (a: Rule, b: Rule) => !saysSame(a.text, b.text);
  if ((reworded && against(words)) || (moved && against((a, b) => a.target !== b.target)))
    kept.push({ rule: now, planned: plan });
  const left = (id: string) => before.ids.includes(id) && !(now.ids.includes(id) && plan.ids.includes(id));
  const ids = [...new Set([...now.ids, ...plan.ids])].filter((id) => !left(id));
  const decided_by = now.decided_by ?? plan.decided_by;
  const { role } = moved ? now : plan;
  return { ...(reworded ? now : plan), target, ids, ...defined({ role, decided_by }) };
}

/** Adds a rule that `base` did not have, unless one that is there says it, or stands for the same entry. */
function add(rules: Rule[], rule: Rule, stays: (rule: Rule, plan: Rule) => Rule): void {
  const at = rules.findIndex((held) => sharesId(held, rule) || saysSame(held.text, rule.text));
  const there = rules[at];
  if (there === undefined) rules.push(rule);
  else if (isTheirs(rule) && !isTheirs(there)) rules[at] = rule;
  else if (isTheirs(there) || !saysSame(there.text, rule.text)) stays(there, rule);
  else rules[at] = { ...there, ids: [...new Set([...there.ids, ...rule.ids])] };
}
