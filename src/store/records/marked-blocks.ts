/** tenet's marked blocks in files that people own: nothing outside the marks is ever touched. */
import { layoutOf } from "./fences.js";

export type BlockName = "rules" | "boot" | "heartbeat" | "agents";

/** The first content of each block: versions bring the rules, `hooks install` what agents read. */
const BLOCK_BODY: Readonly<Record<Exclude<BlockName, "agents">, string>> = {
  rules: "## Learned",
  boot: "At session start run `tenet context`, unless what it prints stands above already; answer the questions it lists.",
  heartbeat: "## Outcome check\n\nRun `tenet heartbeat`. Result known → log it. Too early → `--later`.",
};

/** A line of Markdown, or in `hash` a comment of a shell. */
const markOf = (what: string, name: string, hash?: "hash"): string =>
  hash ? `# tenet:${what} ${name}` : `<!-- tenet:${what} ${name} -->`;

/** Lines between the marks of a block. */
export const betweenMarks = (name: string, lines: readonly string[], hash?: "hash"): string[] => [
  markOf("begin", name, hash),
  ...lines,
  markOf("end", name, hash),
];

interface Damaged {
  state: "damaged";
  /** 1-based. */
  line: number;
  message: string;
}

/** A file's text with the block in it, or why it cannot be put there. */
export type BlockEdit = { state: "added" | "updated"; text: string } | { state: "unchanged" } | Damaged;

/** The content of lines, without differences that a formatter makes. */
const wordsOf = (lines: readonly string[]): string => lines.flatMap((line) => line.trim() || []).join("\n");

interface PresentBlock {
  state: "found";
  /** 0-based line behind the first mark. */
  from: number;
  /** Those between the marks; in a file with both kinds of line ends with their `\r`. */
  lines: string[];
  newline: "\n" | "\r\n";
}

const MARK = /^\s*(?:<!--|#) tenet:(begin|end) (.*?)(?: -->)?\s*$/;

/** Finds a block; marks that are missing, doubled or out of order are reported. Code fences may quote them. */
export function blockIn(text: string, name: string): PresentBlock | { state: "missing" } | Damaged {
  const lines = text.split("\n");
  const { fences } = layoutOf(text);
  const marks = lines.flatMap((line, at) => {
    const [, what, of] = MARK.exec(line) ?? [];
    return what === undefined || fences.some(({ open, close }) => open < at && at < close) ? [] : { what, of, at };
  });
  const [first, last, ...more] = marks.filter(({ of }) => of === name);
  if (first === undefined) return { state: "missing" };
  const isOnePair = first.what === "begin" && last?.what === "end" && more.length === 0;
  if (isOnePair && !marks.some(({ at }) => first.at < at && at < last.at)) {
    const newline = lines[first.at]?.endsWith("\r") ? "\r\n" : "\n";
    return { state: "found", from: first.at + 1, lines: lines.slice(first.at + 1, last.at), newline };
  }
  const message = `the marks of tenet's block "${name}" are missing, doubled or out of order`;
  return { state: "damaged", line: first.at + 1, message };
}

/** A text with other lines in the block that was found in it. */
export function withLinesOf(text: string, block: PresentBlock, lines: readonly string[]): string {
  const all = text.split("\n");
  return [...all.slice(0, block.from), ...lines, ...all.slice(block.from + block.lines.length)].join("\n");
}

/** A text without a block and the empty line before it; undefined where it has none. */
export function withoutBlock(text: string, name: string): string | undefined {
  const block = blockIn(text, name);
  if (block.state !== "found") return undefined;
  const lines = text.split("\n");
  const [at, behind] = [block.from - 1, block.from + block.lines.length + 1];
  const apart = lines[at - 1]?.trim() === "" && (lines[behind] ?? "").trim() === "";
  return lines.toSpliced(apart ? at - 1 : at, behind - at + (apart ? 1 : 0)).join("\n");
}

export const isBareRules = (lines: readonly string[]): boolean => ["", BLOCK_BODY.rules].includes(wordsOf(lines));

/** The head of a new file: Cursor reads a file of rules always only with this head. */
export function headOf(file: string): string {
  return file.endsWith(".mdc") ? "---\ndescription: What was learned here\nalwaysApply: true\n---\n" : "";
}

/** Puts a block into a text or brings it up to date. Damaged marks are never mended. */
export function withBlock(
  text: string,
  name: BlockName,
  body: string = name === "agents" ? "" : BLOCK_BODY[name],
): BlockEdit {
  const found = blockIn(text, name);
  if (found.state === "damaged") return found;
  const lines = body.split("\n");
  if (found.state === "missing") {
    const last = layoutOf(text).fences.at(-1);
    if (last?.closed === false)
      return { state: "damaged", line: last.open + 1, message: "a code block begins here and does not end" };
    return { state: "added", text: withEnd(text, betweenMarks(name, lines)) };
  }
  if (name === "rules" || wordsOf(found.lines) === wordsOf(lines)) return { state: "unchanged" };
  const ended = lines.map((line) => line + found.newline.slice(0, -1));
  return { state: "updated", text: withLinesOf(text, found, ended) };
}

/** A text with lines behind an empty one at its end, in its own line ends. */
function withEnd(text: string, lines: readonly string[]): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text === "\uFEFF" ? "" : text.endsWith(newline) ? newline : newline + newline;
  return `${text}${gap}${lines.join(newline)}${newline}`;
}

/** A list of lines, such as `.gitignore`, with those that are missing added at its end under one comment. */
export function withLines(text: string, newLines: readonly string[], comment: string): BlockEdit {
  const present = new Set(text.split("\n").map((line) => line.trim().replace(/\s+/g, " ")));
  const missing = newLines.filter((line) => !present.has(line) && !present.has(`/${line}`));
  if (missing.length === 0) return { state: "unchanged" };
  const head = present.has(comment) ? [] : [comment];
  return { state: "added", text: withEnd(text, [...head, ...missing]) };
}
