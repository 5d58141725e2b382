/** Three versions of one of tenet's files become one: what git's driver and `tenet merge` both do. */
import type { Profile } from "../../settings.js";
import { layoutOf, recordsIn } from "../records/fences.js";
import { blockIn } from "../records/marked-blocks.js";
import { LOG_PATH } from "../records/record-place.js";
import { isRecordFile } from "../records/scan.js";
import { BEHIND, mergeRecord, type Parts } from "./merge-record.js";
import { ABOVE, eachOf, joinSets, mergeByLine, type Rows, rowsByField, type Three, unopposed } from "./merge-rows.js";

const DATED = new RegExp(String.raw`(?:^|/)(?:${LOG_PATH}|memory/eval/runs\.jsonl$)`);

/** Is this one of the files that `tenet merge` finishes? Relative to the workspace. `files`: those that hold rules. */
export const isMergedHere = (file: string, { soul, procedures, memory }: Profile["files"]): boolean =>
  DATED.test(file) ||
  isRecordFile(file, "anywhere") ||
  file.startsWith("memory/versions/") ||
  [soul, procedures, memory].includes(file);

/**
 * Merges three versions; a missing one, or a base that nobody knows, is the empty text. Conflicts stand between markers.
 * Symmetric but for line ends, which are those of ours.
 */
export async function mergeFile(path: string, base: string, ours: string, theirs: string): Promise<string> {
  const settled = unopposed([base, ours, theirs]);
  if (settled !== undefined) return settled.value;
  const versions = eachOf([base, ours, theirs], (text) =>
    text === "" ? [] : (isWindows(text) ? text.replaceAll("\r\n", "\n") : text).split("\n"),
  );
  return (await mergeRows(path, versions)).join(isWindows(ours || theirs) ? "\r\n" : "\n");
}

/** Are all ends of lines of the one kind? */
const isWindows = (text: string): boolean => text.includes("\r\n") && !/(?:^|[^\r])\n/.test(text);

async function mergeRows(path: string, versions: Three<Rows>): Promise<Rows> {
  if (DATED.test(path)) return mergeDated(versions);
  const merge = isRecordFile(path, "anywhere") ? mergeRecords : mergeAroundBlock;
  return (await merge(versions)) ?? mergeByLine(versions);
}

/** Each bullet, or row of results, with the lines beneath it, as a set in the order of time. */
function mergeDated(versions: Three<Rows>): Rows {
  const items = eachOf(versions, (rows) => {
    const text = rows.join("\n").replace(/\n$/, "");
    return text === "" ? [] : text.split(/\n(?=[-*+] |\{)/);
  });
  return [...joinSets(items, (item) => item), ""];
}

/** A file with a block of rules: the lines of the block as a set, what people wrote around it by line. */
async function mergeAroundBlock(versions: Three<Rows>): Promise<Rows | undefined> {
  const cuts = eachOf(versions, (rows) => {
    const block = blockIn(rows.join("\n"), "rules");
    if (block.state !== "found") return { above: rows, below: [], isDamaged: block.state === "damaged" };
    const { from, lines } = block;
    return { above: rows.slice(0, from), lines, below: rows.slice(from + lines.length) };
  });
  const [before, ours, theirs] = cuts;
  if (before.isDamaged || ours.lines === undefined || theirs.lines === undefined) return undefined;
  const above = await mergeByLine(eachOf(cuts, (cut) => cut.above));
  const rules = joinSets(eachOf(cuts, ({ lines = [] }) => lines));
  return [...above, ...rules, ...(await mergeByLine(eachOf(cuts, (cut) => cut.below)))];
}

/** Merges a file record by record, prose around them by line. Undefined when a version cannot be cut into records. */
async function mergeRecords(versions: Three<Rows>): Promise<Rows | undefined> {
  const [before, ours, theirs] = eachOf(versions, recordsById);
  if (before === undefined || ours === undefined || theirs === undefined) return undefined;
  const placeOf = (id: string) => `${(ours.get(id) ?? theirs.get(id))?.get("timestamp")?.join()} ${id}`;
  const lines: string[] = [];
  for (const id of joinSets([[], [...ours.keys()], [...theirs.keys()]], placeOf)) {
    const record = await mergeRecord([before.get(id), ours.get(id), theirs.get(id)]);
    // Markdown wants a blank line before a heading.
    if (record.length > 0 && lines.length > 0 && lines.at(-1) !== "") lines.push("");
    lines.push(...record);
  }
  return lines.at(-1) === "" ? lines : [...lines, ""];
}

/** A file cut at its records, by their ids; what stands above them has none. Not with markers, an id twice or an open fence. */
function recordsById(rows: Rows): ReadonlyMap<string, Parts> | undefined {
  const layout = layoutOf(rows.join("\n"));
  if (layout.conflicts.length > 0 || layout.fences.some(({ closed }) => !closed)) return undefined;
  const records = recordsIn(layout);
  const parts = new Map<string, Parts>([["", new Map([[ABOVE, rows.slice(0, records[0]?.from)]])]]);
  for (const [at, { id, fence, from }] of records.entries()) {
    const to = records[at + 1]?.from ?? rows.length;
    const fields = rowsByField(rows.slice(fence.open + 1, fence.close));
    const above = [...rows.slice(from, fence.open + 1), ...(fields?.get(ABOVE) ?? [])];
    // What holds a field twice is no record.
    parts.set(
      id,
      fields?.set(ABOVE, above).set(BEHIND, rows.slice(fence.close, to)) ?? new Map([[ABOVE, rows.slice(from, to)]]),
    );
  }
  return parts.size === records.length + 1 ? parts : undefined;
}
