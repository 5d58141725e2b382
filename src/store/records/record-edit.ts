/** New records at the end of a file, and changes of one record that leave every byte around it alone. */
import { isDeepStrictEqual } from "node:util";
import { type Entry, type Patch, patched } from "../../entry/entry.js";
import { readEntry } from "../../entry/read-entry.js";
import { FIELD_ORDER, TEXT_FIELDS } from "../../entry/record-fields.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { conflictLine, fenceFor } from "./fences.js";
import { ABOVE, bodyOf, type LocatedRecord, layoutOf, recordsIn, rowsByField } from "./record-layout.js";
import { type FactGroup, fileHead, headingOf, renderFields, renderRecord, rowsOf } from "./record-text.js";
import { parseSafeYaml, YamlTrouble } from "./safe-yaml.js";
import { restyled } from "./yaml-edit.js";

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

/** The records of an id: one, unless something is wrong with the file. */
const recordsOf = (text: string, id: string): LocatedRecord[] =>
  recordsIn(layoutOf(text)).filter((record) => record.id === id);

/** The one record of an id. Throws `not-found`, and `conflict` where it stands twice or git's markers stand in the file. */
function find(text: string, id: string, file: string): LocatedRecord {
  refuseConflict(text, file);
  const [record, twin] = recordsOf(text, id);
  const hint = next("See what cannot be read:", "doctor");
  if (record === undefined) throw new TenetError(`${file} holds no record ${id}`, { failure: "not-found", hint });
  if (twin === undefined) return record;
  const message = `${id} stands twice: ${file}:${record.fence.open + 1} and ${file}:${twin.fence.open + 1}`;
  throw new TenetError(message, { failure: "conflict", hint: "Give one of them another id by hand." });
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
 * Changes fields of one record; `undefined` removes a field. The lines of all others stay, and comments; a heading that
 * tenet wrote follows. Throws `conflict` for a record that cannot be read, before or afterwards.
 */
export function editRecord(text: string, id: string, patch: Patch, file = "the file"): string {
  const record = find(text, id, file);
  const { lines, fence, from } = record;
  const readable = (body: string): Entry => {
    const entry = read(body);
    if (typeof entry !== "string") return entry;
    const message = `${file}:${fence.open + 1}: ${id} cannot be edited: ${entry}`;
    throw new TenetError(message, { failure: "conflict", hint: "Mend the record by hand." });
  };
  const body = bodyOf(lines, fence);
  const before = readable(body);
  if (Object.keys(patch).every((field) => isDeepStrictEqual((before as Patch)[field], patch[field]))) return text;
  const after = patched(before, patch);
  const anew = renderFields(onlyStated(after, [...Object.keys(patch), body]));
  const wanted = readable(anew);
  const indent = indentOf(body);
  const plain = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
  const kept = withFields(plain, before, after, Object.keys(patch)).replaceAll(/^(?=.)/gm, indent);
  const edited = isDeepStrictEqual(read(kept), wanted) ? kept : anew;
  const rows = lines.text.slice(from, fence.close + 1);
  // One that a person wrote stays.
  if (headingOf(before) === rows[0]) rows[0] = headingOf(after);
  const fenceAt = fence.open - from;
  rows.splice(fenceAt + 1, fence.close - fence.open - 1, edited);
  const mark = fenceFor(edited, fence.mark);
  if (mark.length > fence.length)
    for (const at of [fenceAt, fenceAt + 2]) rows[at] = rows[at]?.replace(/[`~]+/, mark) ?? mark;
  return withRows(text, record, rows.join("\n"));
}

/** The blanks before every line of a record that a person indented. */
function indentOf(body: string): string {
  const rows = body.split("\n").filter((row) => row.trim() !== "");
  const [indent = ""] = /^ */.exec(rows[0] ?? "") ?? [];
  return rows.every((row) => row.startsWith(indent)) ? indent : "";
}

/** Who wrote it and how far that is trusted is read where a record does not say so, and not written. */
function onlyStated(entry: Entry, stated: readonly string[]): Entry {
  const isStated = ([field]: [string, unknown]) =>
    !["agent", "tier"].includes(field) || stated.some((text) => text.includes(field));
  return Object.fromEntries(Object.entries(entry).filter(isStated)) as Entry;
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

/** A record's lines with some of its fields as `after` has them, new ones in the order of the schema. */
function withFields(body: string, before: Entry, after: Entry, changed: readonly string[]): string {
  const order = FIELD_ORDER[after.type];
  const rankOf = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const fields = [...(rowsByField(body.split("\n")) ?? [])];
  for (const key of changed) {
    const [was = [], is = []] = [before, after].map((entry) => rowsOf(key, (entry as Patch)[key]));
    const at = fields.findIndex(([field]) => field === key);
    const held = fields[at]?.[1];
    if (held === undefined) {
      const place = fields.findLastIndex(([field]) => field === ABOVE || rankOf(field) <= rankOf(key));
      fields.splice(place + 1, 0, [key, is]);
    } else {
      // Comments and blank lines behind it are about what follows.
      const end = held.findLastIndex((row) => /^(?:[^#\s]|\s+\S)/.test(row)) + 1;
      const own = held.slice(0, end);
      fields[at] = [key, [...(isDeepStrictEqual(own, was) ? is : restyled(own, is)), ...held.slice(end)]];
    }
  }
  return fields.flatMap(([, rows]) => rows).join("\n");
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
