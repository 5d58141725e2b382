/**
 * What a report has to say after the ninety days of the season, counted by hand from its plan. Day 1 is 1 March 2026; all
 * happens at nine, and the report is made on day 90 at six in the evening.
 */
import type { Figure, Report } from "../../src/report/report-schemas.js";
import type { DraftEvent } from "./season.js";

/** What is counted, what the report says of it, what it has to be, and why. */
type Counted = readonly [what: string, told: unknown, counted: unknown, because: string];

const parts = ({ numerator = 0, denominator = 0, value }: Figure) => [numerator, denominator, value];

/** `drafts`: those of the last thirty days and of the thirty before, that are about no contact and were sent. */
export function countedByHand(told: Report, drafts: Record<"now" | "before", readonly DraftEvent[]>): Counted[] {
  const { retention, outcome_loop, promotion, editing } = told;
  const [now, before] = [medianRatio(drafts.now), medianRatio(drafts.before)];
  return [
    [
      "entries",
      told.entries,
      235,
      "140 drafts (200 but 50 of contacts, 10 said twice), 20 questions, 10 answers, 10 and 3 decisions, 48 insights, 4 lessons",
    ],
    [
      "corrections",
      [retention.share.n, retention.repeats.n],
      [0, 0],
      "what the edits amount to is offered, and nobody says it",
    ],
    [
      "threads",
      [told.evolution.threads.count, told.evolution.by_others.n],
      [0, 0],
      "every night teaches something else",
    ],
    [
      "answered",
      parts(outcome_loop.answered),
      [0, 47, 0],
      "48 insights but the one of day 90; nobody says how they turned out",
    ],
    ["outcomes", outcome_loop.outcomes, 0, "none"],
    [
      "stakes",
      told.calibration.table.map(({ stakes, entries }) => [stakes, entries]),
      [
        ["high", 0],
        ["medium", 48],
        ["low", 0],
      ],
      "all are medium",
    ],
    ["second agents", told.across_agents.arrivals, [], "one agent"],
    ["rules", [promotion.qualified.count, promotion.in_force], [0, 0], "nothing was used or held"],
    ["struggles", told.struggles, [], "nothing failed that was learned"],
    [
      "drafts",
      [editing.now.n, editing.before.n],
      [47, 46],
      "134 to 199 but 16 of contacts and 3 said twice; 67 to 133 but 17 and 4",
    ],
    [
      "how much was changed",
      [editing.now.value, editing.before.value],
      [now, before],
      "the steps from each text to the other, counted here",
    ],
    [
      "insights by week",
      told.weeks.map(({ week, insights }) => [week, insights]),
      WEEKS,
      "two runs every third day, every fifth fails",
    ],
    [
      "agents",
      told.agents.map(({ key, entries, insights }) => [key, entries, insights]),
      [["main", 235, 48]],
      "one agent",
    ],
  ];
}

/** Monday, and the runs of that week without those that failed. */
const WEEKS = [
  ["2026-03-02", 4], // runs 0 to 3
  ["2026-03-09", 4], // 4 to 9; 4 and 9 failed
  ["2026-03-16", 4], // 10 to 13
  ["2026-03-23", 3], // 14 to 17; 14 failed
  ["2026-03-30", 5], // 18 to 23; 19
  ["2026-04-06", 3], // 24 to 27; 24
  ["2026-04-13", 3], // 28 to 31; 29
  ["2026-04-20", 5], // 32 to 37; 34
  ["2026-04-27", 3], // 38 to 41; 39
  ["2026-05-04", 3], // 42 to 45; 44
  ["2026-05-11", 5], // 46 to 51; 49
  ["2026-05-18", 3], // 52 to 55; 54
  ["2026-05-25", 3], // 56 to 59; 59
];

/** The middle of how much of each draft was changed: steps by the longer text, two decimals. */
function medianRatio(drafts: readonly DraftEvent[]): number {
  const ratios = drafts
    .map(({ fields: { original, final = "" } }) => {
      return Math.round((stepsBetween(original, final) / Math.max(original.length, final.length)) * 100) / 100;
    })
    .sort((a, b) => a - b);
  const half = ratios.length >> 1;
  const middle = ratios[half] ?? 0;
  return ratios.length % 2 === 1 ? middle : Math.round((((ratios[half - 1] ?? 0) + middle) / 2) * 1000) / 1000;
}

/** Letters put in, taken out or swapped on the shortest way, by the table of Wagner and Fischer (1974). */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, wanted] of [...other].entries()) {
      const swapped = (row[to] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(swapped, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
