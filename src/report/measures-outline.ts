/** The measures of a report, each under the name that docs/measures.md defines it by. */
import {
  type Block,
  type Column,
  data,
  facts,
  line,
  type Outline,
  only,
  type Row,
  type Series,
  section,
  shortNumber,
} from "../text/outline/outline.js";
import { count, figure, figureCell, figureText, isEmpty, words } from "./figure-text.js";
import { numbers, pageTable, texts } from "./page-table.js";
import { wilson } from "./policy/figure.js";
import type { Figure, Report, SurvivalStep } from "./report-schemas.js";
import { promotion, rulesShown } from "./rules-outline.js";

/** The counts of a whole with the figure that leads; a page has them as facts. */
function bar(counts: Readonly<Record<string, number>>, name: string, of: Figure): Outline {
  const parts = Object.entries(counts);
  const says = isEmpty(of) ? {} : { says: `${name} ${figureText(of)}` };
  return parts.every(([, many]) => many === 0) ? [] : [only("lines", { kind: "bar", label: "", parts, ...says })];
}

const keyedTable = (by: string, rows: Report["retention"]["by_source"]): Block =>
  pageTable(
    `Corrections by ${by}`,
    [{ name: by }, ...numbers("held", "failed", "unknown", "open", "share held")],
    rows.map(({ key, held, failed, unknown, open, share }) => [
      ...[data(key), ...texts(held, failed, unknown, open), figureCell(share)],
    ]),
  );

function retention({ retention: measured }: Report): Outline {
  const { share, held, failed, unknown, open, entries, repeats, first_repeat: first } = measured;
  return [
    ...bar({ held, failed, unknown, open }, "held", share),
    facts([
      ...figure("Corrections that held", share),
      ...count("Failed", failed, share.others),
      ...count("Still open", open, entries.open),
      ...count("Ended without an answer", unknown, entries.unknown),
      ...figure("Repeats per lesson", repeats, { line: "said again" }),
      ...first.kept.flatMap(({ day, figure: kept }) =>
        figure(`Not said again within ${day} days`, kept, day === 30 ? { line: "not within 30 days" } : {}),
      ),
    ]),
    keyedTable("source", measured.by_source),
    keyedTable("stakes", measured.by_stakes),
    keyedTable("age", measured.by_age),
    ...survival(measured),
  ];
}

/** A lesson nobody repeated counts as long as it is known: days without a figure are not drawn. */
function survival({ first_repeat: { curve, kept, n, repeated } }: Report["retention"]): Outline {
  const [first] = curve;
  const last = curve.at(-1);
  if (first === undefined || last === undefined) return [];
  const [low, high] = wilson(first.at_risk, first.at_risk);
  const begin: SurvivalStep = { ...first, day: 0, repeated: 0, kept: 1, low, high };
  const until = Math.max(0, ...kept.flatMap((one) => (one.figure.value === null ? [] : [one.day])));
  const steps = [begin, ...curve, ...(until > last.day ? [{ ...last, day: until, repeated: 0 }] : [])];
  const of = (name: string, ofStep: (step: SurvivalStep) => number, drawn: Partial<Series> = {}): Series => ({
    ...{ name, values: steps.map(ofStep), ...drawn },
  });
  return [
    only("html", {
      kind: "plot",
      title: "Lessons not said again",
      about: `The share left after so many days (Kaplan and Meier), with its 95 % band: ${n} lessons, ${repeated} said again.`,
      over: "day",
      places: steps.map(({ day }) => shortNumber(day)),
      series: [
        of("at risk", (step) => step.at_risk),
        of("repeated", (step) => step.repeated),
        of("left", (step) => step.kept, { as: "good", percent: true }),
        of("from", (step) => step.low, { as: "band", percent: true }),
        of("to", (step) => step.high, { as: "band", percent: true }),
      ],
      shape: "steps",
    }),
  ];
}

function outcomeLoop({ outcome_loop: loop }: Report): Outline {
  const { validated, mixed, invalidated, inconclusive, score, with_earlier: later, without_earlier: first } = loop;
  const known = isEmpty(later.validated) ? "validated, no outcome on the subject known" : "none known";
  return [
    ...bar({ validated, invalidated, mixed, inconclusive }, "score", score),
    facts(
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

function calibration({ calibration: { table: levels, low, edits } }: Report): Outline {
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
  const drawn: readonly Series[] = [
    { name: "validated, held", as: "good", values: levels.map(({ validated, held }) => validated + held) },
    { name: "mixed", as: "mixed", values: levels.map(({ mixed }) => mixed) },
    { name: "inconclusive", as: "none", values: levels.map(({ inconclusive }) => inconclusive) },
    { name: "invalidated, failed", as: "bad", values: levels.map(({ invalidated, failed }) => invalidated + failed) },
  ];
  return [
    only("lines", { kind: "table", bare: true, columns, rows }),
    facts([
      ...figure("Rated low", low, { line: "rated low", screen: false }),
      ...count("Raised later", edits.raised.count, edits.raised.entries, { line: "raised later", screen: false }),
      ...count("Lowered later", edits.lowered.count, edits.lowered.entries, { line: "lowered later", screen: false }),
    ]),
    pageTable(
      "What went wrong, by rated stakes",
      [
        { name: "rated" },
        ...numbers("entries", "validated", "mixed", "invalidated", "held", "failed", "went wrong", "score"),
      ],
      levels
        .filter(({ entries }) => entries > 0)
        .map(({ stakes, wrong, score, ...row }) => [
          ...[stakes, ...texts(row.entries, row.validated, row.mixed, row.invalidated, row.held, row.failed)],
          ...[figureCell(wrong), figureCell(score)],
        ]),
    ),
    ...(judged.length === 0
      ? []
      : [
          only("html", {
            kind: "plot",
            title: "Stakes as rated, and how it turned out",
            about: "Verdicts of outcomes and answers to corrections, by rated level.",
            over: "rated",
            places: levels.map(({ stakes }) => stakes),
            series: drawn,
            shape: "rows",
          }),
        ]),
  ];
}

const evolution = ({ evolution: { threads, length, pace, by_others, converging } }: Report): Outline => [
  facts([
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
  facts(
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
    facts([
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

function editing({ editing: { now, before, less } }: Report): Outline {
  const change = `${Math.round(Math.abs(less ?? 0) * 100)} % ${(less ?? 0) < 0 ? "more" : "less"}`;
  return [
    facts([
      ...figure("Share of a draft changed, now", now, { line: "changed of a draft" }),
      ...figure("In the period before", before, { line: "before" }),
      ...words(less !== null && change),
    ]),
    ...(less === null ? [] : [only("pages", line(`Drafts need ${change} editing.`))]),
  ];
}

const questions = ({ questions: { asked, answered, open, expired, days } }: Report): Outline => [
  facts([
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
