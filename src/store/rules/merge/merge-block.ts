/** Three versions of a core file become one: its block by rule, the rest by line. */
import { compareText } from "../../merge/merge-fields.js";
import { mergeLines, withMarkers } from "../../merge/merge-lines.js";
import type { MergedLines } from "../../merge/merge-record.js";
import { mergeProse } from "../../merge/merge-records.js";
import { blockIn } from "../../records/marked-blocks.js";
import { type Nesting, nestedLines } from "../nesting.js";
import { type BlockSegment, leavesOpen, rulesAbove, rulesIn, segmentsOf } from "../policy/block.js";
import { paired } from "../policy/merge-rules.js";
import { type RuleLine, sameIds, sayingOf, saysSame, sharesId } from "../policy/rule.js";

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
  const found = blockIn(rows.join("\n"), "rules");
  if (found.state === "missing") return { above: rows, block: undefined, below: [] };
  if (found.state === "damaged" || leavesOpen(found.lines)) return undefined;
  const { from, lines } = found;
  return { above: rows.slice(0, from), block: lines, below: rows.slice(from + lines.length) };
}

type MarkedFile = CutFile & { block: Rows };

const sameRows = (a: Rows, b: Rows): boolean => a.length === b.length && a.every((row, at) => row === b[at]);

/** One side has lost the marks, the other changed what is between them: what was changed stands, at the end. */
function withBlockAgain(base: MarkedFile, changed: MarkedFile, rows: Rows): MergedLines {
  const outside = ({ above, below }: CutFile): string[] => [...above.slice(0, -1), ...below.slice(1)];
  const before = outside(base);
  const held = new Set([...base.block, ...changed.block].filter((row) => row.trim() !== "" && !before.includes(row)));
  const left = rows.filter((row) => !held.has(row));
  const prose = mergeProse(before, outside(changed), left);
  while (prose.lines.at(-1) === "") prose.lines.pop();
  const marks = [changed.above.slice(-1), changed.block, changed.below.slice(0, 1)].flat();
  return { lines: [...prose.lines, "", ...marks, ""], conflicts: prose.conflicts };
}

/** A line of the merge: what it is, the same on every side, and what stands there on one. */
interface Token {
  key: string;
  segment: BlockSegment;
}

interface Side {
  tokens: Token[];
  keys: ReadonlySet<string>;
  /** Of each rule the one beneath which it is nested, by key. */
  above: ReadonlyMap<string, string | undefined>;
}

const isRule = (key: string): boolean => key.startsWith("\0");
const wordsOf = ({ lines }: BlockSegment): string => lines.join("\n");

/** The rules of a block, with a target for all, since pairs are asked for by place. */
const placed = (segments: readonly BlockSegment[]) =>
  segments.flatMap((segment) => (segment.rule === undefined ? [] : [{ ...segment.rule, target: "", segment }]));

/** A side's lines; a rule of the base keeps its name there, however it is worded now. */
function sideOf(lines: Rows, base: readonly BlockSegment[]): Side {
  const segments = segmentsOf(lines);
  const names = new Map<BlockSegment, string>();
  for (const [known, rule] of paired(placed(base), placed(segments))) {
    if (rule === undefined) continue;
    const name = known === undefined ? `+${sayingOf(rule.text)}` : String(base.indexOf(known.segment));
    names.set(rule.segment, `\0${name}`);
  }
  const tokens = segments.map((segment) => ({ key: names.get(segment) ?? wordsOf(segment), segment }));
  const rules = tokens.filter(({ segment }) => segment.rule !== undefined).map(({ key }) => key);
  const parents = rulesAbove(lines, rulesIn(lines));
  const above = new Map(rules.map((key, at) => [key, rules[parents[at] ?? -1]]));
  return { tokens, keys: new Set(tokens.map(({ key }) => key)), above };
}

/** What becomes of a rule: its lines, or both sides between markers. */
type Fate = { lines: Rows[] } | { ours: Rows; theirs: Rows };

function mergeBlock(base: Rows, ours: Rows, theirs: Rows, isTenets: IsTenets | undefined): MergedLines {
  const before = segmentsOf(base);
  const [known, left, right] = [sideOf(base, before), sideOf(ours, before), sideOf(theirs, before)];
  const fates = new Map<string, Fate>();
  for (const key of new Set([...known.keys, ...left.keys, ...right.keys])) {
    if (!isRule(key)) continue;
    const at = ({ tokens }: Side) => tokens.find((token) => token.key === key)?.segment;
    fates.set(key, fateOf(at(known), at(left), at(right), isTenets));
  }
  // Without a common past nothing else tells which of two wordings of one entry is a person's.
  for (const mine of left.tokens)
    for (const other of right.tokens)
      for (const { key } of isTenets === undefined ? [] : outdone(mine, other, isTenets)) fates.set(key, { lines: [] });
  const order = orderOf(known, left, right);
  const last = order.findLastIndex(isRule);
  // A rule that one side took out and the other worded anew has no place in the order any more.
  const missing = [...fates.keys()].filter((key) => !order.includes(key));
  order.splice(last + 1, 0, ...missing);
  const merged: MergedLines = { lines: [], conflicts: [] };
  const seen = new Set<string>();
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
    if (seen.has(key)) continue;
    seen.add(key);
    const fate = fates.get(key);
    if (fate === undefined) continue;
    starts.set(key, merged.lines.length);
    if ("lines" in fate) merged.lines.push(...fate.lines.flat());
    else {
      merged.lines.push(...withMarkers(fate.ours, fate.theirs));
      merged.conflicts.push({ what: "rule" });
    }
    behindRule ||= "ours" in fate || fate.lines.length > 0;
  }
  return merged.conflicts.length > 0
    ? merged
    : { ...merged, lines: nestedAsBefore(merged.lines, starts, [known, left, right]) };
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

