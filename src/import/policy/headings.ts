/** A heading that is an entry's: its id and what stands behind it. */

const LONG_ID = /(?<![\w-])[A-Z]{2,12}[-_](?:20\d{6}|20\d{2}-\d{2}-\d{2})(?:[-_][A-Za-z0-9]{1,12})?(?![\w])/;

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

export interface HeadingLine {
  /** 1-6. */
  level: number;
  text: string;
}

/** An ATX heading; undefined for any other line. */
export function headingLine(text: string): HeadingLine | undefined {
  const atx = /^ {0,3}(#{1,6})(?:\s+|(?=\[))(.*)$/.exec(text);
  return atx === null ? undefined : { level: (atx[1] ?? "").length, text: (atx[2] ?? "").slice(0, LONGEST).trim() };
}

export interface EntryHeading {
  id: string;
  /** The words behind the id. */
  title: string;
}

/** `## [LRN-20260428-001] insight`; undefined for any other line. */
export function entryHeading(line: string): EntryHeading | undefined {
  const text = headingLine(line)?.text.replace(/\*\*/g, "");
  const id = text === undefined ? null : LONG_ID.exec(text);
  if (text === undefined || id === null || /[\p{L}\p{N}]/u.test(text.slice(0, id.index))) return undefined;
  return { id: id[0], title: trimMarks(text.slice(id.index + id[0].length).replace(/^\]/, "")) };
}
