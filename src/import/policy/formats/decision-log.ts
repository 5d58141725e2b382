/** Decision logs: one decision a line (`.jsonl`), a row (`.csv`, `.tsv`) or a row of a Markdown table. */

import { parse } from "csv-parse/sync";
import { foreignJson } from "../../../text/json.js";
import { judgeDecision } from "../decision.js";
import { idsIn } from "../headings.js";
import {
  type ContentLabel,
  isEmptyValue,
  isMeta,
  type Label,
  labelNamed,
  type MetaLabel,
  plainLabel,
} from "../labels.js";
import { classifyLines } from "../lines.js";
import { factsOf, type ParsedEntry, whenOf } from "../parsed-entry.js";
import { type RawItem, rawItem } from "../plan.js";
import { hasPlaceholder } from "../templates.js";

type Cells = [name: string, value: string][];

/** A row of any of the three forms: names as written, values as text. */
interface DecisionRow {
  line: number;
  raw: string;
  cells: Cells;
  /** Its cells when secrets were replaced in its text. */
  reread(clean: string): Cells;
}

export interface DecisionRows {
  rows: DecisionRow[];
  /** Lines that are no row: why, for the report. */
  broken: { line: number; raw: string; because: string }[];
}

const DECIDED: Record<string, Label> = {
  decision: "summary",
  choice: "summary",
  chosen: "summary",
  decided: "summary",
  "what was decided": "summary",
  what: "summary",
  "when decided": "logged",
  ts: "logged",
  when: "logged",
};

function columnOf(name: string): Label | undefined {
  return DECIDED[plainLabel(name).replaceAll("_", " ")] ?? labelNamed(name);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join("; ");
  if (typeof value === "object") {
    return textOf(Object.entries(value).map(([name, inner]) => `${name}: ${textOf(inner)}`));
  }
  return String(value);
}

/** The fields of a line; a plain sentence instead when it is no object. */
function jsonCells(text: string): Cells | string {
  let value: unknown;
  try {
    value = foreignJson(text);
  } catch {
    return "The line is not JSON.";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "The line is no JSON object.";
  return Object.entries(value).map(([name, inner]) => [name, textOf(inner)]);
}

/** One JSON object a line. */
export function jsonRows(text: string): DecisionRows {
  const table: DecisionRows = { rows: [], broken: [] };
  const reread = (clean: string) => [jsonCells(clean)].flatMap((cells) => (typeof cells === "string" ? [] : cells));
  for (const [index, raw] of text.split("\n").entries()) {
    if (raw.trim() === "") continue;
    const [line, cells] = [index + 1, jsonCells(raw)];
    if (typeof cells === "string") table.broken.push({ line, raw, because: cells });
    else table.rows.push({ line, raw: raw.trim(), cells, reread });
  }
  return table;
}

function delimiterOf(text: string): string {
  const [head = ""] = text.split("\n", 1);
  const count = (mark: string) => head.split(mark).length;
  return ["\t", ";", ","].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",");
}

function csvRecords(text: string, delimiter: string): { record: string[]; raw: string; info: { lines: number } }[] {
  return parse(text, {
    delimiter,
    bom: true,
    info: true,
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  }) as unknown as ReturnType<typeof csvRecords>;
}

/** The values of a single row; undefined when a quote in it is not closed. */
function csvValues(raw: string, delimiter: string): string[] | undefined {
  if (!raw.includes('"')) return raw.split(delimiter);
  try {
    return csvRecords(raw, delimiter)[0]?.record;
  } catch {
    return undefined;
  }
}

const paired = (names: readonly string[], values: readonly string[]): Cells =>
  values.map((value, at) => [names[at] ?? "", value]);

