/** A file of Markdown by its lines, before any record in it is understood: code fences, headings, conflicts. */
import { SOME_ID } from "../../entry/id-form.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";

/** The lines of a text without their ends, and the offset of each; one more at the end for the end of the text. */
export interface Lines {
  text: string[];
  start: number[];
}

export function linesOf(text: string): Lines {
  const rows = text.split("\n");
  if (rows.at(-1) === "") rows.pop();
  let at = 0;
  const start = rows.map((row) => {
    at += row.length + 1;
    return at - row.length - 1;
  });
  return { text: rows.map((row) => row.replace(/\r$/, "")), start: [...start, text.length] };
}

/** A fenced block, by 0-based lines. */
export interface Fence {
  open: number;
  /** The line of the closing fence; one past the last line that it holds when nothing closes it. */
  close: number;
  closed: boolean;
  mark: "`" | "~";
  length: number;
  /** First word behind the fence, lower case. */
  language: string;
}

export interface Layout {
  lines: Lines;
  /** Fences and headings begin behind the file's header. */
  fences: Fence[];
  headings: { line: number; level: number }[];
  /** The 0-based lines of `<<<<<<<` and `>>>>>>>`. */
  conflicts: { from: number; to: number }[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

export const isYaml = ({ language }: Pick<Fence, "language">): boolean => language === "yaml" || language === "yml";

function opening(line: string): Pick<Fence, "mark" | "length" | "language"> | undefined {
  const [, run = "", info = ""] = FENCE.exec(line) ?? [];
  const mark = run.startsWith("`") ? "`" : "~";
  if (run === "" || (mark === "`" && info.includes("`"))) return undefined;
  return { mark, length: run.length, language: (info.trim().split(/[\s{]/)[0] ?? "").toLowerCase() };
}

/**
 * Splits a file without parsing YAML. Unlike in CommonMark, an unindented yaml opening at least as long as the fence it
 * stands in ends that one as unclosed: the records behind a lost fence are read. Who quotes a record uses a longer one.
 */
export function layoutOf(text: string): Layout {
  const lines = linesOf(text);
  const layout: Layout = { lines, fences: [], headings: [], conflicts: [] };
  const hasHeader = lines.text[0]?.replace(/^\ufeff/, "") === "---";
  let inside: Fence | undefined;
  for (let at = hasHeader ? lines.text.indexOf("---", 1) + 1 : 0; at < lines.text.length; at++) {
    const line = lines.text[at] ?? "";
    const fence = line.includes("```") || line.includes("~~~") ? opening(line) : undefined;
    if (inside !== undefined) {
      if (fence?.mark !== inside.mark || fence.length < inside.length) continue;
      const isClosing = /^ {0,3}[`~]+[ \t]*$/.test(line);
      if (!isClosing && (!isYaml(fence) || line.startsWith(" "))) continue;
      inside.close = at;
      inside.closed = isClosing;
      inside = undefined;
      if (isClosing) continue;
    }
    if (fence !== undefined) {
      inside = { ...fence, open: at, close: lines.text.length, closed: false };
      layout.fences.push(inside);
    } else {
      const [, marks] = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line) ?? [];
      if (marks !== undefined) layout.headings.push({ line: at, level: marks.length });
    }
  }
  if (text.includes("<<<<<<<")) noteConflicts(layout);
  return layout;
}

/** Conflicts that git left, outside code fences (where notes quote them) and inside record fences (where real ones sit). */
function noteConflicts({ lines, fences, conflicts }: Layout): void {
  const quoting = fences.filter(
    (fence) => fence.closed && !(isYaml(fence) && /^(?:id|type):/m.test(bodyOf(lines, fence))),
  );
  let from: number | undefined;
  for (const [at, line] of lines.text.entries()) {
    if (!/^(?:<{7}|>{7})(?: |$)/.test(line) || quoting.some(({ open, close }) => open < at && at < close)) continue;
    if (line.startsWith("<")) from = at;
    else if (from !== undefined) {
      conflicts.push({ from, to: at });
      from = undefined;
    }
  }
}

/** The 1-based line of the first conflict in a file of Markdown or YAML. */
export function conflictLine(text: string): number | undefined {
  const first = text.includes("<<<<<<<") ? layoutOf(text).conflicts[0] : undefined;
  return first && first.from + 1;
}

/** A fence longer than any run of backticks within the text, so that no value can end it. */
export function fenceFor(body: string): string {
  const runs = body.match(/`+/g) ?? [];
  return "`".repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), 3));
}

/** The text between a fence's lines, with `\n` line ends. */
export const bodyOf = ({ text }: Lines, { open, close }: Fence): string => text.slice(open + 1, close).join("\n");

/** On a line of its own, or within braces. */
const STATED_ID = new RegExp(String.raw`(?:^ {0,3}|^\s*\{(?:.*,)?\s*)["']?id["']?\s*:\s*["']?(${ANY_ID_FORM})\b`, "m");

/** The id stated in a fence, read without parsing. */
export const idWithin = (body: string): string | undefined => STATED_ID.exec(body)?.[1];

/** The line of the heading of a record: of the second level, no other fence between, and prose only where it names an id. */
export function headingOver({ lines: { text }, headings, fences }: Layout, fence: Fence): number | undefined {
  const heading = headings.findLast(({ line }) => line < fence.open);
  if (heading?.level !== 2) return undefined;
  const { line } = heading;
  if (fences.some(({ open }) => open > line && open < fence.open)) return undefined;
  const isBare = text.slice(line + 1, fence.open).every((row) => row.trim() === "");
  return isBare || SOME_ID.test(text[line] ?? "") ? line : undefined;
}

/** A record by the id that it states. */
export interface LocatedRecord {
  id: string;
  lines: Lines;
  fence: Fence;
  /** The line of its heading, of its fence where it has none. */
  from: number;
}

/** The records of a file, not parsed. */
export function recordsIn(layout: Layout): LocatedRecord[] {
  const { lines, fences } = layout;
  return fences.flatMap((fence) => {
    const id = fence.closed && isYaml(fence) ? idWithin(bodyOf(lines, fence)) : undefined;
    return id === undefined ? [] : { id, lines, fence, from: headingOver(layout, fence) ?? fence.open };
  });
}
