/** The leading figures of agents, domains or weeks as a table: as many columns as the screen has room for. */
import { pad, widest } from "../text/columns.js";
import { counted, type Paint } from "../text/paint.js";
import { valueText } from "./figure-text.js";
import type { Figure, Report, Row } from "./report-schemas.js";
import { nameCell } from "./text-lists.js";

/** Rows on one screen; weeks: the newest. In a pipe there are no more either, since the data has them all. */
const MOST_ROWS = 10;
const LONGEST_KEY = 20;
const NARROW = { width: 60, key: 12 };
const GAP = 2;

/** `8 of 11, 73 %`, `3 of 4`: below five without a value. */
const shareCell = (figure: Figure): string => {
  const value = valueText(figure);
  const shareText = `${figure.numerator ?? 0} of ${figure.denominator ?? 0}`;
  return figure.n === 0 ? "-" : value === undefined ? shareText : `${shareText}, ${value}`;
};

const scoreCell = (figure: Figure): string => {
  const value = valueText(figure);
  return figure.n === 0 ? "-" : `${value ?? "no figure"}, n ${figure.n}`;
};

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

/** Heading, rows and how many more there are. */
export function rowsTable({ by, rows: all }: NonNullable<Report["by"]>, paint: Paint): string[] {
  const rows = by === "week" ? all.slice(-MOST_ROWS) : all.slice(0, MOST_ROWS);
  if (rows.length === 0) return [];
  const longest = paint.width < NARROW.width ? NARROW.key : LONGEST_KEY;
  const keys = [by, ...rows.map(({ key }) => nameCell(key, longest))];
  const columns = COLUMNS.map(([heading, cellOf]) => [heading, ...rows.map(cellOf)]);
  const columnTexts = within(keys, columns, paint.width);
  const lines = keys.map((_, at) =>
    columnTexts.map((column) => pad(column[at] ?? "", widest(column))).join(" ".repeat(GAP)),
  );
  const [heading = "", ...body] = lines;
  const more = all.length - rows.length;
  return [paint.faint(heading), ...body, ...(more === 0 ? [] : [`and ${moreOf(more, by)}: --json`])];
}

const moreOf = (more: number, by: string): string => (by === "week" ? `${more} earlier` : counted(more, `more ${by}`));

/** The columns that have room beside the keys. */
function within(keys: string[], columns: readonly string[][], width: number): string[][] {
  const tableRows = [keys];
  let used = widest(keys);
  for (const column of columns) {
    used += GAP + widest(column);
    if (used > width) break;
    tableRows.push(column);
  }
  return tableRows;
}
