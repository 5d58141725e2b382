/** The tool `answer_question`: answers to what a context or a heartbeat asks. Declared with `outcome`. */
import * as z from "zod";
import { argument, text } from "../command/input.js";
import { CHANGES, tool, wrongArguments } from "../command/tool.js";
import { VERDICTS } from "../entry/words.js";
import { defined } from "../text/defined.js";

const ANSWERS = ["held", "failed", "later", ...VERDICTS] as const;
type Answer = (typeof ANSWERS)[number];

/** The arguments that an answer takes. `evidence` and `result` both say what happened. */
const takenBy = (answer: Answer): readonly string[] =>
  (VERDICTS as readonly string[]).includes(answer)
    ? ["result", "evidence", "score", "lesson"]
    : ({ held: ["evidence", "result"], failed: ["evidence", "result"], later: ["until"] }[answer as string] ?? []);

export const answerQuestion = tool({
  name: "answer_question",
  title: "Answer a question",
  place: 7,
  description:
    "Answer a question that context or heartbeat lists: whether a correction held, how a learning turned out. Not known yet: later.",
  hints: CHANGES,
  keys: ["id", "answer", "evidence", "result", "score", "lesson", "until", "contact"],
  input: {
    id: argument("<id>", "the entry asked about, by its id or the end of it"),
    answer: z.enum(ANSWERS).meta({
      description:
        "of a correction: held, or failed (it happened again); of others: a verdict; of any: later (too early)",
    }),
    evidence: text("<text>", "held, failed: what shows it"),
    result: text("<text>", "of a verdict: what happened"),
    score: z.int().min(1).max(10).optional().meta({ description: "of a verdict: 1 to 10" }),
    lesson: text("<text>", "of a verdict: what follows"),
    until: text("<when>", "later: when to ask again, like 12h, 5d (default) or a date"),
  },
  given({ id, answer, until = "5d", contact, ...rest }) {
    const takes = takenBy(answer);
    const problems = Object.keys(rest).flatMap((name) =>
      takes.includes(name) ? [] : [`${name} does not belong to ${answer}`],
    );
    if (problems.length > 0) throw wrongArguments(problems, `${answer} takes`, takes);
    const { evidence, result, score, lesson } = rest;
    const form = (VERDICTS as readonly string[]).includes(answer)
      ? { verdict: answer, result: result ?? evidence, score, lesson }
      : { [answer]: answer === "later" ? until : true, evidence: evidence ?? result };
    return defined({ ids: [id], contact, ...form });
  },
});
