/** The lists of a report on a terminal: weeks as sparklines, struggles with the next command, what waits. */
import { cut, pad, widest } from "../text/columns.js";
import { counted, type Paint, printable } from "../text/paint.js";
import { beginningOf, oneLine } from "../text/shorten.js";
import { bar, sparkline } from "./bars.js";
import { figureText, isEmpty, shortNumber } from "./figure-text.js";
import type { Report, Struggle, Waiting, Week } from "./report-schemas.js";
import { cells, type Line, line, type Section } from "./text-lines.js";

/** Rows of a list; the rest is counted. */
const MOST_ROWS = 3;
/** Longest text that is measured: longer ones are cut anyway, and measuring a megabyte takes its time. */
const LONGEST = 400;

/** A text of the tree within so many cells of one line. */
export const nameCell = (text: string, cells: number): string => cut(printableText(text), cells);

/** A text of the tree on one line. */
export const printableText = (text: string): string => printable(oneLine(beginningOf(text, LONGEST)));

const LONGEST_COMMAND = 100;

/** A command as it is typed: whole or not at all, since half of one does something else. */
const command = (text: string): string =>
  text.length > LONGEST_COMMAND ? "its command is long: tenet report --json" : printableText(text);

/** Weeks beside each other: two series have room on one line of 80 columns. */
const MOST_WEEKS = 16;
/** Columns of a line of weeks that are no weeks: labels, and the least and the most. */
const BESIDE_WEEKS = 31;

/** One sparkline a series, of the newest weeks; in a pipe their numbers. */
export function weekLines(all: readonly Week[], paint: Paint): Line[] {
  if (all.length < 2) return [];
  const weeks = all.slice(-Math.min(MOST_WEEKS, Math.max(8, paint.width - BESIDE_WEEKS)));
  const series = SERIES.flatMap(([name, countOf]) => seriesOf(name, weeks.map(countOf), paint));
  if (series.length === 0) return [];
  const since = `${weeks.length} weeks from ${weeks[0]?.week}`;
  if (!paint.terminal) return [since, ...series].flatMap((one) => cells(one));
  const wide = widest(series);
  const pairs = series.flatMap((one, at) => (at % 2 === 0 ? [[pad(one, wide), series[at + 1]]] : []));
  return [...pairs.flatMap((pair) => cells(...pair)), ...cells(since)];
}

const SERIES: readonly [name: string, countOf: (week: Week) => number | null][] = [
  ["learned", ({ corrections, insights }) => corrections + insights],
  ["held", ({ held }) => held],
  ["repeats", ({ repeats }) => repeats],
  ["score", ({ score }) => score],
];

/** Counts from 0 to the most of a week, scores from 0 to 10. */
function seriesOf(name: string, values: readonly (number | null)[], paint: Paint): string[] {
  const presentValues = values.filter((value) => value !== null);
  const most = Math.max(0, ...presentValues);
  if (most === 0) return [];
  if (!paint.terminal)
    return [`${name}: ${values.map((value) => (value === null ? "-" : shortNumber(value))).join(" ")}`];
  const least = name === "score" ? Math.min(...presentValues) : 0;
  const spark = sparkline(values, 0, name === "score" ? 10 : most);
  return [`${name.padEnd(7)} ${spark} ${shortNumber(least)} to ${shortNumber(most)}`];
}

const LONGEST_DOMAIN = 16;

/** The domains with most trouble, each with what to do next and, where there is room, what went wrong. */
export function struggleSection({ struggles, searches }: Report, paint: Paint): Pick<Section, "lines" | "short"> {
  const rows = struggles.slice(0, MOST_ROWS);
  const most = Math.max(0, ...rows.map(({ total }) => total));
  const wide = widest(rows.map(({ domain }) => nameCell(domain, LONGEST_DOMAIN)));
  const figures = String(most).length;
  const headOf = (row: Struggle) => [
    pad(nameCell(row.domain, wide), wide),
    ...(paint.terminal ? [pad(bar(row.total, most, 8), 8)] : []),
    String(row.total).padStart(figures),
  ];
  const next = (row: Struggle) => paint.accent(command(row.next));
  const more = struggles.length - rows.length;
  const rest = [
    ...line(more > 0 && `and ${counted(more, "more domain")}`),
    ...line(searches !== undefined && !isEmpty(searches) && `searches without a hit ${figureText(searches)}`),
  ];
  return {
    lines: [...rows.flatMap((row) => [...cells(...headOf(row), troubles(row)), ...cells(`→ ${next(row)}`)]), ...rest],
    short: [...rows.flatMap((row) => cells(...headOf(row), next(row))), ...rest],
  };
}

function troubles({ repeats, failed, failed_uses, invalidated, golden }: Struggle): string {
  const parts = [
    repeats > 0 && counted(repeats, "repeat"),
    failed > 0 && `${failed} failed`,
    failed_uses > 0 && `${counted(failed_uses, "use")} failed`,
    invalidated > 0 && `${invalidated} invalidated`,
    golden.length > 0 && counted(golden.length, "golden question"),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

const WAITS: Readonly<Record<Waiting["kind"], readonly [one: string, many: string]>> = {
  version: ["version of the rules", "versions of the rules"],
  question: ["question for an answer", "questions for an answer"],
  review: ["entry for review", "entries for review"],
  pair: ["pair for a decision", "pairs for a decision"],
};

/** What waits for a person, and since when, with the command that decides it. */
export function waitingLines({ waiting }: Report, paint: Paint): Line[] {
  const rows = waiting.slice(0, MOST_ROWS).flatMap(({ kind, count, days, next }) => {
    const since = days === 0 ? "since today" : `for ${counted(days, "day")}`;
    return cells(`${counted(count, ...WAITS[kind])}, ${since}: ${paint.accent(command(next))}`);
  });
  const more = waiting.length - rows.length;
  return [...rows, ...line(more > 0 && `and ${more} more`)];
}
