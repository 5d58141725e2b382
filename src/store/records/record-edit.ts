/** New records at the end of a file, and changes of one record that leave every byte around it alone. */
import { isDeepStrictEqual } from "node:util";
import { type Entry, type Patch, patched } from "../../entry/entry.js";
import { readEntry } from "../../entry/read-entry.js";
import { FIELD_ORDER, TEXT_FIELDS } from "../../entry/record-fields.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { defined } from "../../text/defined.js";
import { conflictLine, type Fence, fenceFor, isYaml, type Lines } from "./fences.js";
import { bodyOf, headingOver, idWithin, layoutOf } from "./record-parse.js";
import { type FactGroup, fileHead, headingOf, isOwnHeading, renderFields, renderRecord } from "./record-text.js";
import { parseSafeYaml, YamlTrouble } from "./safe-yaml.js";
import { documentOf, fieldsOf, printed, putField } from "./yaml-edit.js";
import { fieldLines } from "./yaml-text.js";

/** How the last line that ends does so. */
export const lastLineEnd = (text: string): string => (text[text.lastIndexOf("\n") - 1] === "\r" ? "\r\n" : "\n");

/** Adds a record behind everything a file holds, in the file's own line ends; a new file gets its head first. */
export function appendRecord(text: string | undefined, entry: Entry, group?: FactGroup): string {
  const record = renderRecord(entry);
  if (text === undefined || text.trim() === "")
    return `${text === "\ufeff" ? text : ""}${fileHead(entry, group)}${record}`;
  const eol = lastLineEnd(text);
  const ended = text.endsWith("\n") ? text : `${text}${eol}`;
  const spaced = /\n\r?\n$/.test(ended) ? ended : `${ended}${eol}`;
  return `${spaced}${record.replaceAll("\n", eol)}`;
}

/** A record found by its id, without parsing the others. */
interface LocatedRecord {
  lines: Lines;
  fence: Fence;
  /** The line of its heading, if it has one. */
  headingLine?: number;
}

/** The records of an id: one, unless something is wrong with the file. */
function recordsOf(text: string, id: string): LocatedRecord[] {
  const layout = layoutOf(text);
  const { lines, skeleton } = layout;
  const holding = skeleton.fences.filter((one) => one.closed && isYaml(one) && idWithin(bodyOf(lines, one)) === id);
  return holding.map((fence) => defined({ lines, fence, headingLine: headingOver(layout, fence)?.line }));
}

/** The one record of an id. Throws `not-found`, and `conflict` where it stands twice or git's markers stand in the file. */
function find(text: string, id: string, file: string): LocatedRecord {
  refuseConflict(text, file);
  const [record, twin] = recordsOf(text, id);
  if (record === undefined) {
    throw new TenetError(`${file} holds no record ${id}`, {
      failure: "not-found",
      hint: next("See what cannot be read:", "doctor"),
    });
  }
  if (twin === undefined) return record;
  throw new TenetError(`${id} stands twice: ${file}:${record.fence.open + 1} and ${file}:${twin.fence.open + 1}`, {
    failure: "conflict",
    hint: "Give one of them another id by hand.",
  });
}

/** Throws `conflict` for a file that git left for a person: it is not written. */
export function refuseConflict(text: string, file: string): void {
  const line = conflictLine(text);
  if (line === undefined) return;
  throw new TenetError(`${file}:${line} holds unresolved conflict markers; it is not written`, {
    failure: "conflict",
    hint: next("Resolve the conflict, then try again:", "merge"),
    details: { file, line },
  });
}

/** True when the end of a file lies inside a fence that nothing closes: a record put there would not be one. */
export function openEnd(text: string): boolean {
  return layoutOf(text).skeleton.fences.at(-1)?.closed === false;
}

/** 1-based line of a record's heading, of its fence where it has none. Throws `not-found`. */
export function recordLine(text: string, id: string): number {
  const { fence, headingLine } = find(text, id, "the file");
  return (headingLine ?? fence.open) + 1;
}

/**
 * Changes fields of one record; `undefined` removes a field. A record in tenet's own form is rendered anew, one that a
 * person styled keeps its comments; its heading changes where it still was the one tenet wrote. A patch that changes
 * nothing returns the same text. Throws `conflict` for a record that cannot be read, before or afterwards.
 */
