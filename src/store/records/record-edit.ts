/** New records at the end of a file, and changes of one record that leave every byte around it alone. */
import { isDeepStrictEqual } from "node:util";
import { type Entry, type Patch, patched } from "../../entry/entry.js";
import { readEntry } from "../../entry/read-entry.js";
import { FIELD_ORDER, TEXT_FIELDS } from "../../entry/record-fields.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
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
  /** The line of its heading, of its fence where it has none. */
  from: number;
}

/** The records of an id: one, unless something is wrong with the file. */
function recordsOf(text: string, id: string): LocatedRecord[] {
  const layout = layoutOf(text);
  const { lines, skeleton } = layout;
  const holding = skeleton.fences.filter((one) => one.closed && isYaml(one) && idWithin(bodyOf(lines, one)) === id);
  return holding.map((fence) => ({ lines, fence, from: headingOver(layout, fence)?.line ?? fence.open }));
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
  return find(text, id, "the file").from + 1;
}

/**
 * Changes fields of one record; `undefined` removes a field. A record in tenet's own form is rendered anew, one that a
 * person styled keeps its comments; its heading changes where it still was the one tenet wrote. A patch that changes
 * nothing returns the same text. Throws `conflict` for a record that cannot be read, before or afterwards.
 */
export function editRecord(text: string, id: string, patch: Patch, file = "the file"): string {
  const record = find(text, id, file);
  const { lines, fence, from } = record;
  const readable = (body: string): Entry => {
    const entry = read(body);
    if (typeof entry !== "string") return entry;
    throw new TenetError(`${file}:${fence.open + 1}: ${id} cannot be edited: ${entry}`, {
      failure: "conflict",
      hint: "Mend the record by hand.",
    });
  };
  const body = bodyOf(lines, fence);
  const before = readable(body);
  const after = patched(before, patch);
  if (Object.keys(patch).every((field) => isDeepStrictEqual((before as Patch)[field], patch[field]))) return text;
  const styled = body === renderFields(before) ? undefined : styledBody(body, after, Object.keys(patch));
  const edited = styled ?? renderFields(after);
  readable(edited);
  const rows = lines.text.slice(from, fence.close + 1);
  if (isOwnHeading(before, rows[0] ?? "")) rows[0] = headingOf(after);
  const fenceAt = fence.open - from;
  rows.splice(fenceAt + 1, fence.close - fence.open - 1, edited);
  const mark = fenceFor(edited, fence.mark);
  if (mark.length > fence.length)
    for (const at of [fenceAt, fenceAt + 2]) rows[at] = rows[at]?.replace(/[`~]+/, mark) ?? mark;
  return withRows(text, record, rows.join("\n"));
}

/** The entry of a fence's content with what stands there for bare eyes, or why it is none. */
function read(body: string): Entry | string {
  try {
    const { entry, copies, troubles } = readEntry(parseSafeYaml(body, TEXT_FIELDS).value, { agent: "unstated" });
    return entry === undefined ? (troubles[0]?.message ?? "it is broken") : ({ ...entry, ...copies } as Entry);
  } catch (error) {
    if (error instanceof YamlTrouble) return error.message;
    throw error;
  }
}

/** A record that a person styled, with some of its fields as an entry has them; undefined where that would not say the same. */
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
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const styled = printed(document);
  return isDeepStrictEqual(plain(read(styled)), plain(read(renderFields(entry)))) ? styled : undefined;
}

/** Where a record stands in its text, with its last line end. */
const spanOf = ({ lines: { start }, fence, from }: LocatedRecord): [from: number, to: number | undefined] => [
  start[from] ?? 0,
  start[fence.close + 1],
];

/** The text with other rows in the place of a record's, which end as its first one does. */
function withRows(text: string, record: LocatedRecord, rows: string): string {
  const [from, to = text.length] = spanOf(record);
  const old = text.slice(from, to);
  const eol = /^.*\r\n/.test(old) ? "\r\n" : "\n";
  // A last line without a line end stays without one.
  return `${text.slice(0, from)}${rows.replaceAll("\n", eol)}${old.endsWith("\n") ? eol : ""}${text.slice(to)}`;
}

/** Rewrites one record from `entry`, without keeping its layout. The text around it stays. Throws `not-found`. */
export function replaceRecord(text: string, entry: Entry, file = "the file"): string {
  return withRows(text, find(text, entry.id, file), renderRecord(entry).trimEnd());
}

/** A record as it stands, from its heading to the end of its fence; undefined when it does not stand there once. */
export function recordText(text: string, id: string): string | undefined {
  const [record, twin] = recordsOf(text, id);
  return record === undefined || twin !== undefined ? undefined : text.slice(...spanOf(record));
}

/**
 * The text with other words in the place of a record; null takes it out with the blank line between it and its neighbour.
 * Undefined when the record does not stand there as `now`.
 */
export function withRecordText(text: string, id: string, now: string, next: string | null): string | undefined {
  const [record] = recordsOf(text, id);
  if (record === undefined || recordText(text, id) !== now) return undefined;
  const [from, to = text.length] = spanOf(record);
  const [before, behind] = [text.slice(0, from), text.slice(to)];
  if (next !== null) return before + next + behind;
  return behind === "" ? before.replace(/(\r?\n)\r?\n$/, "$1") : before + behind.replace(/^\r?\n/, "");
}

/** True for a file of records that holds none. */
export function holdsNoRecord(text: string): boolean {
  return !layoutOf(text).skeleton.fences.some(isYaml);
}
