/** Three versions of a core file become one: its block by rule, the rest by line. */

import { mergeLines, withMarkers } from "../../store/merge/merge-lines.js";
import type { MergedLines } from "../../store/merge/merge-record.js";
import { mergeProse } from "../../store/merge/merge-records.js";
import { blockIn } from "../../store/records/marked-blocks.js";
import { compareText } from "../../text/claims/canonical.js";
import { type Nesting, nestedLines } from "../planning/nesting.js";
import { type BlockSegment, leavesOpen, rulesAbove, rulesIn, segmentsOf } from "../policy/block.js";
import { mergeRules, paired } from "../policy/merge-rules.js";
import {
  isTheirs,
  PEOPLE,
  type Rule,
  type RuleDecision,
  type RuleLine,
  sameIds,
  sayingOf,
  saysSame,
} from "../policy/rule.js";

/** Whether some version of the tree holds a line: then it is tenet's, not a person's. */
export type IsTenets = (line: RuleLine) => boolean;

type Rows = readonly string[];

/**
 * Merges the lines of a core file. `isTenets`: unknown to git's driver, which leaves what only that can decide between
 * markers: a rule that one side worded anew and the other took out.
 */
export function mergeCoreFile(base: Rows, ours: Rows, theirs: Rows, isTenets?: IsTenets): MergedLines {
  // Taken out on one side while it went on on the other: the rules in force there need it.
  if (base.length > 0 && (ours.length === 0 || theirs.length === 0))
    return { lines: [...(ours.length === 0 ? theirs : ours)], conflicts: [] };
  const [before, left, right] = [cut(base), cut(ours), cut(theirs)];
  const marked = left?.block === undefined ? right : left;
  const unmarked = marked === left ? right : left;
  if (before?.block && marked?.block && unmarked && !unmarked.block && !sameRows(before.block, marked.block))
    return withBlockAgain(before as MarkedFile, marked as MarkedFile, unmarked.above);
  if (left?.block === undefined || right?.block === undefined || before === undefined)
    return mergeProse(base, ours, theirs);
  const above = mergeProse(before.above, left.above, right.above);
  const block = mergeBlock(before.block ?? [], left.block, right.block, isTenets);
  const below = mergeProse(before.below, left.below, right.below);
  return {
    lines: [...above.lines, ...block.lines, ...below.lines],
    conflicts: [...above.conflicts, ...block.conflicts, ...below.conflicts],
  };
}

interface CutFile {
  /** The first mark included. */
  above: Rows;
  block: Rows | undefined;
  /** From the last mark on. */
  below: Rows;
}

/** Undefined: its block is damaged, and only its lines can be merged. */
function cut(rows: Rows): CutFile | undefined {
  const block = blockIn(rows.join("\n"), "rules");
  if (block.state === "missing") return { above: rows, block: undefined, below: [] };
  if (block.state === "damaged" || leavesOpen(block.lines)) return undefined;
  const { from, lines } = block;
  return { above: rows.slice(0, from), block: lines, below: rows.slice(from + lines.length) };
}

type MarkedFile = CutFile & { block: Rows };

const sameRows = (a: Rows, b: Rows): boolean => a.length === b.length && a.every((row, at) => row === b[at]);

/** One side lost the marks, the other changed the block: the changed block stands, at the end. */
function withBlockAgain(base: MarkedFile, changed: MarkedFile, rows: Rows): MergedLines {
  const outside = ({ above, below }: CutFile): string[] => [...above.slice(0, -1), ...below.slice(1)];
  const before = outside(base);
  const blockRows = new Set(
    [...base.block, ...changed.block].filter((row) => row.trim() !== "" && !before.includes(row)),
  );
  const remainingRows = rows.filter((row) => !blockRows.has(row));
  const prose = mergeProse(before, outside(changed), remainingRows);
  while (prose.lines.at(-1) === "") prose.lines.pop();
  const marks = [changed.above.slice(-1), changed.block, changed.below.slice(0, 1)].flat();
  return { lines: [...prose.lines, "", ...marks, ""], conflicts: prose.conflicts };
}

/** A line of the merge: what it is, the same on every side, and what stands there on one. */
interface Token {
  key: string;
  segment: BlockSegment;
}

/** A rule with its lines. `target`: the same for all, since pairs are asked for by place. */
interface BlockLine extends Rule {
  key: string;
  segment: BlockSegment;
}

