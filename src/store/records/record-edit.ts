/** New records at the end of a file, and changes of one record that touch only its changed lines. */
import { isDeepStrictEqual } from "node:util";
import { isMap } from "yaml";
import { type Entry, type Patch, patched } from "../../entry/entry.js";
import { readEntry } from "../../entry/read-entry.js";
import { FIELD_ORDER, TEXT_FIELDS } from "../../entry/record-fields.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { defined } from "../../text/defined.js";
import { conflictLine, type Fence, fenceFor, isYaml, type Lines } from "./fences.js";
import { bodyOf, idWithin, layoutOf, type RecordLayout } from "./record-parse.js";
import { type FactGroup, fileHead, headingOf, isOwnHeading, renderFields, renderRecord } from "./record-text.js";
import { parseSafeYaml, YamlTrouble } from "./safe-yaml.js";
import { applySplices, CannotSplice, sharedEnds, spliceFields } from "./yaml-splice.js";

/** Adds a record behind everything a file holds, in the file's own line ends; a new file gets its head first. */
export function appendRecord(text: string | undefined, entry: Entry, group?: FactGroup): string {
  const record = renderRecord(entry);
  if (text === undefined || text.trim() === "" || text === "\ufeff")
    return `${text === "\ufeff" ? text : ""}${fileHead(entry, group)}${record}`;
  const last = text.lastIndexOf("\n");
  const eol = last > 0 && text[last - 1] === "\r" ? "\r\n" : "\n";
  const ended = text.endsWith("\n") ? text : `${text}${eol}`;
  const spaced = /\n\r?\n$/.test(ended) ? ended : `${ended}${eol}`;
  return `${spaced}${eol === "\n" ? record : record.replaceAll("\n", eol)}`;
}

/** A record found by its id, without parsing the others. */
interface LocatedRecord {
  fence: Fence;
  /** The line of its heading, if it has one. */
  headingLine?: number;
}

/** The records of an id: one, unless something is wrong with the file. */
function recordsOf(text: string, id: string): { layout: RecordLayout; records: LocatedRecord[] } {
  const layout = layoutOf(text);
  const { lines, skeleton } = layout;
  const holding = skeleton.fences.filter((one) => one.closed && isYaml(one) && idWithin(bodyOf(lines, one)) === id);
  return { layout, records: holding.map((fence) => located(layout, fence)) };
}

function located({ skeleton }: RecordLayout, fence: Fence): LocatedRecord {
  const heading = skeleton.headings.findLast((one) => one.line < fence.open);
  if (heading?.level !== 2) return { fence };
  const isOwn = !skeleton.fences.some((one) => one.open > heading.line && one.open < fence.open);
  return isOwn ? { fence, headingLine: heading.line } : { fence };
}

function find(text: string, id: string, file: string): LocatedRecord & { lines: Lines } {
  const { layout, records: found } = recordsOf(text, id);
  const [conflict] = layout.conflicts;
  if (conflict !== undefined) throw conflictAt(file, conflict.from + 1);
  const [record, twin] = found;
  if (record === undefined) {
    throw new TenetError(`${file} holds no record ${id}`, {
      failure: "not-found",
      hint: next("See what cannot be read:", "doctor"),
    });
  }
  if (twin !== undefined) {
    const places = `${file}:${record.fence.open + 1} and ${file}:${twin.fence.open + 1}`;
    throw new TenetError(`${id} stands twice: ${places}`, {
      failure: "conflict",
      hint: "Give one of them another id by hand.",
    });
  }
  return { ...record, lines: layout.lines };
}

/** The refusal to write to a file that git left for a person; undefined when nothing is unresolved in it. */
export function conflicted(text: string, file: string): TenetError | undefined {
  const line = conflictLine(text);
  return line === undefined ? undefined : conflictAt(file, line);
}

