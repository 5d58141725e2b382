/** From the text of a record file to entries and findings. Never throws for what the text holds; never changes it. */

import type { Entry } from "../../entry/entry.js";
import type { Finding } from "../../entry/findings.js";
import { isTombstone } from "../../entry/gates/redaction.js";
import { SOME_ID } from "../../entry/id-form.js";
import { readEntry } from "../../entry/read-entry.js";
import { TEXT_FIELDS } from "../../entry/record-fields.js";
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
import { contactOfFile, isInContacts } from "./record-place.js";
import { parseSafeYaml, type SafeYaml, YamlTrouble } from "./safe-yaml.js";
import { strayRecords } from "./stray-records.js";

interface ParsedRecord {
  entry: Entry;
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

/** The file that is read, and the agent of records that name none. */
interface Source {
  file: string;
  agent: string;
}

type Found = Omit<Finding, "file">;

/** What a fence holds: a record, what is to be said of it, or nothing of tenet's. */
interface Held {
  record?: ParsedRecord;
  findings: Found[];
}

const broken = (line: number, id: string | undefined, message: string, next = "Mend the record by hand."): Held => ({
  findings: [{ code: "broken-record", severity: "error", line, ...(id && { id }), message, next }],
});

/** Reads every record of a file. `agent`: stands in where a record names none. */
export function parseRecordFile(text: string, file: string, { agent }: { agent: string }): ParsedFile {
  const layout = layoutOf(text);
  const { lines, skeleton, conflicts } = layout;
  const held = skeleton.fences.map((fence) => ({ fence, ...heldIn(fence, layout, { file, agent }) }));
  const records = held.flatMap(({ record }) => record ?? []);
  const found = held.flatMap(({ findings }) => findings);
  for (const { from } of conflicts) {
    const message = "unresolved conflict markers; the records between them do not count until someone decides";
    const next = "Resolve it in git, or run: tenet merge";
    found.push({ code: "conflict-markers", severity: "error", line: from + 1, message, next });
  }
  const named = [...found.map(({ id }) => id), ...records.map(({ entry }) => entry.id)];
  const read = [
    ...conflicts.map(({ from, to }) => [from, to] as const),
    ...held.flatMap(({ record, fence }) => (record === undefined ? [] : [[fence.open, fence.close] as const])),
  ];
  const isRead = (at: number) => read.some(([from, to]) => from <= at && at <= to);
  const strays = strayRecords(lines, skeleton, new Set(named.filter((id) => id !== undefined)), isRead);
  const findings = [...found, ...strays].map((finding) => ({ ...finding, file }));
  return { records, findings: findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

function heldIn(fence: Fence, layout: RecordLayout, source: Source): Held {
  const line = fence.open + 1;
  const message = "this code fence is never closed";
  const next = "Add the closing line below its last field.";
  const unclosed: Found = { code: "unclosed-fence", severity: "error", line, message, next };
  const findings = fence.closed ? [] : [unclosed];
  if (!isYaml(fence)) return { findings };
  const heading = headingOver(layout, fence);
  const body = bodyOf(layout.lines, fence);
  const id = idWithin(body) ?? SOME_ID.exec(heading?.text ?? "")?.[0];
  if (id === undefined && !FIELDS_OF_RECORD.every((field) => field.test(body))) return { findings };
  const subject = id ?? "a record";
  const from = heading?.line ?? fence.open;
  if (layout.conflicts.some((region) => region.from <= fence.close && from <= region.to)) {
    const message = `${subject} stands in an unresolved conflict`;
    findings.push({ code: "conflicted-record", severity: "error", line, ...(id && { id }), message });
    return { findings };
  }
  if (fence.closed) return recordIn(body, id, line, from + 1, source);
  return { findings: [...findings, ...broken(line, id, `${subject} has no closing fence`).findings] };
}

/** `line`: of its fence; `place`: of its heading, where it has one. Both 1-based. */
function recordIn(body: string, id: string | undefined, line: number, place: number, { file, agent }: Source): Held {
  let yaml: SafeYaml;
  try {
    yaml = parseSafeYaml(body, TEXT_FIELDS);
  } catch (error) {
    if (error instanceof YamlTrouble) return broken(line + error.line, id, error.message);
    throw error;
  }
  const contact = contactOfFile(file);
  const { entry, notes } = readEntry(yaml.value, { agent, contact });
  const memory = entry?.type === "memory" && !isTombstone(entry) ? entry : undefined;
  // Read, it would be shown to everybody.
  if (memory !== undefined && memory.scope === undefined && isInContacts(file) && contact === undefined) {
    const message = `${memory.id} does not say whom it is about, and its file is named after no contact`;
    const next =
      "Name the file like memory/contacts/jane.md, in small letters, digits and hyphens, or state its scope.";
    return broken(line, id, message, next);
  }
  const findings: Found[] = notes.map(({ field, ...note }) => {
    return { ...note, line: field === undefined ? line : line + yaml.lineOf(field), ...(id && { id }) };
  });
  return { findings, ...(entry && { record: { entry, line: place } }) };
}
