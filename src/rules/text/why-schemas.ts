/** Data of the commands that explain rules and hand them to people: `why`, `propose`. */
import * as z from "zod";
import { file, id, instant, line, review, stakes, status, tier, unique, verdict } from "../../text/shared-schemas.js";
import { PROMOTION_REASONS, TARGETS } from "../policy/rule.js";
import { operationSchema, ruleSchema, versionSchema } from "../versions/version-schema.js";

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

const target = z.enum(TARGETS);
const ids = z.array(z.string());
const op = z.enum(["add", "update", "delete", "keep"]);

const gitCommit = z.strictObject({
  commit,
  parents: z.array(commit),
  name: z.string(),
  email: z.string(),
  at: instant,
  subject: z.string(),
});

const proof = z.strictObject({
  state: z.enum(["proven", "unproven", "uncommitted", "unknown"]),
  person: z.string().optional(),
  commit: gitCommit.optional(),
  merge: gitCommit.optional(),
  because: z.string(),
});

const whyEntry = z.strictObject({
  id,
  unique,
  text: z.string(),
  status,
  tier,
  stakes,
  review: review.optional(),
  said_by: z.string(),
  said_at: instant,
  file,
  line,
  repeated: ids.optional(),
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
  contested: ids,
  origins: z.array(z.string()),
  support: z.int().nonnegative(),
  qualifies: z.strictObject({ reason: z.enum(PROMOTION_REASONS), target, because: z.string() }).optional(),
  blocked: z.array(z.string()),
  near: z.array(z.string()),
  declined: z.array(
    z.strictObject({
      op,
      how: z.string(),
      version: z.string(),
      target,
    }),
  ),
});

export const whySchema = z.strictObject({
  about: z.enum(["rule", "entry", "line", "file"]),
  says: z.string(),
  file: file.optional(),
  line: line.optional(),
  rule: z
    .strictObject({
      target,
      text: z.string(),
      ids,
      line: line.optional(),
      state: z.enum(["in-force", "edited", "past"]),
      since: z.string().optional(),
      decided: z.strictObject({ by: z.string(), how: z.string(), at: instant, proof: proof.optional() }).optional(),
    })
    .optional(),
  rules: z
    .array(z.strictObject({ line: line.optional(), text: z.string(), ids, since: z.string(), because: z.string() }))
    .optional(),
  entries: z.array(z.union([whyEntry, z.strictObject({ id: z.string(), missing: z.literal(true) })])),
  versions: z.array(
    z.strictObject({
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
      decided: z
        .strictObject({ by: z.string(), how: z.string(), at: instant, reason: z.string().optional() })
        .optional(),
      file,
    }),
  ),
  commit: gitCommit.optional(),
});
