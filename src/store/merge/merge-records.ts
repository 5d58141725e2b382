/** Three versions of one record file become one, record by record; prose around the records is merged by lines. */

import { compareText } from "../../text/claims/canonical.js";
import { isYaml } from "../records/fences.js";
import { bodyOf, idWithin, layoutOf } from "../records/record-parse.js";
import { equal, mergeLines, renderLines } from "./merge-lines.js";
import { type MergedLines, mergeRecord, type RecordBlock } from "./merge-record.js";

/** A file cut at its records. */
interface CutFile {
  before: string[];
  records: Map<string, RecordBlock>;
}

/**
 * Merges record files that are given as lines. Undefined when one of them cannot be cut into records for certain: it
 * holds markers already, one id twice, or an open fence. Then only its lines can be merged.
 */
export function mergeRecords(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): MergedLines | undefined {
  const [before, left, right] = [cut(base), cut(ours), cut(theirs)];
  if (before === undefined || left === undefined || right === undefined) return undefined;
  const merged = mergeProse(before.before, left.before, right.before);
  const { lines, conflicts } = merged;
  let records = 0;
  for (const id of orderOf(before, left, right)) {
    const [b, o, t] = [before.records.get(id), left.records.get(id), right.records.get(id)];
    const record = mergeRecord(b, o, t);
    const behind = mergeBehind(b, o, t, record === undefined);
    conflicts.push(...(record?.conflicts ?? []), ...behind.conflicts);
    if (record !== undefined) {
      separate(lines);
      lines.push(...record.lines);
      records++;
    }
    lines.push(...behind.lines);
  }
  if (records > 0 && lines.at(-1) !== "") lines.push("");
  return merged;
}

/**
 * What two versions have in common, standing in for a common past that nobody kept: their equal records and what
 * stands before the first, without the rest. Undefined as for {@link mergeRecords}.
 */
export function commonRecords(ours: readonly string[], theirs: readonly string[]): string[] | undefined {
  const [left, right] = [cut(ours), cut(theirs)];
  if (left === undefined || right === undefined) return undefined;
  const both = [...left.records.values()].flatMap(({ id, lines, behind }) => {
    const other = right.records.get(id);
    return other !== undefined && equal(lines, other.lines) ? [...lines, ...behind] : [];
  });
  return [...(equal(left.before, right.before) ? left.before : []), ...both];
}

/** The prose behind a record. What stood unchanged behind a deleted one goes with it. */
function mergeBehind(
  base: RecordBlock | undefined,
  ours: RecordBlock | undefined,
  theirs: RecordBlock | undefined,
  deleted: boolean,
): MergedLines {
  if (ours !== undefined && theirs !== undefined) return mergeProse(base?.behind ?? [], ours.behind, theirs.behind);
  const remainingLines = (ours ?? theirs)?.behind ?? [];
  if (!deleted) return { lines: [...remainingLines], conflicts: [] };
  return {
    lines: equal(base?.behind ?? [], remainingLines) ? [] : remainingLines.filter((line, at) => at > 0 || line !== ""),
    conflicts: [],
  };
}

/** Markdown wants a blank line before a heading. */
function separate(lines: string[]): void {
  if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
}

/** Merges the text around records, line by line. */
export function mergeProse(base: readonly string[], ours: readonly string[], theirs: readonly string[]): MergedLines {
  const { lines, conflicts } = renderLines(mergeLines(base, ours, theirs));
  return { lines, conflicts: Array.from({ length: conflicts }, () => ({ what: "prose" as const })) };
}

function cut(text: readonly string[]): CutFile | undefined {
  const { lines, skeleton, conflicts } = layoutOf(text.join("\n"));
  if (conflicts.length > 0) return undefined;
  const rows = [...text];
  const starts: (Omit<RecordBlock, "lines" | "behind"> & { from: number })[] = [];
  for (const fence of skeleton.fences) {
    if (!fence.closed) return undefined;
    if (!isYaml(fence)) continue;
    const body = bodyOf(lines, fence);
    const id = idWithin(body);
    if (id === undefined || !/^ {0,3}["']?type["']?[ \t]*:/m.test(body)) continue;
    const previous = starts.at(-1);
    const floor = previous === undefined ? 0 : previous.close + 1;
    const heading = skeleton.headings.findLast((one) => one.line < fence.open && one.line >= floor);
    const from = heading?.level === 2 ? heading.line : fence.open;
    starts.push({ id, from, fence: fence.open, close: fence.close });
  }
  const records = new Map<string, RecordBlock>();
  for (const [at, { id, from, fence, close }] of starts.entries()) {
    if (records.has(id)) return undefined;
    const next = starts[at + 1]?.from ?? rows.length;
    records.set(id, {
      id,
      lines: rows.slice(from, close + 1),
      fence: fence - from,
      close: close - from,
      behind: rows.slice(close + 1, next),
    });
  }
  return { before: rows.slice(0, starts[0]?.from ?? rows.length), records };
}

/** Known records in the base's order, new ones behind them by time. */
function orderOf(base: CutFile, ours: CutFile, theirs: CutFile): string[] {
  const both = new Map([...ours.records, ...theirs.records]);
  const added = [...both].filter(([id]) => !base.records.has(id));
  const byTime = added.sort(
    ([a, one], [b, other]) => compareText(timestampOf(one), timestampOf(other)) || compareText(a, b),
  );
  return [...base.records.keys(), ...byTime.map(([id]) => id)];
}

function timestampOf({ lines }: RecordBlock): string {
  return /^ {0,3}["']?timestamp["']?[ \t]*:[ \t]*["']?([^"'\s]+)/m.exec(lines.join("\n"))?.[1] ?? "";
}
