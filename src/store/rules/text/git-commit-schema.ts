/** What git says of a commit, as a schema that checks the JSON: information, and no proof of anything. */
import * as z from "zod";
import { instant } from "../../../entry/shared-schemas.js";

export const commitId = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

export const gitCommitSchema = z.strictObject({
  commit: commitId,
  parents: z.array(commitId),
  name: z.string(),
  email: z.string(),
  at: instant,
  subject: z.string(),
  /** tenet committed it by itself (`git.commit`): it says nothing about who decided. */
  own: z.literal(true).optional(),
});
