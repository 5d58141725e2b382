/** Three versions of one of tenet's files become one: what git's driver and `tenet merge` both do. */
import type { Profile } from "../../settings.js";
import { LOG_PATH } from "../records/daily-log.js";
import { isYaml } from "../records/fences.js";
import { blockIn } from "../records/marked-blocks.js";
import { bodyOf, headingOver, idWithin, layoutOf } from "../records/record-parse.js";
import { isRecordFile } from "../records/scan.js";
import { END, mergeRecord, type Parts, TOP } from "./merge-record.js";
import { joinSets, mergeByLine, type Rows, unopposed } from "./merge-rows.js";

const DATED = new RegExp(String.raw`(?:^|/)(?:${LOG_PATH}|memory/eval/runs\.jsonl$)`);

/** Is this one of the files that `tenet merge` finishes? Relative to the workspace. `files`: those that hold rules. */
export const isMergedHere = (file: string, { soul, procedures, memory }: Profile["files"]): boolean =>
  DATED.test(file) ||
  isRecordFile(file, "anywhere") ||
  file.startsWith("memory/versions/") ||
  [soul, procedures, memory].includes(file);

/**
 * Merges three versions; a missing one, or a base that nobody knows, is the empty text. Conflicts stand between markers.
 * Symmetric but for line ends, which are those of ours: exchanging the sides only exchanges what stands between markers.
 */
export async function mergeFile(path: string, base: string, ours: string, theirs: string): Promise<string> {
  const settled = unopposed(base, ours, theirs);
  if (settled !== undefined) return settled.value;
  const [b = [], o = [], t = []] = [base, ours, theirs].map((text) =>
    text === "" ? [] : (isWindows(text) ? text.replaceAll("\r\n", "\n") : text).split("\n"),
  );
  return (await mergeRows(path, b, o, t)).join(isWindows(ours || theirs) ? "\r\n" : "\n");
}

/** Are all ends of lines of the one kind? */
const isWindows = (text: string): boolean => text.includes("\r\n") && !/(?:^|[^\r])\n/.test(text);

async function mergeRows(path: string, base: Rows, ours: Rows, theirs: Rows): Promise<Rows> {
  if (DATED.test(path)) return mergeDated(base, ours, theirs);
  const merge = isRecordFile(path, "anywhere") ? mergeRecords : mergeAroundBlock;
  return (await merge(base, ours, theirs)) ?? mergeByLine(base, ours, theirs);
}

/** Each bullet, or row of results, with the lines beneath it, as a set in the order of time. Never a conflict. */
function mergeDated(base: Rows, ours: Rows, theirs: Rows): Rows {
  const [before = [], left = [], right = []] = [base, ours, theirs].map((rows) => {
    const text = rows.join("\n").replace(/\n$/, "");
    return text === "" ? [] : text.split(/\n(?=[-*+] |\{)/);
  });
  return [...joinSets(before, left, right, (item) => item), ""];
}

/** A file with a block of rules: the lines of the block as a set, what people wrote around it by line. */
async function mergeAroundBlock(base: Rows, ours: Rows, theirs: Rows): Promise<Rows | undefined> {
  // Taken out on one side while it went on on the other: the rules in force there need it.
  if (ours.length === 0 || theirs.length === 0) return ours.length === 0 ? theirs : ours;
  const [before, left, right] = [base, ours, theirs].map((rows) => {
    const block = blockIn(rows.join("\n"), "rules");
    if (block.state !== "found") return block.state === "damaged" ? undefined : { above: rows, below: [] };
    const { from, lines } = block;
    return { above: rows.slice(0, from), lines, below: rows.slice(from + lines.length) };
  });
  if (before === undefined || left?.lines === undefined || right?.lines === undefined) return undefined;
  const above = await mergeByLine(before.above, left.above, right.above);
  const below = await mergeByLine(before.below, left.below, right.below);
  return [...above, ...joinSets(before.lines ?? [], left.lines, right.lines), ...below];
}

/**
 * Merges a file record by record, prose around them by line. Undefined when a version cannot be cut into records for
 * certain: it holds markers already, one id twice, or an open fence. Then only its lines can be merged.
 */
async function mergeRecords(base: Rows, ours: Rows, theirs: Rows): Promise<Rows | undefined> {
  const [before, left, right] = [base, ours, theirs].map(cut);
  if (before === undefined || left === undefined || right === undefined) return undefined;
  const placeOf = (id: string) => `${(left.get(id) ?? right.get(id))?.get("timestamp")?.join()} ${id}`;
  const lines: string[] = [];
  for (const id of joinSets([], [...left.keys()], [...right.keys()], placeOf)) {
    const record = await mergeRecord(before.get(id), left.get(id), right.get(id));
    // Markdown wants a blank line before a heading.
    if (record.length > 0 && lines.length > 0 && lines.at(-1) !== "") lines.push("");
    lines.push(...record);
  }
  return lines.at(-1) === "" ? lines : [...lines, ""];
}

/** A file cut at its records, by their ids; what stands above them has none. */
function cut(rows: Rows): ReadonlyMap<string, Parts> | undefined {
  const layout = layoutOf(rows.join("\n"));
  const { lines, skeleton, conflicts } = layout;
  if (conflicts.length > 0 || skeleton.fences.some(({ closed }) => !closed)) return undefined;
  const starts = skeleton.fences.flatMap((fence) => {
    const id = isYaml(fence) ? idWithin(bodyOf(lines, fence)) : undefined;
    return id === undefined ? [] : { id, fence, from: headingOver(layout, fence)?.line ?? fence.open };
  });
  const records = new Map<string, Parts>([["", new Map([[TOP, rows.slice(0, starts[0]?.from)]])]]);
  for (const [at, { id, fence, from }] of starts.entries()) {
    const end = starts[at + 1]?.from ?? rows.length;
    records.set(id, partsOf(rows.slice(from, end), fence.open + 1 - from, fence.close - from));
  }
  return records.size === starts.length + 1 ? records : undefined;
}

/** A record's lines by the field they are of: its heading on top, its closing fence and the prose behind it at the end. */
function partsOf(rows: Rows, from: number, to: number): Parts {
  const parts = new Map([[TOP, rows.slice(0, from)]]);
  let field = TOP;
  for (const row of rows.slice(from, to)) {
    const name = /^["']?(\w+)["']?:/.exec(row)?.[1];
    // What holds a field twice is no record.
    if (name !== undefined && parts.has(name)) return new Map([[TOP, rows]]);
    field = name ?? field;
    parts.set(field, [...(parts.get(field) ?? []), row]);
  }
  return parts.set(END, rows.slice(to));
}
