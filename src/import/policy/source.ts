/** One foreign file -> its entries, its templates and what there is to say about it. Never fails, whatever the bytes. */

import { judgeDecision } from "./decision.js";
import { csvRows, type DecisionRows, decisionItems, isDecisionLog, jsonRows, tableRows } from "./decision-log.js";
import { judgeFeatureRequest } from "./feature-requests.js";
import { judgeError, judgeLearning } from "./learnings.js";
import { decodeText } from "./lines.js";
import { parseEntry, whenOf } from "./parsed-entry.js";
import { type FileKind, type ImportItem, itemHash, type Plan, type RawItem, type Source } from "./plan.js";
import { type Segment, segmentText } from "./segments.js";

/** Files an import reads; anything else in a folder is named and left alone. */
export function isReadable(name: string): boolean {
  return /\.(?:md|markdown|jsonl|ndjson|csv|tsv)$/i.test(name);
}

/** What a file holds, by its name; an entry's own id may say otherwise. */
export function kindOf(name: string): FileKind {
  const base = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  if (/\.(?:jsonl|ndjson|csv|tsv)$/.test(base) || /decision/.test(base)) return "decisions";
  if (/feature|wish|request/.test(base)) return "feature-requests";
  if (/error|fail|incident|bug|crash/.test(base)) return "errors";
  return "learnings";
}

function kindOfEntry(segment: Segment, kind: FileKind): FileKind {
  const id = segment.marked.ids[0] ?? "";
  if (/^(?:FEAT|FR|FEATURE|REQ)[-_]?\d/i.test(id)) return "feature-requests";
  if (/^ERR(?:OR)?[-_]?\d/i.test(id)) return "errors";
  if (/^LRN[-_]?\d/i.test(id)) return "learnings";
  if (/^DEC[-_]?\d/i.test(id)) return "decisions";
  return kind;
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
  const within = (line: number) =>
    taken.some((entry) => line >= entry.line && line < entry.line + entry.raw.split("\n").length);
  return { ...rows, rows: rows.rows.filter(({ line }) => !within(line)) };
}

/** Takes a file apart. `timezone` places days without a zone; the same bytes always give the same answer. */
export function readSource(name: string, bytes: Uint8Array, timezone: string): Source {
  const { text, notes } = decodeText(bytes);
  const kind = kindOf(name);
  if (/\.(?:jsonl|ndjson|csv|tsv)$/i.test(name)) {
    const { rows, items } = logOf(name, text, timezone);
    if (isDecisionLog(rows)) return { kind, text, items, templates: [], notes };
    if (rows.rows.length + rows.broken.length === 0) return { kind, text, items: [], templates: [], notes };
    notes.push({ line: 1, message: "No column says what was decided, so nothing in it was understood." });
    return { kind, text, items: items.map((item) => skippedRow(item)), templates: [], notes };
  }
  const { entries, templates } = segmentText(text);
  const items = entries.map((segment) => segmentItem(segment, kind, timezone));
  if (!/\|\s*:?-/.test(text)) return { kind, text, items, templates, notes };
  const rows = looseTable(text, entries);
  if (!isDecisionLog(rows)) return { kind, text, items, templates, notes };
  const head = tableHead(text);
  const decided = decisionItems(rows, timezone, (clean, line) => tableRows(`${head(line)}\n${clean}`));
  return {
    kind: entries.length === 0 ? "decisions" : kind,
    text,
    items: [...items, ...decided].sort((a, b) => a.line - b.line),
    templates: [...templates, ...rows.templates].sort((a, b) => a.line - b.line),
    notes,
  };
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