function conflictAt(file: string, line: number): TenetError {
  return new TenetError(`${file}:${line} holds unresolved conflict markers; it is not written`, {
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
 * Changes fields of one record; `undefined` removes a field. Only the lines of changed fields differ, and the
 * heading where it still was the one tenet wrote. A patch that changes nothing returns the same text.
 */
export function editRecord(text: string, id: string, patch: Patch, file = "the file"): string {
  const { lines, fence, headingLine } = find(text, id, file);
  const body = bodyOf(lines, fence);
  const before = read(body, id, `${file}:${fence.open + 1}`);
  const after = patched(before.entry, patch);
  const nextBody = editBody(body, before, after, patch);
  if (nextBody === body) return text;
  const nextLines = nextBody === "" ? [] : nextBody.split("\n");
  const edits = [changedRows(lines.text.slice(fence.open + 1, fence.close), nextLines, fence.open + 1)];
  const mark = fenceFor(nextBody, fence.mark);
  if (mark.length > fence.length) {
    for (const at of [fence.open, fence.close]) {
      edits.push([at, at + 1, [(lines.text[at] ?? "").replace(/[`~]+/, mark)]]);
    }
  }
  if (headingLine !== undefined && isOwnHeading(before.entry, lines.text[headingLine] ?? "")) {
    edits.push([headingLine, headingLine + 1, [headingOf(after)]]);
  }
  return replaceLines(text, lines, edits);
}

interface Read {
  entry: Entry;
  yaml: ReturnType<typeof parseSafeYaml>;
}

function read(body: string, id: string, recordPlace: string): Read {
  try {
    const yaml = parseSafeYaml(body, TEXT_FIELDS);
    const { entry, notes } = readEntry(yaml.value, { agent: "unstated" });
    if (entry !== undefined) return { entry, yaml };
    throw new YamlTrouble(notes.find((note) => note.severity === "error")?.message ?? "broken", 1);
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    throw new TenetError(`${recordPlace}: ${id} cannot be edited: ${error.message}`, {
      failure: "conflict",
      hint: "Mend the record by hand.",
      cause: error,
    });
  }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function editBody(body: string, before: Read, after: Entry, patch: Patch): string {
  const { entry, yaml } = before;
  const changed = Object.entries(patch).filter(([field, value]) => !isDeepStrictEqual((entry as Patch)[field], value));
  if (changed.length === 0) return body;
  const changes: Patch = Object.fromEntries(
    changed.map(([field, value]) => [field, isNothing(value) ? undefined : value]),
  );
  // Free text in stakes reads as two fields and an outcome in words as a note: one of them rewritten takes the other along.
  const raw = (yaml.value ?? {}) as Patch;
  const settle = (field: string, ...others: string[]) => {
    if (
      others.some((other) => other in changes) &&
      !(field in changes) &&
      !isDeepStrictEqual(raw[field], (after as Patch)[field])
    ) {
      changes[field] = (after as Patch)[field] === "" ? undefined : (after as Patch)[field];
    }
  };
  settle("stakes", "at_risk", "flags");
  settle("at_risk", "stakes");
  settle("outcome", "outcome_note");
  settle("outcome_note", "outcome");
  const map = yaml.document.contents;
  if (isMap(map)) {
    try {
      const next = applySplices(body, spliceFields(body, map, changes, FIELD_ORDER[after.type]));
      if (holds(next, after)) return next;
    } catch (error) {
      if (!(error instanceof CannotSplice)) throw error;
    }
  }
  return renderFields(after);
}

/** Does the edited text read back as the entry that was meant? */
function holds(body: string, entry: Entry): boolean {
  try {
    const again = readEntry(parseSafeYaml(body, TEXT_FIELDS).value, { agent: "unstated" }).entry;
    const intendedEntry = readEntry(entry, { agent: "unstated" }).entry;
    return isDeepStrictEqual(withoutUndefined(again), withoutUndefined(intendedEntry));
  } catch (error) {
    if (error instanceof YamlTrouble) return false;
    throw error;
  }
}

/** A value without its undefined fields. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null) return value;
  return defined(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutUndefined(item)])));
}

/** Lines to put in the place of others, from one to before another. */
type Put = [from: number, to: number, rows: string[]];

/** The one run of rows that differs between two versions of a fence's content, as a replacement at its line. */
function changedRows(old: readonly string[], next: readonly string[], at: number): Put {
  const { head, tail } = sharedEnds(old, next);
  return [at + head, at + old.length - tail, next.slice(head, next.length - tail)];
}

/** Rows that stay keep their own line end in a file that mixes them; new ones take the common one. */
function withLineEnds(text: string, lines: Lines, from: number, to: number, rows: readonly string[]): string {
  let next = from;
  let newText = "";
  for (const row of rows) {
    const same = lines.text.indexOf(row, next);
    let eol: string = lines.eol;
    if (same !== -1 && same < to) {
      eol = text.slice((lines.start[same] ?? 0) + row.length, lines.start[same + 1]) || eol;
      next = same + 1;
    }
    newText += row + eol;
  }
  return newText;
}

function replaceLines(text: string, lines: Lines, puts: Put[]): string {
  let result = text;
  for (const [from, to, rows] of puts.sort((a, b) => b[0] - a[0])) {
    const start = lines.start[from] ?? text.length;
    const end = lines.start[to] ?? text.length;
    const newText = withLineEnds(text, lines, from, to, rows);
    // A last line without a line end stays without one.
    const bare = end === text.length && !text.endsWith("\n");
    result = result.slice(0, start) + (bare ? newText.replace(/\r?\n$/, "") : newText) + result.slice(end);
  }
  return result;
}

/**
 * Rewrites one record and its heading from `entry`, without keeping its layout. The text around it stays. Throws
 * `not-found`.
 */
export function replaceRecord(text: string, entry: Entry, file = "the file"): string {
  const { layout, records: found } = recordsOf(text, entry.id);
  const [record, twin] = found;
  if (record === undefined || twin !== undefined) {
    throw new TenetError(
      twin === undefined ? `${file} holds no record ${entry.id}` : `${entry.id} stands twice in ${file}`,
      {
        failure: twin === undefined ? "not-found" : "conflict",
        hint: next("See what is wrong with it:", "doctor"),
      },
    );
  }
  const rows = renderRecord(entry).replace(/\n$/, "").split("\n");
  const fence = rows.findIndex((row) => /^(?:`{3,}|~{3,})/.test(row));
  const edits: Put[] = [[record.fence.open, record.fence.close + 1, rows.slice(fence)]];
  const { headingLine } = record;
  if (headingLine !== undefined) edits.push([headingLine, headingLine + 1, rows.slice(0, 1)]);
  return replaceLines(text, layout.lines, edits);
}

function spanOf(text: string, id: string): { from: number; to: number } | undefined {
  const { layout, records: found } = recordsOf(text, id);
  const [record, twin] = found;
  if (record === undefined || twin !== undefined) return undefined;
  const { start } = layout.lines;
  const from = start[record.headingLine ?? record.fence.open] ?? 0;
  return { from, to: start[record.fence.close + 1] ?? text.length };
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

/** A copy of a record file without one record; the same text when it holds none. */
export function withoutRecord(text: string, id: string, mark: string): string {
  const { layout, records: found } = recordsOf(text, id);
  const edits = found.map(({ fence, headingLine }): Put => [headingLine ?? fence.open, fence.close + 1, [mark]]);
  return replaceLines(text, layout.lines, edits);
}
