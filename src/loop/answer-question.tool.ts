/** The tool `answer_question`: answers to what a context or a heartbeat asks. Declared with `outcome`. */
import type * as z from "zod";
import { RECORDS } from "../capture/recording.tool.js";
import { CHANGES, type ToolKit, tool, wrongArguments } from "../command/tool.js";
import { VERDICTS } from "../entry/words.js";
import { defined } from "../text/defined.js";

const SHORT = ["held", "failed", "later", "irrelevant"] as const;
const ANSWERS = [...SHORT, ...VERDICTS] as const;

const inputSchema = ({ z, ref, fieldsOf }: ToolKit) =>
  z.strictObject({
    id: ref.describe("the entry asked about"),
    answer: z
      .enum(ANSWERS)
      .describe(
        "of a correction: held, or failed (it happened again); of others: a verdict; of any: later (too early), irrelevant",
      ),
    evidence: z.string().trim().min(1).optional().describe("held, failed: what shows it"),
    result: z.string().trim().min(1).optional().describe("of a verdict: what happened"),
    ...fieldsOf("outcome", { score: "of a verdict: 1 to 10", lesson: "of a verdict: what follows" }),
    until: z.string().trim().min(1).max(40).optional().describe("later: when to ask again, like 12h, 5d or a date; 5d"),
  });
type AnswerInput = z.infer<ReturnType<typeof inputSchema>>;

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

export const answerQuestion = tool({
  ...RECORDS,
  name: "answer_question",
  title: "Answer a question",
  place: 7,
  description:
    "Answer a question that context or heartbeat lists: whether a correction held, how a learning turned out. Not known yet: later. An error with the code needs-person: ask them, and leave the question open.",
  hints: CHANGES,
  input: inputSchema,
  async act(ctx, input) {
    checkTogether(input);
    const { id, answer: word, evidence, result, score, lesson, until } = input;
    const { recordOutcome } = await import("./outcome.js");
    const happened = evidence ?? result;
    const isShort = (SHORT as readonly string[]).includes(word);
    const form = isShort
      ? { [word]: word === "later" ? (until ?? LATER) : true, evidence: happened }
      : { verdict: word, result: result ?? happened, score, lesson };
    return await recordOutcome(ctx, { refs: [id], ...defined(form) });
  },
});
