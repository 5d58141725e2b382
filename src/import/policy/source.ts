/** One foreign file -> its entries and what there is to say about it. Never fails, whatever the bytes. */

import { counted } from "../../text/paint.js";
import { judgeDecision } from "./decision.js";
import { autoMemoryItem, isAutoMemory } from "./formats/auto-memory.js";
import {
  csvRows,
  type DecisionRows,
  decisionItems,
  isDecisionLog,
  jsonRows,
  tableRows,
} from "./formats/decision-log.js";
import { judgeFeatureRequest } from "./formats/feature-requests.js";
import { foreignMemories } from "./formats/foreign-memories.js";
import { judgeError, judgeLearning } from "./formats/learnings.js";
import { type InstructionLines, instructionItems } from "./instructions.js";
import { classifyLines, decodeText, halfFence } from "./lines.js";
import { parseEntry, whenOf } from "./parsed-entry.js";
import { pathsOf } from "./paths.js";
import { type Plan, type RawItem, rawItem, type Source } from "./plan.js";
import { type Segment, segmentText } from "./segments.js";
import type { FileKind } from "./source-kind.js";
import { isInstructionFile, isLearningsName, isLog, kindOf } from "./source-kind.js";

function kindOfEntry({ heading: { id } }: Segment, kind: FileKind): FileKind {
  if (/^(?:FEAT|FR|FEATURE|REQ)[-_]?\d/i.test(id)) return "feature-requests";
  if (/^ERR(?:OR)?[-_]?\d/i.test(id)) return "errors";
  if (/^LRN[-_]?\d/i.test(id)) return "learnings";
  return /^DEC[-_]?\d/i.test(id) ? "decisions" : kind;
}

function segmentItem(segment: Segment, kindOfFile: FileKind, timezone: string): RawItem {
  const kind = kindOfEntry(segment, kindOfFile);
  return rawItem({ line: segment.line }, segment.raw, (clean) => {
    const parsed = parseEntry(segment, clean, timezone);
    const judge: Record<FileKind, () => Plan> = {
      learnings: () => judgeLearning(parsed),
      errors: () => (parsed.category === "correction" ? judgeLearning(parsed) : judgeError(parsed)),
      "feature-requests": () => judgeFeatureRequest(clean),
      decisions: () => judgeDecision(parsed),
    };
    return { aliases: parsed.ids, ...whenOf(parsed), plan: judge[kind]() };
  });
}

/** How a file came to be read. */
export interface Reading {
  /** Places days without a zone. */
  timezone: string;
  /**
   * Whether lists are read line by line in a file without the name of instructions. `alone`: when the file has no other
   * entry, and was named itself or lies where notes are kept. `all`: always.
   */
  lists: "none" | "alone" | "all";
  /** The folder that instructions are about which lie in it, relative to the workspace. */
  folder?: string;
}

/** Takes a file apart, by what stands in it; its name decides only where that leaves it open. The same bytes always give the same answer. */
export function readSource(name: string, bytes: Uint8Array, reading: Reading): Source {
  const { text, notes, refused } = decodeText(bytes);
  const read = refused === undefined ? readText(name, text, reading) : unknown({ refused });
  return { text, ...read, notes: [...notes, ...(read.notes ?? [])] };
}

type Found = Pick<Source, "kind" | "items"> & Partial<Source>;

