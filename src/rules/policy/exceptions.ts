/** Rules that are exceptions to others: beneath which one each stands, and in which order all of them are printed. */
import { type Rule, type RuleLine, ruleLine, sharesId, type Target } from "./rule.js";

/** The fields of a rule, or an operation, that nesting needs. */
interface Nestable extends RuleLine {
  target: Target;
  exception_to?: readonly string[] | undefined;
}

/** Whether one rule stands beneath another where both are in one file. */
export function isBeneath(
  { exception_to = [] }: Pick<Nestable, "exception_to">,
  { ids }: Pick<RuleLine, "ids">,
): boolean {
  return exception_to.some((id) => ids.includes(id));
}

/** The rule beneath which one stands; undefined where its general rule is in another file, or is no rule. */
export function generalOf<R extends Nestable>(rule: Nestable, rules: readonly R[]): R | undefined {
  return rules.find((other) => other.target === rule.target && !sharesId(other, rule) && isBeneath(rule, other));
}

/** Rules that a cap counts: those that are printed beneath no other. */
export function countedRules<R extends Nestable>(rules: readonly R[]): R[] {
  const generals = generalsIn(rules);
  return rules.filter((rule) => generals.get(rule) === undefined);
}

/** Whether two rules are exceptions to the same entries. */
export function sameGeneral(a: Pick<Nestable, "exception_to">, b: Pick<Nestable, "exception_to">): boolean {
  const generalKey = ({ exception_to = [] }: Pick<Nestable, "exception_to">) => [...exception_to].sort().join();
  return generalKey(a) === generalKey(b);
}

/** A rule with the one beneath which it is printed, and beneath how many in all. */
interface PrintedRule<R> {
  rule: R;
  general: R | undefined;
  depth: number;
}

/** The rules of one file as it prints them: each with its exceptions behind it. Those of a circle stand by themselves. */
export function asPrinted<R extends Nestable>(rules: readonly R[], target: Target): PrintedRule<R>[] {
  const rulesHere = rules.filter((rule) => rule.target === target);
  const generals = new Map(rulesHere.map((rule) => [rule, generalOf(rule, rulesHere)]));
  const printedByRule = new Map<R, PrintedRule<R>>();
  const print = (rule: R, general: R | undefined, depth: number): void => {
    if (printedByRule.has(rule)) return;
    printedByRule.set(rule, { rule, general, depth });
    for (const other of rulesHere) if (generals.get(other) === rule) print(other, rule, depth + 1);
  };
  for (const rule of rulesHere) if (generals.get(rule) === undefined) print(rule, undefined, 0);
  for (const rule of rulesHere) print(rule, undefined, 0);
  return [...printedByRule.values()];
}

/** Of each rule the one beneath which it is printed. */
export function generalsIn<R extends Nestable>(rules: readonly R[]): Map<R, R | undefined> {
  const targets = new Set(rules.map(({ target }) => target));
  const printedRules = [...targets].flatMap((target) => asPrinted(rules, target));
  return new Map(printedRules.map(({ rule, general }) => [rule, general]));
}

/** The lines of one file's block. */
export function printedLines(rules: readonly Rule[], target: Target): string[] {
  return asPrinted(rules, target).map(({ rule, depth }) => `${"  ".repeat(depth)}${ruleLine(rule)}`);
}