export function editRecord(text: string, id: string, patch: Patch, file = "the file"): string {
  const { lines, fence, headingLine } = find(text, id, file);
  const body = bodyOf(lines, fence);
  const refuse = (cause: YamlTrouble) =>
    new TenetError(`${file}:${fence.open + 1}: ${id} cannot be edited: ${cause.message}`, {
      failure: "conflict",
      hint: "Mend the record by hand.",
      cause,
    });
  const before = read(body);
  if (before instanceof YamlTrouble) throw refuse(before);
  const after = patched(before, patch);
  const changed = Object.keys(patch).filter((field) => !isDeepStrictEqual((before as Patch)[field], patch[field]));
  if (changed.length === 0) return text;
  const meant = readEntry(after, { agent: "unstated" }).entry;
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  const holds = (written: string) => isDeepStrictEqual(plain(read(written)), plain(meant));
  // What was only assumed of a field is written down where the patch says the same.
  const styles = body === renderFields(before) ? [] : [changed, Object.keys(patch)];
  const styled = styles.flatMap((keys) => styledBody(body, after, keys) ?? []).find(holds);
  const nextBody = styled ?? renderFields(after);
  const unread = read(nextBody);
  if (unread instanceof YamlTrouble) throw refuse(unread);
  if (nextBody === body) return text;
  const puts: Put[] = [[fence.open + 1, fence.close, nextBody.split("\n")]];
  const mark = fenceFor(nextBody, fence.mark);
  if (mark.length > fence.length) {
    for (const at of [fence.open, fence.close])
      puts.push([at, at + 1, [(lines.text[at] ?? "").replace(/[`~]+/, mark)]]);
  }
  if (headingLine !== undefined && isOwnHeading(before, lines.text[headingLine] ?? "")) {
    puts.push([headingLine, headingLine + 1, [headingOf(after)]]);
  }
  return replaceLines(text, lines, puts);
}

/** The entry of a fence's content, or why it is none. */
function read(body: string): Entry | YamlTrouble {
  try {
    const { entry, notes } = readEntry(parseSafeYaml(body, TEXT_FIELDS).value, { agent: "unstated" });
    return entry ?? new YamlTrouble(notes.find(({ severity }) => severity === "error")?.message ?? "broken", 1);
  } catch (error) {
    if (error instanceof YamlTrouble) return error;
    throw error;
  }
}

/** A record that a person styled, with some of its fields as an entry has them; undefined for what is no block of fields. */
function styledBody(body: string, entry: Entry, changed: readonly string[]): string | undefined {
  const order = FIELD_ORDER[entry.type];
  const rankOf = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const document = documentOf(body);
  const fields = fieldsOf(document);
  if (fields === undefined) return undefined;
  for (const key of changed) {
    const value = (entry as Patch)[key];
    const isGone = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    const line = isGone ? undefined : fieldLines(key, value).join("\n");
    putField(fields, key, line, (other) => rankOf(other) <= rankOf(key));
  }
  return printed(document);
}

/** Lines to put in the place of others, from one to before another. */
type Put = [from: number, to: number, rows: string[]];

/** The text with other lines, which end as the first line they replace does. */
function replaceLines(text: string, { start }: Lines, puts: readonly Put[]): string {
  let result = text;
  for (const [from, to, rows] of [...puts].sort((a, b) => b[0] - a[0])) {
    const [begin, end] = [start[from] ?? text.length, start[to] ?? text.length];
    const eol = text.slice(begin, start[from + 1]).endsWith("\r\n") ? "\r\n" : "\n";
    // A last line without a line end stays without one.
    const last = end === text.length && !text.endsWith("\n") ? "" : eol;
    result = `${result.slice(0, begin)}${rows.join(eol)}${last}${result.slice(end)}`;
  }
  return result;
}

/**
 * Rewrites one record and its heading from `entry`, without keeping its layout. The text around it stays. Throws
 * `not-found`.
 */
export function replaceRecord(text: string, entry: Entry, file = "the file"): string {
  const { fence, headingLine, lines } = find(text, entry.id, file);
  const [heading = "", , ...fenced] = renderRecord(entry).replace(/\n$/, "").split("\n");
  const puts: Put[] = [[fence.open, fence.close + 1, fenced]];
  if (headingLine !== undefined) puts.push([headingLine, headingLine + 1, [heading]]);
  return replaceLines(text, lines, puts);
}

function spanOf(text: string, id: string): { from: number; to: number } | undefined {
  const [record, twin] = recordsOf(text, id);
  if (record === undefined || twin !== undefined) return undefined;
  const { lines, fence, headingLine = fence.open } = record;
  return { from: lines.start[headingLine] ?? 0, to: lines.start[fence.close + 1] ?? text.length };
}

/** A record as it stands, from its heading to the end of its fence; undefined when it does not stand there once. */
export function recordText(text: string, id: string): string | undefined {
  const span = spanOf(text, id);
  return span && text.slice(span.from, span.to);
}

/**
 * The text with other words in the place of a record; null takes it out with the blank line between it and its neighbour.
 * Undefined when the record does not stand there as `now`.
 */
export function withRecordText(text: string, id: string, now: string, next: string | null): string | undefined {
  const span = spanOf(text, id);
  if (span === undefined || text.slice(span.from, span.to) !== now) return undefined;
  const [before, behind] = [text.slice(0, span.from), text.slice(span.to)];
  if (next !== null) return before + next + behind;
  return behind === "" ? before.replace(/(\r?\n)\r?\n$/, "$1") : before + behind.replace(/^\r?\n/, "");
}

/** True for a file of records that holds none. */
export function holdsNoRecord(text: string): boolean {
  return !layoutOf(text).skeleton.fences.some(isYaml);
}
