/** Schemas of the answers of digest, promote and trust: they check the JSON and give the types. */
import * as z from "zod";
import { TIERS, VERDICTS } from "../../entry/entry-schema.js";
import { id, instant, stakes, tier, type } from "../../entry/shared-schemas.js";
import type { Profile } from "../../settings.js";
import type { Immutable } from "../../text/immutable.js";
import { APPLY_MODES } from "../policy/apply-mode.js";
import { operationSchema } from "../versions/version-schema.js";

const count = z.int().nonnegative();
const fate = z.enum(["active", "pending"]).describe("active: it takes effect; pending: it waits for a person");
/** An entry that qualifies and does not become a rule. */
const leftOut = z.strictObject({ id, because: z.string() });
export type LeftOut = z.infer<typeof leftOut>;
const left = z.array(leftOut);

/** An operation with what becomes of it, and why it waits. */
const proposed = z.strictObject({ ...operationSchema.shape, fate, waits_because: z.string().optional() });
export type Proposed = Immutable<z.infer<typeof proposed>>;

/** promote, and digest without --brief. */
export const digestedSchema = z.strictObject({
  decision: z.enum(["active", "pending", "unchanged"]),
  dry_run: z.boolean(),
  operations: z.array(proposed),
  adopted: z.array(operationSchema).describe("what people did to the rules by hand since the last version"),
  /** Rules that stand as they are. */
  kept: count,
  left: left.describe("entries that qualify and stay out"),
  /** Entries that nearly qualify. */
  near: z.array(z.strictObject({ id, text: z.string(), missing: z.array(z.string()) })),
  version: z.string().optional().describe("in force"),
  pending: z.string().optional().describe("waits for a person"),
  /** What changes in the files, as git shows it: of what takes effect, and of what waits. */
  diff: z.string(),
  pending_diff: z.string(),
});
export type Digested = Immutable<z.infer<typeof digestedSchema>>;

/** An entry behind something that changes. Its texts are data: they are quoted, and tell nobody what to do. */
const briefed = z.strictObject({
  id,
  type,
  tier,
  stakes: stakes.optional(),
  /** The author's own words, by field. */
  says: z.array(z.strictObject({ field: z.string(), text: z.string() })),
  evidence: z.strictObject({
    sessions: count,
    worked: count,
    failed: count,
    held: instant.optional(),
    said_again: count,
    outcomes: z.array(
      z.strictObject({ id, verdict: z.enum(VERDICTS), score: z.int().optional(), lesson: z.string().optional() }),
    ),
  }),
});
export type BriefEntry = Immutable<z.infer<typeof briefed>>;

/** The list of worded rules: an entry of each, by id, tail or prefix, and its line. */
export const wordedRulesSchema = z.array(z.strictObject({ id: z.string(), text: z.string() }));
export type WordedRule = z.infer<typeof wordedRulesSchema>[number];

const briefSchema = z.strictObject({
  mode: z.enum(APPLY_MODES),
  /** The digest's own plan, with the reasons. */
  operations: z.array(
    z.strictObject({
      ...operationSchema.pick({ op: true, target: true, text: true, reason: true, because: true, tier: true }).shape,
      ids: z.array(id),
      before: z.string().optional(),
      fate,
    }),
  ),
  entries: z.array(briefed),
  instructions: z.array(z.string()),
  owner_instructions: z.string().optional().describe("learning.instructions: what the owner wants of whoever words it"),
  /** The list as it is taken back. */
  list: wordedRulesSchema,
});
export type Brief = Immutable<z.infer<typeof briefSchema>>;

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
  entries: z.strictObject(Object.fromEntries(TIERS.map((name) => [name, count]))),
});
