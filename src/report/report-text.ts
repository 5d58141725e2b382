/** `tenet report` on a terminal, in thirty lines: what was learned, whether it stuck, and the trend. */
import { indented, wrap } from "../text/columns.js";
import { type Paint, printable } from "../text/paint.js";
import { entriesText } from "./figure-text.js";
import type { Report } from "./report-schemas.js";
import { rowsTable } from "./rows-text.js";
import { cells, draw, fitted, type Section } from "./text-lines.js";
import { printableText } from "./text-lists.js";
import { sectionsOf } from "./text-sections.js";

/** So many lines at 80 columns; in a pipe nobody counts them. */
const MOST_LINES = 30;

/** One screen, one section a subject; subjects of which nothing was counted are left out. */
export function reportText(report: Report, paint: Paint): string {
  const sections = sectionsOf(report, paint);
  const waits = sections.filter(({ label }) => label === "waits");
  const head = headLine(report, paint);
  if (sections.length === waits.length) return linesOf([...head, ...emptyLines(report, paint), ...draw(waits, paint)]);
  const table = report.by === undefined ? [] : ["", ...rowsTable(report.by, paint)];
  const askedSections = report.by === undefined ? sections : sections.filter(({ rank }) => rank === 0);
  const room = MOST_LINES - head.length - table.length - 1;
  const whole = paint.terminal ? fitted(askedSections, room, paint) : askedSections;
  const keptSections = whole.length === askedSections.length ? whole : fitted(askedSections, room - 1, paint);
  const without = askedSections
    .map(({ label }) => label)
    .filter((label) => !keptSections.some((one) => one.label === label));
  return linesOf([...head, ...draw(keptSections, paint), ...table, ...draw([restOf(without)], paint)]);
}

const MOST_NAMED = 4;

/** The last lines: where the full report is, and which sections were left out. */
function restOf(without: readonly string[]): Section {
  const more = without.length - MOST_NAMED;
  const names = [...without.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const rest = cells("all of it: --json, --md, --html FILE", "meaning: docs/measures.md");
  return { label: "more", rank: 0, lines: [...cells(names !== "" && `left out here: ${names}`), ...rest] };
}

const linesOf = (lines: readonly string[]): string => lines.map((one) => `${one.trimEnd()}\n`).join("");

/** From when to when, and of how much. */
function headLine(report: Report, paint: Paint): string[] {
  const { at, since, commit } = report;
  const to = at.slice(0, 10);
  const when = since === undefined ? `up to ${to}` : `${since.slice(0, 10)} to ${to}`;
  const where = commit === undefined ? [] : [`at ${printable(commit).slice(0, 10)}`];
  const lines = cells([when, ...where, entriesText(report)].join(", "));
  return [...draw([{ label: "report", rank: 0, lines }], paint), ""];
}

/** Nothing was counted: why, and how it begins. */
function emptyLines({ entries, glance }: Report, paint: Paint): string[] {
  if (entries > 0) return glance.slice(0, 10).flatMap((sentence) => wrap(printableText(sentence), paint.width));
  return [
    ...wrap("Nothing is known yet. Two ways to begin:", paint.width),
    ...step('tenet correct "..."', "say what your agent should do differently from now on", paint),
    ...step("tenet harvest", "what you keep telling your agents, out of their transcripts", paint),
  ];
}

const STEP = 23;

function step(command: string, why: string, paint: Paint): string[] {
  if (paint.width < 2 * STEP) return [`  ${paint.accent(command)}`, ...indented(why, 4, paint)];
  const [first = "", ...rest] = indented(why, STEP, paint);
  return [`  ${paint.accent(command.padEnd(STEP - 2))}${first.trimStart()}`, ...rest];
}
