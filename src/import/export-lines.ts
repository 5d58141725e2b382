/** The lines of tenet's own export: records, and withheld ones. */

import { WHOLE_ID } from "../entry/id-form.js";
import { ENTRY_TYPES, type EntryType, PREFIXES } from "../entry/record-types.js";
import { foreignJson } from "../text/json.js";

/** One line; 1-based. */
export type ExportLine = { line: number } & (
  | { is: "record"; id: string; fields: Readonly<Record<string, unknown>> }
  /** Sensitive: its words did not leave. */
  | { is: "withheld"; id: string; type: EntryType }
  | { is: "broken"; id?: string; because: string }
);

/** No line that tenet writes is longer: a record file has at most 10 MB. */
const LONGEST_LINE = 32 * 1024 * 1024;

const BEGIN = new RegExp(
  String.raw`^\ufeff?\s*\{"(?:type":"(?:${ENTRY_TYPES.join("|")})","id|id":"(?:${PREFIXES.join("|")})-\d{8}-)`,
);

/** Does a file that begins like this hold such an export? */
export function beginsLikeExport(head: string): boolean {
  return BEGIN.test(head);
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `__proto__` names no field of anybody's record. */
function hasOddKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOddKey);
  return isFields(value) && (Object.hasOwn(value, "__proto__") || Object.values(value).some(hasOddKey));
}

function lineOf(line: number, text: string): ExportLine {
  let value: unknown;
  try {
    value = foreignJson(text);
  } catch {
    return { line, is: "broken", because: "The line is not JSON; perhaps the export was cut off." };
  }
  if (!isFields(value)) return { line, is: "broken", because: "The line is no record." };
  if (hasOddKey(value)) return { line, is: "broken", because: "It has fields that no record has." };
  const { id, type } = value;
  if (typeof id !== "string" || !WHOLE_ID.test(id) || !(ENTRY_TYPES as readonly unknown[]).includes(type)) {
    return { line, is: "broken", because: "The line is no record." };
  }
  if (value["sensitive"] === true) return { line, is: "withheld", id, type: type as EntryType };
  return { line, is: "record", id, fields: value };
}

/** Reads an export line by line, without ever holding its text as a whole. */
export function exportLines(bytes: Uint8Array): ExportLine[] {
  const lines: ExportLine[] = [];
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline;
    const row = bytes.subarray(start, end);
    start = end + 1;
    if (row.length > LONGEST_LINE) {
      lines.push({ line, is: "broken", because: `The line is longer than ${LONGEST_LINE / 1024 / 1024} MB.` });
      continue;
    }
    try {
      const text = utf8.decode(row);
      if (text.trim() !== "") lines.push(lineOf(line, text));
    } catch {
      lines.push({ line, is: "broken", because: "The line is not UTF-8." });
    }
  }
  return lines;
}
