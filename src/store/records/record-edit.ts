/** New records at the end of a file, and changes of one record that leave every byte around it alone. */
import { isDeepStrictEqual } from "node:util";
import { type Entry, type Patch, patched } from "../../entry/entry.js";
import { readEntry } from "../../entry/read-entry.js";
import { FIELD_ORDER, TEXT_FIELDS } from "../../entry/record-fields.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { bodyOf, conflictLine, fenceFor, type LocatedRecord, layoutOf, recordsIn } from "./fences.js";
import { type FactGroup, fileHead, headingOf, renderFields, renderRecord, rowsOf } from "./record-text.js";
import { parseSafeYaml, YamlTrouble } from "./safe-yaml.js";
import { withFields } from "./yaml-edit.js";

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

/** The one record of an id. Throws `not-found`, and `conflict` where it stands twice or git's markers stand in the file. */
function find(text: string, id: string, file: string): LocatedRecord {
  refuseConflict(text, file);
  const [record, twin] = recordsIn(layoutOf(text)).filter((one) => one.id === id);
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

/** 1-based line of a record's heading, of its fence where it has none. Throws `not-found`. */
export const recordLine = (text: string, id: string): number => find(text, id, "the file").from + 1;

/**
 * Changes fields of one record; `undefined` removes a field. One that a person styled keeps comments and quotes; a heading
 * that tenet wrote follows. Throws `conflict` for a record that cannot be read, before or afterwards.
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
  const fields = Object.keys(patch);
  if (fields.every((field) => isDeepStrictEqual((before as Patch)[field], patch[field]))) return text;
  const after = patched(before, patch);
  const anew = renderFields(onlyStated(after, [...fields, body]));
  const wanted = readable(anew);
  const isOwnForm = body === renderFields(onlyStated(before, [body]));
  const stated = fields.map((field) => [field, rowsOf(field, (after as Patch)[field])] as const);
  const styled = isOwnForm ? anew : withFields(body, stated, FIELD_ORDER[after.type]);
  const edited = isDeepStrictEqual(read(styled), wanted) ? styled : anew;
  const above = lines.text.slice(from, fence.open);
  if (above[0] === headingOf(before)) above[0] = headingOf(after);
  const mark = edited.includes(fence.mark.repeat(fence.length)) ? fenceFor(edited) : "$&";
  const fenceLine = (at: number) => (lines.text[at] ?? "").replace(/[`~]+/, mark);
  return withRows(text, record, [...above, fenceLine(fence.open), edited, fenceLine(fence.close)].join("\n"));
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

/** The text with other rows in the place of a record's, which end as its first one does. */
function withRows(text: string, { lines: { start }, fence, from }: LocatedRecord, rows: string): string {
  const [at, to] = [start[from], start[fence.close + 1]];
  const old = text.slice(at, to);
  const eol = /^.*\r\n/.test(old) ? "\r\n" : "\n";
  // A last line without a line end stays without one.
  return `${text.slice(0, at)}${rows.replaceAll("\n", eol)}${old.endsWith("\n") ? eol : ""}${text.slice(to)}`;
}

/** Rewrites one record from `entry`, without keeping its layout. The text around it stays. Throws `not-found`. */
export function replaceRecord(text: string, entry: Entry, file = "the file"): string {
  return withRows(text, find(text, entry.id, file), renderRecord(entry).trimEnd());
}
