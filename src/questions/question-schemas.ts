/** What answering a question answers: said once, as a schema that checks the JSON and gives the type. */
import * as z from "zod";
import { capturedSchema } from "../capture/capture-schemas.js";
import { id, place } from "../entry/shared-schemas.js";

export const answeredSchema = z.strictObject({
  decision: z.enum(["answered", "unanswered"]),
  /** The question. */
  id,
  ...place,
  question: z.string(),
  /** Whose answer it is. */
  by: z.string(),
  pinned: z.boolean().describe("an owner said it: it stands before every session, and only people change it"),
  /** What was stored: the memory, and the correction where one was made of it. */
  captured: z.array(capturedSchema),
});
export type Answered = z.infer<typeof answeredSchema>;
