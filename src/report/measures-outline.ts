/** The measures of a report, each under the name that docs/measures.md defines it by. */
import { type Block, type Column, data, line, type Outline, only, type Row, section } from "../text/outline/outline.js";
import { count, figure, figureCell, figureText, isEmpty, measured, numbers, pageTable, words } from "./figure-text.js";
import type { Figure, Report } from "./report-schemas.js";
import { promotion, rulesShown } from "./rules-outline.js";

/** The counts of a whole with the figure that leads, drawn where there is one; a page has them as facts. */
function bar(counts: Readonly<Record<string, number>>, name: string, of: Figure): Outline {
  const parts = Object.entries(counts);
  if (parts.every(([, many]) => many === 0)) return [];
  if (of.value !== null) return [only("lines", { kind: "bar", label: "", parts, says: `${name} ${figureText(of)}` })];
  const said = parts.map(([part, many]) => `${many} ${part}`).join(", ");
  return [only("lines", measured([...figure(name, of, { line: name }), ...words(said)]))];
}

const keyedTable = (by: string, rows: Report["retention"]["by_source"]): Block =>
  pageTable(
    `Corrections by ${by}`,
    [{ name: by }, ...numbers("held", "failed", "unknown", "open", "share held")],
    rows.map(({ key, held, failed, unknown, open, share }) => [
      ...[data(key), ...[held, failed, unknown, open].map(String), figureCell(share)],
    ]),
  );

function retention({ retention: all }: Report): Outline {
  const { share, held, failed, unknown, open, entries, repeats, first_repeat: first } = all;
  return [
    ...bar({ held, failed, unknown, open }, "held", share),
    measured([
      ...figure("Corrections that held", share),
      ...count("Failed", failed, share.others),
      ...count("Still open", open, entries.open),
      ...count("Ended without an answer", unknown, entries.unknown),
      ...figure("Repeats per lesson", repeats, { line: "said again" }),
      ...first.kept.flatMap(({ day, figure: kept }) =>
        figure(`Not said again within ${day} days`, kept, day === 30 ? { line: "not within 30 days" } : {}),
      ),
    ]),
    keyedTable("source", all.by_source),
    keyedTable("stakes", all.by_stakes),
    keyedTable("age", all.by_age),
  ];
}

function outcomeLoop({ outcome_loop: loop }: Report): Outline {
  const { validated, mixed, invalidated, inconclusive, score, with_earlier: later, without_earlier: first } = loop;
  const known = isEmpty(later.validated) ? "validated, no outcome on the subject known" : "none known";
  return [
    ...bar({ validated, invalidated, mixed, inconclusive }, "score", score),
    measured(
      [
        ...figure("Entries with an answer", loop.answered, { line: "answered" }),
        ...figure("Answered, of those asked about", loop.asked, { line: "when asked" }),
        ...count("Outcomes", loop.outcomes),
        ...count("Validated", validated),
        ...count("Mixed", mixed),
        ...count("Invalidated", invalidated),
        ...count("Inconclusive", inconclusive),
        ...figure("Score", score),
      ],
      [
        ...figure("Validated, with an earlier outcome known", later.validated, {
          ...{ line: "validated, outcome on the subject known", screen: false },
        }),
        ...figure("Score, with an earlier outcome known", later.score),
        ...figure("Validated, no earlier outcome known", first.validated, { line: known, screen: false }),
        ...figure("Score, no earlier outcome known", first.score),
      ],
    ),
  ];
}

function calibration({ calibration: { table: levels, low } }: Report): Outline {
  const judged = levels.filter(({ wrong }) => !isEmpty(wrong));
  const rows = judged.map(({ stakes, wrong }): Row => {
    const cells = [stakes, String(wrong.value ?? 0), `went wrong ${figureText(wrong)}`];
    return wrong.value === null ? { cells, only: "pipe" } : { cells };
  });
  const columns: Column[] = [
    { name: "" },
    { name: "", kind: "bar", only: "screen", drop: 1 },
    { name: "", kind: "text" },
  ];
  return [
    only("lines", { kind: "table", bare: true, columns, rows }),
    measured([...figure("Rated low", low, { line: "rated low", screen: false })]),
    pageTable(
      "What went wrong, by rated stakes",
      [
        { name: "rated" },
        ...numbers("entries", "validated", "mixed", "invalidated", "held", "failed", "went wrong", "score"),
      ],
      levels
        .filter(({ entries }) => entries > 0)
        .map(({ stakes, wrong, score, ...row }) => [
          ...[stakes, ...[row.entries, row.validated, row.mixed, row.invalidated, row.held, row.failed].map(String)],
          ...[figureCell(wrong), figureCell(score)],
        ]),
    ),
  ];
}

