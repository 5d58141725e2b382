/** A report as an outline: the measures as one list, where it is hard, and the rows that were asked for. */

import type { Worded } from "../steps.js";
import { accent, type Column, data, field, gap, heading, line, type Outline } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import { figureCell } from "./figure-text.js";
import { type Measure, measuresOf } from "./measures.js";
import type { Report, Row, Struggle } from "./report-schemas.js";

/** Rows of a list on lines, of weeks the newest; the data has them all. */
const MOST = 10;
const MOST_IDS = 5;
const LONGEST_KEY = 20;

/** `isPage`: with entries, and all rows, for Markdown and HTML. */
export function reportOutline(report: Worded<Report>, { isPage = false } = {}): Outline {
  const { at, since, entries, struggles, agents, domains, by } = report;
  const when = since === undefined ? `up to ${at.slice(0, 10)}` : `${since.slice(0, 10)} to ${at.slice(0, 10)}`;
  const written = agents.reduce((sum, row) => sum + row.entries, 0);
  const all = counted(entries, "entry", "entries");
  const size = since === undefined ? all : `${written} of ${all}`;
  const measures = measuresOf(report);
  const several = (key: string, rows: readonly Row[]) => (isPage && rows.length > 1 && by?.by !== key ? rows : []);
  return [
    ...(isPage
      ? [heading(`Report, ${when}`, 1), line(`${size}. ${HOW}`)]
      : [field("report", `${when}, ${size}`, { cells: 11, indent: 0 }), gap]),
    ...(measures.length === 0 && struggles.length === 0 ? beginning(report) : [measuresTable(measures, isPage)]),
    ...struggling(struggles, isPage),
    ...rowsTable(by?.by ?? "", by?.by === "week" ? by.rows.toReversed() : (by?.rows ?? []), isPage),
    ...rowsTable("agent", several("agent", agents), isPage),
    ...rowsTable("domain", several("domain", domains), isPage),
  ];
}

const HOW =
  "A share stands with its count and, in brackets, its 95 % interval in percent. Fewer than five cases are counted and not judged.";

const idsText = (ids: readonly string[]): string => {
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : "";
  return `${ids.slice(0, MOST_IDS).join(", ")}${more}`;
};

function measuresTable(measures: readonly Measure[], isPage: boolean): Outline[number] {
  const columns: Column[] = [
    { name: "about", kind: "id", drop: 1 },
    { name: "measure", kind: "id" },
    { name: "figure", kind: "text" },
    ...(isPage ? [{ name: "entries" }] : []),
  ];
  const rows = measures.map(({ section, name, says, ids }, at) => {
    const label = isPage || measures[at - 1]?.section !== section ? section : "";
    const entries = isPage ? [ids.length === 0 ? "" : data(idsText(ids))] : [];
    return { cells: [label, name, says, ...entries], piped: [section, name, says] };
  });
  return { kind: "table", bare: true, columns, rows };
}

/** What stands where nothing is counted yet. */
function beginning({ entries, since }: Worded<Report>): Outline {
  if (entries > 0 && since !== undefined) return [line(`Nothing happened since ${since.slice(0, 10)}.`)];
  return [
    line(`Nothing is ${entries > 0 ? "measured" : "known"} yet. Two ways to begin:`),
    field('tenet correct "..."', "say what your agent should do differently from now on", { cells: 21 }),
    field("tenet harvest", "what you keep telling your agents, out of their transcripts", { cells: 21 }),
  ];
}

function troubles({ repeats, failed, failed_uses, invalidated }: Worded<Struggle>): string {
  const parts = [
    repeats > 0 && counted(repeats, "repeat"),
    failed > 0 && `${failed} failed`,
    failed_uses > 0 && `${counted(failed_uses, "use")} failed`,
    invalidated > 0 && `${invalidated} invalidated`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** The domains with most trouble, each with what to do next. */
function struggling(all: readonly Worded<Struggle>[], isPage: boolean): Outline {
  if (all.length === 0) return [];
  const shown = isPage ? all : all.slice(0, MOST);
  const columns: Column[] = [
    { name: "domain", kind: "id" },
    { name: "what went wrong", kind: "id", drop: 1 },
    { name: "next", kind: "text" },
  ];
  const rows = shown.map((row) => {
    const next = oneLine(row.next);
    return {
      cells: [data(shorten(oneLine(row.domain), LONGEST_KEY)), troubles(row), { ...data(next), ...accent(next) }],
    };
  });
  return [gap, heading("Where it is hard"), { kind: "table", columns, rows }];
}

/** By importance: the last ones go first where the screen is narrow. */
const COLUMNS: readonly [heading: string, cellOf: (row: Row) => string][] = [
  ["held", ({ retention }) => figureCell(retention)],
  ["said again", ({ repeats }) => figureCell(repeats)],
  ["score", ({ score }) => figureCell(score)],
  ["answered", ({ answered }) => figureCell(answered)],
  ["went wrong", ({ wrong }) => figureCell(wrong)],
  ["entries", ({ entries }) => String(entries)],
  ["second after", ({ lag }) => figureCell(lag)],
  ["rules", ({ promoted }) => String(promoted)],
];

/** The leading figures of agents, domains or weeks. */
function rowsTable(key: string, all: readonly Row[], isPage: boolean): Outline {
  if (all.length === 0) return [];
  const shown = isPage ? all : all.slice(0, MOST);
  const columns: Column[] = COLUMNS.map(([name], at) => ({ name, drop: at + 1 }));
  const names = { cells: [key, ...COLUMNS.map(([name]) => name)] };
  const rows = shown.map((row) => ({
    cells: [data(shorten(oneLine(row.key), LONGEST_KEY)), ...COLUMNS.map(([, cellOf]) => cellOf(row))],
  }));
  const more = all.length - shown.length;
  return [
    gap,
    heading(`By ${key}`),
    {
      kind: "table",
      bare: true,
      columns: [{ name: key, kind: "id" }, ...columns],
      rows: isPage ? rows : [names, ...rows],
    },
    ...(more > 0 ? [line(`and ${more} more: --json`)] : []),
  ];
}
