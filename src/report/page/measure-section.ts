/** The measures, each under the name that docs/measures.md defines it by. */
import { valueText } from "../figure-text.js";
import type { Arrival, Report } from "../report-schemas.js";
import { bidiText, html, type Markup } from "./html.js";
import { cells, countRow, day, figureCell, figureList, figureRow, section, table } from "./parts.js";

export const measureSection = (report: Report): Markup =>
  section(
    "measures",
    "The measures",
    retention(report),
    evolution(report),
    outcomeLoop(report),
    calibration(report),
    acrossAgents(report),
    noiseAndEditing(report),
    questions(report),
  );

/** A table beside figures that say by themselves where there is nothing. */
const tableOf: typeof table = (caption, columns, rows, cellsOf) =>
  rows.length === 0 ? html`` : table(caption, columns, rows, cellsOf);

type Keyed = Report["retention"]["by_source"];

const keyedTable = (by: string, rows: Keyed): Markup =>
  tableOf(
    `Corrections by ${by}`,
    [
      { name: by },
      ...["held", "failed", "unknown", "open", "share held"].map((name) => ({ name, kind: "number" as const })),
    ],
    rows,
    ({ key, held, failed, unknown, open, share }) => [
      bidiText(key, 60),
      ...cells(held, failed, unknown, open),
      figureCell(share),
    ],
  );

function retention({
  retention: { share, unknown, open, entries, repeats, first_repeat: first, ...by },
}: Report): Markup {
  const keptRows = first.kept.map(({ day: days, figure }) =>
    figureRow(`Not said again after ${days} days`, figure, false),
  );
  return html`<h3>Retention</h3>${figureList(
    figureRow("Corrections that held", share),
    countRow("Still open", open, entries.open),
    countRow("Ended without an answer", unknown, entries.unknown),
    figureRow("Repeats per lesson", repeats),
    ...keptRows,
  )}${keyedTable("source", by.by_source)}${keyedTable("stakes", by.by_stakes)}${keyedTable("age", by.by_age)}`;
}

const evolution = ({ evolution: { threads, length, pace, by_others, converging } }: Report): Markup =>
  html`<h3>Evolution</h3>${figureList(
    countRow("Insights that grew", threads.count, threads.entries),
    figureRow("Length: wordings of each", length),
    figureRow("Pace: from one wording to the next", pace),
    figureRow("Items by others", by_others),
    ...(converging === undefined ? [] : [figureRow("Converging", converging)]),
  )}`;

const outcomeLoop = ({ outcome_loop: loop }: Report): Markup =>
  html`<h3>Outcome loop</h3>${figureList(
    figureRow("Entries with an answer", loop.answered),
    ...(loop.asked === undefined ? [] : [figureRow("Answered, of those asked about", loop.asked)]),
    countRow("Outcomes", loop.outcomes),
    figureRow("Score", loop.score),
    figureRow("Validated, with an earlier outcome known", loop.with_earlier.validated),
    figureRow("Score, with an earlier outcome known", loop.with_earlier.score),
    figureRow("Validated, no earlier outcome known", loop.without_earlier.validated),
    figureRow("Score, no earlier outcome known", loop.without_earlier.score),
  )}`;

function calibration({ calibration: { table: levels, low, edits } }: Report): Markup {
  const columns = [
    { name: "rated" },
    ...["entries", "went wrong", "score"].map((name) => ({ name, kind: "number" as const })),
  ];
  const cellsOf = ({ stakes, entries, wrong, score }: (typeof levels)[number]) => [
    html`${stakes}`,
    html`${entries}`,
    figureCell(wrong),
    figureCell(score),
  ];
  return html`<h3>Calibration of stakes</h3>${figureList(
    figureRow("Rated low", low),
    countRow("Ratings raised later", edits.raised.count, edits.raised.entries),
    countRow("Ratings lowered later", edits.lowered.count, edits.lowered.entries),
  )}${table("What went wrong, by rated stakes", columns, levels, cellsOf)}`;
}

function acrossAgents({ across_agents: { lag, learned, arrivals, hub } }: Report): Markup {
  const columns = [
    { name: "claim", kind: "id" as const },
    { name: "first" },
    { name: "second" },
    { name: "days", kind: "number" as const },
    { name: "how" },
  ];
  const cellsOf = (one: Arrival) => [
    bidiText(one.id, 40),
    html`${bidiText(one.first, 40)}, ${day(one.at)}`,
    html`${bidiText(one.second, 40)}, ${day(one.again_at)}`,
    html`${one.lag_days}`,
    html`${one.how}`,
  ];
  return html`<h3>Across agents</h3>${figureList(
    figureRow("Lag", lag),
    ...(learned === undefined ? [] : [figureRow("Learned from the first", learned)]),
    ...(hub === undefined ? [] : [figureRow("Lag in the hub", hub.lag), figureRow("Learned there", hub.learned)]),
  )}${tableOf("Claims that two agents came to", columns, arrivals, cellsOf)}`;
}

function noiseAndEditing({ noise, editing, searches }: Report): Markup {
  const { less } = editing;
  const change =
    less === null
      ? "No comparison: one of the two periods has no figure."
      : `Drafts need ${Math.round(Math.abs(less) * 100)} % ${less < 0 ? "more" : "less"} editing: ${valueText(editing.now)} now, ${valueText(editing.before)} before.`;
  return html`<h3>Noise</h3>${figureList(
    figureRow("Taught nothing, of what was offered", noise.share),
    countRow("Logged: nothing at risk", noise.logged),
    countRow("Skipped: known in the same words", noise.skipped),
    countRow("Restated: no evidence added", noise.restated),
    countRow("Evolved: something added", noise.evolved),
    countRow("Stored as new", noise.stored),
    ...(searches === undefined ? [] : [figureRow("Searches that found nothing", searches, false)]),
  )}<h3>Editing</h3><p>${change}</p>${figureList(
    figureRow("Share of a draft changed, now", editing.now),
    figureRow("In the period before", editing.before),
  )}`;
}

const questions = ({ questions: { asked, answered, open, expired, days } }: Report): Markup =>
  html`<h3>Questions</h3>${figureList(
    countRow("Asked", asked),
    figureRow("Answered", answered),
    countRow("Open", open),
    countRow("Expired", expired),
    figureRow("Days to an answer", days),
  )}`;
