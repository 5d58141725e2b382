/** Writes into the lines of a block what becomes of its rules. Pure; called by whatever puts a version in force. */

import {
  type BlockRule,
  bare,
  behindDetails,
  continues,
  IDS,
  ITEM,
  isBlank,
  rulesAbove,
  rulesIn,
  topOf,
} from "../policy/block.js";
import { type RuleLine, ruleLine, saysSame } from "../policy/rule.js";

/** One change of a block: what becomes of a rule that stands there, or a rule to add. */
export interface BlockPlan {
  /** By index into {@link rulesIn}: the new line, or null to take it out. Others stay byte for byte. */
  changed: ReadonlyMap<number, RuleLine | null>;
  /** `before`: the rule it goes before, where it binds more than that one; otherwise behind the last. */
  added: readonly (RuleLine & { before?: number | undefined })[];
}

/**
 * The lines of a block with a plan carried out. Lines that are no rules stay where they are, and a rule that says the
 * same keeps its words as they are written. Lines end in `\r` where those of the block do.
 */
export function replanned(lines: readonly string[], plan: BlockPlan, newline: "\n" | "\r\n" = "\n"): string[] {
  const rules = rulesIn(lines);
  const end = newline === "\r\n" ? "\r" : "";
  const next: string[] = [];
  let at = 0;
  const above = rulesAbove(lines, rules);
  const last = rules[above.lastIndexOf(undefined)];
  const place = last === undefined ? undefined : behindDetails(lines, last);
  const mark = marksFor(lines, rules, (index) => above[index] === undefined && plan.changed.get(index) !== null);
  const add = (added: readonly RuleLine[]) => {
    next.push(...added.map((rule, count) => `${mark(count)}${ruleLine(rule).slice(2)}${end}`));
  };
  // Numbers go on behind the last one.
  const isNumbered = /^\s*\d/.test(mark(0));
  const placeOf = ({ before }: { before?: number | undefined }) =>
    before === undefined || isNumbered ? undefined : topOf(above, before);
  const later = plan.added.filter((one) => placeOf(one) === undefined);
  for (const [index, rule] of rules.entries()) {
    const earlier = plan.added.filter((one) => placeOf(one) === index);
    const ruleAbove = index === 0 ? undefined : rules[topOf(above, index - 1)];
    const upTo = ruleAbove === undefined ? rule.from : Math.min(behindDetails(lines, ruleAbove), rule.from);
    if (earlier.length > 0) {
      next.push(...lines.slice(at, upTo));
      add(earlier);
      at = upTo;
    }
    next.push(...lines.slice(at, rule.from));
    const change = plan.changed.get(index);
    const raw = lines.slice(rule.from, rule.to);
    if (change === undefined) next.push(...raw);
    else if (change !== null) next.push(...rewritten(raw, rule, change));
    at = rule.to;
  }
  if (later.length === 0) return [...next, ...lines.slice(at)];
  if (place !== undefined) {
    next.push(...lines.slice(at, place));
    add(later);
    // Markdown would read a line of prose right behind a new rule as its end.
    const runsOn = place < lines.length && continues(bare(lines[place]), 0);
    return [...next, ...(runsOn ? [end] : []), ...lines.slice(place)];
  }
  // The first rule of a block: behind its heading, set apart by an empty line.
  next.push(...lines);
  while (next.length > 0 && isBlank(next.at(-1))) next.pop();
  if (next.length > 0) next.push(end);
  add(later);
  return next;
}

/** The list mark of new rules: that of the last one of a kind; numbers go on. */
function marksFor(
  lines: readonly string[],
  rules: readonly BlockRule[],
  isOfKind: (index: number) => boolean,
): (count: number) => string {
  const marks = rules.filter((_, index) => isOfKind(index)).map((rule) => ITEM.exec(bare(lines[rule.from])) ?? []);
  const [, indent = "", mark = "- "] = marks.at(-1) ?? [];
  const number = /^(\d+)([.)])/.exec(mark);
  const space = /[ \t]/.test(mark) ? mark : `${mark} `;
  if (number === null) return () => `${indent}${space}`;
  const [, digits = "1", sign = "."] = number;
  const before = /^(\d+)/.exec(marks.at(-2)?.[2] ?? "")?.[1];
  const step = before === digits ? 0 : 1;
  return (count) => `${indent}${Number(digits) + step * (count + 1)}${sign} `;
}

/** A rule's lines with another line in their place; with an equal saying only its ids change. */
function rewritten(raw: readonly string[], ruleBefore: BlockRule, next: RuleLine): string[] {
  const [, indent = "", mark = "- "] = ITEM.exec(bare(raw[0])) ?? [];
  const end = raw[0]?.endsWith("\r") === true ? "\r" : "";
  if (saysSame(ruleBefore.text, next.text)) {
    const renamed = withIds(raw, next.ids, end);
    if (renamed !== undefined) return renamed;
    return [`${indent}${mark}${ruleLine({ text: ruleBefore.text, ids: next.ids }).slice(2)}${end}`];
  }
  return [`${indent}${mark}${ruleLine(next).slice(2)}${end}`];
}

/** The lines with other ids; undefined where their comment is spread over lines or stands twice. */
function withIds(raw: readonly string[], ids: readonly string[], end: string): string[] | undefined {
  const comment = ids.length === 0 ? "" : `<!-- ${ids.join(" ")} -->`;
  const text = raw.map(bare).join("\n");
  const idMarks = [...text.matchAll(IDS)];
  const [only] = idMarks;
  if (idMarks.length > 1 || only?.[0].includes("\n") === true) return undefined;
  const changed =
    only === undefined
      ? `${text.trimEnd()} ${comment}`
      : `${text.slice(0, only.index)}${comment}${text.slice(only.index + only[0].length)}`;
  return changed
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line, index) => line !== "" || isBlank(raw[index]))
    .map((line) => `${line}${end}`);
}
