/**
 * The one three-way merge of rules, by id and by what they say, so that a formatter or a move is no edit. Called for the
 * blocks of core files, for the versions of two branches, for a rollback, and to put a pending version on today's rules.
 */
import { defined } from "../../text/defined.js";
import { sameGeneral } from "./exceptions.js";
import {
  isByHand,
  isTheirs,
  type Rule,
  type RuleLine,
  sameIds,
  sameWords,
  saysSame,
  sharesId,
  type Target,
} from "./rule.js";

/** A rule with its place, as a file or a version holds it. */
export interface PlacedLine extends RuleLine {
  target: Target;
}

/** How well two rules fit; 0: not at all. */
type Fit = (a: PlacedLine, b: PlacedLine) => number;

const sharedIds = (a: PlacedLine, b: PlacedLine): number => a.ids.filter((id) => b.ids.includes(id)).length;
const isSameTarget = (a: PlacedLine, b: PlacedLine): boolean => a.target === b.target;

/** Best first. The first needs no canonical form, and unchanged files need only the first. */
const FITS: readonly Fit[] = [
  (a, b) => Number(isSameTarget(a, b) && sameIds(a, b) && a.text === b.text),
  (a, b) => (isSameTarget(a, b) && saysSame(a.text, b.text) ? sharedIds(a, b) : 0),
  (a, b) => (sharedIds(a, b) > 0 && saysSame(a.text, b.text) ? sharedIds(a, b) : 0),
  (a, b) => (isSameTarget(a, b) ? sharedIds(a, b) : 0),
  sharedIds,
  (a, b) => Number(isSameTarget(a, b) && saysSame(a.text, b.text)),
  (a, b) => Number(saysSame(a.text, b.text)),
];

/** Pairs of two lists, `undefined` on the side that has no such rule; in the order of `left`, then of `right`. */
export function paired<L extends PlacedLine, R extends PlacedLine>(
  left: readonly L[],
  right: readonly R[],
): [L | undefined, R | undefined][] {
  const partner = new Map<number, number>();
  const takenIndexes = new Set<number>();
  for (const howWell of FITS) {
    if (partner.size === left.length || takenIndexes.size === right.length) break;
    left.forEach((one, at) => {
      if (partner.has(at)) return;
      let best = -1;
      let most = 0;
      right.forEach((other, index) => {
        const fits = takenIndexes.has(index) ? 0 : howWell(one, other);
        if (fits <= most) return;
        most = fits;
        best = index;
      });
      if (best === -1) return;
      partner.set(at, best);
      takenIndexes.add(best);
    });
  }
  const pairs = left.map((one, at): [L | undefined, R | undefined] => {
    const index = partner.get(at);
    return [one, index === undefined ? undefined : right[index]];
  });
  right.forEach((one, index) => {
    if (!takenIndexes.has(index)) pairs.push([undefined, one]);
  });
  return pairs;
}

/**
 * The kind of the two sides. `plan`: a plan made `b` from `base`, and a plan never touches a line of a person.
 * `branches`: people and plans changed either.
 */
export type Sides = "plan" | "branches";

/** A rule that stands although the other side has it otherwise. */
export interface Kept<R extends Rule = Rule> {
  rule: R;
  /** The other side's rule. Undefined: the other side took it out. */
  planned?: R | undefined;
}

/**
 * `base`: the rules that both sides started from. `a`: the rules in force now. What one side alone changed is taken, each
 * field by itself; a line written by hand goes before any other; where both sides changed the same, `a` stands, and `kept`
 * names it. Of branches a removal goes before a plan's change, and a change by hand before a removal.
 */
