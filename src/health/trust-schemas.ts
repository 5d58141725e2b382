/** What forgetting and audit answer. */
import * as z from "zod";
import { TARGETS } from "../rules/policy/rule.js";
import { file, id, instant, line, reported, status, tier, type } from "../text/shared-schemas.js";

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

export const auditedSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      at: instant,
      kind: z.enum(["read", "write", "decision", "redaction"]),
      op: z.string(),
      ids: z.array(z.string()),
      agent: z.string().optional(),
      session: z.string().optional(),
      run: z.string().optional(),
      by: z.string().optional(),
      reason: z.string().optional(),
      query: z.string().optional(),
      version: z.string().optional(),
      decision: z.string().optional(),
      from_tree: z.literal(true).optional(),
    }),
  ),
  total: count,
  skipped: count,
  ledger: z.strictObject({
    chains: count,
    lines: count,
    struck: count,
    missing: z.array(z.string()),
    changed: z.array(z.strictObject({ file: z.string(), line })),
  }),
  findings: z.array(reported),
});
