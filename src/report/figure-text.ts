/** A figure in words: the same in text, in Markdown and on the page. */
import { counted } from "../text/paint.js";
import type { Figure, Report } from "./report-schemas.js";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** At most two decimals, and none that are zeros. */
export const shortNumber = (value: number): string => String(Math.round(value * 100) / 100);

const UNITS: Readonly<Record<NonNullable<Figure["unit"]>, (value: string) => string>> = {
  days: (value) => `${value} ${value === "1" ? "day" : "days"}`,
  "of 10": (value) => `${value} of 10`,
  wordings: (value) => `${value} wordings`,
  repeats: (value) => `${value} a lesson`,
  ratio: (value) => value,
};

/** `8 of 11`, `15 of 6 lessons`: the counts, also where they give no figure. */
function countedIn({ kind, numerator = 0, denominator = 0, n, unit }: Figure): string {
  if (kind === "share") return `${numerator} of ${denominator}`;
  if (unit === "repeats") return `${numerator} in ${n}`;
  return `n ${n}`;
}

/** `73 %`, `2.5 days`; undefined where there is no figure. */
export function valueText({ kind, value, unit }: Figure): string | undefined {
  if (value === null) return undefined;
  return kind === "share" ? percent(value) : UNITS[unit ?? "ratio"](shortNumber(value));
}

function intervalText({ kind, low, high }: Figure): string {
  if (low === undefined || high === undefined) return "";
  const write = (bound: number) => (kind === "share" ? String(Math.round(bound * 100)) : shortNumber(bound));
  return ` (${write(low)} to ${write(high)})`;
}

/** `8 of 11 (43 to 90)`, `n 12 (1 to 6)`: what stands behind a value that is said by itself. */
export const behindValue = (figure: Figure): string => `${countedIn(figure)}${intervalText(figure)}`;

/** Nothing was counted. */
export const isEmpty = ({ n }: Figure): boolean => n === 0;

/**
 * `8 of 11, 73 % (43 to 90)`, `2.5 days (1 to 6), n 12`, `3 of 4: too few for a figure`. What this machine alone knows
 * says so.
 */
export function figureText(figure: Figure): string {
  const value = valueText(figure);
  const countText = countedIn(figure);
  const where = figure.local === true ? ", this machine" : "";
  if (figure.n === 0) return `none${where}`;
  if (value === undefined) return `${countText}: too few for a figure${where}`;
  const interval = intervalText(figure);
  return figure.kind === "share"
    ? `${countText}, ${value}${interval}${where}`
    : `${value}${interval}, ${countText}${where}`;
}

/** The same where lines are short: without its interval, `3 of 5, 60 % (this machine)`. */
export function briefFigureText(figure: Figure): string {
  const countText = countedIn(figure);
  const value = valueText(figure);
  const where = figure.local === true ? " (this machine)" : "";
  if (figure.n === 0) return `none${where}`;
  if (value === undefined) return `${countText}: too few${where}`;
  return `${figure.kind === "share" ? `${countText}, ${value}` : `${value}, ${countText}`}${where}`;
}

/** Of how much a report is: `120 entries`, of a period `8 of 120 entries`, those that were written in it. */
export function entriesText({ since, entries, agents }: Pick<Report, "since" | "entries" | "agents">): string {
  const all = counted(entries, "entry", "entries");
  const entryCount = agents.reduce((sum, row) => sum + row.entries, 0);
  return since === undefined ? all : `${entryCount} of ${all}`;
}
