/** Reports for tests of what shows them: a believable one with every part filled, and that of an empty tree. */
import { mean, median, share, type Valued } from "../../src/report/policy/figure.js";
import { reportOf } from "../../src/report/policy/report-of.js";
import type { Figure, Report, Row, Week } from "../../src/report/report-schemas.js";
import { historyOf } from "./policy/histories.js";

/** `COR-20260803-K3F1`: the nth id of a kind. */
const id = (kind: string, n: number): string =>
  `${kind}-2026${String(5 + (n % 6)).padStart(2, "0")}${String(1 + (n % 27)).padStart(2, "0")}-${(n * 7919 + 46656).toString(36).toUpperCase().slice(-4)}`;
const ids = (kind: string, count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => id(kind, from + n));

const shareOf = (numerator: number, denominator: number, kind = "COR", from = 0): Figure =>
  share(ids(kind, numerator, from), ids(kind, denominator - numerator, from + numerator));

const valued = (kind: string, values: readonly number[]): Valued[] =>
  values.map((value, n) => ({ id: id(kind, n), value }));

const listed = (kind: string, count: number, from = 0) => ({ count, entries: ids(kind, count, from) });

const local = (figure: Figure): Figure => ({ ...figure, local: true });

const retention = (): Report["retention"] => ({
  share: shareOf(19, 25),
  held: 19,
  failed: 6,
  unknown: 4,
  open: 5,
  entries: { unknown: ids("COR", 4, 40), open: ids("COR", 5, 50) },
  by_source: [
    { key: "human", held: 16, failed: 3, unknown: 2, open: 4, share: shareOf(16, 19) },
    { key: "environment", held: 3, failed: 2, unknown: 1, open: 1, share: shareOf(3, 5, "COR", 16) },
    { key: "self", held: 0, failed: 1, unknown: 1, open: 0, share: shareOf(0, 1, "COR", 24) },
  ],
  by_stakes: [
    { key: "low", held: 4, failed: 2, unknown: 2, open: 1, share: shareOf(4, 6) },
    { key: "medium", held: 9, failed: 3, unknown: 1, open: 3, share: shareOf(9, 12) },
    { key: "high", held: 6, failed: 1, unknown: 1, open: 1, share: shareOf(6, 7) },
  ],
  by_age: [
    { key: "under 30 days", held: 7, failed: 3, unknown: 0, open: 5, share: shareOf(7, 10) },
    { key: "30 to 90 days", held: 9, failed: 2, unknown: 3, open: 0, share: shareOf(9, 11) },
    { key: "over 90 days", held: 3, failed: 1, unknown: 1, open: 0, share: shareOf(3, 4) },
  ],
  repeats: mean(
    valued("COR", [0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    "repeats",
  ),
  first_repeat: {
    n: 26,
    repeated: 6,
    censored: 20,
    median_days: null,
    kept: [
      { day: 7, figure: { ...shareOf(23, 26), value: 0.885, low: 0.686, high: 0.961 } },
      { day: 30, figure: { ...shareOf(21, 26), value: 0.797, low: 0.579, high: 0.911 } },
      { day: 90, figure: { ...shareOf(20, 26), value: 0.725, low: 0.48, high: 0.868 } },
    ],
  },
});

const verdicts = { validated: 14, mixed: 5, invalidated: 4, inconclusive: 2 };
const SCORES = [8, 9, 7, 6, 8, 3, 9, 7, 8, 5, 8, 9, 2, 7, 8, 6, 9, 4, 8, 7, 9, 8, 3, 7, 8];

const outcomeLoop = (): Report["outcome_loop"] => ({
  answered: shareOf(31, 52, "INS"),
  asked: local(shareOf(18, 24, "INS")),
  outcomes: 25,
  ...verdicts,
  score: mean(valued("OUT", SCORES), "of 10"),
  with_earlier: {
    outcomes: 9,
    validated: shareOf(7, 9, "OUT"),
    score: mean(valued("OUT", SCORES.slice(0, 9)), "of 10"),
  },
  without_earlier: {
    outcomes: 16,
    validated: shareOf(7, 16, "OUT", 9),
    score: mean(valued("OUT", SCORES.slice(9)), "of 10"),
  },
});

const calibration = (): Report["calibration"] => ({
  table: [
    {
      stakes: "low",
      entries: 22,
      ...{ validated: 4, mixed: 1, invalidated: 0, inconclusive: 1 },
      ...{ held: 4, failed: 2, wrong: shareOf(2, 11), score: mean(valued("OUT", SCORES.slice(0, 6)), "of 10") },
    },
    {
      stakes: "medium",
      entries: 41,
      ...{ validated: 7, mixed: 3, invalidated: 2, inconclusive: 1 },
      ...{ held: 9, failed: 3, wrong: shareOf(5, 24), score: mean(valued("OUT", SCORES.slice(6, 19)), "of 10") },
    },
    {
      stakes: "high",
      entries: 17,
      ...{ validated: 3, mixed: 1, invalidated: 2, inconclusive: 0 },
      ...{ held: 6, failed: 1, wrong: shareOf(3, 13), score: mean(valued("OUT", SCORES.slice(19)), "of 10") },
    },
  ],
  low: shareOf(22, 80, "INS"),
});

const arrivals: Report["across_agents"]["arrivals"] = [1, 3, 4, 9, 16, 22].map((lag, n) => ({
  id: id("INS", 60 + n),
  first: n % 2 === 0 ? "claude-code" : "codex",
  second: n % 2 === 0 ? "codex" : "claude-code",
  at: "2026-09-01T09:00:00Z",
  again_at: `2026-09-${String(1 + lag).padStart(2, "0")}T09:00:00Z`,
  lag_days: lag,
  as: id("INS", n === 2 ? 62 : 80 + n),
  how: (["learned", "learned", "independent", "unknown", "learned", "independent"] as const)[n] ?? "unknown",
}));

/** Of each week: held, failed, repeats, outcomes and the mean of their scores. */
const WEEKS: [held: number, failed: number, repeats: number, outcomes: number, score: number | null][] = [
  [0, 1, 1, 0, null],
  [1, 1, 1, 2, null],
  [1, 0, 0, 1, null],
  [2, 1, 1, 0, null],
  [1, 1, 1, 2, null],
  [2, 0, 0, 0, null],
  [2, 1, 1, 5, 6.8],
  [1, 0, 0, 2, null],
  [3, 1, 1, 2, null],
  [2, 0, 0, 6, 7.2],
  [2, 0, 0, 0, null],
  [2, 0, 0, 5, 8.4],
];

const week = ([held, failed, repeats, outcomes, score]: (typeof WEEKS)[number], n: number): Week => {
  const invalidated = outcomes > 1 && n < 7 ? 1 : 0;
  const mixed = outcomes > 2 ? 1 : 0;
  return {
    week: new Date(Date.UTC(2026, 7, 3 + 7 * n)).toISOString().slice(0, 10),
    ...{ corrections: 4 - (n % 3), insights: 5 + ((n * 5) % 4), outcomes, held, failed, repeats },
    ...{ validated: outcomes - invalidated - mixed, mixed, invalidated, inconclusive: 0, score },
    promoted: n % 4 === 3 ? 1 : 0,
  };
};

const row = (key: string, size: number, held: number, answered: number): Row => ({
  key,
  entries: size,
  corrections: Math.round(size / 3),
  insights: size - Math.round(size / 3),
  outcomes: answered,
  retention: shareOf(held, held + Math.max(1, Math.round(held / 4))),
  repeats: mean(
    valued(
      "COR",
      Array.from({ length: Math.round(size / 3) }, (_, n) => (n % 4 === 0 ? 1 : 0)),
    ),
    "repeats",
  ),
  answered: shareOf(answered, size - 4, "INS"),
  score: mean(valued("OUT", SCORES.slice(0, answered)), "of 10"),
  wrong: shareOf(Math.floor(answered / 4), answered + held),
  others: shareOf(Math.floor(size / 9), Math.floor(size / 4), "INS"),
  lag: median(valued("INS", [1, 2, 2.5, 4, 9, 16].slice(0, Math.floor(size / 10))), "days"),
  promoted: Math.floor(held / 5),
});

const RULE = "Dates in letters to customers are written out: 3 August 2026, never 03/08/26.";

const DAYS_TO_RULE = [9, 12, 14, 20, 21, 33, 34, 60];

/** A tree of some months, in which most things went well: every part of a report is there, some with too few for a figure. */
export function sampleReport(overrides: Partial<Report> = {}): Report {
  return {
    at: "2026-10-25T12:00:00Z",
    since: "2026-08-03T00:00:00Z",
    entries: 143,
    retention: retention(),
    evolution: {
      threads: listed("INS", 11),
      length: mean(valued("INS", [2, 3, 2, 2, 4, 2, 2, 3, 2, 5, 2]), "wordings"),
      pace: median(valued("INS", [2, 3, 4, 6, 8, 11, 12, 15, 21, 30]), "days"),
      by_others: shareOf(7, 18, "INS"),
      converging: shareOf(3, 4, "INS", 60),
    },
    outcome_loop: outcomeLoop(),
    calibration: calibration(),
    across_agents: {
      lag: median(
        arrivals.map(({ id: one, lag_days: value }) => ({ id: one, value })),
        "days",
      ),
      learned: local(
        share(
          [60, 61, 64].map((n) => id("INS", n)),
          [62, 65].map((n) => id("INS", n)),
        ),
      ),
      arrivals,
    },
    promotion: {
      qualified: listed("COR", 13),
      promoted: shareOf(8, 13),
      blocked: [
        { because: "It is not yet approved by a person.", ...listed("COR", 3, 8) },
        { because: "The file has no room: 15 of 15 rules.", ...listed("COR", 2, 11) },
      ],
      evicted: listed("COR", 1, 30),
      taken_back: listed("COR", 1, 31),
      time_to_rule: median(valued("COR", DAYS_TO_RULE), "days"),
      used_after: shareOf(6, 8),
      in_force: 8,
    },
    noise: { share: shareOf(18, 96, "INS"), logged: 11, skipped: 4, restated: 3, evolved: 24, stored: 54 },
    struggles: [
      {
        domain: "invoicing",
        ...{ repeats: 3, failed: 2, failed_uses: 1, invalidated: 1, golden: ["GQ-0007"], total: 8 },
        entries: ids("COR", 6, 20),
        next: "tenet list --domain invoicing --failed",
      },
      {
        domain: "travel",
        ...{ repeats: 1, failed: 1, failed_uses: 0, invalidated: 0, golden: [], total: 2 },
        entries: ids("COR", 2, 33),
        next: `tenet show ${id("COR", 33)}`,
      },
    ],
    searches: local(shareOf(6, 71, "search")),
    editing: {
      now: median(valued("EDT", [0.1, 0.12, 0.15, 0.18, 0.2, 0.22]), "ratio"),
      before: median(valued("EDT", [0.23, 0.25, 0.25, 0.31, 0.4]), "ratio"),
      ...{ from: "2026-08-03T00:00:00Z", before_from: "2026-05-11T12:00:00Z", less: 0.34 },
    },
    rules_shown: {
      heeded: local(shareOf(5, 6)),
      rules: [
        { text: RULE, target: "memory/core/preferences.md", ids: [id("COR", 3)], how: "heeded", contexts: 41 },
        {
          text: "Quote a supplier's price with the date it was given.",
          target: "AGENTS.md",
          ids: [id("INS", 14)],
          how: "never_shown",
          contexts: 0,
        },
        {
          text: "Ask before a hotel above 180 euros is booked.",
          target: "AGENTS.md",
          ids: [id("COR", 33)],
          how: "not_heeded",
          contexts: 12,
        },
      ],
      local: true,
    },
    questions: {
      asked: 9,
      answered: shareOf(6, 9, "QST"),
      open: 2,
      expired: 1,
      days: median(valued("QST", [1, 1, 2, 3, 5, 8]), "days"),
    },
    waiting: [
      { kind: "version", count: 1, since: "2026-10-12T16:20:00Z", days: 12, id: "v5" },
      {
        kind: "question",
        count: 7,
        since: "2026-10-20T09:00:00Z",
        days: 5,
        id: id("INS", 41),
      },
    ],
    weeks: WEEKS.map(week),
    agents: [row("claude-code", 81, 12, 14), row("codex", 49, 6, 9), row("hermes", 13, 1, 2)],
    domains: [
      row("correspondence", 52, 9, 11),
      row("invoicing", 40, 5, 7),
      row("travel", 31, 4, 5),
      row("(no domain)", 20, 1, 2),
    ],
    ...overrides,
  };
}

/** Of a tree that holds nothing yet, on a machine that has seen nothing. */
export const emptyReport = (): Report => reportOf(historyOf([], { now: new Date("2026-10-25T12:00:00Z") }), {});
