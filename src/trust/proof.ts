/** What git says of a commit, as a schema that checks the JSON, and of a decision. */
import * as z from "zod";
import type { GitCommit } from "../store/git/git-commits.js";
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

export interface Proof {
  /**
   * `proven`: a commit or merge of a listed person let it in. `unproven`: git names somebody else. `uncommitted`: git
   * has no decision of it yet. `unknown`: there is no git, or this clone holds too little of the history.
   */
  state: "proven" | "unproven" | "uncommitted" | "unknown";
  /** The name under `people`. */
  person?: string;
  /** The commit in which the decision was first written down. */
  commit?: GitCommit;
  /** The merge by which it got in, when that is the proof. */
  merge?: GitCommit;
  /** One plain sentence. */
  because: string;
}
