/** A Markdown file -> the stretches of text that are one entry each: below headings such as `## [LRN-20260428-001] insight`. */

import { type EntryHeading, entryHeading, headingLine } from "./headings.js";
import { type ClassifiedLine, classifyLines } from "./lines.js";

/** One entry as it stands in its file. */
export interface Segment {
  /** 1-based line of its heading. */
  line: number;
  heading: EntryHeading;
  /** Its text with `\n` line ends, from the heading to the last line with content. */
  raw: string;
}

const BLANK = /^\s*$/;
const BREAK = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** Last line of an entry that ends before `until`: a rule and a footer behind it are the file's, not the entry's. */
function trimmedEnd(lines: readonly ClassifiedLine[], from: number, until: number): number {
  const isText = (at: number, form: RegExp) => lines[at]?.kind === "text" && form.test(lines[at].text);
  let end = until;
  while (end > from + 1 && (isText(end - 1, BLANK) || isText(end - 1, BREAK) || lines[end - 1]?.kind === "comment"))
    end--;
  if (!isText(end - 1, /^\s*[*_][^*_].*[*_]\s*$/)) return end;
  let rule = end - 2;
  while (rule > from && isText(rule, BLANK)) rule--;
  return isText(rule, BREAK) ? trimmedEnd(lines, from, rule) : end;
}

/** Finds every entry of a `.learnings/` file; everything else is the file's own text. */
export function segmentText(text: string): Segment[] {
  const lines = classifyLines(text, (line) => entryHeading(line) !== undefined);
  const headings = lines.flatMap(({ kind, text: line }, at) => {
    const heading = kind === "text" ? headingLine(line) : undefined;
    return heading === undefined ? [] : [{ at, level: heading.level, entry: entryHeading(line) }];
  });
  return headings.flatMap(({ at, level, entry }, index) => {
    if (entry === undefined) return [];
    const next = headings.slice(index + 1).find((one) => one.level <= level || one.entry !== undefined);
    const end = trimmedEnd(lines, at, next?.at ?? lines.length);
    const raw = lines
      .slice(at, end)
      .map((line) => line.text.trimEnd())
      .join("\n");
    return [{ line: at + 1, heading: entry, raw }];
  });
}
