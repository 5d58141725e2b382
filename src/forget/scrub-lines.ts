/** Files of records without some words: prose around records, and records of edits that quote them. */
import { ANY_ID_FORM } from "../entry/id-form.js";
import { type Fence, isYaml, type Lines } from "../store/records/fences.js";
import { bodyOf, layoutOf } from "../store/records/record-parse.js";
import type { TextMatcher } from "./text-matcher.js";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * The bytes with some lines replaced; undefined when none is. `next` gets a line without its end and answers what
 * shall stand there, or undefined to leave it.
 */
export function withReplacedLines(
  bytes: Uint8Array,
  next: (line: string, at: number) => string | undefined,
): Buffer | undefined {
  const all = Buffer.from(bytes);
  const parts: Buffer[] = [];
  let changed = false;
  for (let from = 0, at = 0; from < all.length; at++) {
    const found = all.indexOf(NEWLINE, from);
    const to = found === -1 ? all.length : found + 1;
    const end = found === -1 ? to : found > from && all[found - 1] === RETURN ? found - 1 : found;
    const put = next(all.toString("utf8", from, end), at);
    if (put === undefined) parts.push(all.subarray(from, to));
    else {
      changed = true;
      parts.push(Buffer.from(put), all.subarray(end, to));
    }
    from = to;
  }
  return changed ? Buffer.concat(parts) : undefined;
}

const HEADING = new RegExp(String.raw`^(## +${ANY_ID_FORM})\b.*$`);

/** Lines outside the records, with those that hold the words replaced. Records are written by their own rules. */
export function scrubProse(bytes: Uint8Array, matcher: TextMatcher, mark: string): Uint8Array | undefined {
  const { skeleton } = layoutOf(Buffer.from(bytes).toString("utf8"));
  const within = (at: number) => skeleton.fences.some((one) => isYaml(one) && one.open <= at && at <= one.close);
  return withReplacedLines(bytes, (line, at) => {
    if (within(at) || !matcher.matches(line)) return undefined;
    const titled = HEADING.exec(line)?.[1];
    return titled === undefined ? mark : titled;
  });
}

const QUOTED = /^( {0,3})(before|after): .*$/;

function isAbout(lines: Lines, fence: Fence, matcher: TextMatcher): boolean {
  const body = bodyOf(lines, fence);
  return [...matcher.ids].some((id) => body.includes(id)) || body.split("\n").some((line) => matcher.matches(line));
}

/** The same for records of edits: what stood before and after is replaced where it is about what goes. */
export function scrubRecords(bytes: Uint8Array, matcher: TextMatcher, mark: string): Uint8Array | undefined {
  const { lines, skeleton } = layoutOf(Buffer.from(bytes).toString("utf8"));
  const about = skeleton.fences.filter((fence) => isYaml(fence) && isAbout(lines, fence, matcher));
  const holding = (at: number) => about.find((fence) => fence.open < at && at < fence.close);
  const headings = new Set(
    about.flatMap((fence) => skeleton.headings.findLast((one) => one.line < fence.open)?.line ?? []),
  );
  return withReplacedLines(bytes, (line, at) => {
    const titled = headings.has(at) ? HEADING.exec(line)?.[1] : undefined;
    if (titled !== undefined) return titled === line ? undefined : titled;
    if (holding(at) !== undefined) {
      const [, indent, field] = QUOTED.exec(line) ?? [];
      const put = field === undefined ? (matcher.matches(line) ? `# ${mark}` : line) : `${indent}${field}: "${mark}"`;
      return put === line ? undefined : put;
    }
    return matcher.matches(line) ? mark : undefined;
  });
}
