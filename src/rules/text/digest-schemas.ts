/** Data of digest, promote and trust. */
import * as z from "zod";
import type { Profile } from "../../config.js";
import { TIERS, VERDICTS } from "../../entry/entry-schema.js";
import { id, instant, stakes, tier, type } from "../../text/shared-schemas.js";
import { APPLY_MODES } from "../policy/apply-mode.js";
import { PROPOSED_OPS } from "../policy/proposals.js";
import { TARGETS } from "../policy/rule.js";
import { operationSchema } from "../versions/version-schema.js";

const count = z.int().nonnegative();
const target = z.enum(TARGETS);
const fate = z.enum(["active", "pending"]).describe("active: it takes effect; pending: it waits for a person");
const left = z.array(z.strictObject({ id, because: z.string() }));

/** promote, and digest without --brief. */
export const digestedSchema = z.strictObject({
  decision: z.enum(["active", "pending", "unchanged"]),
  dry_run: z.boolean(),
  operations: z.array(z.strictObject({ ...operationSchema.shape, fate, waits_because: z.string().optional() })),
  adopted: z.array(operationSchema).describe("what people did to the rules by hand since the last version"),
  kept: count,
  left: left.describe("entries that qualify and stay out"),
  near: z.array(z.strictObject({ id, text: z.string(), missing: z.array(z.string()) })),
  version: z.string().optional().describe("in force"),
  pending: z.string().optional().describe("waits for a person"),
  diff: z.string(),
  pending_diff: z.string(),
});

const briefed = z.strictObject({
  id,
  type,
  tier,
  stakes: stakes.optional(),
  says: z.array(z.strictObject({ field: z.string(), text: z.string() })),
  evidence: z.strictObject({
    sessions: count,
    worked: count,
    failed: count,
    held: instant.optional(),
    said_again: count,
    origins: count,
    outcomes: z.array(
      z.strictObject({ id, verdict: z.enum(VERDICTS), score: z.int().optional(), lesson: z.string().optional() }),
    ),
  }),
});

const briefSchema = z.strictObject({
  mode: z.enum(APPLY_MODES),
  files: z.array(z.strictObject({ target, rules: count, most: count, characters: count })),
  operations: z.array(
    z.strictObject({
      ...operationSchema.pick({ op: true, target: true, text: true, reason: true, because: true, tier: true }).shape,
      ids: z.array(id),
      before: z.string().optional(),
      fate,
    }),
  ),
  entries: z.array(briefed),
  blocked: left,
  instructions: z.array(z.string()),
  list: z.array(
    z.strictObject({ op: z.enum(PROPOSED_OPS), target, text: z.string(), ids: z.array(id), reason: z.string() }),
  ),
});

export const digestSchema = z.union([digestedSchema, briefSchema.describe("with --brief")]);

const byMode = z.strictObject(
  Object.fromEntries(APPLY_MODES.map((mode) => [mode, z.string()])) as Record<Profile["apply_mode"], z.ZodString>,
);

export const trustSchema = z.strictObject({
  mode: z.enum(APPLY_MODES),
  table: z.array(z.strictObject({ tier, stored: z.string(), retrieved: byMode, rule: byMode })),
  people: z.array(
    z.strictObject({
      name: z.string(),
      role: z.enum(["owner", "admin", "member", "agent"]),
      emails: z.array(z.string()),
      tier,
    }),
  ),
  agents: z.array(z.string()),
  non_interactive: z.boolean(),
  digest_command: z.strictObject({ command: z.string(), confirmed: z.boolean() }).optional(),
  entries: z.strictObject(Object.fromEntries(TIERS.map((name) => [name, count]))),
});
