/** The core files that hold rules: their blocks as they stand, and their text with a plan carried out. */

import type { Finding } from "../../entry/findings.js";
import { TenetError } from "../../errors.js";
import { sha256 } from "../../store/files/atomic-file.js";
import { readBytes } from "../../store/files/safe-path.js";
import { conflictLine } from "../../store/records/fences.js";
import { blockIn, headOf, withBlock, withLinesOf } from "../../store/records/marked-blocks.js";
import { linesIn } from "../../store/records/peoples-lines.js";
import type { Workspace } from "../../store/workspace.js";
import { leavesOpen, rulesIn } from "../policy/block.js";
import { type PlacedLine, paired } from "../policy/merge-rules.js";
import { isTheirs, ROLES, type Rule, roleOf, sameIds, saysSame, sharesId, type Target } from "../policy/rule.js";
import { type BlockPlan, replanned } from "./block-plan.js";
import { nestedLines, nestingChanges, nestingsIn } from "./nesting.js";

/** A rule where it stands: relative file and 1-based line. */
export interface StandingRule extends PlacedLine {
  line: number;
}

export interface RuleFile {
  target: Target;
  /** Undefined: there is no such file. */
  text: string | undefined;
  /** Of the bytes that were read; null: there is no such file. */
  sha256: string | null;
  rules: readonly StandingRule[];
  /** It has a block. */
  marked?: true;
  /** Set when tenet does not write this file: marks, conflict markers, bad bytes. */
  trouble?: Finding;
}

type Read = Pick<RuleFile, "target" | "text" | "sha256">;

/** A file that is neither read for rules nor written, with the reason. */
export function troubled(read: Read, message: string, line?: number): RuleFile {
  const at = line === undefined ? {} : { line };
  const next = "Mend it by hand; until then no rule is written there.";
  return {
    target: read.target,
    text: read.text,
    sha256: read.sha256,
    rules: [],
    trouble: { severity: "error", code: "block-damaged", file: read.target, ...at, message, next },
  };
}

/** Reads one of them. */
async function readRuleFile(ws: Workspace, target: Target): Promise<RuleFile> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBytes(ws, ws.absolute(target));
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    return troubled({ target, text: undefined, sha256: null }, thrown.message);
  }
  if (bytes === undefined) return { target, text: undefined, sha256: null, rules: [] };
  const hash = sha256(bytes);
  try {
    return ruleFileOf(target, new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), hash);
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    return troubled({ target, text: undefined, sha256: hash }, "it is not valid UTF-8");
  }
}

/** What a file's text holds, wherever it comes from. `hash`: of the bytes on disk that a write replaces. */
export function ruleFileOf(target: Target, text: string, hash: string | null): RuleFile {
  const read: Read = { target, text, sha256: hash };
  const conflict = conflictLine(text);
  if (conflict !== undefined) return troubled(read, "it holds conflict markers", conflict);
  const block = blockIn(text, "rules");
  if (block.state === "damaged") return troubled(read, block.message, block.line);
  if (block.state === "missing") return unmarked(read, text);
  if (leavesOpen(block.lines))
    return troubled(read, "a code fence or comment in its block is never closed", block.from);
  const rules = rulesIn(block.lines).map(({ text: said, ids, from }) => ({
    target,
    text: said,
    ids,
    line: block.from + from + 1,
  }));
  return { ...read, rules, marked: true };
}

function unmarked(read: Read, text: string): RuleFile {
  const added = withBlock(text, "rules");
  const fits = added.state === "added" && blockIn(added.text, "rules").state === "found";
  if (fits) return { ...read, rules: [] };
  return troubled(read, "a code fence in it is never closed, so that no block can be added");
}

/** People's text in a file besides tenet's blocks. */
export async function linesBeside({ target, text, trouble }: RuleFile): Promise<Pick<PlacedLine, "target" | "text">[]> {
  if (text === undefined || trouble !== undefined) return [];
  return (await linesIn(target, text)).map((line) => ({ target, text: line.text }));
}

