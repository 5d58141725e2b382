/** The leading figures of agents, domains or weeks as rows. */
import {
  type Block,
  type Column,
  data,
  facts,
  gap,
  type Outline,
  only,
  section,
  type Row as TableRow,
} from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { brief, figureCell, valueText, words } from "./figure-text.js";
import { numbers, pageTable } from "./page-table.js";
import type { Figure, Report, Row } from "./report-schemas.js";

/** Rows on one screen; weeks: the newest. In a pipe there are no more either, since the data has them all. */
const MOST_ROWS = 10;
const LONGEST_KEY = 20;

/** `8 of 11, 73 %`, `3 of 4`: below five without a value. */
function shareCell(of: Figure): string {
  const value = valueText(of);
  const text = `${of.numerator ?? 0} of ${of.denominator ?? 0}`;
  return of.n === 0 ? "-" : value === undefined ? text : `${text}, ${value}`;
}
const scoreCell = (of: Figure): string => (of.n === 0 ? "-" : `${valueText(of) ?? "no figure"}, n ${of.n}`);
const repeatsCell = ({ numerator = 0, n }: Figure): string => (n === 0 ? "-" : `${numerator} in ${n}`);

/** By importance: the last ones go first where the screen is narrow. */
const COLUMNS: readonly [heading: string, cellOf: (row: Row) => string][] = [
  ["held", ({ retention }) => shareCell(retention)],
  ["said again", ({ repeats }) => repeatsCell(repeats)],
  ["score", ({ score }) => scoreCell(score)],
  ["answered", ({ answered }) => shareCell(answered)],
  ["went wrong", ({ wrong }) => shareCell(wrong)],
  ["entries", ({ entries }) => String(entries)],
  ["lag", ({ lag }) => scoreCell(lag)],
  ["rules", ({ promoted }) => String(promoted)],
];

function rowLines({ by, rows: all }: NonNullable<Report["by"]>): Outline {
  const first = by === "week" ? all.slice(-MOST_ROWS) : all.slice(0, MOST_ROWS);
  if (first.length === 0) return [];
  const more = all.length - first.length;
  const rest = by === "week" ? `${more} earlier` : counted(more, `more ${by}`);
  const columns: Column[] = COLUMNS.map(([name], at) => ({ name, drop: at + 1 }));
  const rowsOf = first.map(
    (row): TableRow => ({
      cells: [brief(row.key, LONGEST_KEY), ...COLUMNS.map(([, cellOf]) => cellOf(row))],
    }),
  );
  const table: Block = {
    kind: "table",
    named: true,
    columns: [{ name: by, kind: "text", cut: true, least: 12 }, ...columns],
    rows: rowsOf,
  };
  return [only("lines", gap, table, facts(words(more > 0 && `and ${rest}: --json`)))];
}

/** What was asked for; agents and domains where there is more than one. */
export function rows({ agents, domains, by }: Report): Outline {
  const tableOf = (name: string, key: string, all: readonly Row[]) =>
    pageTable(
      name,
      [
        { name: key },
        { name: "12 weeks", kind: "spark", only: "html" },
        ...numbers("entries", "held", "said again", "answered", "score", "went wrong", "by others", "lag", "rules"),
      ],
      all.map((row) => [
        ...[data(row.key), row.weekly.join(", "), String(row.entries)],
        ...[row.retention, row.repeats, row.answered, row.score, row.wrong, row.others, row.lag].map(figureCell),
        String(row.promoted),
      ]),
    );
  const several = (all: readonly Row[]) => (all.length > 1 ? all : []);
  const asked = (key: string, all: readonly Row[]) => (by?.by === key ? by.rows : several(all));
  const byWeek = by?.by === "week" ? by.rows.toReversed() : [];
  return [
    ...(by === undefined ? [] : rowLines(by)),
    section(
      "Agents and domains",
      "",
      ...[tableOf("Agents", "agent", asked("agent", agents)), tableOf("Domains", "domain", asked("domain", domains))],
      ...[tableOf("Weeks one by one", "week", byWeek), ...learnedByDomain(domains)],
    ),
  ];
}

/** Domains that a plot has room for. */
const DRAWN = 8;

function learnedByDomain(domains: readonly Row[]): Outline {
  const largest = domains.slice(0, DRAWN);
  if (largest.length === 0) return [];
  const isCut = largest.length < domains.length;
  return [
    only("html", {
      kind: "plot",
      title: "Learning per domain",
      about: isCut ? `The ${DRAWN} largest of ${domains.length} domains.` : "What was learned, by domain.",
      over: "domain",
      places: largest.map(({ key }) => key),
      series: [
        { name: "corrections", as: "mixed", values: largest.map(({ corrections }) => corrections) },
        { name: "insights", as: "good", values: largest.map(({ insights }) => insights) },
      ],
      shape: "rows",
    }),
  ];
}
