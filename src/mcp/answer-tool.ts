/**
 * The tools `answer_question` and `resolve`: answers to what a context, a heartbeat or a capture asks. Listed by
 * `tools.ts`.
 */

import * as z from "zod";
import { type Captured, capturedSchema } from "../capture/capture-schemas.js";
import { capturedText } from "../capture/capture-text.js";
import type { Context } from "../context.js";
import { PAIR_ANSWERS, VERDICTS } from "../entry/words.js";
import { resolvedAllText } from "../review/edit-text.js";
import { type ResolvedAll, resolvedAllSchema } from "../review/review-schemas.js";
import { defined } from "../text/defined.js";
import { PLAIN } from "../text/paint.js";
import { CHANGES, fieldsOf, ref, type Tool, tool, wrongArguments } from "./tool.js";

const SHORT = ["held", "failed", "later", "irrelevant"] as const;
const ANSWERS = [...SHORT, ...VERDICTS] as const;

const outcome = fieldsOf("outcome", { score: "of a verdict: 1 to 10", lesson: "of a verdict: what follows" });

const answerInput = z.strictObject({
  id: ref.describe("the entry asked about"),
  answer: z
    .enum(ANSWERS)
    .describe(
      "of a correction: held, or failed (it happened again); of others: a verdict; of any: later (too early), irrelevant",
    ),
  evidence: z.string().trim().min(1).optional().describe("held, failed: what shows it"),
  result: z.string().trim().min(1).optional().describe("of a verdict: what happened"),
  ...outcome,
  until: z.string().trim().min(1).max(40).optional().describe("later: when to ask again, like 12h, 5d or a date; 5d"),
});
type AnswerInput = z.infer<typeof answerInput>;

/** The default delay of `later`. */
const LATER = "5d";

/** The arguments that an answer takes. `evidence` and `result` both say what happened. */
function takenBy(answer: string): readonly (keyof AnswerInput)[] {
  if (answer === "later") return ["until"];
  if (answer === "held" || answer === "failed") return ["evidence", "result"];
  return (VERDICTS as readonly string[]).includes(answer) ? ["result", "evidence", "score", "lesson"] : [];
}

function checkTogether({ id: _, answer, ...rest }: AnswerInput): void {
  const takes = takenBy(answer);
  const problems = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || (takes as readonly string[]).includes(name) ? [] : [`${name} does not belong to ${answer}`],
  );
  if (problems.length > 0) throw wrongArguments(problems, `${answer} takes`, takes);
}

async function answer(ctx: Context, input: AnswerInput): Promise<Captured> {
  checkTogether(input);
  const { id, answer: word, evidence, result, score, lesson, until } = input;
  const { recordOutcome } = await import("../loop/outcome.js");
  const what = evidence ?? result;
  const isShort = (SHORT as readonly string[]).includes(word);
  const form = isShort
    ? { [word]: word === "later" ? (until ?? LATER) : true, evidence: what }
    : { verdict: word, result: result ?? what, score, lesson };
  return await recordOutcome(ctx, { refs: [id], ...defined(form) });
}

/** The id of an entry, or a line that people wrote. */
const side = z
  .string()
  .max(300)
  .regex(/^(?:[A-Za-z0-9][\w.-]{0,63}|.+#[0-9a-f]{12}|.+:\d+)$/, "not an id or its tail, nor FILE#hash of a line");

const resolveInput = z.strictObject({
  id: side.describe("what holds, or is the exception; alone: its open pairs"),
  other: side.optional().describe("the other side of the pair: an entry, or FILE#hash of a line"),
  answer: z
    .enum([...PAIR_ANSWERS, "reopen"])
    .describe(
      "same: said again or taken further; replaces: id holds instead of other; exception: id is one to other, both hold; unrelated: neither bears on the other; later: ask again; reopen: take an answer back",
    ),
  later: z.string().trim().min(1).max(40).optional().describe("of later: when, like 12h, 5d or a date; 5d"),
  reason: z.string().trim().min(1).optional().describe("why, in one sentence"),
});
type ResolveArguments = z.infer<typeof resolveInput>;

async function resolveNear(
  ctx: Context,
  { id, other, answer: how, later, reason }: ResolveArguments,
): Promise<ResolvedAll> {
  if (later !== undefined && how !== "later") {
    throw wrongArguments([`later does not belong to ${how}`], `${how} takes`, ["id", "other", "reason"]);
  }
  const { resolve } = await import("../review/resolve.js");
  return await resolve(ctx, { a: id, b: other, how, later, reason });
}

export const ANSWER_TOOLS: readonly Tool[] = [
  tool<AnswerInput, Captured>({
    name: "answer_question",
    title: "Answer a question",
    description:
      "Answer a question that context or heartbeat lists: whether a correction held, how a learning turned out. Say what really happened; if you do not know yet, later. An error with the code needs-person: ask them, and leave the question open.",
    input: answerInput,
    output: capturedSchema,
    annotations: CHANGES,
    act: answer,
    text: (captured) => capturedText(captured, PLAIN),
  }),
  tool<ResolveArguments, ResolvedAll>({
    name: "resolve",
    title: "Judge two near entries",
    description:
      "Captures, context and heartbeat put near entries before you: read both, then say what they are to each other. Nothing is taken out until you do. About what is trusted more than you it is proposed, and a person decides.",
    input: resolveInput,
    output: resolvedAllSchema,
    annotations: CHANGES,
    act: resolveNear,
    text: (resolved) => resolvedAllText(resolved, PLAIN),
  }),
];
