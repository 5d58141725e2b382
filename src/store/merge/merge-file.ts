/** Three versions of one of tenet's files become one: what the merge driver and `tenet merge` both do. */

import { compareText } from "../../text/claims/canonical.js";
import { LOG_PATH } from "../records/daily-log.js";
import { isRecordFile } from "../records/scan.js";
import { mergeLines } from "./merge-lines.js";
import type { Conflict, MergedLines } from "./merge-record.js";
import { commonRecords, mergeProse, mergeRecords } from "./merge-records.js";

/** Each bullet, or row of results, with the lines beneath it. */
const itemsIn = (lines: readonly string[]): string[] =>
  lines
    .join("\n")
    .split(/\n(?=[-*+] |\{)/)
    .map((item) => item.trimEnd())
    .filter((item) => item !== "");

/**
 * Lines that begin with their time, as a set: what either side wrote, without what one side took out, in the order of their
 * text.
 */
function asSet(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const apart = ours.findIndex((line, at) => line !== theirs[at]);
  const head = ours.slice(0, apart === -1 ? ours.length : apart);
  const before = new Set(itemsIn(base));
  const [left, right] = [new Set(itemsIn(ours.slice(head.length))), new Set(itemsIn(theirs.slice(head.length)))];
  const items = [...new Set([...left, ...right])].filter(
    (item) => !before.has(item) || (left.has(item) && right.has(item)),
  );
  const lines = [...head, ...items.sort(compareText).flatMap((item) => item.split("\n"))];
  const isEnded = ours.at(-1) === "" || theirs.at(-1) === "";
  return isEnded && lines.at(-1) !== "" ? [...lines, ""] : lines;
}

/** Never a conflict. */
function mergeDated(base: readonly string[], ours: readonly string[], theirs: readonly string[]): MergedLines {
  const stretches = mergeLines(base, ours, theirs);
  const lines = stretches.flatMap((one) => (one.conflict ? asSet(one.base, one.ours, one.theirs) : one.lines));
  return { lines, conflicts: [] };
}

export interface MergedFile {
  text: string;
  /** Conflicts for a person, each between markers in the text. */
  conflicts: Conflict[];
}

const LOG = new RegExp(`(?:^|/)${LOG_PATH}`);
const RUNS = /(?:^|\/)memory\/eval\/runs\.jsonl$/;

/** Is this a file that tenet merges by meaning? `path` with `/`, relative to anything above `memory/`. */
export function mergesByMeaning(path: string): boolean {
  return LOG.test(path) || RUNS.test(path) || isRecordFile(path, "anywhere");
}

/** How the lines of a kind of file that the kernel does not know are merged; undefined: it is not of that kind. */
export type RowMerger = (
  path: string,
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
) => MergedLines | undefined;

/**
 * Merges three versions; a missing one is the empty text. Line ends, byte order mark and final line end follow the
 * side that changed them. Symmetric: exchanging the sides only exchanges what stands between markers.
 */
export function mergeFile(
  path: string,
  base: string,
  ours: string,
  theirs: string,
  special: RowMerger = () => undefined,
): MergedFile {
  const [before, left, right] = [plain(base), plain(ours), plain(theirs)];
  const rows = [before?.rows ?? [], left?.rows ?? [], right?.rows ?? []] as const;
  const merged = special(path, ...rows) ?? mergeRows(path, ...rows);
  const eol = changedSide(before?.eol, left?.eol, right?.eol) ?? "\n";
  const mark = changedSide(before?.mark, left?.mark, right?.mark) ?? "";
  return { text: mark + merged.lines.join(eol), conflicts: merged.conflicts };
}

/** The value of the only side that changed it; undefined when both did or the base is unknown. */
function changedSide<T>(base: T | undefined, ours: T | undefined, theirs: T | undefined): T | undefined {
  if (ours === theirs || theirs === undefined) return ours;
  if (ours === undefined) return theirs;
  if (base === undefined) return undefined;
  return ours === base ? theirs : ours;
}

/** Text for merging two versions without their common one; `common`: the lines on which they agree. */
export function assumedBase(path: string, common: string, ours: string, theirs: string): string {
  if (!isRecordFile(path, "anywhere")) return common;
  const [left, right] = [plain(ours), plain(theirs)];
  return commonRecords(left?.rows ?? [], right?.rows ?? [])?.join(left?.eol ?? "\n") ?? common;
}

function mergeRows(
  path: string,
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): MergedLines {
  if (LOG.test(path) || RUNS.test(path)) return mergeDated(base, ours, theirs);
  const records = isRecordFile(path, "anywhere") ? mergeRecords(base, ours, theirs) : undefined;
  return records ?? mergeProse(base, ours, theirs);
}

interface PlainText {
  rows: string[];
  eol: "\n" | "\r\n";
  mark: "" | "\ufeff";
}

/** Lines without their ends where all ends are of one kind; mixed ones stay part of their lines. */
function plain(text: string): PlainText | undefined {
  if (text === "") return undefined;
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const body = text.slice(mark.length);
  const windows = body.includes("\r\n") && !/(?:^|[^\r])\n/.test(body);
  return { rows: (windows ? body.replaceAll("\r\n", "\n") : body).split("\n"), eol: windows ? "\r\n" : "\n", mark };
}