interface Side {
  tokens: Token[];
  keys: ReadonlySet<string>;
  rules: BlockLine[];
  /** Of each rule the one beneath which it is nested, by key. */
  above: ReadonlyMap<string, string | undefined>;
}

const isRule = (key: string): boolean => key.startsWith("\0");
const wordsOf = ({ lines }: BlockSegment): string => lines.join("\n");

/** A side's lines. A rule of the base keeps its key, and its author as long as its saying stays. */
function sideOf(lines: Rows, isTenets: IsTenets = () => true, base?: Side): Side {
  const segments = segmentsOf(lines);
  const authored = (rule: RuleLine) => (isTenets(rule) ? {} : { decided_by: BY_HAND });
  const own = segments.flatMap((segment, at): BlockLine[] => {
    const { rule } = segment;
    return rule ? [{ ...rule, target: "", since: "", key: `\0${at}`, segment, ...authored(rule) }] : [];
  });
  for (const [baseRule, rule] of base === undefined ? [] : paired(base.rules, own)) {
    if (rule === undefined) continue;
    rule.key = baseRule?.key ?? `\0+${sayingOf(rule.text)}`;
    if (baseRule && saysSame(baseRule.text, rule.text)) rule.decided_by = baseRule.decided_by;
  }
  const keyOf = new Map(own.map(({ segment, key }) => [segment, key]));
  const tokens = segments.map((segment) => ({ key: keyOf.get(segment) ?? wordsOf(segment), segment }));
  const parents = rulesAbove(lines, rulesIn(lines));
  const above = new Map(own.map(({ key }, at) => [key, own[parents[at] ?? -1]?.key]));
  return { tokens, keys: new Set(tokens.map(({ key }) => key)), rules: own, above };
}

const BY_HAND: RuleDecision = { by: PEOPLE, how: "edited", at: "" };

const segmentAt = ({ rules }: Side, key: string) => rules.find((rule) => rule.key === key)?.segment;

/** The rules that stand, by key, as they are written; `open`: keys of those that only a person can decide. */
function standingRules(base: Side, ours: Side, theirs: Side, isTenets: IsTenets | undefined) {
  const sides = isTenets === undefined ? "unmarked" : "branches";
  const { rules, kept } = mergeRules(base.rules, ours.rules, theirs.rules, sides);
  // A rule that both sides worded anew stands in both wordings: who wrote which decides later.
  const both = kept.flatMap(({ rule, planned }) => (planned && isTheirs(planned) === isTheirs(rule) ? planned : []));
  const segmentsByKey = new Map<string, Set<BlockSegment>>();
  for (const { key, text } of [...rules, ...both]) {
    const [was, ourSegment, other] = [base, ours, theirs].map((side) => segmentAt(side, key));
    const says = (segment: BlockSegment | undefined) => segment?.rule && saysSame(segment.rule.text, text);
    const segment =
      says(ourSegment) && says(other) ? writtenAs(was, ourSegment, other) : says(ourSegment) ? ourSegment : other;
    segmentsByKey.set(key, (segmentsByKey.get(key) ?? new Set()).add(segment as BlockSegment));
  }
  const open = kept.flatMap(({ rule, planned }) => (planned === undefined ? rule.key : []));
  return { written: segmentsByKey, open: new Set(open) };
}

