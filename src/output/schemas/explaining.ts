/** Data of the commands that explain rules and hand them to people: `why`, `propose`. */
import * as z from "zod";
import { operationSchema, ruleSchema } from "../../memory/rules/version-schema.js";
import { file } from "./parts.js";

const commit = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

export const proposalSchema = z.strictObject({
  decision: z.enum(["proposed", "already-proposed", "already-merged"]),
  version: z.string(),
  replaces: z.string(),
  branch: z.string().optional(),
  commit: commit.optional(),
  base: commit,
  summary: z.string(),
  operations: z.array(operationSchema),
  fallen: z.array(z.strictObject({ op: operationSchema, because: z.string() })),
  kept: z.array(z.strictObject({ rule: ruleSchema, planned: ruleSchema.optional() })),
  rebased: z.boolean(),
  files: z.array(file),
  diff: z.string(),
});
