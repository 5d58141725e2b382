/** Schema of what waits for a person, as every answer counts it. */
import * as z from "zod";
import { instant } from "../../entry/shared-schemas.js";

const count = z.int().nonnegative();

const waitingOfKind = z.strictObject({
  kind: z.enum(["pair", "line", "ask", "version", "entry", "question", "heard"]),
  count: count.positive(),
  since: instant,
  days: count.describe("how long the oldest has waited"),
  id: z.string().describe("the oldest: an entry, a version, or a heard sentence"),
});
export type WaitingOfKind = z.infer<typeof waitingOfKind>;

export const waitingSchema = z.array(waitingOfKind).describe("what waits for a person, by kind");