/** Rows under a head line that names the columns. A quote nobody closes costs its own line, not the file. */
export function csvRows(text: string): DecisionRows {
  const table: DecisionRows = { rows: [], broken: [] };
  const delimiter = delimiterOf(text);
  const records: { line: number; raw: string; values: string[] }[] = [];
  try {
    for (const { record, raw, info } of csvRecords(text, delimiter)) {
      const plain = raw.replace(/\n+$/, "");
      records.push({ line: Math.max(1, info.lines - plain.split("\n").length + 1), raw: plain, values: record });
    }
  } catch {
    records.length = 0;
    for (const [index, raw] of text.split("\n").entries()) {
      const [line, values] = [index + 1, csvValues(raw, delimiter)];
      if (values === undefined) table.broken.push({ line, raw, because: "The line is no row: a quote is not closed." });
      else if (raw.trim() !== "") records.push({ line, raw, values });
    }
  }
  const [head, ...rest] = records;
  const names = head?.values ?? [];
  const reread = (clean: string) => paired(names, csvValues(clean, delimiter) ?? []);
  for (const { line, raw, values } of rest) {
    if (values.some((value) => value.trim() !== ""))
      table.rows.push({ line, raw, cells: paired(names, values), reread });
  }
  return table;
}

function tableCells(text: string): string[] {
  const inner = text
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .replaceAll("\\|", "|")
      .replace(/<br\s*\/?>/gi, "\n")
      .trim(),
  );
}

const RULE = /^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$/;

/** Rows of every Markdown table with a decision column. */
export function tableRows(text: string): DecisionRows {
  const table: DecisionRows = { rows: [], broken: [] };
  const lines = classifyLines(text);
  for (let at = 1; at < lines.length; at++) {
    const rule = lines[at];
    const head = lines[at - 1];
    if (rule === undefined || head === undefined || !rule.text.includes("-") || !RULE.test(rule.text)) continue;
    if (!head.text.includes("|")) continue;
    const names = tableCells(head.text);
    if (!names.some((name) => columnOf(name) === "summary")) continue;
    const reread = (clean: string) => paired(names, tableCells(clean));
    for (let row = at + 1; row < lines.length; row++, at = row) {
      const line = lines[row];
      if (line === undefined || !line.text.includes("|") || line.kind !== rule.kind) break;
      const values = tableCells(line.text);
      if (values.every((value) => value === "")) continue;
      const form = values.every((value) => value === "" || hasPlaceholder(value) || isEmptyValue(value));
      if (line.kind !== "text" || form) continue;
      table.rows.push({ line: row + 1, raw: line.text.trim(), cells: paired(names, values), reread });
    }
  }
  return table;
}

/** Whether a column names the decision. Without one the log cannot be read. */
export function isDecisionLog(rows: DecisionRows): boolean {
  return rows.rows.some(({ cells }) => cells.some(([name]) => columnOf(name) === "summary"));
}

function parseRow(cells: Readonly<Cells>, timezone: string): ParsedEntry {
  const content: Partial<Record<ContentLabel, string>> = {};
  const meta: Partial<Record<MetaLabel, string>> = {};
  const rest: string[] = [];
  for (const [name, value] of cells) {
    if (isEmptyValue(value)) continue;
    const label = columnOf(name);
    if (label === undefined) rest.push(name === "" ? value : `${name}: ${value}`);
    else if (isMeta(label)) meta[label] ??= value;
    else content[label] = content[label] === undefined ? value : `${content[label]}\n\n${value}`;
  }
  const ids = meta.id === undefined ? [] : [meta.id.trim().slice(0, 120)];
  return {
    ids,
    content,
    rest: rest.join("\n"),
    ...factsOf(meta, ids, timezone),
    references: idsIn(meta.see_also ?? ""),
    status: meta.status?.slice(0, 80),
    area: meta.area?.slice(0, 120),
  };
}

/** Rows as items, each identified by the hash of its text. */
export function decisionItems({ rows, broken }: DecisionRows, timezone: string): RawItem[] {
  const items = rows.map(({ line, raw, cells, reread }) =>
    rawItem({ line }, raw, (clean) => {
      const parsed = parseRow(clean === raw ? cells : reread(clean), timezone);
      return { aliases: parsed.ids, ...whenOf(parsed), plan: judgeDecision(parsed) };
    }),
  );
  const skipped = broken.map(({ line, raw, because }) =>
    rawItem({ line }, raw, () => ({ plan: { fate: "skip", because } })),
  );
  return [...items, ...skipped].sort((a, b) => a.line - b.line);
}
