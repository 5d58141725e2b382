/** From the text of a record file to entries and findings. Never throws for what the text holds; never changes it. */

import type { Entry } from "../../entry/entry.js";
import type { Finding } from "../../entry/findings.js";
import { SOME_ID } from "../../entry/id-form.js";
import { readEntry } from "../../entry/read-entry.js";
import { TEXT_FIELDS } from "../../entry/record-fields.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import type { FileRecord, ParsedRecord } from "../cache/entry-writer.js";
import { sha256 } from "../files/atomic-file.js";
import { type Fence, isYaml } from "./fences.js";
import { bodyOf, headingOver, idWithin, layoutOf, type RecordLayout } from "./record-layout.js";
import { contactOfFile, isInContacts } from "./record-place.js";
import { parseSafeYaml, YamlTrouble } from "./safe-yaml.js";
import { type Seen, textOfRecordFile } from "./scan.js";

export interface ParsedFile {
  records: ParsedRecord[];
  findings: Finding[];
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

/** Reads one record file's bytes. */
export function readRecordFile(
  file: string,
  bytes: Uint8Array,
  seen: Seen | undefined,
  agent: string,
): [FileRecord, readonly ParsedRecord[]] {
  const text = textOfRecordFile(bytes, file);
  const { records, findings } =
    typeof text === "string" ? parseRecordFile(text, file, { agent }) : { records: [], findings: [text] };
  return [{ seen, sha256: sha256(bytes), findings }, records];
}

/** Reads every record of a file. `agent`: stands in where a record names none. */
export function parseRecordFile(text: string, file: string, { agent }: { agent: string }): ParsedFile {
  const layout = layoutOf(text);
  const inFences = layout.skeleton.fences.map((fence) => ({ fence, ...heldIn(fence, layout, file, agent) }));
  const records = inFences.flatMap(({ record }) => record ?? []);
  const found = inFences.flatMap(({ findings }) => findings);
  for (const { from } of layout.conflicts) {
    const message = "unresolved conflict markers; the records between them do not count until someone decides";
    found.push(broken("conflict-markers", from + 1, message, "Resolve it in git, or run: tenet merge"));
  }
  const known = new Set([...found.flatMap(({ id }) => id ?? []), ...records.map(({ entry }) => entry.id)]);
  const passed = inFences.filter(({ fence, record }) => record !== undefined || isQuoting(fence));
  found.push(...idsWithout(layout, known, passed));
  found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { records, findings: found.map((finding) => ({ ...finding, file })) };
}

/** A fence in which no record is meant: one in another language, or a longer one, which shows how a record looks. */
const isQuoting = (fence: Fence): boolean =>
  !isYaml(fence) && (fence.length > 3 || !["", "json"].includes(fence.language));

const NAMED = new RegExp(String.raw`^(?:## .*?\b|(?:-[ \t]+|  )?["']?id["']?[ \t]*:[ \t]*["']?)(${ANY_ID_FORM})`);

/** One finding for each id that a heading or a field names, and that is not `known`: read, or named by a finding. */
function idsWithout(
  { lines, conflicts }: RecordLayout,
  known: ReadonlySet<string>,
  passed: readonly { fence: Fence }[],
): Found[] {
  const missing = new Map<string, Found>();
  for (const [at, line] of lines.text.entries()) {
    const id = NAMED.exec(line)?.[1];
    if (id === undefined || known.has(id) || missing.has(id)) continue;
    if (passed.some(({ fence }) => fence.open <= at && at <= fence.close)) continue;
    const next =
      conflicts.length > 0
        ? "Decide between the two sides of the conflict."
        : "Put a line of ```yaml above its fields and one of ``` below, or hand the file to: tenet add";
    missing.set(id, broken("record-missing", at + 1, `${id} is named here, and no record of it was read`, next, id));
  }
  return [...missing.values()];
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
  const from = heading?.line ?? fence.open;
  if (!isRecord || layout.conflicts.some((conflict) => conflict.from <= fence.close && from <= conflict.to))
    return { findings: [] };
  try {
    const yaml = parseSafeYaml(body, TEXT_FIELDS);
    const contact = contactOfFile(file);
    const { entry, copies, troubles } = readEntry(yaml.value, { agent, contact });
    if (isInContacts(file) && contact === undefined) requireScope(entry);
    const findings = troubles.map(({ field, message }) => {
      return broken("broken-record", line + (field === undefined ? 0 : yaml.lineOf(field)), message, MEND, id);
    });
    return { findings, record: entry && { entry, copies, line: from + 1 } };
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    return { findings: [broken("broken-record", line + error.line, error.message, MEND, id)] };
  }
}

/** Refuses a memory among those about contacts that may be about anybody: read, it would be shown to everybody. */
function requireScope(entry: Entry | undefined): void {
  if (entry?.type !== "memory" || entry.erased !== undefined || entry.scope !== undefined) return;
  const place = "name the file like memory/contacts/jane.md, in small letters, digits and hyphens";
  throw new YamlTrouble(`whom ${entry.id} is about is not said: ${place}, or state its scope`, 0);
}
