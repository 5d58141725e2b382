/** Decision logs: one decision a line (`.jsonl`), a row (`.csv`, `.tsv`) or a row of a Markdown table. */

import { parse } from "csv-parse/sync";
import { dayInId, findDate } from "./dates.js";
import { judgeDecision } from "./decision.js";
import { idsIn } from "./headings.js";
import {
  type ContentLabel,
  isEmptyValue,
  isMeta,
  type Label,
  labelNamed,
  type MetaLabel,
  plainLabel,
} from "./labels.js";
import { classifyLines } from "./lines.js";
import { factsOf, type ParsedEntry, whenOf } from "./parsed-entry.js";
import { type ImportItem, itemHash, type RawItem } from "./plan.js";
import { hasPlaceholder } from "./templates.js";

/** A row of any of the three forms: names as written, values as text. */
interface DecisionRow {
  line: number;
  raw: string;
  cells: [string, string][];
}

export interface DecisionRows {
  rows: DecisionRow[];
  /** Lines that are no row: why, for the report. */
  broken: { line: number; raw: string; because: string }[];
  templates: { line: number; reason: string }[];
}

const DECIDED: Record<string, Label> = {
  decision: "summary",
  choice: "summary",
  chosen: "summary",
  decided: "summary",
  "what was decided": "summary",
  what: "summary",
  entscheidung: "summary",
  decisión: "summary",
  decisão: "summary",
  décision: "summary",
  决定: "summary",
  决策: "summary",
  決定: "summary",
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

/** One JSON object a line. */
export function jsonRows(text: string): DecisionRows {
  const found: DecisionRows = { rows: [], broken: [], templates: [] };
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "") continue;
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        found.broken.push({ line: index + 1, raw, because: "The line is no JSON object." });
        continue;
      }
      const cells = Object.entries(value).map(([name, inner]): [string, string] => [name, textOf(inner)]);
      found.rows.push({ line: index + 1, raw: line, cells });
    } catch {
      found.broken.push({ line: index + 1, raw, because: "The line is not JSON." });
    }
  }
  return found;
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

/** Rows under a head line that names the columns. A quote nobody closes costs its own line, not the file. */
export function csvRows(text: string): DecisionRows {
  const found: DecisionRows = { rows: [], broken: [], templates: [] };
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
      if (raw.trim() === "") continue;
      if (!raw.includes('"')) {
        records.push({ line: index + 1, raw, values: raw.split(delimiter) });
        continue;
      }
      try {
        const record = csvRecords(raw, delimiter)[0];
        if (record !== undefined) records.push({ line: index + 1, raw, values: record.record });
      } catch {
        found.broken.push({ line: index + 1, raw, because: "The line is no row: a quote is not closed." });
      }
    }
  }
  const [head, ...rest] = records;
  const names = head?.values ?? [];
  for (const { line, raw, values } of rest) {
    if (values.every((value) => value.trim() === "")) continue;
    found.rows.push({ line, raw, cells: values.map((value, at): [string, string] => [names[at] ?? "", value]) });
  }
  return found;
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

/** Rows of every Markdown table whose head names what was decided. */
export function tableRows(text: string): DecisionRows {
  const found: DecisionRows = { rows: [], broken: [], templates: [] };
  const lines = classifyLines(text);
  for (let at = 1; at < lines.length; at++) {
    const rule = lines[at];
    const head = lines[at - 1];
    if (rule === undefined || head === undefined || !rule.text.includes("-") || !RULE.test(rule.text)) continue;
    if (!head.text.includes("|")) continue;
    const names = tableCells(head.text);
    if (!names.some((name) => columnOf(name) === "summary")) continue;
    for (let row = at + 1; row < lines.length; row++, at = row) {
      const line = lines[row];
      if (line === undefined || !line.text.includes("|") || line.kind !== rule.kind) break;
      const values = tableCells(line.text);
      if (values.every((value) => value === "")) continue;
      const form = values.every((value) => value === "" || hasPlaceholder(value) || isEmptyValue(value));
      if (line.kind !== "text" || form) {
        found.templates.push({ line: row + 1, reason: line.kind === "text" ? "a row to fill in" : "in a code fence" });
        continue;
      }
      const cells = values.map((value, column): [string, string] => [names[column] ?? "", value]);
      found.rows.push({ line: row + 1, raw: line.text.trim(), cells });
    }
  }
  return found;
}

/** Do the columns say what was decided? Without that nothing of the log can be understood. */
export function isDecisionLog(rows: DecisionRows): boolean {
  return rows.rows.some(({ cells }) => cells.some(([name]) => columnOf(name) === "summary"));
}

function parseRow(cells: readonly [string, string][], timezone: string): ParsedEntry {
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
  const moment = findDate(meta.logged ?? "")?.moment ?? ids.map(dayInId).find((found) => found !== undefined);
  return {
    ids,
    content,
    rest: rest.join("\n"),
    ...factsOf(meta, moment, timezone),
    references: idsIn(meta.see_also ?? ""),
    status: meta.status?.slice(0, 80),
    area: meta.area?.slice(0, 120),
  };
}

/** Rows as items, each known by the hash of its own text. `reread` takes a row apart again after secrets were replaced. */
export function decisionItems(
  rows: DecisionRows,
  timezone: string,
  reread: (clean: string, line: number) => DecisionRows,
): RawItem[] {
  const items = rows.rows.map((row): RawItem => {
    const { line, raw } = row;
    const hash = itemHash(raw);
    const judge = (clean: string): ImportItem => {
      const cells = clean === raw ? row.cells : (reread(clean, line).rows[0]?.cells ?? []);
      const parsed = parseRow(cells, timezone);
      return { line, hash, aliases: parsed.ids, ...whenOf(parsed), plan: judgeDecision(parsed) };
    };
    return { line, hash, raw, judge };
  });
  const broken = rows.broken.map(({ line, raw, because }): RawItem => {
    const hash = itemHash(raw);
    return { line, hash, raw, judge: () => ({ line, hash, aliases: [], plan: { fate: "skip", because } }) };
  });
  return [...items, ...broken].sort((a, b) => a.line - b.line);
}
