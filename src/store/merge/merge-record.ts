/** Three versions of one record's lines become one: by field where they can be read, by line where not. */
import { isMap, isScalar } from "yaml";
import { readEntry } from "../../entry/read-entry.js";
import { TEXT_FIELDS } from "../../entry/record-fields.js";
import { TenetError } from "../../errors.js";
import { editRecord } from "../records/record-edit.js";
import { headingOf, isOwnHeading } from "../records/record-text.js";
import { parseSafeYaml, type SafeYaml, YamlTrouble } from "../records/safe-yaml.js";
import { canonicalJson, changedOnlyByTenet, type Fields, type MergedFields, mergeEntries } from "./merge-fields.js";
import { equal, mergeLines, renderLines, withMarkers } from "./merge-lines.js";

/** A record's lines from its heading to its closing fence, and the prose behind it up to the next record. */
export interface RecordBlock {
  id: string;
  lines: string[];
  /** Place of the opening fence within `lines`. */
  fence: number;
  /** Place of the closing fence within `lines`. */
  close: number;
  behind: string[];
}

/** Something left to a person, between markers. */
export interface Conflict {
  what: "record" | "field" | "heading" | "prose" | "rule";
  id?: string;
  field?: string;
}

/** Lines of a merge, markers included. */
export interface MergedLines {
  lines: string[];
  conflicts: Conflict[];
}

/** Merges one record; undefined when it is gone. A missing version is undefined: not there, or no longer there. */
export function mergeRecord(
  base: RecordBlock | undefined,
  ours: RecordBlock | undefined,
  theirs: RecordBlock | undefined,
): MergedLines | undefined {
  if (ours === undefined || theirs === undefined) {
    const remainingBlock = ours ?? theirs;
    if (base === undefined || remainingBlock === undefined)
      return remainingBlock === undefined ? undefined : withoutConflicts(remainingBlock.lines);
    // A tombstone keeps its id from being drawn again; nothing of what it was stands in it.
    if (isTombstoneBlock(remainingBlock)) return withoutConflicts(remainingBlock.lines);
    return isDeletionKept(base, remainingBlock)
      ? undefined
      : {
          lines: withMarkers(ours?.lines ?? [], theirs?.lines ?? []),
          conflicts: [{ what: "record", id: remainingBlock.id }],
        };
  }
  if (base === undefined && equal(ours.lines, theirs.lines)) return withoutConflicts(ours.lines);
  const tombstone = tombstoneAlone(ours, theirs);
  if (tombstone !== undefined) return withoutConflicts(tombstone.lines);
  if (base !== undefined && equal(base.lines, ours.lines)) return withoutConflicts(theirs.lines);
  if (base !== undefined && equal(base.lines, theirs.lines)) return withoutConflicts(ours.lines);
  return byField(base, ours, theirs) ?? byLine(base, ours, theirs);
}

function withoutConflicts(lines: readonly string[]): MergedLines {
  return { lines: [...lines], conflicts: [] };
}

/** A deletion stands, unless the other side changed the author's words. */
function isDeletionKept(base: RecordBlock, remainingBlock: RecordBlock): boolean {
  if (equal(base.lines, remainingBlock.lines)) return true;
  const [before, after] = [readBlock(base), readBlock(remainingBlock)];
  return before !== undefined && after !== undefined && changedOnlyByTenet(before.fields, after.fields);
}

