/** What detect answers, through every door: said once, as schemas that check the JSON and give the types. */
import * as z from "zod";
import { type } from "../text/shared-schemas.js";

/** Words of the text, and where they stand in it as given, in UTF-16 units. */
const span = { phrase: z.string(), start: z.int().nonnegative(), end: z.int().nonnegative() };

const signal = z.strictObject({
  type,
  strength: z.enum(["strong", "medium", "weak"]),
  /** The words that gave it away. */
  ...span,
  /** What they show. */
  says: z.string(),
  /** It was told before and not found: look why it was not retrieved. */
  retrieval_failure: z.literal(true).optional(),
  /** What the sentence itself says, by field. */
  found: z.strictObject({ corrected_to: z.string().optional(), prior_belief: z.string().optional() }),
  /** The command that records it, with placeholders for what is missing. */
  command: z.string(),
  /** Fields that the command still lacks. */
  lacks: z.array(z.string()),
});
export type Signal = z.infer<typeof signal>;
export type Strength = Signal["strength"];

const activity = z.strictObject({ kind: z.string(), ...span });
export type Activity = z.infer<typeof activity>;

export const detectedSchema = z.strictObject({
  /** `activity`: for the daily log at most. `nothing`: no sign of either. */
  verdict: z.enum(["learning", "activity", "nothing"]),
  /** At most one a sentence and type, in the order of the text. */
  signals: z.array(signal),
  activity: z.array(activity),
  because: z.array(z.string()),
});
export type Detected = z.infer<typeof detectedSchema>;
