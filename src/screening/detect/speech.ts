/** The spoken part of a text: without code, program output and quotes. */

/** A part of a text, by places in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** Where a pattern is found. */
export function spans(pattern: RegExp, text: string): Span[] {
  return [...text.matchAll(pattern)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Stands for each character of a quote: it matches as a term of a phrase, but is no word. */
const QUOTED_MARK = "\uE000";

const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const SET_OFF = /^(?: {4}|\t| {0,3}>)[^\n]*$/gm;
/** A block of markup: pasted, or added by a program around its output. */
const ELEMENT = /^[ \t]*<([a-z][\w.:-]*)(?:\s[^<>]*)?>[\s\S]{0,8000}?<\/\1>[ \t]*$/gim;

/** Up to where a quotation ends, at a line's end or a paragraph's. */
const inLine = (close: string): string => `[^${close}\\n]{1,400}`;
const inParagraph = (close: string): string => `(?:[^${close}\\n]|\\n(?![ \\t]*\\n)){1,400}`;

/** Quotation marks of many languages, and back-ticks. An apostrophe within a word opens and closes nothing. */
const QUOTED = new RegExp(
  [
    `"${inLine('"')}"`,
    String.raw`(?<![\p{L}\p{N}])"(?=\S)${inParagraph('"')}(?<=\S)"(?![\p{L}\p{N}])`,
    `“${inParagraph("”")}”`,
    `«${inParagraph("»")}»`,
    `„${inParagraph('“”"')}[“”"]`,
    `「${inParagraph("」")}」`,
    `『${inParagraph("』")}』`,
    "(`+)[^\\n]{1,400}?\\1",
    String.raw`(?<![\p{L}\p{N}])'(?=\S)(?:[^'\n]|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}])){2,400}'(?![\p{L}\p{N}])`,
  ].join("|"),
  "gu",
);

/** Lines that a program printed: logs, stack traces, diffs, tables, prompts of a shell, `file:line:` messages, JSON. */
const PRINTED = new RegExp(
  [
    String.raw`^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d`,
    String.raw`^\s*\[?\d\d:\d\d:\d\d`,
    String.raw`^\s*(?:\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|ERR|FATAL|PANIC|FAIL|PASS|NOTICE)\b\]?[:\s\]|(])`,
    String.raw`^\s*(?:[A-Z]\w*(?:Error|Exception|Warning)\b|Traceback|Caused by:|at \S+ ?\(|File "|npm (?:ERR|warn)|error(?:\[\w+\])?:|warning:|fatal:|panic:)`,
    String.raw`^\s*(?:[$❯➜]|>>>|\+{1,3}|-{3}|@@|\||\d+\s*\|)\s`,
    String.raw`^\s*\S+\.\w{1,5}[:(]\d+`,
    String.raw`^\s*(?:✓|✗|✘|×|●|✖|FAIL|PASS|(?:not )?ok \d+)\s`,
    String.raw`^\s*[{}[\]<]`,
  ].join("|"),
);
const ADDED = /^\+ ?\S/m;
const CHANGED = /^[-+] ?\S/;

/** Hyphens alone are a list; beside a line that was added they are a diff. */
function withoutPrinted(text: string): string {
  const isDiff = ADDED.test(text);
  const isPrinted = (line: string) => PRINTED.test(line) || (isDiff && CHANGED.test(line));
  return text
    .split("\n")
    .map((line) => (isPrinted(line) ? " ".repeat(line.length) : line))
    .join("\n");
}

/** The text at equal length, so that places stay valid: apostrophes folded, everything but speech blanked. */
export function speechOf(text: string): string {
  const blank = (code: string) => code.replace(/[^\n]/g, " ");
  const outside = text.replace(/[‘’ʼ]/g, "'").replace(FENCED, blank).replace(ELEMENT, blank).replace(SET_OFF, blank);
  return withoutPrinted(outside).replace(QUOTED, (quote) => QUOTED_MARK.repeat(quote.length));
}

/** Text up to here reports another speaker: "the docs say". */
export const REPORTED =
  /\b(?!(?:i|you|we|it|that|this|as)\b)(?:(?:the|a|an|our|my|their|his|her|some|one) )?[\p{L}\p{N}_.'-]+ (?:(?:just|also|already|then|still|has|had) )?(?:said|says|say|told (?:me|us|him|her|them)|tells (?:me|us)|wrote|writes|claims?|claimed|thinks?|thought|replied|answered|commented|complains?|complained|asked|asks|reads|states|reports?|reported|mentions?|mentioned|argues?|argued)\b[:,]?/iu;
