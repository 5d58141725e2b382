/** What else a made-up history holds: offers that were kept out, drafts, questions, searches, and what must not count. */
import { closingOf } from "../../src/entry/closings.js";
import type { Insight, Question } from "../../src/entry/entry.js";
import { levelOf, ratedFreely } from "./truth-corrections.js";
import { instantOf, SPAN, type TruthTree } from "./truth-tree.js";

/** How it goes. Days by their medians. */
export const REST = {
  noise: 0.35,
  logged: 0.6,
  edits: { now: { count: 130, median: 0.25 }, before: { count: 120, median: 0.4 }, deviation: 0.4 },
  questions: 150,
  answered: 0.6,
  /** Of those that nobody answered. */
  open: 0.4,
  answer: { median: 3, deviation: 0.8 },
  searches: 500,
  nothing: 0.2,
  asked: 200,
} as const;

/** Offers of insights one after the other, until so many were not noise. What is noise stands in the log, but for `restated`. */
export function planNoise(tree: TruthTree, kept: number, restated: number): { logged: number; skipped: number } {
  const { chance } = tree;
  let noise = 0;
  for (let left = kept; left > 0; ) {
    if (chance.yes(REST.noise)) noise++;
    else left--;
  }
  const counts = { logged: 0, skipped: 0 };
  for (let number = restated; number < noise; number++) {
    const kind = chance.yes(REST.logged) ? "logged" : "skipped";
    counts[kind]++;
    const known = tree.entries[0]?.id;
    const text =
      kind === "logged" ? `not learned: the build printed ${number} lines` : `said again: it is so (${known})`;
    tree.log(chance.uniform(0, SPAN), text);
  }
  // Lines that people and agents write beside them.
  for (let number = 0; number < 50; number++) tree.log(chance.uniform(0, SPAN), `deployed build ${number}`);
  return counts;
}

const LENGTH = 100;

/** Drafts of which a known share was changed: letters give way to digits, so that no other way is shorter. */
function draft(tree: TruthTree, day: number, ratio: number, more: Record<string, unknown> = {}): void {
  const changed = Math.round(Math.min(1, ratio) * LENGTH);
  const original = "We will look into it and come back to you soon "
    .repeat(3)
    .slice(0, LENGTH - 1)
    .concat("x");
  const final = `${"7".repeat(changed)}${original.slice(changed)}`;
  const fields = { context: "Somebody asks", original, final, kind: "rewrite", distance: changed };
  tree.add(day, { type: "edit", agent: "main", ...fields, ratio: changed / LENGTH, ...more });
}

export function planEdits(tree: TruthTree): void {
  const { chance } = tree;
  const { now, before, deviation } = REST.edits;
  const ratio = (median: number) => chance.logNormal(median, deviation);
  for (let number = 0; number < now.count; number++) draft(tree, chance.uniform(SPAN - 29, SPAN), ratio(now.median));
  for (let number = 0; number < before.count; number++) {
    draft(tree, chance.uniform(SPAN - 59, SPAN - 31), ratio(before.median));
  }
  // Long ago, and lines of rule files: neither is a draft of these months.
  for (let number = 0; number < 40; number++) {
    draft(tree, chance.uniform(0, SPAN - 61), 0.9);
    draft(tree, chance.uniform(SPAN - 59, SPAN), 0.95, { target: "SOUL.md", author: "bridget" });
  }
}

export interface QuestionPlan {
  asked: number;
  answered: number;
  open: number;
  /** Nobody looked at it in time. */
  expired: number;
  /** A person closed it without an answer. */
  closed: number;
}

export function planQuestions(tree: TruthTree): QuestionPlan {
  const { chance } = tree;
  const plan: QuestionPlan = { asked: REST.questions, answered: 0, open: 0, expired: 0, closed: 0 };
  for (let number = 0; number < REST.questions; number++) {
    const isAnswered = chance.yes(REST.answered);
    const state = isAnswered
      ? "answered"
      : chance.yes(REST.open)
        ? "open"
        : chance.pick(["expired", "closed"] as const);
    plan[state]++;
    const day = state === "open" ? chance.uniform(SPAN - 10, SPAN) : chance.uniform(0, SPAN - 70);
    const words = { question: `May case ${number} be closed?`, because: `Case ${number} waits` };
    const question = tree.add(day, { type: "question", agent: "main", ...words }) as Question;
    const lag = chance.logNormal(REST.answer.median, REST.answer.deviation);
    const closing = { at: instantOf(day + lag), by: "bridget" };
    if (state === "answered") {
      question.closed = closingOf(question, { ...closing, how: "answered" });
      answerTo(tree, question, day + lag);
    }
    if (state === "closed") question.closed = closingOf(question, { ...closing, how: "unanswered" });
  }
  return plan;
}

