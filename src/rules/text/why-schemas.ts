/** Schemas of the answer of `tenet why`: they check the JSON and give the types. */
import * as z from "zod";
import { file, id, instant, line, review, stakes, status, tier, unique, verdict } from "../../entry/shared-schemas.js";
import type { StepText } from "../../steps.js";
import type { Immutable } from "../../text/immutable.js";
import { PROMOTION_REASONS } from "../policy/rule.js";
import { operationSchema, versionSchema } from "../versions/version-schema.js";
import { gitCommitSchema } from "./git-commit-schema.js";

const target = z.string();
const ids = z.array(z.string());
const op = z.enum(["add", "update", "delete", "keep"]);

const whyEntry = z.strictObject({
  id,
  unique,
  text: z.string(),
  status,
  tier,
  stakes,
  review: review.optional(),
  /** The speaker, and the agent that wrote the entry. */
  said_by: z.string(),
  said_at: instant,
  file,
  line,
  /** Entries that repeat the same lesson, oldest first; absent when there is only one. */
  repeated: ids.optional(),
  /** Sessions of use, those in which it was written apart. */
  sessions: z.array(
    z.strictObject({
      session: z.string(),
      at: instant,
      result: z.enum(["cited", "worked", "failed"]),
      agent: z.string().optional(),
    }),
  ),
  outcomes: z.array(
    z.strictObject({
      id,
      verdict,
      score: z.number().optional(),
      lesson: z.string().optional(),
      at: instant,
      counts: z.boolean(),
    }),
  ),
  held: instant.optional(),
  failed: instant.optional(),
  /** Entries beside which an open question keeps it from the rules. */
  blocked_by: ids,
  /** How many distinct facts support it. */
  support: z.int().nonnegative(),
  qualifies: z.strictObject({ reason: z.enum(PROMOTION_REASONS), target, because: z.string() }).optional(),
  /** The reason why it is no rule. */
  blocked: z.array(z.string()),
  /** The unmet conditions of a reason that nearly applies. */
  near: z.array(z.string()),
  /** Operations with it that were turned down, undone or taken back: they return on other evidence only. */
  declined: z.array(z.strictObject({ op, how: z.string(), version: z.string(), target })),
});
export type WhyEntry = Immutable<z.infer<typeof whyEntry>>;

/** An id behind a rule that no record has. */
const missingEntry = z.strictObject({ id: z.string(), missing: z.literal(true) });
export type MissingEntry = z.infer<typeof missingEntry>;

const whyVersion = z.strictObject({
  id: z.string(),
  status: versionSchema.shape.status,
  created: instant,
  op,
  target,
  from: target.optional(),
  text: z.string(),
  before: z.string().optional(),
  reason: operationSchema.shape.reason,
  because: z.string(),
  decided: z.strictObject({ by: z.string(), how: z.string(), at: instant, reason: z.string().optional() }).optional(),
  file,
});
export type WhyVersion = Immutable<z.infer<typeof whyVersion>>;

/** Who let a rule in. */
const whyDecision = z.strictObject({
  /** A person's name; `auto`: the mode let it in; `unproven`: the decider is unknown. */
  by: z.string(),
  how: z.string(),
  at: instant,
  commit: gitCommitSchema.optional().describe("that wrote the decision down, as git has it: information, no proof"),
});
export type WhyDecision = Immutable<z.infer<typeof whyDecision>>;

const whyRule = z.strictObject({
  target,
  text: z.string(),
  ids,
  /** Where it stands now; left out when its file does not have it. */
  line: line.optional(),
  /** `edited`: changed in the file by hand, and not taken over yet. `past`: no longer in force. */
  state: z.enum(["in-force", "edited", "past"]),
  /** The version that brought this wording. */
  since: z.string().optional(),
  decided: whyDecision.optional(),
});
export type WhyRule = Immutable<z.infer<typeof whyRule>>;

const whyBeside = z.strictObject({
  line,
  id,
  text: z.string(),
  /** Absent where nobody compared the two. */
  score: z.number().optional(),
  /** `open`, or the answer that was given about the two. */
  state: z.string(),
  /** The step that decides an open pair. */
  decide: (z.string() as z.ZodType<StepText>).optional(),
});
export type WhyBeside = z.infer<typeof whyBeside>;

export const whySchema = z.strictObject({
  about: z.enum(["rule", "entry", "line", "file"]),
  /** The answer in one sentence. */
  says: z.string(),
  /** Where it stands. */
  file: file.optional(),
  line: line.optional(),
  rule: whyRule.optional(),
  /** Rules of a file, in its order. */
  rules: z
    .array(z.strictObject({ line: line.optional(), text: z.string(), ids, since: z.string(), because: z.string() }))
    .optional(),
  /** Entries that are near a line that people wrote. */
  beside: z.array(whyBeside).optional(),
  entries: z.array(z.union([whyEntry, missingEntry])),
  /** Versions in which it came, changed, waits or left, newest first. */
  versions: z.array(whyVersion),
  commit: gitCommitSchema
    .optional()
    .describe("that brought the line as it stands, as git has it: information, no proof"),
});
export type Why = Immutable<z.infer<typeof whySchema>>;
