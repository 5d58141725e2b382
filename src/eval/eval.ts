/** `tenet eval`: puts golden questions to recall, and keeps how each was answered. */

import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { withRecall } from "../recall/recall.js";
import type { Recalled } from "../recall/recall-schemas.js";
import { next } from "../steps.js";
import { openStore } from "../store/open-store.js";
import { asNobody } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Answered, Evaluated } from "./eval-schemas.js";
import { appendRuns, readRuns } from "./golden-runs.js";
import { DEPTH, type Judged, judge } from "./policy/judge.js";
import { leastRecentlyAsked, newestRuns, type Run, standingOf, standingText } from "./policy/standing.js";
import { nameIn, type PlacedQuestion, readQuestions, unknownEntries } from "./read-questions.js";

/** The number of questions in a run without `--all`. */
const MOST_ASKED = 5;
const LONGEST_REASON = 500;
/** So much of a hash tells one tree from another. */
const TREE_DIGITS = 12;

export interface EvalInput {
  /** Every question, not only those asked longest ago. */
  all?: boolean;
  /** Only questions with this tag. */
  tag?: string;
}

/**
 * Asks the golden questions that were asked longest ago, or all. Index and model are opened once; a session's memory of
 * what it was shown is left alone. Broken files are findings, and results that cannot be written down a warning.
 */
export async function evaluate(ctx: Context, { all = false, tag }: EvalInput = {}): Promise<Evaluated> {
  const { workspace: ws } = ctx;
  const { questions: placedQuestions, findings } = await readQuestions(ws);
  const questions = tag === undefined ? placedQuestions : taggedWith(tag, placedQuestions);
  if (questions.length === 0) {
    return { asked: [], passed: 0, failed: 0, questions: 0, findings, kept: false };
  }
  const tree = await openStore(ctx);
  findings.push(...unknownEntries(questions, tree));
  const runs = await readRuns(ws);
  const newest = newestRuns(runs, ctx.clock.now());
  const chosenQuestions = all ? questions : leastRecentlyAsked(questions, newest, MOST_ASKED);
  const askedQuestions = await askAll(ctx, chosenQuestions, nameIn(tree));
  const mode = askedQuestions[0]?.recalled.mode;
  const at = stamp(ctx.clock.now());
  const answers = await withoutSecrets(
    askedQuestions.map(({ answered }) => ({ ...answered, ...defined({ last_asked: newest.get(answered.id)?.at }) })),
  );
  const added = answers.map(
    ({ id, pass, rank, reason, by, ms }): Run => ({
      at,
      id,
      pass,
      ...defined({ rank, reason }),
      by,
      ms,
      tree: tree.hash.slice(0, TREE_DIGITS),
    }),
  );
  const passed = answers.filter(({ pass }) => pass).length;
  const isStored = await keep(ctx, added, `eval: ${passed} of ${counted(answers.length, "question")} answered`);
  const currentStanding = standingOf(
    [...runs, ...added],
    new Set(placedQuestions.map(({ id }) => id)),
    ctx.clock.now(),
  );
  return {
    asked: answers,
    passed,
    failed: answers.length - passed,
    questions: questions.length,
    findings,
    ...defined({ standing: currentStanding && standingText(currentStanding) }),
    kept: isStored,
    ...defined({ mode }),
  };
}

function taggedWith(tag: string, questions: readonly PlacedQuestion[]): PlacedQuestion[] {
  const folded = tag.toLowerCase();
  const matchingQuestions = questions.filter(({ tags }) => tags.some((one) => one.toLowerCase() === folded));
  if (matchingQuestions.length > 0) return matchingQuestions;
  const knownTags = [...new Set(questions.flatMap(({ tags }) => tags))].sort();
  throw wrongUsage(
    `no golden question has the tag ${JSON.stringify(tag)}`,
    knownTags.length === 0 ? "None has a tag: leave --tag out." : `There are: ${knownTags.join(", ")}.`,
    "unknown-tag",
  );
}

interface Asked {
  answered: Answered;
  recalled: Recalled;
}

async function askAll(
  ctx: Context,
  questions: readonly PlacedQuestion[],
  name: (id: string) => string,
): Promise<Asked[]> {
  // Results are committed: they hold only public entries, and do not depend on the caller.
  // One sentence for all of them, not one each.
  const quiet: Context = { ...asNobody(ctx), warn: () => undefined };
  const askedQuestions = await withRecall(quiet, async (ask) => {
    const answers: Asked[] = [];
    const bar = ctx.progress.start("Asking", questions.length);
    try {
      for (const question of questions) {
        if (ctx.signal.aborted) throw ctx.signal.reason;
        const started = performance.now();
        const recalled = await ask({ query: question.question, limit: DEPTH, unremembered: true });
        const judgement = judge(question, recalled.results, name);
        const ms = Math.round(performance.now() - started);
        answers.push({ answered: answeredAs(question, recalled, judgement, ms), recalled });
        bar.step();
      }
    } finally {
      bar.stop();
    }
    return answers;
  });
  warnOfIndex(ctx, askedQuestions[0]?.recalled);
  return askedQuestions;
}

function warnOfIndex(ctx: Context, recalled: Recalled | undefined): void {
  if (recalled === undefined || recalled.index === "fresh") return;
  if (recalled.index === "degraded") ctx.warn(`Asked by words only: ${recalled.index_why ?? "no vectors"}.`);
  if (recalled.pending > 0) {
    ctx.warn(next(`${counted(recalled.pending, "entry is", "entries are")} found by words only:`, "index"));
  }
}

function answeredAs(
  { id, question, tags, file, line }: PlacedQuestion,
  { results }: Recalled,
  { pass, rank, expected, unwanted, reason }: Judged,
  ms: number,
): Answered {
  return {
    id,
    question,
    tags: [...tags],
    pass,
    ...defined({ rank }),
    expected,
    unwanted,
    ...defined({ reason: reason === undefined ? undefined : shorten(oneLine(reason), LONGEST_REASON) }),
    by: "recall",
    ms,
    found: results.slice(0, DEPTH).map((hit) => hit.id),
    file,
    line,
  };
}

/** Whoever wrote a question may have put a secret into it: it is neither printed nor written down. */
async function withoutSecrets(answers: readonly Answered[]): Promise<Answered[]> {
  const { screenEntry } = await import("../screening/screen.js");
  return [...(await screenEntry({ answers: [...answers] })).value.answers];
}

/** Writes the results down; where nothing can be written they are printed all the same. */
async function keep(ctx: Context, runs: readonly Run[], reason: string): Promise<boolean> {
  try {
    await appendRuns(ctx, runs, reason);
    return true;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    const cannot =
      thrown instanceof TenetError || ["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"].includes(code ?? "");
    if (!cannot || ctx.signal.aborted) throw thrown;
    ctx.warn(`The results could not be written down: ${(thrown as Error).message}.`);
    return false;
  }
}
