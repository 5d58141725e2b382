/** A record written anew as a whole, or taken out of a copy: where nothing of how it stood may stay. */

import type { Entry } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { isYaml, type Lines } from "./fences.js";
import { bodyOf, idWithin, layoutOf } from "./record-parse.js";
import { renderRecord } from "./record-text.js";

/** Lines of a record: its heading where it has one of its own, and its fence. 0-based, `to` exclusive. */
interface Stretch {
  heading?: number;
  fence: number;
  to: number;
}

function stretchesOf(text: string, id: string): { lines: Lines; found: Stretch[] } {
  const { lines, skeleton } = layoutOf(text);
  const fences = skeleton.fences.filter((one) => one.closed && isYaml(one) && idWithin(bodyOf(lines, one)) === id);
  const found = fences.map((fence): Stretch => {
    const heading = skeleton.headings.findLast((one) => one.line < fence.open);
    const between = (at: number) => skeleton.fences.some((one) => one.open > at && one.open < fence.open);
    const own = heading !== undefined && heading.level === 2 && !between(heading.line);
    return { ...(own ? { heading: heading.line } : {}), fence: fence.open, to: fence.close + 1 };
  });
  return { lines, found };
}

function put(text: string, lines: Lines, from: number, to: number, rows: readonly string[]): string {
  const start = lines.start[from] ?? text.length;
  const end = lines.start[to] ?? text.length;
  const written = rows.map((row) => row + lines.eol).join("");
  // A last line without a line end stays without one.
  const bare = end === text.length && !text.endsWith("\n");
  return text.slice(0, start) + (bare ? written.replace(/\r?\n$/, "") : written) + text.slice(end);
}

/** The text with one record as `entry` says it, its heading included. Everything around it stays. Throws `not-found`. */
export function replaceRecord(text: string, entry: Entry, file = "the file"): string {
  const { lines, found } = stretchesOf(text, entry.id);
  const [stretch, twin] = found;
  if (stretch === undefined || twin !== undefined) {
    throw new TenetError(
      twin === undefined ? `${file} holds no record ${entry.id}` : `${entry.id} stands twice in ${file}`,
      {
        failure: twin === undefined ? "not-found" : "conflict",
        hint: "Run tenet doctor to see what is wrong with it.",
      },
    );
  }
  const rows = renderRecord(entry).replace(/\n$/, "").split("\n");
  const fence = rows.findIndex((row) => /^(?:`{3,}|~{3,})/.test(row));
  const written = put(text, lines, stretch.fence, stretch.to, rows.slice(fence));
  const { heading } = stretch;
  return heading === undefined ? written : put(written, lines, heading, heading + 1, rows.slice(0, 1));
}

/** A copy of a record file without one record; the same text when it holds none. */
export function withoutRecord(text: string, id: string, mark: string): string {
  const { lines, found } = stretchesOf(text, id);
  return found.reduceRight((kept, { heading, fence, to }) => put(kept, lines, heading ?? fence, to, [mark]), text);
}
