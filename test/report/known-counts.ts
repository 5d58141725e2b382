/** What can be counted to the one: as a made-up history was drawn, and as a report says it. */
import type { Correction, Entry, Learning, Stakes } from "../../src/entry/entry.js";
import type { Report } from "../../src/report/report-schemas.js";
import { DAY_MS } from "../../src/text/durations.js";
import { END, type Truth } from "./known-truth.js";
import { CORRECTIONS } from "./truth-corrections.js";
import { INSIGHTS } from "./truth-insights.js";
import { REST } from "./truth-rest.js";
import { RULES } from "./truth-rules.js";

const LEVELS = ["high", "medium", "low"] as const;
/** The profile asks after three days first, and what is rated low after seven. */
const FIRST_QUESTION: Readonly<Record<Stakes, number>> = { high: 3, medium: 3, low: 7 };

const ageInDays = ({ timestamp }: Pick<Entry, "timestamp">): number => (END.getTime() - Date.parse(timestamp)) / DAY_MS;
const sizeOf = <T>(list: readonly T[], isCounted: (one: T) => boolean): number => list.filter(isCounted).length;
const ofType = ({ tree }: Truth, type: Entry["type"]): Entry[] =>
  tree.entries.slice(0, tree.entries.length - UNCOUNTED).filter((entry) => entry.type === type);
/** What counts nowhere was drawn last. */
const UNCOUNTED = 100;

function stickOf(correction: Correction): "held" | "failed" | "unknown" | "open" {
  const { stick } = correction;
  if (stick !== undefined) return stick.verdict;
  return ageInDays(correction) < CORRECTIONS.window ? "open" : "unknown";
}

function retention(corrections: readonly Correction[]) {
  const of = (verdict: string) => sizeOf(corrections, (one) => stickOf(one) === verdict);
  return { held: of("held"), failed: of("failed"), unknown: of("unknown"), open: of("open") };
}

function isProof(outcome: Entry): boolean {
  return outcome.type === "outcome" && outcome.verdict !== "invalidated" && (outcome.score ?? 0) >= 8;
}

/** The counts as drawn. Of a chain of repeats only the newest is asked about, of what was replaced nothing. */
export function drawnCounts(drawn: Truth) {
  const { lessons, judged, threads, arrivals, rules, rated, asked, questions, noise } = drawn;
  const corrections = lessons.flatMap(({ members }) => members);
  const insights = ofType(drawn, "insight") as Learning[];
  const standing = insights.filter(({ status }) => status !== "superseded");
  const repeats = corrections.length - lessons.length;
  const repeated = sizeOf(lessons, ({ members }) => members.length > 1);
  const grown = threads.filter(({ days }) => days.length > 1);
  const items = grown.reduce((sum, { days }) => sum + days.length - 1, 0);
  const carriers = lessons.flatMap(({ members, replaced }) => (replaced ? [] : (members.at(-1) as Correction)));
  const mayBeAsked = [...carriers, ...standing].filter((one) => ageInDays(one) >= FIRST_QUESTION[one.stakes]);
  const judgedIds = new Set(judged.map(({ entry }) => entry.id));
  const left = sizeOf(rules, (rule) => rule.left);
  const verdict = (wanted: string, among = judged) => sizeOf(among, ({ entry }) => entry.outcome === wanted);
  // An outcome of eight or more makes a rule of what the entry says where the stakes are high.
  const proven = sizeOf(judged, ({ entry, outcome }) => entry.stakes === "high" && isProof(outcome));
  return {
    entries: drawn.entries,
    retention: retention(corrections),
    bridget: retention(corrections.filter(({ source }) => source === "bridget")),
    lessons: { n: lessons.length, repeats, repeated, censored: lessons.length - repeated },
    threads: grown.length + INSIGHTS.pairs,
    items: [arrivals.length, items + INSIGHTS.pairs],
    converging: [INSIGHTS.pairs, INSIGHTS.pairs + items],
    outcomes: {
      all: INSIGHTS.judged,
      ...{ validated: verdict("validated"), mixed: verdict("mixed"), invalidated: verdict("invalidated") },
      earlier: sizeOf(judged, ({ earlier }) => earlier),
    },
    answered: [sizeOf(mayBeAsked, ({ id, stick }) => stick !== undefined || judgedIds.has(id)), mayBeAsked.length],
    asked: [sizeOf(asked, (id) => judgedIds.has(id)), REST.asked],
    calibration: LEVELS.map((stakes) => {
      const own = judged.filter(({ entry }) => entry.stakes === stakes);
      const { held, failed } = retention(corrections.filter((one) => one.stakes === stakes));
      return {
        ...{ stakes, entries: sizeOf([...corrections, ...insights], (one) => one.stakes === stakes), held, failed },
        ...{ validated: verdict("validated", own), invalidated: verdict("invalidated", own) },
      };
    }),
    rated: { raised: rated.raised.toSorted(), lowered: rated.lowered.toSorted() },
    arrivals: arrivals
      .map(({ as, agent, learned }) => `${as} ${agent} ${learned ? "learned" : "independent"}`)
      .toSorted(),
    promotion: {
      qualified: sizeOf(corrections, (one) => stickOf(one) === "held") + proven + rules.length + RULES.others,
      promoted: rules.length - left,
      blocked: RULES.undecided,
      evicted: RULES.leaving[15]?.count,
      taken_back: RULES.leaving[18]?.count,
      in_force: rules.length - left,
    },
    noise,
    domains: ["billing", "database", "deploy", "(no domain)"].map((domain) => {
      const own = corrections.filter((one) => (one.domain ?? "(no domain)") === domain);
      const isPlain = domain === "(no domain)";
      const wrong = judged.filter(({ entry }) => (entry.domain ?? "(no domain)") === domain);
      return {
        domain,
        repeats: sizeOf(own, ({ recurrence_of }) => recurrence_of !== undefined),
        failed: retention(own).failed,
        failed_uses: isPlain ? sizeOf(rules, ({ since }) => since === "failed") : 0,
        invalidated: verdict("invalidated", wrong),
        // Of two questions about deploying one fails now, the one about the database passes now; none names the last.
        golden: { deploy: ["q0"], "(no domain)": ["q3"] }[domain] ?? [],
      };
    }),
    editing: [REST.edits.now.count, REST.edits.before.count],
    questions,
    searches: [drawn.searchesForNothing, REST.searches],
    weeks: { corrections: corrections.length, insights: insights.length, outcomes: INSIGHTS.judged, repeats },
    weeksOfAnswers: { held: retention(corrections).held, failed: retention(corrections).failed },
    agents: ["main", "nova", "rigel"].map((agent) => ({
      agent,
      corrections: sizeOf(corrections, (one) => one.agent === agent),
      insights: sizeOf(insights, (one) => one.agent === agent),
      outcomes: sizeOf(judged, ({ entry }) => entry.agent === agent),
    })),
    versions: RULES.versions,
  };
}

