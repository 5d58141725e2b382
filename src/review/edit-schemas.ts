/** The answers of edits and links, as schemas that check the JSON and give the types. */
import * as z from "zod";
import { file, finding, id, place } from "../entry/shared-schemas.js";

export const editedSchema = z.strictObject({
  id,
  ...place,
  /** Names of the fields that are different now. */
  changed: z.array(z.string()),
  /** Set when an approval lapsed because the content is no longer what was approved. */
  waits: z.string().optional(),
  /** What tenet noticed in the file after an edit by hand. */
  findings: z.array(finding),
  /** Where an edit by hand that was thrown away is kept. */
  draft: file.optional(),
});
export type Edited = z.infer<typeof editedSchema>;

export const linkedSchema = z.strictObject({
  /** The newer entry: the link is stored there and shown on both. */
  id,
  to: id,
  ...place,
  /** False when it was as asked for already. */
  changed: z.boolean(),
  removed: z.boolean(),
});
export type Linked = z.infer<typeof linkedSchema>;
