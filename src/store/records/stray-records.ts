/** Finds ids where a record is meant to stand and none was read: without a yaml fence, in a header, within another record. */

import { ENTRY_TYPES } from "../../entry/entry-schema.js";
import type { Finding } from "../../entry/findings.js";
import { SOME_ID } from "../../entry/id-form.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { type Fence, isYaml, type Lines, type Skeleton } from "./fences.js";

const ID = String.raw`^(?:-[ \t]+|  )?["']?id["']?[ \t]*:[ \t]*["']?(${ANY_ID_FORM})`;
const ID_LINE = new RegExp(ID);
const TYPE = String.raw`^(?:-[ \t]+|  )?["']?type["']?[ \t]*:[ \t]*["']?(?:${ENTRY_TYPES.join("|")})["']?[ \t]*(?:#.*)?$`;
const SAYS_RECORD = new RegExp(`${ID}|${TYPE}`, "m");
const FIELD = /^[ \t]*(?:-[ \t]+)?["']?[A-Za-z_][\w-]*["']?[ \t]*:(?:[ \t]|$)/;

/** True for YAML that declares itself an entry. */
export const saysRecord = (body: string): boolean => SAYS_RECORD.test(body);

/** A fence in which no record is meant: one in another language, or one that shows how a record looks. */
function quotes(lines: Lines, { open, close, language }: Fence): boolean {
  const first = lines.text.slice(open + 1, close).find((line) => line.trim() !== "") ?? "";
  return (language !== "" && language !== "json" && !isYaml({ language })) || /^[`~]/.test(first);
}

/**
 * One finding for each id that a heading or a field names and that is not `known`: read from this file, or named by
 * another finding. `isRead`: whether a line, 0-based, belongs to something that was read or reported.
 */
export function strayRecords(
  lines: Lines,
  { fences, headings }: Skeleton,
  known: ReadonlySet<string>,
  isRead: (line: number) => boolean,
): Omit<Finding, "file">[] {
  const quoting = fences.filter((fence) => quotes(lines, fence));
  const titles = new Map(headings.flatMap(({ level, line, text }) => (level === 2 ? [[line, text] as const] : [])));
  const strays = new Map<string, Omit<Finding, "file">>();
  for (const [at, line] of lines.text.entries()) {
    // One field alone, `id: …`, is a remark.
    const isField = [lines.text[at - 1], lines.text[at + 1]].some((beside) => FIELD.test(beside ?? ""));
    const id = SOME_ID.exec(titles.get(at) ?? "")?.[0] ?? (isField ? ID_LINE.exec(line)?.[1] : undefined);
    if (id === undefined || known.has(id) || strays.has(id) || isRead(at)) continue;
    if (quoting.some(({ open, close }) => open < at && at < close)) continue;
    const message = `${id} is named here, and no record of it was read`;
    const next = "Put a line of ```yaml above its fields and one of ``` below, or hand the file to: tenet add";
    strays.set(id, { code: "record-missing", severity: "error", line: at + 1, id, message, next });
  }
  return [...strays.values()];
}