/** The same as a report says it. */
export function reportedCounts(report: Report) {
  const { retention, evolution, outcome_loop, calibration, across_agents, promotion, noise, questions } = report;
  const sticks = ({ held, failed, unknown, open }: Report["retention"]["by_source"][number]) => {
    return { held, failed, unknown, open };
  };
  const parts = (figure: { numerator?: number | undefined; denominator?: number | undefined } | undefined) => [
    figure?.numerator ?? 0,
    figure?.denominator ?? 0,
  ];
  const { held, failed, unknown, open, repeats, first_repeat, by_source } = retention;
  const { logged, skipped, restated, evolved, stored } = noise;
  const bridget = by_source.find(({ key }) => key === "bridget");
  const sum = (count: (week: Report["weeks"][number]) => number) =>
    report.weeks.reduce((total, week) => total + count(week), 0);
  const { n, repeated, censored } = first_repeat;
  return {
    entries: report.entries,
    retention: { held, failed, unknown, open },
    bridget: bridget === undefined ? { held: 0, failed: 0, unknown: 0, open: 0 } : sticks(bridget),
    lessons: { n, repeats: repeats.numerator ?? 0, repeated, censored },
    threads: evolution.threads.count,
    items: parts(evolution.by_others),
    converging: parts(evolution.converging),
    outcomes: {
      all: outcome_loop.outcomes,
      ...{ validated: outcome_loop.validated, mixed: outcome_loop.mixed, invalidated: outcome_loop.invalidated },
      earlier: outcome_loop.with_earlier.outcomes,
    },
    answered: parts(outcome_loop.answered),
    asked: parts(outcome_loop.asked),
    calibration: calibration.table.map(({ stakes, entries, held, failed, validated, invalidated }) => {
      return { stakes, entries, held, failed, validated, invalidated };
    }),
    rated: {
      raised: calibration.edits.raised.entries.toSorted(),
      lowered: calibration.edits.lowered.entries.toSorted(),
    },
    arrivals: across_agents.arrivals.map(({ as, second, how }) => `${as} ${second} ${how}`).toSorted(),
    promotion: {
      qualified: promotion.qualified.count,
      promoted: promotion.promoted.numerator ?? 0,
      blocked: promotion.blocked.reduce((total, { count }) => total + count, 0),
      evicted: promotion.evicted.count,
      taken_back: promotion.taken_back.count,
      in_force: promotion.in_force,
    },
    noise: { logged, skipped, restated, evolved, stored },
    domains: ["billing", "database", "deploy", "(no domain)"].map((domain) => {
      const row = report.struggles.find((one) => one.domain === domain);
      const { repeats = 0, failed = 0, failed_uses = 0, invalidated = 0, golden = [] } = row ?? {};
      return { domain, repeats, failed, failed_uses, invalidated, golden };
    }),
    editing: [report.editing.now.n, report.editing.before.n],
    questions: {
      asked: questions.asked,
      answered: questions.answered.numerator ?? 0,
      open: questions.open,
      expired: questions.expired,
      closed: questions.asked - (questions.answered.numerator ?? 0) - questions.open - questions.expired,
    },
    searches: parts(report.searches),
    weeks: {
      corrections: sum((week) => week.corrections),
      insights: sum((week) => week.insights),
      outcomes: sum((week) => week.outcomes),
      repeats: sum((week) => week.repeats),
    },
    weeksOfAnswers: { held: sum((week) => week.held), failed: sum((week) => week.failed) },
    agents: ["main", "nova", "rigel"].map((agent) => {
      const row = report.agents.find(({ key }) => key === agent);
      const { corrections = 0, insights = 0, outcomes = 0 } = row ?? {};
      return { agent, corrections, insights, outcomes };
    }),
    versions: report.versions.length,
  };
}
