/** What `tenet eval` answers, through every door: said once, as schemas that check the JSON and give the types. */
import * as z from "zod";
import { finding, id, instant, place } from "../entry/shared-schemas.js";

const count = z.int().nonnegative();
const rank = z.int().positive().describe("1-based place among what was found");
const metItem = z.strictObject({ what: z.string(), rank: rank.optional() });

const answeredQuestion = z.strictObject({
  id: z.string(),
  question: z.string(),
  tags: z.array(z.string()),
  pass: z.boolean(),
  rank: rank.optional().describe("by which everything expected was found"),
  expected: z.array(metItem),
  unwanted: z.array(metItem).describe("what must not be found and was"),
  reason: z.string().optional().describe("why it did not pass"),
  by: z.string().describe("recall"),
  ms: count,
  found: z.array(id).describe("the first ten entries, best first"),
  last_asked: instant.optional(),
  ...place,
});
export type Answered = z.infer<typeof answeredQuestion>;

export const evaluatedSchema = z.strictObject({
  asked: z.array(answeredQuestion),
  passed: count,
  failed: count,
  questions: count.describe("how many there are in all, or with the tag"),
  findings: z.array(finding).describe("questions and files that could not be read, entries that are not there"),
  standing: z.string().optional().describe("how all of them stand, by their newest results"),
  kept: z.boolean().describe("whether the results were written down"),
  mode: z.enum(["hybrid", "keyword"]).optional().describe("as it was answered"),
});
export type Evaluated = z.infer<typeof evaluatedSchema>;
