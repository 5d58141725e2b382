/** Bullets beneath bullets: an exception stands indented under its general rule, and moves with its details. Pure. */

import {
  type BlockRule,
  bare,
  behindDetails,
  contentOf,
  ITEM,
  indentOf,
  rulesAbove,
  rulesIn,
  topOf,
} from "../policy/block.js";
import { asPrinted } from "../policy/exceptions.js";
import { type PlacedLine, paired } from "../policy/merge-rules.js";
import type { Rule, Target } from "../policy/rule.js";
import { sharesId } from "../policy/rule.js";

/** Where a rule of a block shall stand, by index into `rulesIn`; `under` undefined: beneath no other. */
export interface Nesting {
  rule: number;
  under: number | undefined;
}

/** A line that keeps its identity while it is moved. */
interface Row {
  text: string;
}

/**
 * The lines of a block with some rules beneath others, or beneath none any more. Words and order of all others stay.
 * `nestings`: general rules before their exceptions.
 */
export function nestedLines(lines: readonly string[], nestings: readonly Nesting[]): string[] {
  const rows = lines.map((text): Row => ({ text }));
  const firstRows = rulesIn(lines).map(({ from }) => rows[from]);
  const isReleased = ({ under }: Nesting) => under === undefined;
  // Released rules go behind everything nested there, from the last on, so that their order stays.
  const inTurn = [...nestings.filter(isReleased).reverse(), ...nestings.filter((one) => !isReleased(one))];
  return inTurn
    .reduce(
      (next, { rule, under }) => moveRows(next, firstRows[rule], under === undefined ? undefined : firstRows[under]),
      rows,
    )
    .map(({ text }) => text);
}

function moveRows(rows: Row[], first: Row | undefined, above: Row | undefined): Row[] {
  const lines = rows.map(({ text }) => text);
  const rules = rulesIn(lines);
  const parents = rulesAbove(lines, rules);
  const indexOf = (row: Row | undefined) => rules.findIndex(({ from }) => rows[from] === row);
  const [at, under] = [indexOf(first), above === undefined ? undefined : indexOf(above)];
  const [rule, general] = [rules[at], rules[under ?? -1]];
  if (rule === undefined || (above !== undefined && general === undefined)) return rows;
  const end = behindDetails(lines, rule);
  if (general !== undefined && general.from >= rule.from && general.from < end) return rows;
  const top = rules[topOf(parents, at)] as BlockRule;
  const place = parents[at] === under ? end : behindDetails(lines, general ?? top);
  const own = rows.slice(rule.from, end);
  indent(own, lines[general?.from ?? -1]);
  const others = [...rows.slice(0, rule.from), ...rows.slice(end)];
  return others.toSpliced(place > rule.from ? place - own.length : place, 0, ...own);
}

/** Indents an item with its details as what stands beneath another item, or as one that stands beneath none. */
function indent([first, ...details]: Row[], general: string | undefined): void {
  if (first === undefined) return;
  const [, before = "", mark = "- ", words = ""] = ITEM.exec(bare(first.text)) ?? [];
  const [, outer = "", outerMark = ""] = ITEM.exec(bare(general)) ?? [];
  const columns = general === undefined ? 0 : contentOf(outer, outerMark);
  const sign = /^[-*+]/.exec(outerMark === "" ? mark : outerMark)?.[0] ?? "-";
  // A number beneath a sentence would be read as its next words.
  const own = /^[-*+]/.test(mark) ? `${sign}${mark.slice(1)}` : `${sign} `;
  const shift = columns - indentOf(before);
  first.text = `${" ".repeat(columns)}${own}${words}${first.text.endsWith("\r") ? "\r" : ""}`;
  for (const row of details) {
    if (row.text.trim() === "") continue;
    row.text = `${" ".repeat(Math.max(0, indentOf(row.text) + shift))}${row.text.trimStart()}`;
  }
}

/** A rule that stands beneath another one than before; `general` undefined: beneath none. */
export interface NestingChange {
  rule: Rule;
  general: Rule | undefined;
}

/** Which rules of a file stand beneath another one than before, or have a new line. `lines`: those of the file as it is. */
export function nestingChanges(
  target: Target,
  lines: readonly PlacedLine[],
  before: readonly Rule[],
  after: readonly Rule[],
): NestingChange[] {
  const rulesHere = after.filter((rule) => rule.target === target);
  const old = new Map(paired(before, after).flatMap(([was, rule]) => (was && rule ? [[rule, was] as const] : [])));
  const generalBefore = new Map<Rule | undefined, Rule | undefined>(
    asPrinted(before, target).map((printed) => [printed.rule, printed.general]),
  );
  const standing = new Set(paired(lines, rulesHere).flatMap(([line, rule]) => (line && rule ? [rule] : [])));
  return asPrinted(rulesHere, target).flatMap(({ rule, general }): NestingChange[] => {
    const oldGeneral = generalBefore.get(old.get(rule));
    if (general === undefined) return oldGeneral === undefined ? [] : [{ rule, general }];
    const stands =
      standing.has(rule) && standing.has(general) && oldGeneral !== undefined && sharesId(oldGeneral, general);
    return stands ? [] : [{ rule, general }];
  });
}

/** The changes by the places that the rules have among the lines of a block. */
export function nestingsIn(
  lines: readonly string[],
  target: Target,
  changes: readonly NestingChange[],
  after: readonly Rule[],
): Nesting[] {
  const placed = rulesIn(lines).map(({ text, ids }): PlacedLine => ({ text, ids, target }));
  const rulesHere = after.filter((rule) => rule.target === target);
  const indexOf = new Map(
    paired(placed, rulesHere).flatMap(([line, rule]) => (line && rule ? [[rule, placed.indexOf(line)] as const] : [])),
  );
  return changes.flatMap(({ rule, general }): Nesting[] => {
    const [at, under] = [indexOf.get(rule), general && indexOf.get(general)];
    return at === undefined || (general !== undefined && under === undefined) ? [] : [{ rule: at, under }];
  });
}
