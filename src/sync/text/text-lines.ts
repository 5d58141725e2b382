/** Lines that the texts of sync share. What others wrote is printed as data. */
import { labelled, wrap } from "../../text/columns.js";
import { counted, type Paint, printable } from "../../text/paint.js";
import { beginningOf, oneLine } from "../../text/shorten.js";
import type { ConvergenceCounts, RefusedRow, SyncState } from "../sync-schemas.js";

/** The longest piece of a foreign text that is printed. */
const LONGEST = 200;

export const printableText = (text: string): string => printable(oneLine(beginningOf(text, LONGEST)));
export const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line.trimEnd()}\n`).join("");
export const sentences = (paint: Paint, ...texts: string[]): string[] =>
  texts.flatMap((text) => wrap(text, paint.width));
export const nextLine = (next: string | undefined, paint: Paint): string[] =>
  next === undefined ? [] : sentences(paint, `${paint.faint("Next:")} ${printableText(next)}`);

/** Parts that count something. */
export const some = (...parts: [count: number, text: string][]): string =>
  parts.flatMap(([count, text]) => (count === 0 ? [] : [text])).join(", ");

type HubNamed = NonNullable<SyncState["hub"]>;

export function hubText({ name, engine, id }: HubNamed): string {
  const kind = engine === "embedded" ? "in a folder" : "on a server";
  return name === undefined ? `${id} (${kind})` : `${printableText(name)} (${kind})`;
}

const MOST_REFUSED = 5;

export function refusedLines(refusedRows: readonly RefusedRow[], paint: Paint): string[] {
  if (refusedRows.length === 0) return [];
  const rows = refusedRows
    .slice(-MOST_REFUSED)
    .flatMap(({ agent, number, because }) =>
      labelled("", `${printableText(agent)} ${number}: ${printableText(because)}`, paint),
    );
  const [more, shown] = [refusedRows.length - MOST_REFUSED, paint.warn(counted(refusedRows.length, "row"))];
  return [...labelled("refused", more > 0 ? `${shown}, the last of them` : shown, paint), ...rows];
}

/** How agents came to the same claims; no median of a handful. */
export function claimsLines(
  { claims, learned, independent, contested, lag_days: lag }: ConvergenceCounts,
  paint: Paint,
): string[] {
  if (claims === 0) return [];
  const against = contested === 0 ? "" : `, ${contested} of them contradicted`;
  const median = lag.median === null ? "" : `; half within ${counted(lag.median, "day")}`;
  const spread = some(
    [lag.same_day, `${lag.same_day} within a day`],
    [lag.week, `${lag.week} within a week`],
    [lag.month, `${lag.month} within a month`],
    [lag.later, `${lag.later} later`],
  );
  return [
    ...labelled("claims", `${claims} that two agents or more came to${against}`, paint),
    ...labelled("", `${learned} learned, ${independent} independent`, paint),
    ...(lag.n === 0 ? [] : labelled("", `after the first: ${spread}${median} (n = ${lag.n})`, paint)),
  ];
}
