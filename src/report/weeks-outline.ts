/** The weeks of a report: their course on lines, a table in Markdown, plots in HTML. */
import { type Outline, only, type Series } from "../text/outline/outline.js";
import { numbers } from "./figure-text.js";
import type { Report, Week } from "./report-schemas.js";

/** The newest weeks, as many as two series of have room beside each other. */
const MOST_WEEKS = 16;

const series = (name: string, all: readonly Week[], of: (week: Week) => number | null): Series => ({
  name,
  values: all.map(of),
});

export function weeks({ weeks: all }: Report): Outline {
  const newest = all.slice(-MOST_WEEKS);
  const title = `${newest.length} weeks from ${newest[0]?.week}`;
  const drawn: readonly Series[] = [
    series("learned", newest, ({ corrections, insights }) => corrections + insights),
    series("held", newest, ({ held }) => held),
    series("repeats", newest, ({ repeats }) => repeats),
    { ...series("score", newest, ({ score }) => score), most: 10 },
  ];
  const places = newest.map(({ week }) => week);
  const cells = (one: Week) => [
    ...[one.corrections, one.insights, one.held, one.failed, one.repeats, one.outcomes].map(String),
    ...[one.score === null ? "" : String(one.score), String(one.promoted)],
  ];
  return [
    ...(all.length < 2 ? [] : [only("lines", { kind: "plot", title, over: "week", places, series: drawn })]),
    only("markdown", {
      kind: "table",
      columns: [
        { name: "Week" },
        ...numbers("Corrections", "Insights", "Held", "Failed", "Said again", "Outcomes", "Score", "Rules"),
      ],
      rows: all.toReversed().map((one) => ({ cells: [one.week, ...cells(one)] })),
    }),
    ...weekPlots(all),
  ];
}

/** Only what something is known of is drawn. */
function weekPlots(all: readonly Week[]): Outline {
  const plot = (title: string, about: string, ...drawn: readonly Series[]): Outline =>
    drawn.every(({ as, values }) => as === undefined || values.every((value) => !value))
      ? []
      : [{ kind: "plot", title, about, over: "week of", places: all.map(({ week }) => week), series: drawn }];
  const drawn = [
    ...plot(
      "Corrections: held, failed, said again",
      "By week, as the answers came.",
      { ...series("held", all, ({ held }) => held), as: "good" },
      { ...series("failed", all, ({ failed }) => failed), as: "bad" },
      { ...series("said again", all, ({ repeats }) => repeats), as: "ink", line: true },
    ),
    ...plot(
      "Scores of outcomes",
      "Mean of each week with five scores or more, 0 to 10.",
      { ...series("mean score", all, ({ score }) => score), as: "good", line: true, most: 10 },
      series("outcomes", all, ({ outcomes }) => outcomes),
    ),
    ...plot(
      "Verdicts",
      "Outcomes by week.",
      { ...series("validated", all, ({ validated }) => validated), as: "good" },
      { ...series("mixed", all, ({ mixed }) => mixed), as: "mixed" },
      { ...series("inconclusive", all, ({ inconclusive }) => inconclusive), as: "none" },
      { ...series("invalidated", all, ({ invalidated }) => invalidated), as: "bad" },
    ),
  ];
  return drawn.length === 0 ? [] : [only("html", ...drawn)];
}
