/** What forgetting answers. */
import * as z from "zod";
import { TARGETS } from "../rules/policy/rule.js";
import { file, id, line, status, tier, type } from "../text/shared-schemas.js";

const count = z.int().nonnegative();
const said = z.strictObject({ id, says: z.array(z.string()) });

export const forgottenSchema = z.strictObject({
  decision: z.enum(["forgotten", "redacted", "erased", "restored", "unchanged"]),
  dry_run: z.boolean(),
  selector: z.strictObject({ by: z.enum(["source", "origin", "session"]), value: z.string() }).optional(),
  entries: z.array(z.strictObject({ id, type, tier, status: status.describe("as it was before"), file, line })),
  others: z.array(said).describe("entries that stay: what they lost or got back"),
  rules: z.array(
    z.strictObject({
      op: z.enum(["add", "update", "delete", "keep"]),
      target: z.enum(TARGETS),
      ids: z.array(z.string()),
      because: z.string(),
      fate: z.enum(["active", "waits"]),
    }),
  ),
  version: z.string().optional(),
  kept_lines: z.array(z.strictObject({ target: z.string(), ids: z.array(z.string()) })),
  places: z.array(z.strictObject({ place: z.string(), files: z.array(file) })),
  struck: count.describe("lines of the ledger"),
  derived: z.array(id).describe("made from what is forgotten, and still here"),
  shared: z.array(id).describe("say the same as what was taken out, and still here"),
  unfinished: z.literal(true).optional(),
  commits: z.array(z.strictObject({ hash: z.string(), date: z.string(), subject: z.string() })),
  more_commits: z.boolean(),
  remaining: z.array(z.strictObject({ file, line })),
  needs_person: z.string().optional(),
});
