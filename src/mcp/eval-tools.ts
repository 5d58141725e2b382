/** Tools of the profile `full` that test what is known. */
import * as z from "zod";
import { type Evaluated, evaluatedSchema } from "../eval/eval-schemas.js";
import { evaluatedText } from "../eval/eval-text.js";
import { type Replayed, replayedSchema } from "../replay/replay-schemas.js";
import { replayedText } from "../replay/replay-text.js";
import { defined } from "../text/defined.js";
import { PLAIN } from "../text/paint.js";
import { ADDS, READS, type Tool, tool } from "./tool.js";

const evalInput = z.strictObject({
  all: z.boolean().default(false).describe("every question, not only the five asked longest ago"),
  tag: z.string().min(1).max(64).optional().describe("only questions with this tag"),
});

const replayInput = z.strictObject({
  version: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,20}$/, "not a version, like 7 or 0007-K7Q2X")
    .optional()
    .describe("its number, id or tail; left out: the one that waits, else what a digest would do"),
  last: z.int().min(1).max(500).optional().describe("how many contexts and repeats to look back at; 20 unless stated"),
});

export const EVAL_TOOLS: readonly Tool[] = [
  tool<z.infer<typeof evalInput>, Evaluated>({
    name: "eval",
    title: "Ask the golden questions",
    description:
      "Put the workspace's golden questions (memory/eval/*.yaml) to recall and say which are answered: those asked longest ago, or all. Use it after many changes, to see whether what has to be found is still found. The results are written down.",
    profile: "full",
    input: evalInput,
    output: evaluatedSchema,
    annotations: ADDS,
    async act(ctx, { all, tag }) {
      const { evaluate } = await import("../eval/eval.js");
      return await evaluate(ctx, { all, ...defined({ tag }) });
    },
    text: (data) => evaluatedText(data, PLAIN),
  }),
  tool<z.infer<typeof replayInput>, Replayed>({
    name: "replay",
    title: "Say what other rules would have changed",
    description:
      "Look back: which of the last contexts a version of the rules would have changed and by how many tokens, before which repeated corrections its new lines would have stood, and which rules it pushes out. Writes nothing; deciding on a version is for people.",
    profile: "full",
    input: replayInput,
    output: replayedSchema,
    annotations: READS,
    async act(ctx, { version: ref, last }) {
      const { replay } = await import("../replay/replay.js");
      return await replay(ctx, { ref, last });
    },
    text: (data) => replayedText(data, PLAIN),
  }),
];
