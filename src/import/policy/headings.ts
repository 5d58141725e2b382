/** A heading or bullet that may be an entry -> its id, day, category and title, in every style that was met. */

import { findDate, type Moment } from "./dates.js";
import { type Label, labelNamed, readFieldLine } from "./labels.js";
import { hasPlaceholder } from "./templates.js";

export interface HeadingMarks {
  /** Ids as written: `LRN-20260428-001`, `L-006`, `F001`. */
  ids: string[];
  moment?: Moment;
  /** What is left when ids, dates and labelled parts are taken out. */
  title: string;
  /** Parts like `Area: web` or `[high]` that stand in the line itself. */
  fields: { label: Label; value: string }[];
  /** Holds places to fill in: part of a template. */
  placeholder: boolean;
}

const LONG_ID = /(?<![\w-])[A-Z]{2,12}[-_](?:20\d{6}|20\d{2}-\d{2}-\d{2})(?:[-_][A-Za-z0-9]{1,12})?(?![\w])/;
const SHORT_ID = /^(?:[A-Z]{1,8}-\d{1,6}|[A-Z]{1,4}\d{3,5})$/;
const LEADING_SHORT_ID = /^([A-Z]{1,8}-\d{1,6}|[A-Z]{1,4}\d{3,5})(?=\s*(?:[:：|—–]|-\s|\(|\[|$))/;

const LEVELS = /^(?:critical|high|medium|med|low|urgent|p[0-4])$/i;
const STATES =
  /^(?:pending|active|open|resolved|promoted|done|archived|wont_fix|closed|fixed|learned|planned|in_progress)$/i;

/** No heading that says anything is longer; a longer line would only cost time. */
const LONGEST = 2_000;

/** The ids at the beginning of a text, such as those after `See Also:`. */
export function idsIn(whole: string): string[] {
  const text = whole.slice(0, LONGEST);
  const long = [...text.matchAll(new RegExp(LONG_ID, "g"))].map(([id]) => id);
  const rest = long.reduce((left, id) => left.replace(id, " "), text);
  const short = [...rest.matchAll(/(?<![\w-])(?:[A-Z]{1,8}-\d{1,6}|[A-Z]{1,4}\d{3,5})(?![\w-])/g)].map(([id]) => id);
  return [...new Set([...long, ...short])];
}

/** White space, separators and marks around a piece of a heading. */
export function trimMarks(text: string): string {
  return text
    .replace(/^(?:[\s|:：·•—–,;]|-(?=\s|$)|#(?=\s))+/u, "")
    .replace(/(?:[\s|:：·•—–,;]|(?<=\s)-)+$/u, "")
    .trim();
}

function bracketed(marks: HeadingMarks, rest: string): string {
  return rest.replace(/[[【]([^\]】[]{1,80})[\]】](?!\()/gu, (whole, inner: string) => {
    const text = inner.trim();
    if (LONG_ID.test(text) || SHORT_ID.test(text)) {
      marks.ids.push(text);
      return " ";
    }
    const date = findDate(text);
    if (date !== undefined && date.start === 0) {
      marks.moment ??= date.moment;
      return " ";
    }
    if (LEVELS.test(text)) marks.fields.push({ label: "priority", value: text });
    else if (STATES.test(text)) marks.fields.push({ label: "status", value: text });
    else if (/^[\p{Ll}_ -]{3,30}$/u.test(text) && text !== "x") marks.fields.push({ label: "category", value: text });
    else return whole;
    return " ";
  });
}

function labelled(marks: HeadingMarks, rest: string): string {
  const pieces = rest.split(/\s*[|｜]\s*/);
  const keptPieces = pieces.filter((piece) => {
    const pair = /^\s*(?:\*\*)?([\p{L} _/-]{2,30}?)(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(.+)$/u.exec(piece);
    const label = pair === null ? undefined : labelNamed(pair[1] ?? "");
    const value = (pair?.[2] ?? "").trim();
    if (label === "id") {
      marks.ids.push(value.replace(/[[\]*`]/g, ""));
      return false;
    }
    if (label === undefined || pieces.length < 2) return true;
    marks.fields.push({ label, value });
    return false;
  });
  return keptPieces.join(" | ");
}

/**
 * Reads `[LRN-20260428-001] category`, `[2026-04-07] ID: L-006 | Area: web | Priority: high`, `2026-05-23 | title`,
 * `2026-01-31 1:05 PM - title`, `F001 — title`, `Title (2026-03-05)`. Without id and date everything is title.
 */
export function readMarks(line: string): HeadingMarks {
  const plain = line
    .slice(0, LONGEST)
    .replace(/\*\*|__(?=\S)|(?<=\S)__/g, "")
    .replace(/\s+#+\s*$/, "")
    .trim();
  const marks: HeadingMarks = { ids: [], title: "", fields: [], placeholder: false };
  let rest = bracketed(marks, plain);
  const long = LONG_ID.exec(rest);
  if (long !== null && trimMarks(rest.slice(0, long.index)).length <= 12) {
    marks.ids.push(long[0]);
    rest = `${rest.slice(0, long.index)} ${rest.slice(long.index + long[0].length)}`;
  }
  rest = labelled(marks, rest);
  const bare = rest.replace(/^[^\p{L}\p{N}[(<{"'`“]+/u, "");
  const short = LEADING_SHORT_ID.exec(bare);
  if (short !== null && marks.ids.length === 0) {
    marks.ids.push(short[1] ?? "");
    rest = bare.slice(short[0].length);
  }
  const date = marks.moment === undefined ? findDate(rest) : undefined;
  if (date !== undefined) {
    const before = rest.slice(0, date.start).replace(/[^\p{L}\p{N}]/gu, "");
    const after = rest.slice(date.end).replace(/[^\p{L}\p{N}]/gu, "");
    if (before === "" || after === "") {
      marks.moment = date.moment;
      rest = `${rest.slice(0, date.start).replace(/[(（[]\s*$/, "")} ${rest.slice(date.end).replace(/^\s*[)）\]]/, "")}`;
    }
  }
  marks.title = trimMarks(rest.replace(/\s+/g, " "));
  // A real id or day speaks louder than a title that merely mentions YYYY-MM-DD.
  marks.placeholder = marks.ids.length === 0 && marks.moment === undefined && hasPlaceholder(plain);
  return marks;
}

/** An id or a day makes a heading an entry's beyond doubt. */
export function isStrong(marks: HeadingMarks): boolean {
  return !marks.placeholder && (marks.ids.length > 0 || marks.moment !== undefined);
}

export interface HeadingLine {
  /** 1-6 for `#`, 7 for a line that is bold from end to end. */
  level: number;
  text: string;
}

/** An ATX heading or a bold line; undefined for any other line. */
export function headingLine(text: string): HeadingLine | undefined {
  const atx = /^ {0,3}(#{1,6})(?:\s+|(?=\[))(.*)$/.exec(text);
  if (atx !== null) return { level: (atx[1] ?? "").length, text: (atx[2] ?? "").slice(0, LONGEST).trim() };
  if (text.startsWith("**") && /^\*\*[^*]{4,200}\*\*:?\s*$/.test(text)) return { level: 7, text: text.trim() };
  return undefined;
}

/** A bullet at the margin; task boxes included. */
export function isBullet(text: string): boolean {
  return /^[-*+] +\S/.test(text);
}

/**
 * The marks of a bullet that is an entry: it begins with an id, a day or two bracketed words; under a day's heading
 * every bullet is one. Undefined for a bullet that is part of the text.
 */
export function bulletEntry(text: string, underDay: boolean): HeadingMarks | undefined {
  if (!isBullet(text)) return undefined;
  const content = text.replace(/^[-*+] +(?:\[[ xX]\] +)?/, "");
  if (readFieldLine(text)?.label !== undefined) return undefined;
  const opening = /^(?:\*\*|`)?\s*[[【]([^\]】]{1,60})[\]】](?!\()/u.exec(content);
  if (opening !== null && hasPlaceholder(`[${opening[1]}]`) && !/\d/.test(opening[1] ?? "")) {
    const marks = readMarks(content);
    return isCategory(opening[1] ?? "") ? marks : { ...marks, placeholder: true };
  }
  const headingMarks = readMarks(content);
  const head = content.replace(/^[*`\s]+/, "").slice(0, 30);
  if (isStrong(headingMarks) && beginsWithMark(head)) return headingMarks;
  if (headingMarks.placeholder && /^[[<{]|^[A-Z]+-[YX#N]/.test(head)) return headingMarks;
  return underDay && content.split(/\s+/).length >= 3 ? { ...headingMarks, placeholder: false } : undefined;
}

function beginsWithMark(head: string): boolean {
  return /^[[【(]?\s*(?:\d{4}[-/.年]|\d{1,2}\.\d{1,2}\.\d{4}|[A-Z]{1,12}-?\d|[A-Z]{2,12}-20\d\d|ID:)/u.test(head);
}

function isCategory(text: string): boolean {
  return /^(correction|insight|knowledge[_ ]gap|best[_ ]practice|error|pattern|workflow|high|medium|low)$/i.test(
    text.trim(),
  );
}
