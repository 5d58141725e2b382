/** tenet's marked blocks in files that people own: nothing outside the marks is ever touched. */
import { linesOf, skeletonOf } from "./fences.js";

export type BlockName = "rules" | "boot" | "heartbeat" | "agents";

/** How marks are written: in Markdown, where code fences may quote them, or as comments of a shell and of TOML. */
type MarkStyle = "markdown" | "hash";

/**
 * The first content of each block. The rules block starts empty: versions bring the rules. The content of `agents` is a
 * template of `hooks install`.
 */
const BLOCK_BODY: Readonly<Record<Exclude<BlockName, "agents">, string>> = {
  rules: "## Learned",
  boot: "At session start run `tenet context`, unless what it prints stands above already; answer the questions it lists.",
  heartbeat: "## Outcome check\n\nRun `tenet heartbeat`. Result known → log it. Too early → `--later`.",
};

const marked =
  (what: "begin" | "end") =>
  (name: string, style: MarkStyle = "markdown") =>
    style === "markdown" ? `<!-- tenet:${what} ${name} -->` : `# tenet:${what} ${name}`;

export const beginMark = marked("begin");
export const endMark = marked("end");

interface Damaged {
  state: "damaged";
  /** 1-based. */
  line: number;
  message: string;
}

/** A file's text with the block in it, or why it cannot be put there. */
export type BlockEdit = { state: "added" | "updated"; text: string } | { state: "unchanged" } | Damaged;

/** The content of lines, without differences that a formatter makes. */
const wordsOf = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");

/** A block as it stands in a text: its lines between the marks. */
interface PresentBlock {
  state: "found";
  /** 0-based line behind the first mark. */
  from: number;
  /** Without their `\n`; lines of a file with both kinds of line ends keep their `\r`. */
  lines: string[];
  /** The line end of the first mark. */
  newline: "\n" | "\r\n";
}

type FoundBlock = PresentBlock | { state: "missing" } | Damaged;

const fencesOf = (text: string) => skeletonOf(linesOf(text)).fences;

const ANY_MARK = /^\s*<!--\s*tenet:(?:begin|end)\b/;

/** Finds a block; marks that are missing, doubled or out of order are reported. Code fences of Markdown may quote them. */
export function blockIn(text: string, name: string, style: MarkStyle = "markdown"): FoundBlock {
  const lines = text.split("\n");
  const fences = style === "markdown" ? fencesOf(text) : [];
  const placesOf = (mark: string) =>
    lines.flatMap((line, at) =>
      line.trim() !== mark || fences.some(({ open, close }) => open < at && at < close) ? [] : at,
    );
  const [[begin, ...begins], [end, ...ends]] = [placesOf(beginMark(name, style)), placesOf(endMark(name, style))];
  if (begin === undefined && end === undefined) return { state: "missing" };
  const inner = begin === undefined || end === undefined ? [] : lines.slice(begin + 1, end);
  const isOnePair = begin !== undefined && end !== undefined && begins.length + ends.length === 0 && begin < end;
  if (isOnePair && (style === "hash" || !inner.some((line) => ANY_MARK.test(line))))
    return { state: "found", from: begin + 1, lines: inner, newline: lines[begin]?.endsWith("\r") ? "\r\n" : "\n" };
  const message = `the marks of tenet's block "${name}" are missing, doubled or out of order`;
  return { state: "damaged", line: (begin ?? end ?? 0) + 1, message };
}

/** A text with other lines in the place of those a block was found with. */
export function withLinesOf(text: string, block: PresentBlock, lines: readonly string[]): string {
  return text
    .split("\n")
    .toSpliced(block.from, block.lines.length, ...lines)
    .join("\n");
}

/** A text without a block and the empty line before it; undefined where it has none. */
export function withoutBlock(text: string, name: string, style: MarkStyle = "markdown"): string | undefined {
  const block = blockIn(text, name, style);
  if (block.state !== "found") return undefined;
  const lines = text.split("\n");
  const [at, behind] = [block.from - 1, block.from + block.lines.length + 1];
  const apart = lines[at - 1]?.trim() === "" && (lines[behind] ?? "").trim() === "";
  return lines.toSpliced(apart ? at - 1 : at, behind - at + (apart ? 1 : 0)).join("\n");
}

/** Whether the block of rules is empty. */
export const isBareRules = (lines: readonly string[]): boolean => ["", BLOCK_BODY.rules].includes(wordsOf(lines));

/** The head of a new file: Cursor reads a file of rules always only with this head. */
export function headOf(file: string): string {
  return file.endsWith(".mdc") ? "---\ndescription: What was learned here\nalwaysApply: true\n---\n" : "";
}

/**
 * Puts a block into a text or brings it up to date: the text between the marks is tenet's, everything else stays byte
 * for byte, line ends included. Marks that are missing, doubled or in the wrong order are reported, never mended.
 */
export function withBlock(
  text: string,
  name: BlockName,
  body: string = name === "agents" ? "" : BLOCK_BODY[name],
): BlockEdit {
  const found = blockIn(text, name);
  if (found.state === "damaged") return found;
  const lines = body.split("\n");
  if (found.state === "missing") {
    const last = fencesOf(text).at(-1);
    // Behind it a block would be code, to every reader and to us: found by nobody, and put in again each time.
    if (last?.closed === false)
      return { state: "damaged", line: last.open + 1, message: "a code block begins here and does not end" };
    return { state: "added", text: withEnd(text, [beginMark(name), ...lines, endMark(name)]) };
  }
  // Versions bring the content of the rules block: only its marks are inserted here.
  if (name === "rules" || wordsOf(found.lines) === wordsOf(lines)) return { state: "unchanged" };
  const end = found.newline === "\r\n" ? "\r" : "";
  const next = lines.map((line) => `${line}${end}`);
  return { state: "updated", text: withLinesOf(text, found, next) };
}

/** A text with lines behind an empty one at its end, in its own line ends. */
function withEnd(text: string, lines: readonly string[]): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text === "\uFEFF" ? "" : text.endsWith(newline) ? newline : newline + newline;
  return `${text}${gap}${lines.join(newline)}${newline}`;
}

/** A list of lines (`.gitignore`, `.gitattributes`) with those that are missing added at the end under one comment. */
export function withLines(text: string, newLines: readonly string[], comment: string): BlockEdit {
  const present = new Set(text.split("\n").map((line) => line.trim().replace(/\s+/g, " ")));
  const missing = newLines.filter((line) => !present.has(line) && !present.has(`/${line}`));
  if (missing.length === 0) return { state: "unchanged" };
  const head = present.has(comment) ? [] : [comment];
  return { state: "added", text: withEnd(text, [...head, ...missing]) };
}