function readText(name: string, text: string, reading: Reading): Found {
  const memories = foreignMemories(text);
  if (memories !== undefined) return memories;
  if (isLog(name)) return readLog(name, text, reading.timezone);
  if (/\.json$/i.test(name) || /^\s*[{[]\s*"/.test(text)) return unknown({ there: jsonShape(text) });
  if (isAutoMemory(text)) return { kind: "auto-memory", items: [autoMemoryItem(text)] };
  return readMarkdown(name, text, reading);
}

const unknown = (why: Pick<Source, "there" | "refused">): Found => ({ kind: "unknown", items: [], ...why });

/** The shape of a JSON file, for the message that nothing of it was read. */
function jsonShape(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return `a JSON list of ${value.length}`;
    const keys = Object.keys(value ?? {})
      .slice(0, 5)
      .join(", ");
    return keys === "" ? "JSON without records" : `a JSON object with ${keys}`;
  } catch {
    return "text that begins like JSON and is none";
  }
}

function readLog(name: string, text: string, timezone: string): Found {
  const rows = /\.(?:jsonl|ndjson)$/i.test(name) ? jsonRows(text) : csvRows(text);
  const items = decisionItems(rows, timezone);
  if (items.length === 0) return { kind: "decisions", items, there: "no rows" };
  if (isDecisionLog(rows)) return { kind: "decisions", items };
  const plan: Plan = { fate: "skip", because: "No column says what was decided." };
  const notes = [{ line: 1, message: "No column says what was decided, so nothing in it was understood." }];
  return { kind: "decisions", items: items.map((item) => rawItem(item, item.raw, () => ({ plan }))), notes };
}

/** Tables of decisions that stand outside any entry of the same file. */
function looseTable(text: string, entries: readonly Segment[]): DecisionRows {
  const tableItems = /\|\s*:?-/.test(text) ? tableRows(text) : { rows: [], broken: [] };
  const rows = tableItems.rows.filter(({ line }) => !entries.some((entry) => isWithin(entry, line)));
  return { ...tableItems, rows };
}

function readMarkdown(name: string, text: string, { timezone, lists, folder = "" }: Reading): Found {
  const instructions = isInstructionFile(name);
  const kind = kindOf(name);
  const entries = segmentText(text);
  const table = looseTable(text, entries);
  const segments = entries.map((segment) => segmentItem(segment, kind, timezone));
  const items = inOrder([...segments, ...decisionItems(table, timezone)]);
  // A log of learnings has its own form: its other lists only explain it.
  const isLogged = isLearningsName(name) && entries.length > 0;
  if (!(instructions || lists === "all" || (lists === "alone" && !isLogged))) {
    if (items.length === 0) return { kind, items, there: markdownShape(instructionItems(text, { name }), false) };
    return { kind: entries.length === 0 ? "decisions" : kind, items };
  }
  const half = halfFence(text);
  if (half !== undefined && entries.length === 0) {
    return unknown({ refused: `A code fence that begins in line ${half} is not closed.` });
  }
  const { paths, trouble } = pathsOf(classifyLines(text), folder);
  if (trouble !== undefined) return unknown({ refused: `What it is for cannot be read. ${trouble}.` });
  const outside = (line: number) => !items.some((item) => isWithin(item, line));
  const instructionLines = instructionItems(text, { name, paths, isIndex: lists === "all", outside });
  const { passed } = instructionLines;
  if (instructionLines.items.length === 0 && items.length > 0) return { kind, items, passed };
  return {
    kind: instructions ? "instructions" : "list",
    items: inOrder([...items, ...instructionLines.items]),
    passed,
    notes: paths.length === 0 ? [] : [{ line: 1, message: `Its lines hold for ${paths.join(", ")} alone.` }],
    ...(instructionLines.items.length > 0 ? {} : { there: markdownShape(instructionLines, true) }),
  };
}

const inOrder = <T extends { line: number }>(placed: T[]): T[] => placed.sort((a, b) => a.line - b.line);

const isWithin = ({ line, raw }: { line: number; raw: string }, at: number): boolean =>
  at >= line && at < line + raw.split("\n").length;

/** What a Markdown file holds, where none of it is an entry. */
function markdownShape({ headings, items, passed }: InstructionLines, isRead: boolean): string {
  const lines = items.length + passed.length;
  const counts = `${counted(headings, "heading")}, ${counted(lines, "line")} of text`;
  if (isRead) return `${counts}, nothing in them says anything`;
  const readHint = items.length === 0 ? "" : `; name the file itself to read its ${counted(items.length, "line")}`;
  return `${counts}, no entry with an id${readHint}`;
}
