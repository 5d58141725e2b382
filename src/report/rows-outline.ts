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
import { brief, figureCell, numbers, pageTable, valueText, words } from "./figure-text.js";
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
const scoreCell = (of: Figure): string =>
  of.n === 0 ? "-" : `${[...(valueText(of) === undefined ? [] : [valueText(of)]), `n ${of.n}`].join(", ")}`;
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

const figuresOf = ({ retention, repeats, answered, score, wrong, others, lag }: Row): Figure[] => {
  return [retention, repeats, answered, score, wrong, others, lag];
};
const hasFigure = (row: Row): boolean => figuresOf(row).some(({ value }) => value !== null);

type Rows = NonNullable<Report["by"]>;

const firstOf = ({ by, rows: all }: Rows): Row[] => (by === "week" ? all.slice(-MOST_ROWS) : all.slice(0, MOST_ROWS));

/** Rows that a screen leaves out, since nothing in them is a figure. */
export const fewRows = ({ by }: Report): string[] =>
  by === undefined
    ? []
    : firstOf(by).flatMap((row) => (hasFigure(row) ? [] : `${by.by} ${brief(row.key, LONGEST_KEY)}`));

function rowLines(asked: Rows): Outline {
  const { by, rows: all } = asked;
  const first = firstOf(asked);
  if (first.length === 0) return [];
  const more = all.length - first.length;
  const rest = by === "week" ? `${more} earlier` : counted(more, `more ${by}`);
  const columns: Column[] = COLUMNS.map(([name], at) => ({ name, drop: at + 1 }));
  const rowsOf = first.map((row): TableRow => {
    const cells = [brief(row.key, LONGEST_KEY), ...COLUMNS.map(([, cellOf]) => cellOf(row))];
    return hasFigure(row) ? { cells } : { cells, only: "pipe" };
  });
  const table: Block = {
    kind: "table",
    named: true,
    columns: [{ name: by, kind: "text", cut: true, least: 12 }, ...columns],
    rows: rowsOf,
  };
  const lines = [gap, table, facts(words(more > 0 && `and ${rest}: --json`))];
  return [only(first.some(hasFigure) ? "lines" : "pipe", ...lines)];
}

/** What was asked for; agents and domains where there is more than one. */
export function rows({ agents, domains, by }: Report): Outline {
  const tableOf = (name: string, key: string, all: readonly Row[]) =>
    pageTable(
      name,
      [
        { name: key },
        ...numbers("entries", "held", "said again", "answered", "score", "went wrong", "by others", "lag", "rules"),
      ],
      all.map((row) => [
        ...[data(row.key), String(row.entries), ...figuresOf(row).map(figureCell), String(row.promoted)],
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
      tableOf("Weeks one by one", "week", byWeek),
    ),
  ];
}