function answerTo(tree: TruthTree, { id, question }: Question, day: number): void {
  const words = { content: `${question} Yes.`, category: "fact", basis: "explicit", confidence: 1 };
  tree.add(day, { type: "memory", agent: "main", tier: "relayed", source: "bridget", ...words, derived_from: [id] });
}

/** Searches of one agent; of those who come to a claim a second time none is among them. Answers how many found nothing. */
export function planSearches(tree: TruthTree, found: readonly string[]): number {
  const { chance } = tree;
  let nothing = 0;
  for (let number = 0; number < REST.searches; number++) {
    const missed = chance.yes(REST.nothing);
    if (missed) nothing++;
    const ids = missed ? [] : [chance.pick(found)];
    tree.event(chance.uniform(0, SPAN), { kind: "read", op: "recall", agent: "main", ids });
  }
  tree.event(1, { kind: "write", op: "learn", agent: "main", ids: [tree.entries[0]?.id ?? ""] });
  return nothing;
}

/** Golden questions of two domains; of each that fails an older result says that it passed. */
export function planGolden(tree: TruthTree): void {
  const questions = ["deploy", "deploy", "database", "wiki"].map(
    (tag, at) => `- {id: q${at}, question: "Which way is right?", expect: [way], tags: [${tag}]}`,
  );
  tree.file("memory/eval/truth.yaml", `${questions.join("\n")}\n`);
  const run = (day: number, id: string, pass: boolean) =>
    JSON.stringify({ at: instantOf(day), id, pass, by: "recall", ms: 3, tree: "0" });
  const runs = [run(10, "q0", true), run(300, "q0", false), run(300, "q1", true), run(10, "q2", false)];
  tree.file("memory/eval/runs.jsonl", `${[...runs, run(301, "q2", true), run(300, "q3", false)].join("\n")}\n`);
}

/** Questions of the outcome loop as this machine put them. */
export function planAsked(tree: TruthTree, ids: readonly string[]): string[] {
  const asked = tree.chance.shuffled(ids).slice(0, REST.asked);
  const rows = asked.map((id) => ({ id, stage: 0, at: instantOf(SPAN - 5) }));
  tree.file(".tenet/state/sessions/questions.json", JSON.stringify({ asked: rows, later: [], printed: {} }));
  return asked;
}

/** Rated otherwise later: the first rating is remembered. */
export function planRatings(tree: TruthTree, insights: readonly Insight[]): { raised: string[]; lowered: string[] } {
  const raised: string[] = [];
  const lowered: string[] = [];
  for (const entry of tree.chance.shuffled(insights).slice(0, 40)) {
    if (entry.stakes === "medium") continue;
    Object.assign(entry, { rated: { was: "medium", at: instantOf(SPAN - 3) } });
    (entry.stakes === "high" ? raised : lowered).push(entry.id);
  }
  return { raised, lowered };
}

/** What counts nowhere: forgotten, turned down, one person's own, or of one contact. All of it failed or was wrong. */
export function planUncounted(tree: TruthTree): void {
  const at = instantOf(SPAN - 40);
  const out = [
    { status: "forgotten", forgotten: { at, by: "bridget", was: "active" } },
    { review: { state: "rejected", by: "bridget", at, reason: "It is not so" } },
    { review: { state: "expired", at } },
    { scope: "user", user: "bridget" },
    { scope: "contact:acme" },
  ] as const;
  for (let number = 0; number < 50; number++) {
    const fields = { agent: "main", ...out[number % out.length] };
    const day = tree.chance.uniform(0, SPAN - 60);
    const stakes = levelOf(number);
    tree.correction(day, {
      stakes,
      ...fields,
      domain: "deploy",
      stick: { verdict: "failed", at, evidence: "It failed" },
    });
    tree.insight(day, { stakes, ...fields, outcome: "invalidated", outcome_date: at });
  }
}

/** Imported insights: they count, but nobody offered them here. */
export function planImported(tree: TruthTree): number {
  const count = 40;
  for (let number = 0; number < count; number++) {
    const day = tree.chance.uniform(0, SPAN - 60);
    const imported = { at: instantOf(day), from: "notes.md", hash: `h${number}` };
    tree.insight(day, { agent: "main", stakes: ratedFreely(tree), imported });
  }
  return count;
}
