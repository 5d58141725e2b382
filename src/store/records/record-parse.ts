/** From the text of a record file to entries and findings. Never throws for what the text holds. */
import type { Entry } from "../../entry/entry.js";
import type { Finding } from "../../entry/findings.js";
import { SOME_ID } from "../../entry/id-form.js";
import { readEntry } from "../../entry/read-entry.js";
import { TEXT_FIELDS } from "../../entry/record-fields.js";
import type { Copies } from "../../entry/standing/copies.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { bodyOf, type Fence, headingOver, idWithin, isYaml, type Layout, layoutOf } from "./fences.js";
import { contactOfFile, isInContacts } from "./record-place.js";
import { parseSafeYaml, YamlTrouble } from "./safe-yaml.js";
import { textOfRecordFile } from "./scan.js";

export interface ParsedRecord {
  entry: Entry;
  copies?: Copies | undefined;
  /** 1-based line of the heading, of the fence where it has none: what people are shown. */
  line: number;
}

export interface ParsedFile {
  records: ParsedRecord[];
  findings: Finding[];
}

type Found = Omit<Finding, "file">;

const broken = (line: number, message: string, next: string, id?: string, code = "broken-record"): Found => ({
  code,
  severity: "error",
  line,
  ...(id && { id }),
  message,
  next,
});

export function readRecordFile(file: string, bytes: Uint8Array, by: { agent: string }): ParsedFile {
  const text = textOfRecordFile(bytes, file);
  return typeof text === "string" ? parseRecordFile(text, file, by) : { records: [], findings: [text] };
}

/** Reads every record of a file. `agent`: stands in where a record names none. */
export function parseRecordFile(text: string, file: string, { agent }: { agent: string }): ParsedFile {
  const layout = layoutOf(text);
  const inFences = layout.fences.map((fence) => ({ fence, ...heldIn(fence, layout, file, agent) }));
  const records = inFences.flatMap(({ record }) => record ?? []);
  const found = inFences.flatMap(({ findings }) => findings);
  for (const { from } of layout.conflicts) {
    const message = "unresolved conflict markers; the records between them do not count until someone decides";
    found.push(broken(from + 1, message, "Resolve it in git, or run: tenet merge", undefined, "conflict-markers"));
  }
  const known = new Set([...found.flatMap(({ id }) => id ?? []), ...records.map(({ entry }) => entry.id)]);
  const passed = inFences.filter(({ fence, record }) => record !== undefined || isQuoting(fence));
  // In a file that nobody has decided about, `tenet merge` names them.
  if (layout.conflicts.length === 0) found.push(...idsWithout(layout.lines.text, known, passed));
  found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { records, findings: found.map((finding) => ({ ...finding, file })) };
}

/** A fence in which no record is meant: one in another language, or a longer one, which shows how a record looks. */
const isQuoting = (fence: Fence): boolean =>
  !isYaml(fence) && (fence.length > 3 || !["", "json"].includes(fence.language));

const NAMED = new RegExp(String.raw`^(?:## .*?\b|(?:-[ \t]+|  )?["']?id["']?[ \t]*:[ \t]*["']?)(${ANY_ID_FORM})`);

/** One finding for each id that a heading or a field names, and that is not `known`: read, or named by a finding. */
function idsWithout(lines: readonly string[], known: Set<string>, passed: readonly { fence: Fence }[]): Found[] {
  return lines.flatMap((line, at) => {
    const id = NAMED.exec(line)?.[1];
    if (id === undefined || known.has(id) || passed.some(({ fence }) => fence.open <= at && at <= fence.close))
      return [];
    known.add(id);
    const next = "Put a line of ```yaml above its fields and one of ``` below, or hand the file to: tenet add";
    return broken(at + 1, `${id} is named here, and no record of it was read`, next, id, "record-missing");
  });
}

const FIELDS_OF_RECORD = [/^ {0,3}["']?id["']?[ \t]*:/m, /^ {0,3}["']?type["']?[ \t]*:/m];
const MEND = "Mend the record by hand.";

/** The record of a fence, or what is to be said of it; neither where it holds nothing of tenet's. */
function heldIn(
  fence: Fence,
  layout: Layout,
  file: string,
  agent: string,
): { record?: ParsedRecord | undefined; findings: Found[] } {
  const line = fence.open + 1;
  const heading = headingOver(layout, fence);
  const body = bodyOf(layout.lines, fence);
  const id = idWithin(body) ?? SOME_ID.exec(layout.lines.text[heading ?? -1] ?? "")?.[0];
  const isRecord = isYaml(fence) && (id !== undefined || FIELDS_OF_RECORD.every((field) => field.test(body)));
  if (!fence.closed) {
    const next = "Add the closing line below its last field.";
    const meant = isRecord ? id : undefined;
    return { findings: [broken(line, "this code fence is never closed", next, meant, "unclosed-fence")] };
  }
  const from = heading ?? fence.open;
  if (!isRecord || layout.conflicts.some((conflict) => conflict.from <= fence.close && from <= conflict.to))
    return { findings: [] };
  try {
    const yaml = parseSafeYaml(body, TEXT_FIELDS);
    const contact = contactOfFile(file);
    const { entry, copies, troubles } = readEntry(yaml.value, { agent, contact });
    if (isInContacts(file) && contact === undefined) requireScope(entry);
    const findings = troubles.map(({ field, message }) =>
      broken(line + (field === undefined ? 0 : yaml.lineOf(field)), message, MEND, id),
    );
    return { findings, record: entry && { entry, copies, line: from + 1 } };
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    return { findings: [broken(line + error.line, error.message, MEND, id)] };
  }
}

/** Refuses a memory among those about contacts that may be about anybody: read, it would be shown to everybody. */
function requireScope(entry: Entry | undefined): void {
  if (entry?.type !== "memory" || entry.erased !== undefined || entry.scope !== undefined) return;
  const place = "name the file like memory/contacts/jane.md, in small letters, digits and hyphens";
  throw new YamlTrouble(`whom ${entry.id} is about is not said: ${place}, or state its scope`, 0);
}
