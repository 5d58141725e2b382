/** The core files that hold rules: their blocks as they stand, and their text with a plan carried out. */
import { TenetError } from "../../errors.js";
import type { Finding } from "../../memory/finding.js";
import { type BlockPlan, replanned, rulesIn } from "../../memory/rules/block.js";
import type { PlacedLine } from "../../memory/rules/merge.js";
import { paired } from "../../memory/rules/merge.js";
import { type Rule, saysSame, TARGETS, type Target } from "../../memory/rules/rule.js";
import { readBytes, sha256 } from "../atomic-file.js";
import { conflictLine } from "../conflict-markers.js";
import { blockIn, withBlock } from "../core-blocks.js";
import type { Workspace } from "../workspace.js";

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
  /** Set when tenet does not write this file: marks, conflict markers, bad bytes. */
  trouble?: Finding;
}

type Read = Pick<RuleFile, "target" | "text" | "sha256">;

function troubled(read: Read, message: string, line?: number): RuleFile {
  const at = line === undefined ? {} : { line };
  const next = "Mend it by hand; until then no rule is written there.";
  return {
    ...read,
    rules: [],
    trouble: { severity: "error", code: "block-damaged", file: read.target, ...at, message, next },
  };
}

/** Reads one of them. */
export async function readRuleFile(ws: Workspace, target: Target): Promise<RuleFile> {
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
  if (block.state === "missing") return { ...read, rules: [] };
  const rules = rulesIn(block.lines).map(({ text: said, ids, from }) => ({
    target,
    text: said,
    ids,
    line: block.from + from + 1,
  }));
  return { ...read, rules };
}

/** All of them, in the order of {@link TARGETS}. */
export async function readRuleFiles(ws: Workspace): Promise<RuleFile[]> {
  return await Promise.all(TARGETS.map((target) => readRuleFile(ws, target)));
}

/**
 * A file's text with these rules in its block. Lines that say what they shall say already stay byte for byte, lines
 * that are no rules stay where they are. Undefined when nothing changes.
 */
export function withRules(file: RuleFile, rules: readonly Rule[]): string | undefined {
  const wanted = rules.filter((rule) => rule.target === file.target);
  const plan = planFor(file, wanted);
  if (plan.changed.size === 0 && plan.added.length === 0) return undefined;
  const base = withBlock(file.text ?? "", "rules");
  const text = base.state === "added" ? base.text : (file.text ?? "");
  const block = blockIn(text, "rules");
  if (block.state !== "found") throw new Error(`${file.target} has no block to write`);
  const lines = replanned(block.lines, plan);
  const all = text.split(block.newline);
  return [...all.slice(0, block.from), ...lines, ...all.slice(block.from + block.lines.length)].join(block.newline);
}

function planFor(file: RuleFile, wanted: readonly Rule[]): BlockPlan {
  const changed = new Map<number, Rule | null>();
  const added: Rule[] = [];
  for (const [there, rule] of paired(file.rules, wanted)) {
    if (there === undefined) added.push(rule as Rule);
    else {
      const index = file.rules.indexOf(there);
      if (rule === undefined) changed.set(index, null);
      else if (!saysSame(there.text, rule.text) || !sameIds(there.ids, rule.ids)) changed.set(index, rule);
    }
  }
  return { changed, added };
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
