/** What git says of a decision: said once, as a schema that checks the JSON and gives the type. */
import * as z from "zod";
import type { Immutable } from "../text/immutable.js";
import { instant } from "../text/shared-schemas.js";

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
  /** It says that people begin anew. */
  newRoot: z.literal(true).optional(),
});

export const proofSchema = z.strictObject({
  /**
   * `proven`: a commit or merge of a listed person let it in. `unproven`: git names somebody else. `uncommitted`: git
   * has no decision of it yet. `unknown`: there is no git, or this clone holds too little of the history.
   */
  state: z.enum(["proven", "unproven", "uncommitted", "unknown"]),
  /** The name under `people`. */
  person: z.string().optional(),
  /** The commit in which the decision was first written down. */
  commit: gitCommitSchema.optional(),
  /** The merge by which it got in, when that is the proof. */
  merge: gitCommitSchema.optional(),
  /** One plain sentence. */
  because: z.string(),
});
export type Proof = Immutable<z.infer<typeof proofSchema>>;
