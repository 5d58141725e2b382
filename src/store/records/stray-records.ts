/** Finds ids where a record is meant to stand and none was read: without a yaml fence, in a header, within another record. */

import { ENTRY_TYPES } from "../../entry/entry-schema.js";
import type { Finding } from "../../entry/findings.js";
import { SOME_ID } from "../../entry/id-form.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { type ConflictRegion, type Fence, isYaml, type Lines, type Skeleton } from "./fences.js";

const KEY = (name: string, value: string) => String.raw`^(?:-[ \t]+|  )?["']?${name}["']?[ \t]*:[ \t]*["']?(${value})`;
const ID_LINE = new RegExp(KEY("id", ANY_ID_FORM));
const TYPE_LINE = new RegExp(`${KEY("type", ENTRY_TYPES.join("|"))}\\b`, "m");

/** True for YAML that declares itself an entry. */
export const saysRecord = (body: string): boolean => TYPE_LINE.test(body);

/** A fence in which no record is meant: one in another language, or a longer one, which shows how a record looks. */
const isQuoting = (fence: Fence): boolean =>
  !isYaml(fence) && (fence.length > 3 || !["", "json"].includes(fence.language));

/**
 * One finding for each id that a heading or a field names and that is not `known`: read from this file, or named by
 * another finding. `read`: the lines of what was read or reported.
 */
export function strayRecords(
  lines: Lines,
  { fences, headings }: Skeleton,
  known: ReadonlySet<string>,
  read: readonly ConflictRegion[],
): Omit<Finding, "file">[] {
  const passed = [...read, ...fences.filter(isQuoting).map(({ open: from, close: to }) => ({ from, to }))];
  const titles = new Map(headings.flatMap(({ level, line, text }) => (level === 2 ? [[line, text] as const] : [])));
  const strays = new Map<string, Omit<Finding, "file">>();
  for (const [at, line] of lines.text.entries()) {
    const id = SOME_ID.exec(titles.get(at) ?? "")?.[0] ?? ID_LINE.exec(line)?.[1];
    if (id === undefined || known.has(id) || strays.has(id)) continue;
    if (passed.some(({ from, to }) => from <= at && at <= to)) continue;
    const message = `${id} is named here, and no record of it was read`;
    const next = "Put a line of ```yaml above its fields and one of ``` below, or hand the file to: tenet add";
    strays.set(id, { code: "record-missing", severity: "error", line: at + 1, id, message, next });
  }
  return [...strays.values()];
}