const evolution = ({ evolution: { threads, length, pace, by_others, converging } }: Report): Outline => [
  measured([
    ...count("Insights that grew", threads.count, threads.entries, {
      line: threads.count === 1 ? "insight grew" : "insights grew",
    }),
    ...figure("Length: wordings of each", length, { line: "length" }),
    ...figure("Pace: from one wording to the next", pace, { line: "pace", screen: false }),
    ...figure("Items by another agent", by_others, { line: "by others" }),
    ...figure("Came to a known claim alone", converging, { line: "converging", screen: false }),
  ]),
];

const acrossAgents = ({ across_agents: { lag, learned, arrivals, hub } }: Report): Outline => [
  measured(
    [
      ...figure("A second agent comes to a claim after", lag, { line: "a second one after" }),
      ...figure("It had been shown the first", learned, { line: "learned" }),
    ],
    [
      ...figure("In the hub after", hub?.lag, { line: "in the hub after" }),
      ...figure("Shown the first there", hub?.learned, { line: "learned there", screen: false }),
    ],
  ),
  pageTable(
    "Claims that two agents came to",
    [{ name: "claim", kind: "id" }, { name: "first" }, { name: "second" }, ...numbers("days"), { name: "how" }],
    arrivals.map(({ id, first, second, at, again_at, lag_days, how }) => [
      data(id),
      [data(first), `, ${at.slice(0, 10)}`],
      [data(second), `, ${again_at.slice(0, 10)}`],
      ...[String(lag_days), how],
    ]),
  ),
];

function noise({ noise: { share, logged, skipped, restated, evolved, stored }, searches }: Report): Outline {
  const parts = Object.entries({ logged, skipped, restated }).filter(([, many]) => many > 0);
  return [
    measured([
      ...figure("Taught nothing, of what was offered", share, { line: "taught nothing" }),
      ...words(parts.map(([name, many]) => `${many} ${name}`).join(", ")),
      ...count("Logged: nothing at risk", logged),
      ...count("Skipped: known in the same words", skipped),
      ...count("Restated: no evidence added", restated),
      ...count("Evolved: something added", evolved),
      ...count("Stored as new", stored),
      ...figure("Searches that found nothing", searches && { ...searches, entries: [], others: [] }),
    ]),
  ];
}

function editing({ at, editing: { now, before, less, from, before_from } }: Report): Outline {
  const [end, start, earlier] = [at, from, before_from].map((moment) => moment.slice(0, 10));
  const [period, periodBefore] = [`${start} to ${end}`, `${earlier} to ${start}`];
  const change = less !== null && `${Math.round(Math.abs(less) * 100)} % ${less < 0 ? "more" : "less"}`;
  return [
    measured(
      [
        ...figure(`Share of a draft changed, ${period}`, now, { line: "changed of a draft" }),
        ...figure(`Share of a draft changed, ${periodBefore}`, before, { line: "before" }),
      ],
      words(change && `${change}, ${period} against ${periodBefore}`),
    ),
    ...(change
      ? [only("pages", line(`Drafts of ${period} needed ${change} editing than those of ${periodBefore}.`))]
      : []),
  ];
}

const questions = ({ questions: { asked, answered, open, expired, days } }: Report): Outline => [
  measured([
    ...count("Asked", asked),
    ...figure("Answered", answered, { line: "answered" }),
    ...figure("Days to an answer", days, { line: "after" }),
    ...count("Open", open, [], { line: "open" }),
    ...count("Expired", expired, [], { line: "expired" }),
  ]),
];

/** Those that lead have their lines in a report of rows too. */
export const leading = (report: Report): Outline => [
  section("Retention", "retention", ...retention(report)),
  section("Outcome loop", "outcomes", ...outcomeLoop(report)),
];

export const others = (report: Report): Outline => [
  section("Calibration of stakes", "stakes", ...calibration(report)),
  section("Evolution", "evolution", ...evolution(report)),
  section("Across agents", "agents", ...acrossAgents(report)),
  section("Promotion", "promotion", ...promotion(report)),
  section("Rules that were shown", "rules", ...rulesShown(report)),
  section("Noise", "noise", ...noise(report)),
  section("Editing", "editing", ...editing(report)),
  section("Questions", "questions", ...questions(report)),
];
