/** One foreign file -> its entries, its templates and what there is to say about it. Never fails, whatever the bytes. */

import { defined } from "../../text/defined.js";
import { counted } from "../../text/paint.js";
import { adrItem } from "./adr.js";
import { autoMemoryItem, isAutoMemory } from "./auto-memory.js";
import { judgeDecision } from "./decision.js";
import { csvRows, type DecisionRows, decisionItems, isDecisionLog, jsonRows, tableRows } from "./decision-log.js";
import { judgeFeatureRequest } from "./feature-requests.js";
import { foreignMemories } from "./foreign-memories.js";
import { type InstructionLines, instructionItems } from "./instructions.js";
import { judgeError, judgeLearning } from "./learnings.js";
import { classifyLines, decodeText, halfFence } from "./lines.js";
import { parseEntry, whenOf } from "./parsed-entry.js";
import { pathsOf } from "./paths.js";
import { type FileKind, type ImportItem, itemHash, type Plan, type RawItem, type Source } from "./plan.js";
import { type Segment, segmentText } from "./segments.js";
import { isInstructionFile, isLearningsName, isLog, kindOf } from "./source-kind.js";

/** A heading or field of its own that says what was decided. */
const STATES_DECISION = /^[ \t]*(?:[-*+] |#{2,6} )?(?:\*\*)?decision(?: outcome)?(?:\*\*)?:?(?:\*\*)?(?=[ \t]|$)/im;

function kindOfEntry(segment: Segment, kind: FileKind): FileKind {
  const id = segment.marked.ids[0] ?? "";
  if (/^(?:FEAT|FR|FEATURE|REQ)[-_]?\d/i.test(id)) return "feature-requests";
  if (/^ERR(?:OR)?[-_]?\d/i.test(id)) return "errors";
  if (/^LRN[-_]?\d/i.test(id)) return "learnings";
  if (/^(?:DEC|ADR)[-_]?\d/i.test(id)) return "decisions";
  return STATES_DECISION.test(segment.raw) ? "decisions" : kind;
}

function planOf(kind: FileKind, segment: Segment, raw: string, timezone: string): Omit<ImportItem, "line" | "hash"> {
  const parsed = parseEntry(segment, raw, timezone);
  const judge: Record<FileKind, () => Plan> = {
    learnings: () => judgeLearning(parsed),
    errors: () => (parsed.category === "correction" ? judgeLearning(parsed) : judgeError(parsed)),
    "feature-requests": () => judgeFeatureRequest(raw),
    decisions: () => judgeDecision(parsed),
  };
  return { aliases: parsed.ids, ...whenOf(parsed), plan: judge[kind]() };
}

function segmentItem(segment: Segment, kind: FileKind, timezone: string): RawItem {
  const { line, raw } = segment;
  const hash = itemHash(raw);
  const judge = (clean: string) => ({ line, hash, ...planOf(kindOfEntry(segment, kind), segment, clean, timezone) });
  return { line, hash, raw, judge };
}

function logOf(name: string, text: string, timezone: string): { rows: DecisionRows; items: RawItem[] } {
  if (/\.(?:jsonl|ndjson)$/i.test(name)) {
    const rows = jsonRows(text);
    return { rows, items: decisionItems(rows, timezone, jsonRows) };
  }
  const rows = csvRows(text);
  const head = text.split("\n").find((line) => line.trim() !== "") ?? "";
  return { rows, items: decisionItems(rows, timezone, (clean) => csvRows(`${head}\n${clean}`)) };
}

/** Tables of decisions that stand outside any entry of the same file. */
function looseTable(text: string, taken: readonly { line: number; raw: string }[]): DecisionRows {
  const rows = tableRows(text);
  return { ...rows, rows: rows.rows.filter(({ line }) => !taken.some((entry) => isWithin(entry, line))) };
}

/** How a file came to be read. */
export interface Reading {
  /** Places days without a zone. */
  timezone: string;
  /**
   * Whether lists are read line by line, where the name is not that of instructions: `alone`, when nothing else in the
   * file is an entry; somebody named this very file, or notes are kept there. `all`: whatever else there is.
   */
  lists: "none" | "alone" | "all";
  /** The folder that instructions are about which lie in it, relative to the workspace. */
  folder?: string;
}

/** Takes a file apart, by what stands in it; its name decides only where that leaves it open. The same bytes always give the same answer. */
export function readSource(name: string, bytes: Uint8Array, reading: Reading): Source {
  const { text, notes } = decodeText(bytes);
  const found = readText(name, text, reading);
  return { text, ...found, notes: [...notes, ...found.notes] };
}

type Found = Omit<Source, "text">;

function readText(name: string, text: string, reading: Reading): Found {
  const memories = foreignMemories(text);
  if (memories !== undefined) return { ...memories, templates: [], notes: [] };
  if (isLog(name)) return readLog(name, text, reading.timezone);
  if (/\.json$/i.test(name) || /^\s*[{[]\s*"/.test(text)) return unknown(jsonShape(text));
  if (isAutoMemory(text)) return { kind: "auto-memory", items: [autoMemoryItem(text)], templates: [], notes: [] };
  return readMarkdown(name, text, reading);
}

function unknown(there: string): Found {
  return { kind: "unknown", items: [], templates: [], notes: [], there };
}

/** What a JSON file holds, for somebody who wonders why nothing of it was read. */
function jsonShape(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return `a JSON list of ${value.length}`;
    const keys = typeof value === "object" && value !== null ? Object.keys(value).slice(0, 5).join(", ") : "";
    return keys === "" ? "JSON without records" : `a JSON object with ${keys}`;
  } catch {
    return "text that begins like JSON and is none";
  }
}

function readLog(name: string, text: string, timezone: string): Found {
  const kind = "decisions";
  const { rows, items } = logOf(name, text, timezone);
  if (isDecisionLog(rows)) return { kind, items, templates: [], notes: [] };
  if (rows.rows.length + rows.broken.length === 0)
    return { kind, items: [], templates: [], notes: [], there: "no rows" };
  const notes = [{ line: 1, message: "No column says what was decided, so nothing in it was understood." }];
  return { kind, items: items.map((item) => skippedRow(item)), templates: [], notes };
}

function readMarkdown(name: string, text: string, { timezone, lists, folder = "" }: Reading): Found {
  const decision = adrItem(text, timezone);
  if (decision !== undefined) return { kind: "decisions", items: [decision], templates: [], notes: [] };
  const instructions = isInstructionFile(name);
  const kind = kindOf(name);
  // What an instruction file says is lines; only an id that a log gave makes an entry of a heading there.
  const { entries, templates } = instructions ? { entries: loggedIn(text), templates: [] } : segmentText(text);
  const segments = entries.map((segment) => segmentItem(segment, kind, timezone));
  const rows = /\|\s*:?-/.test(text) ? looseTable(text, entries) : undefined;
  const decided = rows !== undefined && isDecisionLog(rows) ? rowItems(rows, text, timezone) : [];
  const items = [...segments, ...decided].sort((a, b) => a.line - b.line);
  const forms = decided.length === 0 ? templates : [...templates, ...(rows?.templates ?? [])];
  const found = { items, templates: forms.sort((a, b) => a.line - b.line), notes: [] };
  // A log of learnings says in its own form what was learned: its other lists explain it.
  const isLogged = isLearningsName(name) && entries.length + forms.length > 0;
  if (!(instructions || lists === "all" || (lists === "alone" && !isLogged))) return ofLog(found, kind, text, name);
  const half = halfFence(text);
  if (half !== undefined && entries.length === 0) {
    return { ...unknown(""), refused: `A code fence that begins in line ${half} is not closed.` };
  }
  const { paths, trouble } = pathsOf(classifyLines(text), folder);
  if (trouble !== undefined) return { ...unknown(""), refused: `What it is for cannot be read. ${trouble}.` };
  const outside = (line: number) => !items.some((item) => isWithin(item, line));
  const said = instructionItems(text, { name, paths, isIndex: lists === "all", outside });
  if (said.items.length === 0 && items.length > 0) return { kind, ...found, passed: said.passed };
  return {
    kind: instructions ? "instructions" : "list",
    ...found,
    items: [...items, ...said.items].sort((a, b) => a.line - b.line),
    passed: said.passed,
    notes: paths.length === 0 ? [] : [{ line: 1, message: `Its lines hold for ${paths.join(", ")} alone.` }],
    ...(said.items.length > 0 ? {} : { there: markdownShape(said, true) }),
  };
}

const isWithin = ({ line, raw }: { line: number; raw: string }, at: number): boolean =>
  at >= line && at < line + raw.split("\n").length;

/** Entries of a log that somebody put into a file of instructions. */
function loggedIn(text: string): Segment[] {
  return segmentText(text).entries.filter(({ marked }) => marked.ids.some((id) => /^[A-Z]{2,12}[-_]20\d{2}/.test(id)));
}

function rowItems(rows: DecisionRows, text: string, timezone: string): RawItem[] {
  const head = tableHead(text);
  return decisionItems(rows, timezone, (clean, line) => tableRows(`${head(line)}\n${clean}`));
}

/** A file of which only entries are read. */
function ofLog(found: Omit<Found, "kind">, kind: FileKind, text: string, name: string): Found {
  const isTable = found.items.length > 0 && segmentText(text).entries.length === 0;
  const there = found.items.length > 0 ? undefined : markdownShape(instructionItems(text, { name }), false);
  return { kind: isTable ? "decisions" : kind, ...found, ...defined({ there }) };
}

/** What a Markdown file holds, where none of it is an entry. */
function markdownShape({ headings, items, passed }: InstructionLines, read: boolean): string {
  const lines = items.length + passed.length;
  const counts = `${counted(headings, "heading")}, ${counted(lines, "line")} of text`;
  if (read) return `${counts}, nothing in them says anything`;
  const named = items.length === 0 ? "" : `; name the file itself to read its ${counted(items.length, "line")}`;
  return `${counts}, no entry with an id or a day${named}`;
}

/** The head and rule of the table a line belongs to. */
function tableHead(text: string): (line: number) => string {
  const lines = text.split("\n");
  return (line) => {
    let at = line - 1;
    while (at > 0 && !/^\s*\|?\s*:?-+:?\s*(?:\||$)/.test(lines[at] ?? "")) at--;
    return lines.slice(Math.max(0, at - 1), at + 1).join("\n");
  };
}

function skippedRow(item: RawItem): RawItem {
  const because = "No column says what was decided.";
  return { ...item, judge: () => ({ line: item.line, hash: item.hash, aliases: [], plan: { fate: "skip", because } }) };
}
