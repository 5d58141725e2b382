/** From the text of a record file to entries and findings. Never throws for what the text holds; never changes it. */

import type { Entry } from "../../entry/entry.js";
import type { Finding } from "../../entry/findings.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
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

class FileReading {
  readonly records: ParsedRecord[] = [];
  readonly findings: Finding[] = [];
  readonly #file: string;
  readonly #agent: string;
  readonly #layout: RecordLayout;
  readonly #read: Fence[] = [];

  constructor(text: string, file: string, agent: string) {
    this.#file = file;
    this.#agent = agent;
    this.#layout = layoutOf(text);
  }

  #report(finding: Omit<Finding, "file">): void {
    this.findings.push({ ...finding, file: this.#file });
  }

  read(): ParsedFile {
    const { lines, skeleton, conflicts } = this.#layout;
    for (const { from } of conflicts) {
      const message = "unresolved conflict markers; the records between them do not count until someone decides";
      const next = "Resolve it in git, or run: tenet merge";
      this.#report({ code: "conflict-markers", severity: "error", line: from + 1, message, next });
    }
    for (const fence of skeleton.fences) this.#fence(fence);
    const named = [...this.findings.map(({ id }) => id), ...this.records.map(({ entry }) => entry.id)];
    const known = new Set(named.filter((id) => id !== undefined));
    const isRead = (at: number) =>
      this.#inConflict(at, at) || this.#read.some(({ open, close }) => open <= at && at <= close);
    for (const finding of strayRecords(lines, skeleton, known, isRead)) this.#report(finding);
    this.findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    return { records: this.records, findings: this.findings };
  }

  #inConflict(from: number, to: number): boolean {
    return this.#layout.conflicts.some((region) => region.from <= to && from <= region.to);
  }

  #fence(fence: Fence): void {
    const line = fence.open + 1;
    if (!fence.closed) {
      const message = "this code fence is never closed";
      const next = "Add the closing line below its last field.";
      this.#report({ code: "unclosed-fence", severity: "error", line, message, next });
    }
    if (!isYaml(fence)) return;
    const body = bodyOf(this.#layout.lines, fence);
    const heading = headingOver(this.#layout, fence);
    const id = idWithin(body) ?? SOME_ID.exec(heading?.text ?? "")?.[0];
    if (id === undefined && !FIELDS_OF_RECORD.every((field) => field.test(body))) return;
    const idField = id === undefined ? {} : { id };
    if (this.#inConflict(heading?.line ?? fence.open, fence.close)) {
      const message = `${id ?? "a record"} stands in an unresolved conflict`;
      this.#report({ code: "conflicted-record", severity: "error", line, ...idField, message });
    } else if (fence.closed) this.#record(fence, body, heading, id);
    else this.#broken(line, id, `${id ?? "a record"} has no closing fence`);
  }

  #broken(line: number, id: string | undefined, message: string, next = "Mend the record by hand."): void {
    this.#report({ code: "broken-record", severity: "error", line, ...(id && { id }), message, next });
  }

  #record(fence: Fence, body: string, heading: Heading | undefined, id: string | undefined): void {
    const line = fence.open + 1;
    let yaml: SafeYaml;
    try {
      yaml = parseSafeYaml(body, TEXT_FIELDS);
    } catch (error) {
      if (!(error instanceof YamlTrouble)) throw error;
      this.#broken(line + error.line, id, error.message);
      return;
    }
    const contact = contactOfFile(this.#file);
    const { entry, notes } = readEntry(yaml.value, { agent: this.#agent, contact });
    const isOfNobody = isInContacts(this.#file) && contact === undefined && entry?.type === "memory";
    // Read, it would be shown to everybody.
    if (isOfNobody && entry.scope === undefined && !isTombstone(entry)) {
      const next =
        "Name the file like memory/contacts/jane.md, in small letters, digits and hyphens, or state its scope.";
      this.#broken(line, id, `${entry.id} does not say whom it is about, and its file is named after no contact`, next);
      return;
    }
    for (const { field, ...note } of notes) {
      const at = field === undefined ? line : line + yaml.lineOf(field);
      this.#report({ ...note, line: at, ...(id && { id }) });
    }
    if (entry === undefined) return;
    const place = (heading?.line ?? fence.open) + 1;
    this.#read.push(fence);
    this.records.push({ entry, line: place });
    const about = entry.type === "memory" ? contactOf(entry) : undefined;
    if (contact === about || entry.type !== "memory" || isTombstone(entry)) return;
    const message = `${entry.id} is about ${about ?? "no contact"}, the file about ${contact ?? "none"}`;
    const next = "It is read all the same.";
    this.#report({ code: "wrong-place", severity: "warning", line: place, id: entry.id, message, next });
  }
}

/** Reads every record of a file. `agent`: stands in where a record names none. */
export function parseRecordFile(text: string, file: string, { agent }: { agent: string }): ParsedFile {
  return new FileReading(text, file, agent).read();
}
