/** Data of the commands by which people read and decide: versions, diff, approve, reject, rollback. */
import * as z from "zod";
import { file, finding, id, instant } from "../../text/shared-schemas.js";
import { TARGETS } from "../policy/rule.js";
import { operationSchema, versionSchema } from "../versions/version-schema.js";

const versionId = z.string().describe("a version, such as 0007-K7Q2X");
const number = z.int().positive();
const count = z.int().nonnegative();
const operations = z.array(operationSchema);
const diff = z.string().describe("as git shows it; empty when nothing in the files changes");

export const versionsSchema = z.strictObject({
  versions: z.array(
    z.strictObject({
      version: number,
      id: versionId,
      status: versionSchema.shape.status,
      previous: versionId.nullable(),
      created: instant,
      proposed_by: versionSchema.shape.proposed_by,
      change_summary: z.string(),
      confidence: z.number(),
      decided: versionSchema.shape.decided,
      stale: z.literal(true).optional(),
      rules: count,
      operations: count,
      file,
    }),
  ),
  findings: z.array(finding),
});

export const versionDiffSchema = z.strictObject({ version: versionSchema, file, stale: z.boolean(), diff });

const kept = z.array(
  z.strictObject({ target: z.enum(TARGETS), text: z.string(), theirs: z.boolean().describe("a person's line") }),
);

export const approvedSchema = z.strictObject({
  decision: z.enum(["active", "unchanged"]),
  version: number,
  id: versionId,
  file,
  by: z.string(),
  operations,
  fallen: z.array(z.strictObject({ op: operationSchema, because: z.string() })),
  kept,
  rebased: z.boolean(),
  adopted: versionId.optional(),
  diff,
});

export const rejectedSchema = z.strictObject({
  decision: z.enum(["rejected", "unchanged"]),
  version: number,
  id: versionId,
  file,
  by: z.string(),
  reason: z.string().optional(),
  operations,
  entries: z.array(id).describe("pending again"),
});

export const rolledBackSchema = z.strictObject({
  decision: z.enum(["active", "unchanged"]),
  dry_run: z.boolean(),
  rolls_back: versionId,
  word: z.string().describe("what a person types to confirm it"),
  version: number.optional(),
  id: versionId.optional(),
  file: file.optional(),
  by: z.string().optional(),
  operations,
  kept,
  left: z.array(z.strictObject({ target: z.enum(TARGETS), text: z.string(), because: z.string() })),
  adopted: versionId.optional(),
  diff,
  fingerprint: z.string(),
});
