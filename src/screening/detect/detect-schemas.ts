/** What detect answers, through every door: said once, as schemas that check the JSON and give the types. */
import * as z from "zod";
import { type } from "../../entry/shared-schemas.js";

const signal = z.strictObject({
  type,
  strength: z.enum(["strong", "medium", "weak"]),
  /** The words that gave it away, and where they stand in the text as given, in UTF-16 units. */
  phrase: z.string(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** What they show. */
  says: z.string(),
  /** The learning was recorded before and not retrieved: look for the reason. */
  retrieval_failure: z.literal(true).optional(),
  /** The person's words around it: whole sentences, on one line. */
  sentence: z.string(),
  /** The command that records the sentence, with placeholders for missing fields. */
  command: z.string(),
  /** Fields that the command still lacks. */
  lacks: z.array(z.string()),
});
export type Signal = z.infer<typeof signal>;
export type Strength = Signal["strength"];

export const detectedSchema = z.strictObject({
  verdict: z.enum(["learning", "nothing"]),
  /** At most one a sentence and type, in the order of the text. */
  signals: z.array(signal),
  because: z.array(z.string()),
});
export type Detected = z.infer<typeof detectedSchema>;