export function mergeRules<R extends Rule>(
  base: readonly R[],
  a: readonly R[],
  b: readonly R[],
  sides: Sides = "plan",
): { rules: R[]; kept: Kept<R>[] } {
  const isPlan = sides === "plan";
  const rankOf = (rule: R): number => (isTheirs(rule) ? 2 : isByHand(rule) && !isPlan ? 1 : 0);
  const keptRules: Kept<R>[] = [];
  const stays = (rule: R, planned?: R): R => {
    if (planned === undefined || !same(planned, rule)) keptRules.push({ rule, ...defined({ planned }) });
    return rule;
  };
  /** Goes before the other side's rule: only of branches the one that loses may be a person's, too. */
  const replaces = (rule: R, other: R): R => (isPlan ? rule : stays(rule, other));

  const onOneSide = (before: R, rule: R, isOfPlan: boolean): R | undefined => {
    if (isPlan) return isOfPlan || (same(before, rule) && !isTheirs(rule)) ? undefined : stays(rule);
    if (sameWords(before, rule)) return undefined;
    return isByHand(rule) ? rule : undefined;
  };
  const onBoth = (before: R, now: R, other: R): R | undefined => {
    if (same(before, other)) return now;
    if (same(before, now) && !(isPlan && isTheirs(now))) return other;
    const [rank, otherRank] = [rankOf(now), rankOf(other)];
    if (rank > otherRank || (isPlan && rank > 0)) return stays(now, other);
    if (rank < otherRank) return replaces(other, now);
    const joined = byField(before, now, other, keptRules);
    // Each side took the ground that the other left it: no entry stands behind it any more.
    return joined.ids.length > 0 || before.ids.length === 0 ? joined : undefined;
  };

  const others = new Map<R, R | undefined>();
  const fresh: R[] = [];
  for (const [before, other] of paired(base, b)) {
    if (before === undefined) fresh.push(other as R);
    else others.set(before, other);
  }
  const result = new Map<R, R | undefined>();
  for (const [before, now] of paired(base, a)) {
    const other = before && others.get(before);
    if (before === undefined) result.set(now as R, now);
    else if (now !== undefined) result.set(now, other ? onBoth(before, now, other) : onOneSide(before, now, false));
    else if (other !== undefined && onOneSide(before, other, true)) fresh.push(other);
  }
  const rules = a.flatMap((rule) => result.get(rule) ?? []);
  for (const rule of fresh) {
    const at = rules.findIndex((one) => sharesId(one, rule) || saysSame(one.text, rule.text));
    const standingRule = rules[at];
    if (standingRule === undefined) rules.push(rule);
    else if (rankOf(rule) > rankOf(standingRule)) rules[at] = replaces(rule, standingRule);
    else if (rankOf(standingRule) > 0 || !saysSame(standingRule.text, rule.text)) stays(standingRule, rule);
    else rules[at] = { ...standingRule, ids: [...new Set([...standingRule.ids, ...rule.ids])] };
  }
  return { rules: isPlan ? rules : withoutOutdone(rules, (rule) => Math.min(1, rankOf(rule))), kept: keptRules };
}

/** Lines without those beside which another line for the same entry ranks higher. */
export function withoutOutdone<L extends RuleLine>(lines: readonly L[], rankOf: (line: L) => number): L[] {
  return lines.filter((line) => {
    const linesSharingId = lines.filter((one) => one !== line && sharesId(one, line));
    return !linesSharingId.some((one) => rankOf(one) > rankOf(line));
  });
}

const same = (a: Rule, b: Rule): boolean =>
  sameWords(a, b) &&
  sameIds(a, b) &&
  sameGeneral(a, b) &&
  a.decided_by?.how === b.decided_by?.how &&
  a.decided_by?.by === b.decided_by?.by;

/** Both sides changed it, and neither ranks higher: field by field. */
function byField<R extends Rule>(before: R, now: R, other: R, keptRules: Kept<R>[]): R {
  const reworded = !saysSame(before.text, now.text);
  const isMoved = before.target !== now.target;
  const target = isMoved ? now.target : other.target;
  const against = (differs: (a: Rule, b: Rule) => boolean) => differs(before, other) && differs(now, other);
  const words = (a: Rule, b: Rule) => !saysSame(a.text, b.text);
  if ((reworded && against(words)) || (isMoved && against((a, b) => a.target !== b.target)))
    keptRules.push({ rule: now, planned: other });
  const isIdDropped = (id: string) => before.ids.includes(id) && !(now.ids.includes(id) && other.ids.includes(id));
  const ids = [...new Set([...now.ids, ...other.ids])].filter((id) => !isIdDropped(id));
  const decided_by = now.decided_by ?? other.decided_by;
  const { role } = isMoved ? now : other;
  return { ...(reworded ? now : other), target, ids, ...defined({ role, decided_by }) };
}
