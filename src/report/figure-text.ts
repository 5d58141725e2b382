/** Figures in words, as facts of an outline, and in tables of pages. */
import {
  type Block,
  type Column,
  type Fact,
  facts,
  faint,
  only,
  type Row,
  type Said,
  shortNumber,
} from "../text/outline/outline.js";
import { counted, printable } from "../text/paint.js";
import { beginningOf, oneLine, shorten } from "../text/shorten.js";
import type { Figure, Report } from "./report-schemas.js";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

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

/** Nothing was counted. */
export const isEmpty = ({ n }: Figure): boolean => n === 0;

/**
 * `8 of 11, 73 % (43 to 90)`, `2.5 days (1 to 6), n 12`, `3 of 4: too few for a figure`. What this machine alone knows
 * says so. `isBrief`: without the interval, where lines are short.
 */
export function figureText(figure: Figure, isBrief = false): string {
  const value = valueText(figure);
  const countText = countedIn(figure);
  const where = figure.local === true ? ", this machine" : "";
  if (figure.n === 0) return `none${where}`;
  if (value === undefined) return `${countText}: too few for a figure${where}`;
  const interval = isBrief ? "" : intervalText(figure);
  return figure.kind === "share"
    ? `${countText}, ${value}${interval}${where}`
    : `${value}${interval}, ${countText}${where}`;
}

interface Words {
  /** Before the figure on a line; without it it is on none. */
  line?: string;
  /** Its line is a pipe's alone. */
  screen?: false;
}

/** None where it cannot be known, or nothing was counted. A screen has those with a value. */
export function figure(name: string, of: Figure | undefined, { line, screen }: Words = {}): Fact[] {
  if (of === undefined || isEmpty(of)) return [];
  const { value, low = 0, high = 0, entries, others = [], local: isLocal } = of;
  const here = isLocal === true ? ", this machine" : "";
  const few = value === null ? ": too few for a figure" : "";
  return [
    {
      ...{ name, says: figureText(of), ids: entries, others },
      ...(value !== null && { value: valueText(of) ?? "" }),
      base: `${countedIn(of)}${intervalText(of)}${few}${here}`,
      ...(value !== null && of.kind === "share" && { interval: [value, low, high] as const }),
      ...(line !== undefined && { line: `${line} ${figureText(of)}` }),
      // A screen names at the end what is too few.
      screen: line === undefined || screen === false ? false : value === null ? "" : `${line} ${figureText(of, true)}`,
    },
  ];
}

/** `held 3 of 4`, without that it is too few. */
export const countsOf = (text: string): string => text.replace(/: too few.*/, "");

/** What of facts is too few for a figure, where a line has it. */
export const tooFew = ({ line, screen }: Fact): string[] =>
  line !== undefined && screen === "" ? [countsOf(line)] : [];

/** Something that is simply counted; none where that is zero. */
export function count(name: string, many: number, ids: readonly string[] = [], { line, screen }: Words = {}): Fact[] {
  if (many === 0) return [];
  const text = line === undefined ? {} : { line: `${many} ${line}`, ...(screen === false && { screen }) };
  return [{ name, says: String(many), value: String(many), ids, ...text }];
}

/** Facts of a measure; on a screen, where none of them is a figure, nothing but what is too few. */
export function measured(...groups: readonly (readonly Fact[])[]): Block {
  const isFigured = groups.flat().some(({ screen }) => typeof screen === "string" && screen !== "");
  return facts(...groups.map((group) => group.map((one) => (isFigured ? one : { screen: false as const, ...one }))));
}

/** Words for lines alone. */
export const words = (line: string | false | undefined, screen?: false): Fact[] =>
  line === undefined || line === false || line === "" ? [] : [{ line, ...(screen === false && { screen }) }];

/** Longest text that is looked at: longer ones are cut anyway. */
const LONGEST = 400;

/** A text of the tree on one line, so many characters of it. */
export const brief = (text: string, longest = LONGEST): string =>
  shorten(printable(oneLine(beginningOf(text, LONGEST))), longest);

/** In a table: its counts and value, then how sure it is. */
export function figureCell(of: Figure): Said {
  const text = figureText(of);
  const at = text.search(/ \(|(?<=:) |$/);
  return isEmpty(of) ? faint(text) : [text.slice(0, at), faint(text.slice(at))];
}

/** Of how much a report is: `120 entries`, of a period `8 of 120 entries`, those that were written in it. */
export function entriesText({ since, entries, agents }: Pick<Report, "since" | "entries" | "agents">): string {
  const all = counted(entries, "entry", "entries");
  const entryCount = agents.reduce((sum, row) => sum + row.entries, 0);
  return since === undefined ? all : `${entryCount} of ${all}`;
}

export const numbers = (...names: string[]): Column[] => names.map((name) => ({ name, kind: "number" }));

/** A table that pages alone have. */
export const pageTable = (caption: string, columns: readonly Column[], rows: readonly Row["cells"][]): Block =>
  only("pages", { kind: "table", caption, columns, rows: rows.map((cells) => ({ cells })) });
