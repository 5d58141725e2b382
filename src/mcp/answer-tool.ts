/** The tool that answers what a context or a heartbeat asks: how one entry turned out, or what two entries are to each other. */

import * as z from "zod";
import { type Captured, capturedSchema } from "../capture/capture-schemas.js";
import { capturedText } from "../capture/capture-text.js";
import type { Context } from "../context.js";
import { VERDICTS } from "../entry/entry-schema.js";
import { resolvedText } from "../review/edit-text.js";
import type { Resolution } from "../review/resolve.js";
import { resolvedSchema } from "../review/review-schemas.js";
import { defined } from "../text/defined.js";
import { PLAIN } from "../text/paint.js";
import { CHANGES, fieldsOf, ref, type Tool, tool, wrongArguments } from "./tool.js";

const SHORT = ["held", "failed", "later", "irrelevant"] as const;
const DECISIONS = resolvedSchema.shape.how.options;
/** Answers about one entry, and answers about two. */
const OF_ONE: readonly string[] = [...SHORT, ...VERDICTS];
const OF_TWO: readonly string[] = DECISIONS;
const ANSWERS = [...new Set([...SHORT, ...VERDICTS, ...DECISIONS])] as const;

const outcome = fieldsOf("outcome", { score: "of a verdict: 1 to 10", lesson: "of a verdict: what follows" });

const answerInput = z.strictObject({
  id: ref.describe("the entry asked about; of a pair the first"),
  other: ref.optional().describe("of a pair: the second entry"),
  answer: z
    .enum(ANSWERS)
    .describe(
      "of a correction: held, or failed (it happened again); of others: validated, invalidated, mixed, inconclusive; of a pair: supersedes (id replaces other), both (neither is wrong), same, recurrence (corrected again), unrelated; of any: later (too early), of one: irrelevant",
    ),
  evidence: z.string().trim().min(1).optional().describe("held, failed: what shows it"),
  result: z.string().trim().min(1).optional().describe("of a verdict: what happened"),
  ...outcome,
  until: z.string().trim().min(1).max(40).optional().describe("later: when to ask again, like 12h, 5d or a date; 5d"),
});
type AnswerInput = z.infer<typeof answerInput>;

/** How long "too early" is unless stated. */
const LATER = "5d";

const answeredSchema = z.strictObject({
  ...capturedSchema.partial().shape,
  decision: z.enum([...new Set([...capturedSchema.shape.decision.options, ...DECISIONS])] as [string, ...string[]]),
  id: capturedSchema.shape.id.describe("the entry that counts from now on; of a verdict the outcome that was written"),
  other: resolvedSchema.shape.other.optional().describe("of a pair: the other entry"),
  because: capturedSchema.shape.because,
});
type Answered = z.infer<typeof answeredSchema>;

/** What may stand beside an answer. Either word for what happened is understood: there is one thing to say. */
function takenBy(answer: string): readonly (keyof AnswerInput)[] {
  if (answer === "later") return ["until"];
  if (answer === "held" || answer === "failed") return ["evidence", "result"];
  return (VERDICTS as readonly string[]).includes(answer) ? ["result", "evidence", "score", "lesson"] : [];
}

function checkTogether({ id: _, other, answer, ...rest }: AnswerInput): void {
  const fits = other === undefined ? OF_ONE : OF_TWO;
  const problem =
    other === undefined
      ? `${answer} decides about two entries: name the second as other`
      : `${answer} is an answer about one entry: leave other out`;
  const takes = takenBy(answer);
  const stray = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || (takes as readonly string[]).includes(name) ? [] : [`${name} does not belong to ${answer}`],
  );
  const problems = [...(fits.includes(answer) ? [] : [problem]), ...stray];
  if (problems.length > 0) throw wrongArguments(problems, `${answer} takes`, takes);
}

async function answer(ctx: Context, input: AnswerInput): Promise<Answered> {
  checkTogether(input);
  const { id, other, answer: given, evidence, result, score, lesson, until } = input;
  if (other !== undefined) {
    const { resolvePair } = await import("../review/resolve.js");
    const later = given === "later" ? { later: until ?? LATER } : {};
    const { how, says, ...resolved } = await resolvePair(ctx, { a: id, b: other, how: given as Resolution, ...later });
    return { decision: how, ...resolved, because: [says] };
  }
  const { recordOutcome } = await import("../loop/outcome.js");
  const what = evidence ?? result;
  const isShort = (SHORT as readonly string[]).includes(given);
  const form = isShort
    ? { [given]: given === "later" ? (until ?? LATER) : true, evidence: what }
    : { verdict: given, result: result ?? what, score, lesson };
  return await recordOutcome(ctx, { refs: [id], ...defined(form) });
}

/** A decision about a pair is one sentence; what became of an entry is said as everywhere. */
function answeredText(answered: Answered): string {
  const { decision, other, because, id = "", file = "", line = 0 } = answered;
  if (other === undefined) return capturedText(answered as Captured, PLAIN);
  const how = decision as Resolution;
  return resolvedText({ how, id, other, says: because.join(" "), file, line }, PLAIN);
}

export const ANSWER_TOOLS: readonly Tool[] = [
  tool<AnswerInput, Answered>({
    name: "answer_question",
    title: "Answer a question",
    description:
      "Answer a question that context or heartbeat lists: whether a correction held, how a learning turned out, what two entries are to each other. Say what really happened; if you do not know yet, later. An error with the code needs-person: ask them, and leave the question open.",
    input: answerInput,
    output: answeredSchema,
    annotations: CHANGES,
    act: answer,
    text: answeredText,
  }),
];
