/** The measures of a report, each under the name that docs/measures.md defines it by. */
import { type Column, data, type Outline, only, type Row, section } from "../text/outline/outline.js";
import { count, figure, figureCell, figureText, isEmpty, measured, numbers, pageTable, words } from "./figure-text.js";
import type { Figure, Report } from "./report-schemas.js";

/** The counts of a whole with the figure that leads, drawn where there is one; a page has them as facts. */
function bar(counts: Readonly<Record<string, number>>, name: string, of: Figure): Outline {
  const parts = Object.entries(counts);
  if (parts.every(([, many]) => many === 0)) return [];
  if (of.value !== null) return [only("lines", { kind: "bar", label: "", parts, says: `${name} ${figureText(of)}` })];
  const said = parts.map(([part, many]) => `${many} ${part}`).join(", ");
  return [only("lines", measured([...figure(name, of, { line: name }), ...words(said)]))];
}

function retention({ retention: all }: Report): Outline {
  const { share, held, failed, unknown, open, entries, repeats, kept_30_days: kept } = all;
  return [
    ...bar({ held, failed, unknown, open }, "held", share),
    measured([
      ...figure("Corrections that held", share),
      ...count("Failed", failed, share.others),
      ...count("Still open", open, entries.open),
      ...count("Ended without an answer", unknown, entries.unknown),
      ...figure("Repeats per lesson", repeats, { line: "said again" }),
      ...figure("Not said again within 30 days", kept, { line: "not within 30 days" }),
    ]),
  ];
}

function outcomeLoop({ outcome_loop: loop }: Report): Outline {
  const { validated, mixed, invalidated, inconclusive, score } = loop;
  return [
    ...bar({ validated, invalidated, mixed, inconclusive }, "score", score),
    measured([
      ...figure("Entries with an answer", loop.answered, { line: "answered" }),
      ...count("Outcomes", loop.outcomes),
      ...count("Validated", validated),
      ...count("Mixed", mixed),
      ...count("Invalidated", invalidated),
      ...count("Inconclusive", inconclusive),
      ...figure("Score", score),
    ]),
  ];
}

const promotion = ({ promotion: all }: Report): Outline => [
  measured([
    ...count("Qualified", all.qualified.count, all.qualified.entries),
    ...figure("Promoted, of those that qualify", all.promoted, { line: "promoted" }),
    ...figure("Time to rule", all.time_to_rule, { line: "after" }),
    ...count("Evicted", all.evicted.count, all.evicted.entries, { line: "evicted" }),
    ...count("Taken back", all.taken_back.count, all.taken_back.entries, { line: "taken back" }),
    ...count("In force", all.in_force),
  ]),
];

function calibration({ calibration: { table: levels } }: Report): Outline {
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

const evolution = ({ evolution: { threads, length, by_others, converging } }: Report): Outline => [
  measured([
    ...count("Insights that grew", threads.count, threads.entries, {
      line: threads.count === 1 ? "insight grew" : "insights grew",
    }),
    ...figure("Length: wordings of each", length, { line: "length" }),
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

const editing = ({ at, editing: { now, before, from, before_from } }: Report): Outline => {
  const [end, start, earlier] = [at, from, before_from].map((moment) => moment.slice(0, 10));
  return [
    measured([
      ...figure(`Share of a draft changed, ${start} to ${end}`, now, { line: "changed of a draft" }),
      ...figure(`Share of a draft changed, ${earlier} to ${start}`, before, { line: "before" }),
    ]),
  ];
};

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
  section("Editing", "editing", ...editing(report)),
];