/** Reads some of them. */
export async function readRuleFiles(ws: Workspace, paths: readonly Target[]): Promise<RuleFile[]> {
  return await Promise.all(paths.map((target) => readRuleFile(ws, target)));
}

/**
 * A file's text after a change of the rules. Only the line of a changed rule is written, and only where it has the
 * rule's earlier words, or (`isOurs`) those of some version: any other line is a person's. Undefined when nothing
 * changes.
 */
export function withRules(
  file: RuleFile,
  before: readonly Rule[],
  after: readonly Rule[],
  isOurs: (line: PlacedLine) => boolean = () => false,
): string | undefined {
  const plan = lineChanges(file.target, file.rules, before, after, isOurs);
  const nesting = nestingChanges(file.target, file.rules, before, after);
  if (plan.changed.size + plan.added.length + nesting.length === 0) return undefined;
  const base = withBlock(file.text ?? headOf(file.target), "rules");
  const text = base.state === "added" ? base.text : (file.text ?? "");
  const block = blockIn(text, "rules");
  if (block.state !== "found") throw new Error(`${file.target} has no block to write`);
  const lines = replanned(block.lines, plan, block.newline);
  return withLinesOf(text, block, nestedLines(lines, nestingsIn(lines, file.target, nesting, after)));
}

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
  const rulesHere = after.filter((rule) => rule.target === target);
  const lineOf = new Map(
    paired(lines, rulesHere).flatMap(([line, rule]) => (line && rule ? [[rule, line] as const] : [])),
  );
  const changed = new Map<number, Rule | null>();
  const added: Rule[] = [];
  for (const rule of rulesHere) {
    const line = lineOf.get(rule);
    if (line === undefined) added.push(rule);
    else if (mustChange(line, rule, beforeOf.get(rule), isOurs) || borrows(line, rule, after))
      changed.set(lines.indexOf(line), rule);
  }
  const standing = new Set(lineOf.values());
  // Rules that leave this file or are reworded lose every line, second copies included.
  const leaving = pairs.flatMap(([old, rule]) =>
    old?.target === target && (rule?.target !== target || !saysSame(rule.text, old.text)) ? [old] : [],
  );
  for (const [index, line] of lines.entries()) {
    if (standing.has(line)) continue;
    const leaves = leaving.some((rule) => saysSame(rule.text, line.text) || (sharesId(rule, line) && isOurs(line)));
    if (leaves) changed.set(index, null);
  }
  const rank = (rule: Rule) => ROLES.indexOf(roleOf(rule));
  const places = [...lineOf].map(([rule, line]) => ({ rank: rank(rule), at: lines.indexOf(line) }));
  // Where one file serves several roles, what binds more stands higher.
  const next = (rule: Rule) =>
    places
      .filter((one) => one.rank > rank(rule))
      .reduce<number | undefined>((least, { at }) => Math.min(least ?? at, at), undefined);
  const inRank = added.sort((a, b) => rank(a) - rank(b)).map((rule) => ({ ...rule, before: next(rule) }));
  return { changed, added: inRank };
}

/** Whether a line names an entry that another rule stands for. */
function borrows(line: PlacedLine, rule: Rule, rules: readonly Rule[]): boolean {
  const others = line.ids.filter((id) => !rule.ids.includes(id));
  return others.length > 0 && rules.some((one) => one !== rule && one.ids.some((id) => others.includes(id)));
}

function mustChange(
  line: PlacedLine,
  rule: Rule,
  old: Rule | undefined,
  isOurs: (line: PlacedLine) => boolean,
): boolean {
  if (isTheirs(rule)) return false;
  const unchanged = old !== undefined && isSame(old, rule);
  // Ids that a person removed are not put back while the rule stays the same.
  if (saysSame(line.text, rule.text)) return !unchanged && !sameIds(line, rule);
  return (old !== undefined && saysSame(line.text, old.text)) || isOurs(line);
}
