/** Schemas of the answers of forgetting. Used by every door. */
import * as z from "zod";
import { file, id, line, status, tier, type } from "../entry/shared-schemas.js";

const forgottenEntry = z.strictObject({ id, type, tier, status: status.describe("as it was before"), file, line });

const ruleChange = z.strictObject({
  op: z.enum(["add", "update", "delete", "keep"]),
  target: z.string(),
  ids: z.array(z.string()),
  because: z.string(),
  fate: z.enum(["active", "waits"]),
});

const lineElsewhere = z.strictObject({
  file,
  line,
  id: id.optional().describe("the record that holds it"),
  text: z.string(),
  replaced: z.boolean().describe("the words or names were replaced, or would be"),
});

export const forgottenSchema = z.strictObject({
  decision: z.enum(["forgotten", "redacted", "erased", "unchanged"]),
  dry_run: z.boolean(),
  selector: z.strictObject({ by: z.enum(["source", "origin", "session", "contact"]), value: z.string() }).optional(),
  entries: z.array(forgottenEntry),
  others: z.array(id).describe("entries that stay, without what was said or used there"),
  rules: z.array(ruleChange),
  version: z.string().optional(),
  commits: z.array(z.strictObject({ hash: z.string(), date: z.string() })),
  more_commits: z.boolean(),
  at_hub: z.array(id).optional().describe("entries that a hub has a copy of"),
  named: z.array(lineElsewhere).optional().describe("lines elsewhere that hold its words or names"),
  needs_person: z.string().optional(),
});

export type Forgotten = z.infer<typeof forgottenSchema>;
export type LineElsewhere = z.infer<typeof lineElsewhere>;
export type RuleChange = z.infer<typeof ruleChange>;
