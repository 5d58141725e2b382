/**
 * Puts golden questions to `commands.eval`: each with a context without the version and with it. The context is today's
 * but for its rules. Called by `tenet versions diff VERSION`.
 */

import type { Context } from "../context.js";
import { askProgram, type TrialContext } from "../recall/answer-program.js";
import { screenEntry } from "../screening/screen.js";
import { readRuns } from "../store/golden/golden-runs.js";
import { leastRecentlyAsked, newestRuns } from "../store/golden/policy/standing.js";
import { readQuestions } from "../store/golden/read-questions.js";
import { programHere, wordOf } from "../store/people/named-program.js";
import type { Replayed } from "../store/replay/replay-schemas.js";
import type { Rule } from "../store/rules/policy/rule.js";
import { asNobody } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { shorten } from "../text/shorten.js";

/** A program may take minutes for each answer, and each question needs two. */
const MOST_ASKED = 5;
const LONGEST_ANSWER = 2_000;

type Answers = NonNullable<Replayed["answers"]>;
type Asked = Answers["questions"][number];

/** Line ends and spaces make no other answer. */
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What the program answers without a change and with it, of the questions asked longest ago; undefined where none runs here. */
export async function answersOf(
  ctx: Context,
  { before, after }: { before: readonly Rule[]; after: readonly Rule[] },
  contexts: (ctx: Context) => TrialContext,
): Promise<Answers | undefined> {
  const { questions } = await readQuestions(ctx.workspace);
  if (questions.length === 0) return undefined;
  const command = programHere(ctx, "eval", {
    asks: "tenet versions diff VERSION",
    instead: "No question was put to it.",
  });
  if (command === undefined) return undefined;
  const newest = newestRuns(await readRuns(ctx.workspace), ctx.clock.now());
  const askedQuestions = leastRecentlyAsked(questions, newest, MOST_ASKED);
  const contextOf = contexts({ ...asNobody(ctx), warn: () => undefined });
  const answers: Asked[] = [];
  const bar = ctx.progress.start("Asking", askedQuestions.length * 2);
  try {
    for (const { id, question } of askedQuestions) {
      const answer = async (rules: readonly Rule[]) => {
        if (ctx.signal.aborted) throw ctx.signal.reason;
        const context = await contextOf(question, { rules });
        const programAnswer = await askProgram(ctx, command, { id, question, context, results: [] });
        bar.step();
        return programAnswer;
      };
      answers.push({ id, question, ...compared(await answer(before), await answer(after)) });
    }
  } finally {
    bar.stop();
  }
  // Neither a question nor a program shall print a secret.
  const { value } = await screenEntry({ questions: answers });
  return { by: wordOf(command), questions: [...value.questions] };
}

type Answer = Awaited<ReturnType<typeof askProgram>>;

/** Two answers of a program, each perhaps the reason why there is none. */
function compared(without: Answer, withIt: Answer): Omit<Asked, "id" | "question"> {
  const failed = [without, withIt].find((one) => typeof one === "string");
  const [first, second] = [without, withIt].map((one) => (typeof one === "string" ? undefined : one.answer));
  const differs = failed === undefined && folded(first ?? "") !== folded(second ?? "");
  const short = (text: string | undefined) => (text === undefined ? undefined : shorten(text, LONGEST_ANSWER));
  return { ...defined({ without: short(first), with: short(second), failed }), differs };
}
