/** The answers of `tenet completion`: a script, or what could be typed. */
import * as z from "zod";

export const completionSchema = z.union([
  z.strictObject({ shell: z.string(), script: z.string() }),
  z.strictObject({ offered: z.array(z.strictObject({ name: z.string(), text: z.string() })) }),
]);
