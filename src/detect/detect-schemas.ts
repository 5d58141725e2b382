/** What detect answers, through every door. */
import * as z from "zod";
import { type } from "../text/shared-schemas.js";

const span = { phrase: z.string(), start: z.int().nonnegative(), end: z.int().nonnegative() };

export const detectedSchema = z.strictObject({
  verdict: z.enum(["learning", "activity", "nothing"]),
  signals: z.array(
    z.strictObject({
      type,
      strength: z.enum(["strong", "medium", "weak"]),
      ...span,
      says: z.string(),
      retrieval_failure: z.literal(true).optional(),
      found: z.strictObject({ corrected_to: z.string().optional(), prior_belief: z.string().optional() }),
      command: z.string(),
      lacks: z.array(z.string()),
    }),
  ),
  activity: z.array(z.strictObject({ kind: z.string(), ...span })),
  because: z.array(z.string()),
});
