/** Three versions of one of tenet's files become one: what the merge driver and `tenet merge` both do. */

import { compareText } from "../../text/claims/canonical.js";
import { LOG_PATH } from "../records/daily-log.js";
import { isRecordFile } from "../records/scan.js";
import { mergeLines } from "./merge-lines.js";
import type { Conflict, MergedLines } from "./merge-record.js";
import { commonRecords, mergeProse, mergeRecords } from "./merge-records.js";

const BULLET = /^[-*+] (\d{1,2}:\d{2})\b/;

/** Merges the lines of a daily log. Never a conflict. */
function mergeLog(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  return mergeLines(base, ours, theirs).flatMap((stretch) =>
    stretch.conflict ? union(stretch.base, stretch.ours, stretch.theirs) : stretch.lines,
  );
}

/** A bullet with the lines that belong to it; the first of a stretch may have no bullet. */
interface LogItem {
  time: string;
  lines: string[];
}

function union(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  let head = 0;
  while (head < ours.length && head < theirs.length && ours[head] === theirs[head]) head++;
  const room = Math.min(ours.length, theirs.length) - head;
  let tail = 0;
  while (tail < room && ours.at(-1 - tail) === theirs.at(-1 - tail)) tail++;
  const middle = (lines: readonly string[]) => lines.slice(head, lines.length - tail);
  return [...ours.slice(0, head), ...byTheClock(base, middle(ours), middle(theirs)), ...ours.slice(ours.length - tail)];
}

function byTheClock(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const before = new Set(itemsOf(base).map(textOf));
  const [left, right] = [itemsOf(ours), itemsOf(theirs)];
  const leftTexts = new Set(left.map(textOf));
  const rightTexts = new Set(right.map(textOf));
  const keptItems = [...left, ...right].filter((item) => {
    const text = textOf(item);
    return !before.has(text) || (leftTexts.has(text) && rightTexts.has(text));
  });
  const unique = [...new Map(keptItems.map((item) => [textOf(item), item])).values()];
  unique.sort((a, b) => compareText(a.time, b.time) || compareText(textOf(a), textOf(b)));
  const lines = unique.flatMap((item) => item.lines);
  if ((ours.at(-1) === "" || theirs.at(-1) === "") && lines.at(-1) !== "") lines.push("");
  return lines;
}

function itemsOf(lines: readonly string[]): LogItem[] {
  const items: LogItem[] = [];
  for (const line of lines) {
    const time = BULLET.exec(line)?.[1];
    const last = items.at(-1);
    if (time !== undefined || last === undefined) items.push({ time: (time ?? "").padStart(5, "0"), lines: [line] });
    else last.lines.push(line);
  }
  for (const item of items) while (item.lines.length > 1 && item.lines.at(-1) === "") item.lines.pop();
  return items.filter((item) => item.lines.join("") !== "");
}

function textOf(item: LogItem): string {
  return item.lines.join("\n");
}

/**
 * Results of golden questions, one a line, each beginning with its time: those of both sides, without what one side took
 * out. Never a conflict.
 */
function mergeRuns(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const [before, left, right] = [new Set(base), new Set(ours), new Set(theirs)];
  const keptLines = [...new Set([...ours, ...theirs])].filter(
    (line) => line !== "" && (!before.has(line) || (left.has(line) && right.has(line))),
  );
  return [...keptLines.sort(compareText), ""];
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
  if (LOG.test(path)) return { lines: mergeLog(base, ours, theirs), conflicts: [] };
  if (RUNS.test(path)) return { lines: mergeRuns(base, ours, theirs), conflicts: [] };
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
