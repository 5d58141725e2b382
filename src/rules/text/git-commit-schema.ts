/** Schema of git's information on a commit. It proves nothing. */
import * as z from "zod";
import { instant } from "../../entry/shared-schemas.js";

export const commitId = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

export const gitCommitSchema = z.strictObject({
  commit: commitId,
  name: z.string(),
  email: z.string(),
  at: instant,
  subject: z.string(),
});
