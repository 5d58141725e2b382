/** The result of answering a question, as a schema that checks the JSON and gives the type. */
import * as z from "zod";
import { capturedSchema } from "../capture/capture-schemas.js";
import { id, place } from "../entry/shared-schemas.js";

export const answeredSchema = z.strictObject({
  decision: z.enum(["answered", "unanswered"]),
  /** The question. */
  id,
  ...place,
  question: z.string(),
  /** The author of the answer. */
  by: z.string(),
  pinned: z.boolean().describe("an owner said it: it stands before every session, and only people change it"),
  /** The stored entries: the memory, and the correction where one was made. */
  captured: z.array(capturedSchema),
});
export type Answered = z.infer<typeof answeredSchema>;
