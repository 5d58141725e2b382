/** What a check answers, through every door. */
import * as z from "zod";
import { file, id, line, type } from "../entry/shared-schemas.js";

/** A line that an entry forbids. */
const hit = z.strictObject({
  id,
  type,
  file,
  line,
  text: z.string().describe("what the entry says, on one line"),
  instead: z.string().optional().describe("what is to stand there"),
});
export type CheckHit = z.infer<typeof hit>;

const REASONS = ["binary", "large", "link", "long-line", "time", "unreadable"] as const;

/** A file that a check is about and that was not searched, or not to its end. */
const skipped = z.strictObject({ file, because: z.enum(REASONS) });
export type SkippedFile = z.infer<typeof skipped>;

export const checkedSchema = z.strictObject({
  hits: z.array(hit),
  omitted: z.int().nonnegative().describe("hits beyond those that are listed"),
  checks: z.int().nonnegative().describe("approved live entries with a check"),
  files: z.int().nonnegative().describe("files that some check is about, and that were searched"),
  skipped: z.array(skipped),
  broken: z.array(id).describe("entries whose check cannot be run: verify says why"),
});
export type Checked = z.infer<typeof checkedSchema>;
