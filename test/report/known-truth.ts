/**
 * A made-up history of a year in which everything that a report measures is known: chances and medians it was drawn from,
 * and what was drawn. Nothing here computes as the report does.
 */
import type { Workspace } from "../../src/store/workspace.js";
import { CORRECTIONS, type LessonPlan, planCorrections } from "./truth-corrections.js";
import { type ArrivalPlan, planArrivals, planJudged, planThreads, type ThreadPlan } from "./truth-insights.js";
import {
  planAsked,
  planEdits,
  planGolden,
  planImported,
  planNoise,
  planQuestions,
  planRatings,
  planSearches,
  planUncounted,
  type QuestionPlan,
} from "./truth-rest.js";
import { planRules, type RulePlan } from "./truth-rules.js";
import { NOW, TruthTree } from "./truth-tree.js";

export { NOW } from "./truth-tree.js";

/** What was drawn. */
export interface Truth {
  tree: TruthTree;
  lessons: LessonPlan[];
  judged: ReturnType<typeof planJudged>;
  threads: ThreadPlan[];
  arrivals: ArrivalPlan[];
  rules: RulePlan[];
  questions: QuestionPlan;
  noise: { logged: number; skipped: number; restated: number; evolved: number; stored: number };
  searchesForNothing: number;
  asked: string[];
  rated: { raised: string[]; lowered: string[] };
  /** How many entries count, and how many were rated by lot, half of them low. */
  entries: number;
  ratedFreely: number;
}

/** Who writes in it, and whose words it keeps: settings of its profile. */
export const AGENTS = ["main", "nova", "rigel"];
export const PEOPLE = [{ name: "bridget", role: "owner" as const }];
const PROFILE = `schema: 1
agent: [main, nova, rigel]
timezone: UTC
people:
  - {name: bridget, role: owner}
`;

/** Writes the history of a seed; the same seed is the same tree, to the byte. */
export function writeKnownTruth(ws: Workspace, seed: number): Truth {
  const tree = new TruthTree(seed);
  const judged = planJudged(tree);
  const lessons = planCorrections(tree);
  const threads = planThreads(tree);
  const arrivals = planArrivals(tree, threads);
  const rules = planRules(tree);
  const imported = planImported(tree);
  const insights = tree.entries.filter(({ type }) => type === "insight").length;
  const items = threads.flatMap(({ entry }) => entry.evolution ?? []);
  const restated = items.filter((item) => item.restated === true).length;
  const [stored, evolved] = [insights - imported, items.length - restated];
  const noise = { ...planNoise(tree, stored + evolved, restated), restated, evolved, stored };
  planEdits(tree);
  const questions = planQuestions(tree);
  const ids = judged.map(({ entry }) => entry.id);
  const searchesForNothing = planSearches(tree, ids);
  const asked = planAsked(tree, [...ids, ...threads.map(({ entry }) => entry.id)]);
  const rated = planRatings(
    tree,
    threads.map(({ entry }) => entry),
  );
  planGolden(tree);
  const entries = tree.entries.length;
  planUncounted(tree);
  tree.file("tenet.yaml", PROFILE);
  tree.write(ws);
  const learnings = insights + lessons.reduce((sum, { members }) => sum + members.length, 0);
  const ratedByLot = learnings - judged.length - CORRECTIONS.answered;
  return {
    ...{ tree, lessons, judged, threads, arrivals, rules, questions, noise, searchesForNothing, asked, rated },
    ...{ entries, ratedFreely: ratedByLot },
  };
}

/** When it ends. */
export const END = new Date(NOW);
