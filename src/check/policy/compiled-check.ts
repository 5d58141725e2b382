/** A check as it is run: its globs and patterns in the linear-time engine, or why they cannot be. */
import { RE2JS } from "re2js";
import type { EntryCheck } from "../../entry/entry.js";
import { globTroubles } from "../../text/glob.js";
import { globMatcher } from "../../text/glob-matcher.js";

const LONGEST_PATTERN = 1_000;
/** Instructions of a compiled pattern. Repeats are written out: `x{300}` is 300 of them. */
const LARGEST_PROGRAM = 400;

/** A pattern over single lines. */
interface LinePattern {
  source: string;
  /** Does it match somewhere in a line? */
  test(line: string): boolean;
  /** Instructions: what a search costs at worst is this times the length of the text. */
  size: number;
}

export interface CompiledCheck {
  /** Do the globs mean this file? Its path is relative to the workspace, with `/`. */
  isAbout(path: string): boolean;
  forbid: LinePattern;
  unless?: LinePattern;
}

const BACKTRACKING = /\\[1-9]|\(\?<?[=!]/;

function explained(pattern: string, message: string): string {
  const said = message.replace(/^error parsing regexp: /, "").replaceAll("\n", " ");
  return BACKTRACKING.test(pattern)
    ? `${said}. Patterns are RE2's: they know no looks ahead or behind and no references back`
    : said;
}

/** A sound pattern, or why it is refused. */
function linePattern(pattern: string): LinePattern | string {
  if (pattern.length > LONGEST_PATTERN) return `it is longer than ${LONGEST_PATTERN} characters`;
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (thrown) {
    return explained(pattern, thrown instanceof Error ? thrown.message : String(thrown));
  }
  const size = compiled.programSize();
  if (size > LARGEST_PROGRAM) return "it is too large; repeats in braces count as written out";
  return { source: pattern, test: (line) => compiled.test(line), size };
}

/** Makes a check ready to run; or everything that is wrong with it, one sentence each. */
export function compileCheck(check: EntryCheck): CompiledCheck | { troubles: string[] } {
  const troubles = globTroubles(check.in).map((trouble) => `in: ${trouble}`);
  const made = (field: "forbid" | "unless", pattern: string): LinePattern | undefined => {
    const compiled = linePattern(pattern);
    if (typeof compiled !== "string") return compiled;
    troubles.push(`${field}: ${JSON.stringify(pattern.slice(0, 60))}: ${compiled}`);
    return undefined;
  };
  const forbid = made("forbid", check.forbid);
  const unless = check.unless === undefined ? undefined : made("unless", check.unless);
  if (forbid === undefined || troubles.length > 0) return { troubles };
  return { isAbout: globMatcher(check.in), forbid, ...(unless === undefined ? {} : { unless }) };
}

/** Two lines that have nothing in common: what matches both matches any. */
const SAMPLES = ["", "\u0001"];

/** What is wrong with a check; nothing with a sound one. Asked when it is written, and by `verify`: more than running it needs. */
export function checkTroubles(check: EntryCheck): string[] {
  const compiled = compileCheck(check);
  if ("troubles" in compiled) return compiled.troubles;
  return (["forbid", "unless"] as const).flatMap((field) => {
    const pattern = compiled[field];
    const matchesAll = pattern !== undefined && SAMPLES.every((line) => pattern.test(line));
    return matchesAll ? [`${field}: ${JSON.stringify(pattern.source.slice(0, 60))}: it matches every line`] : [];
  });
}
