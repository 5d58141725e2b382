/** From the text of a record file to entries and findings. Never throws for what the text holds; never changes it. */

import type { Entry, Memory } from "../../entry/entry.js";
import type { Finding } from "../../entry/findings.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { isTombstone } from "../../entry/gates/redaction.js";
import { SOME_ID } from "../../entry/id-form.js";
import { readEntry } from "../../entry/read-entry.js";
import { TEXT_FIELDS } from "../../entry/record-fields.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { unreadRecords } from "./bare-records.js";
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
import { readFrontMatter } from "./front-matter.js";
import { placeOf } from "./record-place.js";
import { readSafeYaml, YamlTrouble } from "./safe-yaml.js";

/** One record where it stands; line numbers are 0-based indexes into the file's lines, but for `line`. */
export interface ParsedRecord {
  entry: Entry;
  /** 1-based line of the heading, of the fence where it has none: what people are shown. */
  line: number;
  heading?: Heading;
  fence: Fence;
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

/** A record longer than this is no record a person keeps. */
const MAX_RECORD = 1_048_576;
/** The line behind the header; 0 where there is none. */
function bodyStart(lines: Lines): number {
  return lines.text[0]?.replace(/^\ufeff/, "") === "---" ? lines.text.indexOf("---", 1) + 1 : 0;
}

/** Splits a file without parsing YAML, a broken header included in the body. */
export function layoutOf(text: string): RecordLayout {
  const lines = linesOf(text);
  const skeleton = skeletonOf(lines, bodyStart(lines));
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

function headingBefore(skeleton: Skeleton, lines: Lines, fence: Fence): Heading | undefined {
  const heading = skeleton.headings.findLast((one) => one.line < fence.open);
  if (heading === undefined || heading.level !== 2) return undefined;
  for (let at = heading.line + 1; at < fence.open; at++) {
    if (lines.text[at]?.trim() !== "")
      return SOME_ID.test(heading.text) ? headingIfAlone(skeleton, heading, fence) : undefined;
  }
  return heading;
}

/** Prose may stand between a record's heading and its fence, another fence may not. */
function headingIfAlone(skeleton: Skeleton, heading: Heading, fence: Fence): Heading | undefined {
  const first = skeleton.fences.find((one) => one.open > heading.line && isYaml(one));
  return first === fence ? heading : undefined;
}

function looksLikeRecord(body: string, heading: Heading | undefined): boolean {
  if (idWithin(body) !== undefined) return true;
  if (heading !== undefined && SOME_ID.test(heading.text)) return true;
  return /^ {0,3}["']?id["']?[ \t]*:/m.test(body) && /^ {0,3}["']?type["']?[ \t]*:/m.test(body);
}

class FileReading {
  readonly records: ParsedRecord[] = [];
  readonly findings: Finding[] = [];
  readonly #file: string;
  readonly #agent: string;
  readonly #layout: RecordLayout;

  constructor(text: string, file: string, defaults: ReadingDefaults) {
    this.#file = file;
    this.#agent = defaults.agent;
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
    this.#header(lines);
    const usedHeadings = new Set<Heading>();
    for (const fence of skeleton.fences) this.#fence(fence, usedHeadings);
    const unreadFindings = unreadRecords(lines, skeleton, bodyStart(lines)).filter(
      ({ line = 0 }) => !this.#inConflict(line, line),
    );
    for (const finding of unreadFindings) this.#report(finding);
    for (const heading of skeleton.headings) {
      const id = heading.level === 2 && !usedHeadings.has(heading) ? SOME_ID.exec(heading.text)?.[0] : undefined;
      if (id === undefined || this.#inConflict(heading.line, heading.line)) continue;
      if (unreadFindings.some((finding) => finding.id === id)) continue;
      const message = `the heading names ${id}, but no record follows it`;
      this.#report({ code: "record-missing", severity: "error", line: heading.line + 1, id, message });
    }
    this.findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    return { records: this.records, findings: this.findings };
  }

  #header(lines: Lines): void {
    const header = readFrontMatter(lines);
    if (header.trouble !== undefined) {
      const next = "Mend the header by hand.";
      this.#report({ code: "broken-header", severity: "error", ...header.trouble, next });
    }
  }

  #inConflict(from: number, to: number): boolean {
    return this.#layout.conflicts.some((region) => region.from <= to && from <= region.to);
  }

  #fence(fence: Fence, usedHeadings: Set<Heading>): void {
    const { lines, skeleton } = this.#layout;
    const line = fence.open + 1;
    if (!fence.closed) {
      const message = "this code fence is never closed";
      const next = "Add the closing line below its last field.";
      this.#report({ code: "unclosed-fence", severity: "error", line, message, next });
    }
    if (!isYaml(fence)) return;
    const body = bodyOf(lines, fence);
    const heading = headingBefore(skeleton, lines, fence);
    if (!looksLikeRecord(body, heading)) return;
    if (heading !== undefined) usedHeadings.add(heading);
    const id = idWithin(body) ?? SOME_ID.exec(heading?.text ?? "")?.[0];
    if (this.#inConflict(heading?.line ?? fence.open, fence.close)) {
      const message = `${id ?? "a record"} stands in an unresolved conflict`;
      this.#report({ code: "conflicted-record", severity: "error", line, ...(id && { id }), message });
      return;
    }
    if (fence.closed) this.#record(fence, body, heading, id);
    else if (id !== undefined) {
      this.#report({ code: "broken-record", severity: "error", line, id, message: `${id} has no closing fence` });
    }
  }

  #record(fence: Fence, body: string, heading: Heading | undefined, id: string | undefined): void {
    const line = fence.open + 1;
    const idField = id === undefined ? {} : { id };
    const fail = (at: number, message: string, next = "Mend the record by hand.") =>
      this.#report({ code: "broken-record", severity: "error", line: at, ...idField, message, next });
    if (body.length > MAX_RECORD) {
      fail(line, `the record is over ${MAX_RECORD / 1024} KB and not read`);
      return;
    }
    let yaml: ReturnType<typeof readSafeYaml>;
    try {
      yaml = readSafeYaml(body, TEXT_FIELDS);
    } catch (error) {
      if (!(error instanceof YamlTrouble)) throw error;
      fail(line + error.line, error.message);
      return;
    }
    const { folder, contact } = placeOf(this.#file);
    const { entry, notes } = readEntry(yaml.value, { agent: this.#agent, contact });
    // Read, it would be shown to everybody.
    if (folder === "contacts" && contact === undefined && entry?.type === "memory" && saysNoScope(entry)) {
      const next =
        "Name the file like memory/contacts/jane.md, in small letters, digits and hyphens, or state its scope.";
      fail(line, `${entry.id} does not say whom it is about, and its file is named after no contact`, next);
      return;
    }
    for (const { field, ...note } of notes) {
      const at = field === undefined ? line : line + yaml.lineOf(field);
      this.#report({ ...note, line: at, ...(entry === undefined ? idField : { id: entry.id }) });
    }
    if (entry !== undefined) this.#keep(entry, fence, heading);
  }

  #keep(entry: Entry, fence: Fence, heading: Heading | undefined): void {
    const lineNumber = (heading === undefined ? fence.open : heading.line) + 1;
    this.records.push({ entry, line: lineNumber, fence, ...(heading && { heading }) });
    const { contact } = placeOf(this.#file);
    const contactId = entry.type === "memory" ? contactOf(entry) : undefined;
    if (contact === contactId || entry.type !== "memory" || isTombstone(entry)) return;
    const message = `${entry.id} is about ${contactId ?? "no contact"}, the file about ${contact ?? "none"}`;
    const next = "It is read all the same.";
    this.#report({ code: "wrong-place", severity: "warning", line: lineNumber, id: entry.id, message, next });
  }
}

const saysNoScope = (entry: Memory): boolean => entry.scope === undefined && !isTombstone(entry);

interface ReadingDefaults {
  /** Stands in where a record names no agent. */
  agent: string;
}

/** Reads every record of a file. */
export function parseRecordFile(text: string, file: string, defaults: ReadingDefaults): ParsedFile {
  return new FileReading(text, file, defaults).read();
}
