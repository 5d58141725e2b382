/** Which lines of a file a change of the rules touches: those whose rule changes, and of them only tenet's own. */

import { isTheirs, type Rule, sameIds, saysSame, sharesId, type Target } from "../policy/rule.js";
import type { BlockPlan } from "./block.js";
import { type PlacedLine, paired } from "./pairing.js";

const isSame = (a: Rule, b: Rule): boolean => a.target === b.target && a.text === b.text && sameIds(a, b);

/** `lines`: the rules of the file as they stand. `isOurs`: a line that some version of the tree holds. */
export function lineChanges(
  target: Target,
  lines: readonly PlacedLine[],
  before: readonly Rule[],
  after: readonly Rule[],
  isOurs: (line: PlacedLine) => boolean,
): BlockPlan {
  const pairs = paired(before, after);
  const beforeOf = new Map(pairs.flatMap(([old, rule]) => (old && rule ? [[rule, old] as const] : [])));
  const wanted = after.filter((rule) => rule.target === target);
  const lineOf = new Map(
    paired(lines, wanted).flatMap(([line, rule]) => (line && rule ? [[rule, line] as const] : [])),
  );
  const changed = new Map<number, Rule | null>();
  const added: Rule[] = [];
  for (const rule of wanted) {
    const line = lineOf.get(rule);
    if (line === undefined) added.push(rule);
    else if (mustChange(line, rule, beforeOf.get(rule), isOurs)) changed.set(lines.indexOf(line), rule);
  }
  const standing = new Set(lineOf.values());
  // Rules that leave this file or are worded anew: no line of theirs stays, second copies included.
  const leaving = pairs.flatMap(([old, rule]) =>
    old?.target === target && (rule?.target !== target || !saysSame(rule.text, old.text)) ? [old] : [],
  );
  for (const [index, line] of lines.entries()) {
    if (standing.has(line)) continue;
    const leaves = leaving.some((rule) => saysSame(rule.text, line.text) || (sharesId(rule, line) && isOurs(line)));
    if (leaves) changed.set(index, null);
  }
  return { changed, added };
}

function mustChange(
  line: PlacedLine,
  rule: Rule,
  old: Rule | undefined,
  isOurs: (line: PlacedLine) => boolean,
): boolean {
  if (isTheirs(rule)) return false;
  const unchanged = old !== undefined && isSame(old, rule);
  // Ids that somebody took off are not put back as long as the rule stays what it is.
  if (saysSame(line.text, rule.text)) return !unchanged && !sameIds(line, rule);
  return (old !== undefined && saysSame(line.text, old.text)) || isOurs(line);
}
