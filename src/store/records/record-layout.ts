/** A record file by its lines, before any record is understood: called by what reads, edits and merges records. */
import { SOME_ID } from "../../entry/id-form.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import {
  type ConflictRegion,
  conflictRegions,
  type Fence,
  type Heading,
  isYaml,
  type Lines,
  linesOf,
  type Skeleton,
  skeletonOf,
} from "./fences.js";

export interface RecordLayout {
  lines: Lines;
  skeleton: Skeleton;
  conflicts: ConflictRegion[];
}

/** Splits a file without parsing YAML; headings and fences begin behind its header. */
export function layoutOf(text: string): RecordLayout {
  const lines = linesOf(text);
  const hasHeader = lines.text[0]?.replace(/^\ufeff/, "") === "---";
  const skeleton = skeletonOf(lines, hasHeader ? lines.text.indexOf("---", 1) + 1 : 0);
  return { lines, skeleton, conflicts: conflictRegions(lines, skeleton) };
}

/** The YAML between a fence's lines, with `\n` line ends. */
export function bodyOf(lines: Lines, fence: Fence): string {
  return lines.text.slice(fence.open + 1, fence.close).join("\n");
}

/** On a line of its own, or within braces. */
const STATED_ID = new RegExp(String.raw`(?:^ {0,3}|^\s*\{(?:.*,)?\s*)["']?id["']?\s*:\s*["']?(${ANY_ID_FORM})\b`, "m");

/** The id stated in a fence, read without parsing. */
export const idWithin = (body: string): string | undefined => STATED_ID.exec(body)?.[1];

/** The heading of the record in a fence: of the second level, no other fence between, and prose only where it names an id. */
export function headingOver({ lines, skeleton }: RecordLayout, fence: Fence): Heading | undefined {
  const heading = skeleton.headings.findLast((one) => one.line < fence.open);
  if (heading?.level !== 2) return undefined;
  if (skeleton.fences.some((one) => one.open > heading.line && one.open < fence.open)) return undefined;
  const isBare = lines.text.slice(heading.line + 1, fence.open).every((line) => line.trim() === "");
  return isBare || SOME_ID.test(heading.text) ? heading : undefined;
}

/** Where a record stands. */
export interface LocatedRecord {
  id: string;
  lines: Lines;
  fence: Fence;
  /** The line of its heading, of its fence where it has none. */
  from: number;
}

/** The records of a file by the ids they state, not parsed. */
export function recordsIn(layout: RecordLayout): LocatedRecord[] {
  return layout.skeleton.fences.flatMap((fence) => {
    const id = fence.closed && isYaml(fence) ? idWithin(bodyOf(layout.lines, fence)) : undefined;
    return id === undefined
      ? []
      : { id, lines: layout.lines, fence, from: headingOver(layout, fence)?.line ?? fence.open };
  });
}

/** What stands above the first field. */
export const ABOVE = "";

const FIELD = /^["']?([\w-]+)["']?[ \t]*:(?:[ \t]|$)/;

/** Lines of YAML by the field they are of, in their order; undefined where a field stands twice. */
export function rowsByField(rows: readonly string[]): Map<string, string[]> | undefined {
  const fields = new Map<string, string[]>([[ABOVE, []]]);
  let last: string[] | undefined = fields.get(ABOVE);
  for (const row of rows) {
    const field = FIELD.exec(row)?.[1];
    if (field !== undefined) {
      if (fields.has(field)) return undefined;
      last = [];
      fields.set(field, last);
    }
    last?.push(row);
  }
  return fields;
}
