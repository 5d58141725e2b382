/** The figures of a report with an interval, and what each was drawn from: the table of what a made-up history has to give back. */
import type { Figure, Report } from "../../src/report/report-schemas.js";
import type { Truth } from "./known-truth.js";
import { CORRECTIONS, LEVELS } from "./truth-corrections.js";
import { INSIGHTS } from "./truth-insights.js";
import { REST } from "./truth-rest.js";
import { RULES } from "./truth-rules.js";

type Interval = Pick<Figure, "value" | "low" | "high">;

export interface KnownFigure {
  name: string;
  of(report: Report): Interval | undefined;
  truth(drawn: Truth): number;
  /** The median of whole numbers: it mostly does not scatter at all. */
  isWhole?: true;
}

type Level = "high" | "medium" | "low";
type Group = "with" | "without";

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The share of lessons that nobody repeated by then: waiting is without memory. */
const keptBy = (day: number): number => 2 ** (-day / CORRECTIONS.firstRepeat);

const groupOf = ({ earlier }: Truth["judged"][number]): Group => (earlier ? "with" : "without");
const judgedIn = ({ judged }: Truth, group: Group) => judged.filter((one) => groupOf(one) === group);

/** A score is one and how many of nine throws succeed. */
const scoreIn = (group: Group): number => 1 + 9 * INSIGHTS.throwing[group];
const wrong = (level: string): number => INSIGHTS.wrong[level as Level];

const validatedIn = (group: Group) => (drawn: Truth) =>
  meanOf(judgedIn(drawn, group).map(({ entry }) => (1 - wrong(entry.stakes)) * INSIGHTS.validated[group]));

const levelRow = (report: Report, level: Level) => report.calibration.table.find(({ stakes }) => stakes === level);

const levels = (["high", "medium", "low"] as const).flatMap((level): KnownFigure[] => [
  {
    name: `retention of ${level} stakes`,
    of: ({ retention }) => retention.by_stakes.find(({ key }) => key === level)?.share,
    truth: () => CORRECTIONS.held[level],
  },
  { name: `wrong of ${level} stakes`, of: (report) => levelRow(report, level)?.wrong, truth: () => wrong(level) },
  {
    name: `score of ${level} stakes`,
    of: (report) => levelRow(report, level)?.score,
    truth: ({ judged }) => meanOf(judged.flatMap((one) => (one.entry.stakes === level ? scoreIn(groupOf(one)) : []))),
  },
]);

/** Three of ten corrections with an answer are high, four medium, three low. */
const HELD = meanOf(LEVELS.map((level) => CORRECTIONS.held[level]));

const lessons: KnownFigure[] = [
  { name: "retention", of: ({ retention }) => retention.share, truth: () => HELD },
  ...["bridget", "self"].map((source) => ({
    name: `retention of what ${source} said`,
    of: ({ retention }: Report) => retention.by_source.find(({ key }) => key === source)?.share,
    truth: () => HELD,
  })),
  ...[7, 30, 90].map((day) => ({
    name: `kept after ${day} days`,
    of: ({ retention }: Report) => retention.first_repeat.kept.find((one) => one.day === day)?.figure,
    truth: () => keptBy(day),
  })),
  ...[CORRECTIONS.firstRepeat, 2 * CORRECTIONS.firstRepeat].map((day) => ({
    name: `the curve at ${day} days`,
    of: ({ retention }: Report) => {
      const step = retention.first_repeat.curve.findLast((one) => one.day <= day);
      return step && { ...step, value: step.kept };
    },
    truth: () => keptBy(day),
  })),
];

const insights: KnownFigure[] = [
  // Two of five threads end with the second wording, and so does what was joined: the middle is two.
  { name: "length of threads", of: ({ evolution }) => evolution.length, truth: () => 2, isWhole: true },
  { name: "pace of threads", of: ({ evolution }) => evolution.pace, truth: () => INSIGHTS.gap.median },
  {
    name: "wordings by others",
    of: ({ evolution }) => evolution.by_others,
    // The second wording of half of the threads, and what was joined.
    truth: ({ threads }) => {
      const grown = threads.filter(({ days }) => days.length > 1);
      const items = grown.reduce((sum, { days }) => sum + days.length - 1, 0);
      return (INSIGHTS.firstByOther * grown.length + INSIGHTS.pairs) / (items + INSIGHTS.pairs);
    },
  },
  {
    name: "score",
    of: ({ outcome_loop }) => outcome_loop.score,
    truth: ({ judged }) => meanOf(judged.map((one) => scoreIn(groupOf(one)))),
  },
  ...(["with", "without"] as const).flatMap((group): KnownFigure[] => [
    {
      name: `validated ${group} an earlier outcome`,
      of: ({ outcome_loop }) => outcome_loop[`${group}_earlier`].validated,
      truth: validatedIn(group),
    },
    {
      name: `score ${group} an earlier outcome`,
      of: ({ outcome_loop }) => outcome_loop[`${group}_earlier`].score,
      truth: () => scoreIn(group),
    },
  ]),
  {
    name: "rated low",
    of: ({ calibration }) => calibration.low,
    // Three of ten of what was judged or answered, and half of the others.
    truth: ({ ratedFreely }) => {
      const planned = INSIGHTS.judged + CORRECTIONS.answered;
      return (0.3 * planned + 0.5 * ratedFreely) / (planned + ratedFreely);
    },
  },
  { name: "lag between agents", of: ({ across_agents }) => across_agents.lag, truth: () => INSIGHTS.gap.median },
  { name: "learned", of: ({ across_agents }) => across_agents.learned, truth: () => INSIGHTS.learned },
];

const others: KnownFigure[] = [
  {
    name: "time to rule",
    of: ({ promotion }) => promotion.time_to_rule,
    truth: () => RULES.proving + RULES.waiting.median,
  },
  { name: "used as a rule", of: ({ promotion }) => promotion.used_after, truth: () => RULES.usedAfter },
  {
    name: "heeded",
    of: ({ rules_shown }) => rules_shown?.heeded,
    // Of those of which anything is known: used, or not used and failed.
    truth: () => RULES.usedAfter / (RULES.usedAfter + (1 - RULES.usedAfter) * RULES.failedAfter),
  },
  { name: "noise", of: ({ noise }) => noise.share, truth: () => REST.noise },
  { name: "searches for nothing", of: ({ searches }) => searches, truth: () => REST.nothing },
  { name: "edited now", of: ({ editing }) => editing.now, truth: () => REST.edits.now.median },
  { name: "edited before", of: ({ editing }) => editing.before, truth: () => REST.edits.before.median },
  {
    name: "questions answered",
    of: ({ questions }) => questions.answered,
    // Of those that are no longer open.
    truth: () => REST.answered / (1 - (1 - REST.answered) * REST.open),
  },
  { name: "days to an answer", of: ({ questions }) => questions.days, truth: () => REST.answer.median },
];

export const KNOWN_FIGURES: readonly KnownFigure[] = [...lessons, ...levels, ...insights, ...others];
