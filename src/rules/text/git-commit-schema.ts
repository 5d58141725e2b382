/** Schema of git's information on a commit. It proves nothing. */
import * as z from "zod";
import { instant } from "../../entry/shared-schemas.js";

export const commitId = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

export const gitCommitSchema = z.strictObject({
  commit: commitId,
  parents: z.array(commitId),
  name: z.string(),
  email: z.string(),
  at: instant,
  subject: z.string(),
  /** tenet made the commit by itself (`git.commit`): it shows nothing about the decider. */
  own: z.literal(true).optional(),
});