/** What both sides made of one rule. A rule that both worded anew stands in both wordings: who wrote which decides later. */
function fateOf(
  base: BlockSegment | undefined,
  ours: BlockSegment | undefined,
  theirs: BlockSegment | undefined,
  isTenets: IsTenets | undefined,
): Fate {
  const same = (a: BlockSegment | undefined, b: BlockSegment | undefined) => (a && wordsOf(a)) === (b && wordsOf(b));
  const only = (segment: BlockSegment | undefined): Fate => ({ lines: segment === undefined ? [] : [segment.lines] });
  if (base === undefined && ours && theirs) return only(withIdsOfBoth({ text: "", ids: [] }, ours, theirs));
  if (base === undefined) return only(ours ?? theirs);
  if (same(ours, theirs) || same(base, theirs)) return only(ours);
  if (same(base, ours)) return only(theirs);
  const [was, mine, other] = [base.rule, ours?.rule, theirs?.rule];
  if (was === undefined || (mine === undefined && other === undefined)) return only(undefined);
  if (mine === undefined || other === undefined) {
    const stays = (mine ?? other) as RuleLine;
    if (saysSame(stays.text, was.text) || isTenets?.(stays) === true) return only(undefined);
    if (isTenets !== undefined) return only(ours ?? theirs);
    return { ours: ours?.lines ?? [], theirs: theirs?.lines ?? [] };
  }
  if (saysSame(mine.text, other.text)) return only(withIdsOfBoth(was, ours as BlockSegment, theirs as BlockSegment));
  // Words that only one side changed are taken; the ids of the other come with its version.
  if (saysSame(was.text, mine.text)) return only(theirs);
  if (saysSame(was.text, other.text)) return only(ours);
  if (isTenets !== undefined && isTenets(mine) !== isTenets(other)) return only(isTenets(mine) ? theirs : ours);
  const both = [ours as BlockSegment, theirs as BlockSegment].sort((a, b) => compareText(wordsOf(a), wordsOf(b)));
  return { lines: both.map(({ lines }) => lines) };
}

/** Of two lines that each side brought for one entry the one that is tenet's, where the other is a person's. */
function outdone(ours: Token, theirs: Token, isTenets: IsTenets): Token[] {
  const [mine, other] = [ours.segment.rule, theirs.segment.rule];
  const isNew = ({ key }: Token) => key.startsWith("\0+");
  if (mine === undefined || other === undefined || !isNew(ours) || !isNew(theirs)) return [];
  if (!sharesId(mine, other) || saysSame(mine.text, other.text) || isTenets(mine) === isTenets(other)) return [];
  return [isTenets(mine) ? ours : theirs];
}

/** Both say the same for other entries: the side that has more of them, since a version tells the rest. */
function withIdsOfBoth(was: RuleLine, ours: BlockSegment, theirs: BlockSegment): BlockSegment {
  const changed = (segment: BlockSegment) => segment.rule !== undefined && !sameIds(segment.rule, was);
  if (changed(ours) !== changed(theirs)) return changed(ours) ? ours : theirs;
  const count = (segment: BlockSegment) => segment.rule?.ids.length ?? 0;
  if (count(ours) !== count(theirs)) return count(ours) > count(theirs) ? ours : theirs;
  return wordsOf(ours) < wordsOf(theirs) ? ours : theirs;
}

/** The keys of the merge in order, each rule perhaps more than once. Symmetric in ours and theirs. */
function orderOf(base: Side, ours: Side, theirs: Side): string[] {
  const keys = ({ tokens }: Side) => tokens.map(({ key }) => key);
  const stays = (key: string) => !isRule(key) || (ours.keys.has(key) && theirs.keys.has(key)) || !base.keys.has(key);
  return mergeLines(keys(base), keys(ours), keys(theirs)).flatMap((stretch) =>
    (stretch.conflict ? united(stretch.base, stretch.ours, stretch.theirs) : stretch.lines).filter(stays),
  );
}

/** What either side took out is gone, what either added is there. */
function united(base: Rows, ours: Rows, theirs: Rows): string[] {
  let head = 0;
  while (head < ours.length && head < theirs.length && ours[head] === theirs[head]) head++;
  const room = Math.min(ours.length, theirs.length) - head;
  let tail = 0;
  while (tail < room && ours.at(-1 - tail) === theirs.at(-1 - tail)) tail++;
  const [left, right] = [ours, theirs].map((side) => side.slice(head, side.length - tail)) as [string[], string[]];
  const kept = base.filter((key) => isRule(key) || (left.includes(key) && right.includes(key)));
  const added = [left, right].map((side) => side.filter((key) => !base.includes(key)));
  const groups = added.filter((group) => group.length > 0).sort((a, b) => compareText(a.join("\n"), b.join("\n")));
  const [first = [], second = []] = groups;
  const rest = second.filter((key) => key.trim() === "" || !first.includes(key));
  return [...ours.slice(0, head), ...kept, ...first, ...rest, ...ours.slice(ours.length - tail)];
}