function isTombstoneBlock(block: RecordBlock): boolean {
  const hasErasedLine = block.lines.some((line) => /^ {0,3}["']?erased\b/.test(line));
  return hasErasedLine && readBlock(block)?.fields["erased"] !== undefined;
}

/** The one of two versions that was erased: its lines stand as they are, comments and heading included. */
function tombstoneAlone(ours: RecordBlock, theirs: RecordBlock): RecordBlock | undefined {
  const [left, right] = [isTombstoneBlock(ours), isTombstoneBlock(theirs)];
  if (left === right) return undefined;
  return left ? ours : theirs;
}

function byLine(base: RecordBlock | undefined, ours: RecordBlock, theirs: RecordBlock): MergedLines {
  const { lines, conflicts } = renderLines(mergeLines(base?.lines ?? [], ours.lines, theirs.lines));
  return { lines, conflicts: conflicts === 0 ? [] : [{ what: "record", id: ours.id }] };
}

interface ReadBlock {
  fields: Fields;
  yaml: SafeYaml;
  block: RecordBlock;
}

function readBlock(block: RecordBlock): ReadBlock | undefined {
  try {
    const yaml = parseSafeYaml(block.lines.slice(block.fence + 1, block.close).join("\n"), TEXT_FIELDS);
    if (!isMap(yaml.document.contents)) return undefined;
    return { fields: yaml.value as Fields, yaml, block };
  } catch (error) {
    if (error instanceof YamlTrouble) return undefined;
    throw error;
  }
}

function byField(base: RecordBlock | undefined, ours: RecordBlock, theirs: RecordBlock): MergedLines | undefined {
  const before = base === undefined ? undefined : readBlock(base);
  const [left, right] = [readBlock(ours), readBlock(theirs)];
  if (left === undefined || right === undefined || (base !== undefined && before === undefined)) return undefined;
  if (base === undefined && canonicalJson(left.fields["timestamp"]) !== canonicalJson(right.fields["timestamp"])) {
    // Two entries that happen to share an id have no common fields.
    return { lines: withMarkers(ours.lines, theirs.lines), conflicts: [{ what: "record", id: ours.id }] };
  }
  const merged = mergeEntries(before?.fields, left.fields, right.fields);
  return asLinesSay(base, ours, theirs, merged) ?? spliced(before, left, right, merged);
}

/** Where merging lines and merging fields agree, comments and style of both sides stay. */
function asLinesSay(
  base: RecordBlock | undefined,
  ours: RecordBlock,
  theirs: RecordBlock,
  merged: MergedFields,
): MergedLines | undefined {
  if (base === undefined || merged.conflicts.length > 0) return undefined;
  const { lines, conflicts } = renderLines(mergeLines(base.lines, ours.lines, theirs.lines));
  const fence = lines.indexOf(ours.lines[ours.fence] ?? "");
  const close = lines.length - 1;
  if (conflicts > 0 || fence === -1 || lines[close] !== ours.lines[ours.close]) return undefined;
  const read = readBlock({ id: ours.id, lines, fence, close, behind: [] });
  return read !== undefined && canonicalJson(read.fields) === canonicalJson(merged.fields)
    ? withoutConflicts(lines)
    : undefined;
}

/** The merged fields written into one side's lines: which one depends on the lines alone, not on who is called ours. */
function spliced(
  base: ReadBlock | undefined,
  ours: ReadBlock,
  theirs: ReadBlock,
  merged: MergedFields,
): MergedLines | undefined {
  const into = ours.block.lines.join("\n") < theirs.block.lines.join("\n") ? ours : theirs;
  const changes: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(merged.fields), ...Object.keys(into.fields)])) {
    if (merged.conflicts.includes(field)) continue;
    if (canonicalJson(merged.fields[field]) !== canonicalJson(into.fields[field]))
      changes[field] = merged.fields[field];
  }
  let lines: string[];
  try {
    lines = editRecord(into.block.lines.join("\n"), into.block.id, changes).split("\n");
  } catch (error) {
    if (error instanceof TenetError) return undefined;
    throw error;
  }
  const fence = into.block.fence;
  const writtenBlock = readBlock({ ...into.block, lines, close: lines.length - 1 });
  if (writtenBlock === undefined) return undefined;
  const placed = (field: string) => rowsOf(writtenBlock, field)?.[0] ?? Number.POSITIVE_INFINITY;
  const conflicts = [...merged.conflicts].sort((a, b) => placed(a) - placed(b) || (a < b ? -1 : 1));
  const body = withFieldMarkers(writtenBlock, ours, theirs, conflicts);
  const top = mergeTop(base, ours, theirs, merged);
  return {
    lines: [...top.lines, lines[fence] ?? "", ...body, lines.at(-1) ?? ""],
    conflicts: [...top.conflicts, ...conflicts.map((field): Conflict => ({ what: "field", id: into.block.id, field }))],
  };
}

/** Body rows of a record with ordinary markers around each field in conflict. */
function withFieldMarkers(
  writtenBlock: ReadBlock,
  ours: ReadBlock,
  theirs: ReadBlock,
  conflicts: readonly string[],
): string[] {
  const body = bodyRows(writtenBlock);
  const puts = conflicts.map((field) => {
    const [from, to] = rowsOf(writtenBlock, field) ?? [body.length, body.length];
    return { from, to, rows: withMarkers(fieldRows(ours, field), fieldRows(theirs, field)) };
  });
  for (const { from, to, rows } of puts.sort((a, b) => b.from - a.from)) body.splice(from, to - from, ...rows);
  return body;
}

function bodyRows({ block }: ReadBlock): string[] {
  return block.lines.slice(block.fence + 1, block.close);
}

function fieldRows(read: ReadBlock, field: string): string[] {
  const rows = rowsOf(read, field);
  return rows === undefined ? [] : bodyRows(read).slice(...rows);
}

/** First row of a field and one past its last, within the body. */
function rowsOf({ yaml, block }: ReadBlock, field: string): [number, number] | undefined {
  const { contents } = yaml.document;
  if (!isMap(contents)) return undefined;
  const keys = contents.items.map(({ key }) => (isScalar(key) ? String(key.value) : ""));
  const at = keys.indexOf(field);
  if (at === -1) return undefined;
  const next = keys[at + 1];
  const from = yaml.lineOf(field) - 1;
  return [from, next === undefined ? block.close - block.fence - 1 : yaml.lineOf(next) - 1];
}

/** Heading and what stands between it and the fence. */
function mergeTop(base: ReadBlock | undefined, ours: ReadBlock, theirs: ReadBlock, merged: MergedFields): MergedLines {
  const top = (read: ReadBlock | undefined) => read?.block.lines.slice(0, read.block.fence) ?? [];
  const { lines, conflicts } = renderLines(mergeLines(top(base), top(ours), top(theirs)));
  if (conflicts === 0) return withoutConflicts(lines);
  if (writtenByTenet(ours) && writtenByTenet(theirs)) {
    const entry = readEntry({ ...ours.fields, ...merged.fields }, { agent: "unstated" }).entry;
    const heading = entry === undefined || merged.conflicts.length > 0 ? `## ${ours.block.id}` : headingOf(entry);
    return withoutConflicts([heading, ...top(ours).slice(1)]);
  }
  return { lines, conflicts: [{ what: "heading", id: ours.block.id }] };
}

function writtenByTenet({ fields, block }: ReadBlock): boolean {
  const { entry } = readEntry(fields, { agent: "unstated" });
  if (entry === undefined || !isOwnHeading(entry, block.lines[0] ?? "")) return false;
  return block.lines.slice(1, block.fence).every((line) => line === "");
}
