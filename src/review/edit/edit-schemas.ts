/** The answer of an edit, as a schema that checks the JSON and gives the type. */
import * as z from "zod";
import { finding, id, place } from "../../entry/shared-schemas.js";

export const editedSchema = z.strictObject({
  id,
  ...place,
  /** Names of the fields that are different now. */
  changed: z.array(z.string()),
  /** Set when an approval lapsed because the content is no longer what was approved. */
  waits: z.string().optional(),
  /** What tenet noticed in the file after an edit by hand. */
  findings: z.array(finding),
});
export type Edited = z.infer<typeof editedSchema>;