function mergeBlock(base: Rows, ours: Rows, theirs: Rows, isTenets: IsTenets | undefined): MergedLines {
  const baseSide = sideOf(base, isTenets);
  const [left, right] = [sideOf(ours, isTenets, baseSide), sideOf(theirs, isTenets, baseSide)];
  const { written, open } = standingRules(baseSide, left, right, isTenets);
  const order = orderOf(baseSide, left, right);
  const last = order.findLastIndex(isRule);
  // A rule that one side took out and the other worded anew has no place in the order any more.
  const missing = [...written.keys(), ...open].filter((key) => !order.includes(key));
  order.splice(last + 1, 0, ...missing);
  const merged: MergedLines = { lines: [], conflicts: [] };
  const writtenKeys = new Set<string>();
  const starts = new Map<string, number>();
  let behindRule = false;
  for (const key of order) {
    if (!isRule(key)) {
      // Markdown would read a line of prose right behind a rule as its end.
      if (behindRule && key.trim() !== "" && !/^\s*(?:[-*+]|\d+[.)]|#|<!--|```|~~~)/.test(key)) merged.lines.push("");
      merged.lines.push(...key.split("\n"));
      behindRule = false;
      continue;
    }
    if (writtenKeys.has(key)) continue;
    writtenKeys.add(key);
    const segments = [...(written.get(key) ?? [])].sort((a, b) => compareText(wordsOf(a), wordsOf(b)));
    if (segments.length === 0 && !open.has(key)) continue;
    starts.set(key, merged.lines.length);
    merged.lines.push(...segments.flatMap(({ lines }) => lines));
    if (open.has(key)) {
      merged.lines.push(...withMarkers(segmentAt(left, key)?.lines ?? [], segmentAt(right, key)?.lines ?? []));
      merged.conflicts.push({ what: "rule" });
    }
    behindRule = true;
  }
  return merged.conflicts.length > 0
    ? merged
    : { ...merged, lines: nestedAsBefore(merged.lines, starts, [baseSide, left, right]) };
}

/** Merged lines with each rule beneath the one where its side has it; where that one has left it stands by itself. */
function nestedAsBefore(
  lines: Rows,
  starts: ReadonlyMap<string, number>,
  sides: readonly [Side, Side, Side],
): string[] {
  const rules = rulesIn(lines);
  const above = rulesAbove(lines, rules);
  const indexOf = (key: string) => rules.findIndex(({ from }) => from === starts.get(key));
  const nestings = [...starts.keys()].flatMap((key): Nesting[] => {
    const [base, ours, theirs] = sides.map(({ above }) => above.get(key));
    const isOurs = !sides[2].above.has(key) || (sides[1].above.has(key) && ours !== base);
    const general = isOurs ? ours : theirs;
    const rule = indexOf(key);
    if (rule === -1 || [base, ours, theirs].every((one) => one === undefined)) return [];
    const under = general === undefined ? -1 : indexOf(general);
    return under !== -1 && above[rule] === under ? [] : [{ rule, under: under === -1 ? undefined : under }];
  });
  return nestedLines(lines, nestings);
}

/** The lines of a rule that both sides have in the same words: as the side that changed them has them. */
function writtenAs(base: BlockSegment | undefined, ours: BlockSegment | undefined, theirs: BlockSegment | undefined) {
  const [was, ourText, other] = [base, ours, theirs].map((segment) => segment?.lines.join("\n") ?? "");
  if (ourText === other || was === other) return ours;
  if (was === ourText) return theirs;
  // Both say it for other entries: the side that has more of them, since a version tells the rest.
  const idsOf = (segment: BlockSegment | undefined): RuleLine => ({ text: "", ids: segment?.rule?.ids ?? [] });
  const [isOurs, isTheirs] = [ours, theirs].map((one) => !sameIds(idsOf(one), idsOf(base)));
  if (isOurs !== isTheirs) return isOurs ? ours : theirs;
  const more = idsOf(ours).ids.length - idsOf(theirs).ids.length;
  return more > 0 || (more === 0 && (ourText ?? "") < (other ?? "")) ? ours : theirs;
}

/** The keys of the merge in order, each rule perhaps more than once. Symmetric in ours and theirs. */
function orderOf(base: Side, ours: Side, theirs: Side): string[] {
  const keys = ({ tokens }: Side) => tokens.map(({ key }) => key);
  const stays = (key: string) => !isRule(key) || (ours.keys.has(key) && theirs.keys.has(key)) || !base.keys.has(key);
  return mergeLines(keys(base), keys(ours), keys(theirs)).flatMap((stretch) =>
    (stretch.conflict ? united(stretch.base, stretch.ours, stretch.theirs) : stretch.lines).filter(stays),
  );
}

/** Removals and additions of either side count. */
function united(base: Rows, ours: Rows, theirs: Rows): string[] {
  let head = 0;
  while (head < ours.length && head < theirs.length && ours[head] === theirs[head]) head++;
  const room = Math.min(ours.length, theirs.length) - head;
  let tail = 0;
  while (tail < room && ours.at(-1 - tail) === theirs.at(-1 - tail)) tail++;
  const [left, right] = [ours, theirs].map((side) => side.slice(head, side.length - tail)) as [string[], string[]];
  const keptKeys = base.filter((key) => isRule(key) || (left.includes(key) && right.includes(key)));
  const added = [left, right].map((side) => side.filter((key) => !base.includes(key)));
  const groups = added.filter((group) => group.length > 0).sort((a, b) => compareText(a.join("\n"), b.join("\n")));
  const [first = [], second = []] = groups;
  const rest = second.filter((key) => key.trim() === "" || !first.includes(key));
  return [...ours.slice(0, head), ...keptKeys, ...first, ...rest, ...ours.slice(ours.length - tail)];
}
