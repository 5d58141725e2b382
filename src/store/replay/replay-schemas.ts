/** Schemas of what other rules would have changed. Used by every door. */
import * as z from "zod";
import { id, instant } from "../../entry/shared-schemas.js";
import { CASE_KINDS } from "./policy/replay-rules.js";

const count = z.int().nonnegative();
const line = z.strictObject({ ids: z.array(id), target: z.string(), text: z.string() });

export const replayedSchema = z.strictObject({
  version: z.string().optional().describe("a version, such as 0007-K7Q2X; absent: what a digest would do now"),
  in: z.array(line).describe("new rules, and reworded ones"),
  out: z
    .array(z.strictObject({ ...line.shape, how: z.enum(["removed", "pushed"]), sessions: count }))
    .describe("rules that leave, or that others leave no room for, and in how many sessions each was of use"),
  cases: z
    .array(
      z.strictObject({
        id,
        at: instant,
        kind: z.enum(CASE_KINDS),
        text: z.string(),
        verdict: z.enum(["new", "stood", "none"]).describe("new: a rule of the change would have stood before it"),
        line: line.optional(),
      }),
    )
    .describe("what went wrong though it had been said, newest first"),
  contexts: z
    .array(
      z.strictObject({
        receipt: z.string(),
        at: instant,
        session: z.string(),
        in: z.array(line),
        out: z.array(line),
        tokens: z.int().describe("more, or fewer where it is negative"),
      }),
    )
    .describe("the last contexts printed on this machine, newest first"),
  answers: z
    .strictObject({
      by: z.string().describe("the program"),
      questions: z.array(
        z.strictObject({
          id: z.string().describe("of the golden question"),
          question: z.string(),
          without: z.string().optional().describe("its answer from the context without the version"),
          with: z.string().optional().describe("and with it"),
          failed: z.string().optional().describe("why there is no answer"),
          differs: z.boolean(),
        }),
      ),
    })
    .optional()
    .describe(
      "what commands.eval answers to golden questions, where a version is named and a person let the program run here",
    ),
  says: z.array(z.string()),
});
export type Replayed = z.infer<typeof replayedSchema>;
