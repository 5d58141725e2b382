/** Three-way merge by rule: rules are matched by id and by what they say, so that a formatter or a move is no edit. */

import { isTheirs, type Rule, sameIds, saysSame, sharesId } from "../policy/rule.js";
import { paired } from "./pairing.js";

export { type PlacedLine, paired } from "./pairing.js";

const same = (a: Rule, b: Rule): boolean =>
  a.target === b.target &&
  saysSame(a.text, b.text) &&
  sameIds(a, b) &&
  a.decided_by?.how === b.decided_by?.how &&
  a.decided_by?.by === b.decided_by?.by;

/** A rule that stayed as it is in force, although the plan would have changed it. */
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
 * plan made of `base`. What only one side changed is taken, each field by itself; a line of a person stands against
 * everything; where both changed the same, theirs stands, and it is told.
 */
export function mergeRules(base: readonly Rule[], theirs: readonly Rule[], ours: readonly Rule[]): Merged {
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
  return { ...(reworded ? now : plan), target, ids, ...(decided_by === undefined ? {} : { decided_by }) };
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
