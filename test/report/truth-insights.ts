/** Insights of a made-up history: judged ones, threads, claims that two agents come to, and those that became rules. */
import type { Entry, Insight } from "../../src/entry/entry.js";
import { levelOf, ratedFreely } from "./truth-corrections.js";
import { instantOf, SPAN, type TruthTree } from "./truth-tree.js";

/** How insights turn out. Days by their medians. */
export const INSIGHTS = {
  judged: 1_000,
  wrong: { high: 0.4, medium: 0.3, low: 0.2 },
  /** Of outcomes that are not wrong: with and without an earlier outcome on the subject. */
  validated: { with: 0.8, without: 0.6 },
  /** A score is 1 and how many of nine throws succeed. */
  throwing: { with: 0.7, without: 0.5 },
  threads: 300,
  /** The chance that a thread of any length goes on. */
  goesOn: 0.6,
  /** Days from one wording to the next, and between agents: the median and the deviation of its logarithm. */
  gap: { median: 6, deviation: 0.9 },
  firstByOther: 0.5,
  restated: 0.2,
  pairs: 150,
  learned: 0.6,
} as const;

/** What an insight's thread went through, in days of the history. */
export interface ThreadPlan {
  entry: Insight;
  days: number[];
}

/** A second agent at a claim. */
export interface ArrivalPlan {
  first: string;
  as: string;
  agent: string;
  days: [first: number, second: number];
  learned: boolean;
}

const SHARED = "billing";

/** One outcome each; of two one stands in a subject on which outcomes are known, the very first of them excepted. */
export function planJudged(tree: TruthTree): { entry: Insight; outcome: Entry; earlier: boolean }[] {
  const { chance } = tree;
  return Array.from({ length: INSIGHTS.judged }, (_, number) => {
    const shared = number % 2 === 0;
    const stakes = levelOf(number >> 1);
    const day = number === 0 ? 0 : chance.uniform(2, SPAN - 35);
    const subject = shared ? { domain: SHARED } : { tags: [`case-${number}`] };
    const agent = chance.pick(["main", "main", "nova", "rigel"]);
    const entry = tree.insight(day, { agent, stakes, ...subject }) as Insight;
    const group = shared && number > 0 ? "with" : "without";
    const good = chance.yes(INSIGHTS.validated[group]) ? "validated" : "mixed";
    const verdict = chance.yes(INSIGHTS.wrong[stakes]) ? "invalidated" : good;
    const judged = number === 0 ? 1 : day + chance.uniform(4, 30);
    const score = 1 + chance.binomial(9, INSIGHTS.throwing[group]);
    const result = `It turned out ${verdict} in case ${number}`;
    const outcome = tree.add(judged, {
      ...{ type: "outcome", agent, references: [entry.id], result, verdict, score, status: "resolved" },
    });
    Object.assign(entry, { outcome: verdict, outcome_date: outcome.timestamp });
    return { entry, outcome, earlier: group === "with" };
  });
}

/** Insights that grow by further wordings; in half of the threads the second one is another agent's. */
export function planThreads(tree: TruthTree): ThreadPlan[] {
  const { chance } = tree;
  return Array.from({ length: INSIGHTS.threads }, () => {
    const { median, deviation } = INSIGHTS.gap;
    const gaps = Array.from({ length: chance.geometric(INSIGHTS.goesOn) }, () => chance.logNormal(median, deviation));
    const whole = gaps.reduce((sum, gap) => sum + gap, 0);
    if (whole > SPAN - 30) throw new Error("a thread is longer than the history");
    const days = [chance.uniform(0, SPAN - 20 - whole)];
    for (const gap of gaps) days.push((days.at(-1) as number) + gap);
    const entry = tree.insight(days[0] as number, { agent: "main", stakes: ratedFreely(tree) }) as Insight;
    const evolution = days.slice(1).map((day, at) => wordingOf(tree, day, at));
    if (evolution.length > 0) entry.evolution = evolution;
    return { entry, days };
  });
}

function wordingOf(tree: TruthTree, day: number, at: number): NonNullable<Insight["evolution"]>[number] {
  const { chance } = tree;
  const agent = at === 0 && chance.yes(INSIGHTS.firstByOther) ? "nova" : "main";
  const said = { at: instantOf(day), text: `Thing ${tree.next()} is said otherwise`, agent };
  return chance.yes(INSIGHTS.restated) ? { ...said, restated: true } : { ...said, evidence: "Another log shows it" };
}

/** Second agents: in threads, and by entries of their own of which somebody answered that they say the same. */
export function planArrivals(tree: TruthTree, threads: readonly ThreadPlan[]): ArrivalPlan[] {
  const { chance } = tree;
  const { median, deviation } = INSIGHTS.gap;
  const grown = threads.flatMap(({ entry, days: [first = 0, second = 0] }): Omit<ArrivalPlan, "learned">[] =>
    entry.evolution?.[0]?.agent === "nova"
      ? [{ first: entry.id, as: entry.id, agent: "nova", days: [first, second] }]
      : [],
  );
  const apart = Array.from({ length: INSIGHTS.pairs }, (): Omit<ArrivalPlan, "learned"> => {
    const lag = chance.logNormal(median, deviation);
    const day = chance.uniform(0, SPAN - 20 - lag);
    const known = tree.insight(day, { agent: "main", stakes: ratedFreely(tree) }) as Insight;
    const joined = { status: "superseded", superseded_by: known.id };
    const met = tree.insight(day + lag, { agent: "rigel", stakes: ratedFreely(tree), ...joined }) as Insight;
    known.evolution = [{ at: met.timestamp, text: met.insight, agent: "rigel", of: met.id, claim: true }];
    return { first: known.id, as: known.id, agent: "rigel", days: [day, day + lag] };
  });
  // This machine knows from the first day on what these agents were shown.
  for (const agent of ["nova", "rigel"]) read(tree, 0, agent, [tree.entries[0]?.id ?? ""]);
  return [...grown, ...apart].map((arrival) => {
    const learned = chance.yes(INSIGHTS.learned);
    const [first, second] = arrival.days;
    if (learned) read(tree, chance.uniform(first, second), arrival.agent, [arrival.first]);
    return { ...arrival, learned };
  });
}

/** Somebody was shown an entry, without a search. */
const read = (tree: TruthTree, day: number, agent: string, ids: string[]): void =>
  tree.event(day, { kind: "read", op: "show", agent, ids });
