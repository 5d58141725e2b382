/** From the text of a record file to entries and findings. Never throws for what the text holds; never changes it. */

import type { Entry } from "../../entry/entry.js";
import type { Finding } from "../../entry/findings.js";
import { isTombstone } from "../../entry/gates/redaction.js";
import { SOME_ID } from "../../entry/id-form.js";
import { readEntry } from "../../entry/read-entry.js";
import { TEXT_FIELDS } from "../../entry/record-fields.js";
import type { Copies } from "../../entry/standing/copies.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import type { FileRecord } from "../cache/files.js";
import { sha256 } from "../files/atomic-file.js";
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
import { contactOfFile, isInContacts } from "./record-place.js";
import { parseSafeYaml, YamlTrouble } from "./safe-yaml.js";
import { type Seen, textOfRecordFile } from "./scan.js";
import { strayRecords } from "./stray-records.js";

interface ParsedRecord {
  entry: Entry;
  /** What stands there for bare eyes. */
  copies?: Copies | undefined;
  /** 1-based line of the heading, of the fence where it has none: what people are shown. */
  line: number;
}

export interface ParsedFile {
  records: ParsedRecord[];
  findings: Finding[];
}

/** A file's parts before any record is understood. */
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
  const marked = text.includes("<<<<<<<") && text.includes(">>>>>>>");
  return { lines, skeleton, conflicts: marked ? conflictRegions(lines, skeleton) : [] };
}

/** The YAML between a fence's lines, with `\n` line ends. */
export function bodyOf(lines: Lines, fence: Fence): string {
  return lines.text.slice(fence.open + 1, fence.close).join("\n");
}

const ID_LINE = new RegExp(String.raw`^ {0,3}["']?id["']?[ \t]*:[ \t]*["']?(${ANY_ID_FORM})\b`, "m");
const ID_IN_BRACES = new RegExp(String.raw`[{,]\s*["']?id["']?\s*:\s*["']?(${ANY_ID_FORM})\b`);

/** The id stated in a fence, read without parsing. */
export function idWithin(body: string): string | undefined {
  return (/^\s*\{/.test(body) ? ID_IN_BRACES : ID_LINE).exec(body)?.[1];
}

/** The ids that the fences of a text state, each once. */
export function idsIn(text: string): ReadonlySet<string> {
  const { lines, skeleton } = layoutOf(text);
  return new Set(skeleton.fences.flatMap((fence) => idWithin(bodyOf(lines, fence)) ?? []));
}

/** The heading of the record in a fence: of the second level, no other fence between, and prose only where it names an id. */
export function headingOver({ lines, skeleton }: RecordLayout, fence: Fence): Heading | undefined {
  const heading = skeleton.headings.findLast((one) => one.line < fence.open);
  if (heading?.level !== 2) return undefined;
  if (skeleton.fences.some((one) => one.open > heading.line && one.open < fence.open)) return undefined;
  const isBare = lines.text.slice(heading.line + 1, fence.open).every((line) => line.trim() === "");
  return isBare || SOME_ID.test(heading.text) ? heading : undefined;
}

const FIELDS_OF_RECORD = [/^ {0,3}["']?id["']?[ \t]*:/m, /^ {0,3}["']?type["']?[ \t]*:/m];

type Found = Omit<Finding, "file">;

const MEND = "Mend the record by hand.";

const broken = (code: string, line: number, message: string, next: string, id?: string): Found => ({
  code,
  severity: "error",
  line,
  ...(id && { id }),
  message,
  next,
});

/** Reads one record file's bytes. Imported when there is one to parse: it brings yaml and zod along. */
export function readRecordFile(
  file: string,
  bytes: Uint8Array,
  seen: Seen,
  agent: string,
): [FileRecord, readonly ParsedRecord[]] {
  const text = textOfRecordFile(bytes, file);
  const { records, findings } =
    typeof text === "string" ? parseRecordFile(text, file, { agent }) : { records: [], findings: [text] };
  return [{ ...seen, sha256: sha256(bytes), findings }, records];
}

/** Reads every record of a file. `agent`: stands in where a record names none. */
export function parseRecordFile(text: string, file: string, { agent }: { agent: string }): ParsedFile {
  const layout = layoutOf(text);
  const read: ConflictRegion[] = [...layout.conflicts];
  const records: ParsedRecord[] = [];
  const found = layout.conflicts.map(({ from }) => {
    const message = "unresolved conflict markers; the records between them do not count until someone decides";
    return broken("conflict-markers", from + 1, message, "Resolve it in git, or run: tenet merge");
  });
  for (const fence of layout.skeleton.fences) {
    const { record, findings } = heldIn(fence, layout, file, agent);
    found.push(...findings);
    if (record === undefined) continue;
    records.push(record);
    read.push({ from: fence.open, to: fence.close });
  }
  const known = new Set([...found.flatMap(({ id }) => id ?? []), ...records.map(({ entry }) => entry.id)]);
  const findings = [...found, ...strayRecords(layout.lines, layout.skeleton, known, read)];
  findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { records, findings: findings.map((finding) => ({ ...finding, file })) };
}

/** The record of a fence, or what is to be said of it; neither where it holds nothing of tenet's. */
function heldIn(
  fence: Fence,
  layout: RecordLayout,
  file: string,
  agent: string,
): { record?: ParsedRecord | undefined; findings: Found[] } {
  const line = fence.open + 1;
  const heading = headingOver(layout, fence);
  const body = bodyOf(layout.lines, fence);
  const id = idWithin(body) ?? SOME_ID.exec(heading?.text ?? "")?.[0];
  const isRecord = isYaml(fence) && (id !== undefined || FIELDS_OF_RECORD.every((field) => field.test(body)));
  if (!fence.closed) {
    const message = "this code fence is never closed";
    const next = "Add the closing line below its last field.";
    return { findings: [broken("unclosed-fence", line, message, next, isRecord ? id : undefined)] };
  }
  if (!isRecord) return { findings: [] };
  if (layout.conflicts.some(({ from, to }) => from <= fence.close && (heading?.line ?? fence.open) <= to)) {
    const message = `${id ?? "a record"} stands in an unresolved conflict`;
    return { findings: [broken("conflicted-record", line, message, "Decide between the two sides.", id)] };
  }
  try {
    const yaml = parseSafeYaml(body, TEXT_FIELDS);
    const contact = contactOfFile(file);
    const { entry, copies, troubles } = readEntry(yaml.value, { agent, contact });
    if (isInContacts(file) && contact === undefined) requireScope(entry);
    const findings = troubles.map(({ field, message }) => {
      return broken("broken-record", line + (field === undefined ? 0 : yaml.lineOf(field)), message, MEND, id);
    });
    return { findings, record: entry && { entry, copies, line: (heading?.line ?? fence.open) + 1 } };
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    return { findings: [broken("broken-record", line + error.line, error.message, MEND, id)] };
  }
}

/** Refuses a memory among those about contacts that may be about anybody: read, it would be shown to everybody. */
function requireScope(entry: Entry | undefined): void {
  if (entry?.type !== "memory" || isTombstone(entry) || entry.scope !== undefined) return;
  const place = "name the file like memory/contacts/jane.md, in small letters, digits and hyphens";
  throw new YamlTrouble(`whom ${entry.id} is about is not said: ${place}, or state its scope`, 0);
}
