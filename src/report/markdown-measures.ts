/** The measures of a report as tables of Markdown. */

import { idsText, quoted, section, table } from "../text/inert-markdown.js";
import { figureText, isEmpty } from "./figure-text.js";
import type { Figure, Report } from "./report-schemas.js";

const HEADINGS = ["Measure", "Figure", "Entries"] as const;

export type FigureRow = [what: string, figure: Figure | undefined];
export type CountRow = [what: string, count: number, entries: readonly string[]];

const isFigure = (row: FigureRow | CountRow): row is FigureRow => typeof row[1] !== "number";

/** One row for each figure or count; uncounted ones have none. */
export function figures(...rows: (FigureRow | CountRow)[]): string[] {
  const tableRows = rows.flatMap((row) => {
    if (!isFigure(row)) return row[1] === 0 ? [] : [[row[0], String(row[1]), idsText(row[2])]];
    const [what, figure] = row;
    return figure === undefined || isEmpty(figure) ? [] : [[what, figureText(figure), idsText(figure.entries)]];
  });
  return table(HEADINGS, tableRows);
}

export function retentionSection({ retention }: Report): string[] {
  const { share, failed, unknown, open, entries, repeats, first_repeat } = retention;
  const groups = (heading: string, rows: typeof retention.by_source) =>
    table(
      [heading, "Held", "Failed", "Unknown", "Open", "Share"],
      rows.map(({ key, ...row }) => [quoted(key), row.held, row.failed, row.unknown, row.open, figureText(row.share)]),
    );
  return section(
    "Retention",
    figures(
      ["held", share],
      ["failed", failed, share.others ?? []],
      ["unknown", unknown, entries.unknown],
      ["open", open, entries.open],
      ["said again", repeats],
      ...first_repeat.kept.map(({ day, figure }): FigureRow => [`not said again within ${day} days`, figure]),
    ),
    groups("Source", retention.by_source),
    groups("Stakes", retention.by_stakes),
    groups("Age", retention.by_age),
  );
}

export const evolutionSection = ({ evolution }: Report): string[] =>
  section(
    "Evolution",
    figures(
      ["insights that grew", evolution.threads.count, evolution.threads.entries],
      ["length", evolution.length],
      ["pace", evolution.pace],
      ["items by another agent", evolution.by_others],
      ["came to a known claim by itself", evolution.converging],
    ),
  );

export function outcomeSection({ outcome_loop }: Report): string[] {
  const { with_earlier, without_earlier, outcomes, ...loop } = outcome_loop;
  const verdicts = [["validated", "mixed", "invalidated", "inconclusive"] as const];
  return section(
    "Outcome loop",
    figures(
      ["answered", loop.answered],
      ["answered when asked", loop.asked],
      ["score", loop.score],
      ["validated where an earlier outcome was known", with_earlier.validated],
      ["score where one was known", with_earlier.score],
      ["validated where none was", without_earlier.validated],
      ["score where none was", without_earlier.score],
    ),
    outcomes === 0
      ? []
      : table(
          ["Outcomes", "Validated", "Mixed", "Invalidated", "Inconclusive"],
          verdicts.map((row) => [outcomes, ...row.map((verdict) => loop[verdict])]),
        ),
  );
}

export function calibrationSection({ calibration: { table: rows, low, edits } }: Report): string[] {
  const rated = rows.filter(({ entries }) => entries > 0);
  return section(
    "Calibration of stakes",
    table(
      ["Rated", "Entries", "Validated", "Mixed", "Invalidated", "Held", "Failed", "Went wrong", "Score"],
      rated.map(({ stakes, wrong, score, ...row }) => [
        ...[stakes, row.entries, row.validated, row.mixed, row.invalidated, row.held, row.failed],
        ...[figureText(wrong), figureText(score)],
      ]),
    ),
    figures(
      ["rated low", low],
      ["raised later", edits.raised.count, edits.raised.entries],
      ["lowered later", edits.lowered.count, edits.lowered.entries],
    ),
  );
}
