/** The schema of a version's front matter: file format and JSON alike. */
import * as z from "zod";
import { TIERS } from "../../entry/entry-schema.js";
import { PROMOTION_REASONS, TARGETS } from "../policy/rule.js";
import { CHANGE_REASONS, PROPOSERS, VERSION_ID, VERSION_STATUSES } from "./version.js";

const instant = z.iso.datetime({ offset: true });
const text = z.string().min(1);
const versionId = z.string().regex(VERSION_ID, "not a version like 0007-K7Q2X");
const target = z.enum(TARGETS);
const ids = z.array(text);

export const ruleSchema = z.looseObject({
  target,
  text,
  ids,
  since: versionId,
  decided_by: z
    .looseObject({ by: text, how: z.enum(["edited", "approved", "forced"]), at: instant, commit: text.optional() })
    .optional(),
  stands_by: z.enum(PROMOTION_REASONS).optional(),
  worded_from: text.optional(),
});

export const operationSchema = z.looseObject({
  op: z.enum(["add", "update", "delete", "keep"]),
  target,
  from: target.optional(),
  text,
  before: text.optional(),
  ids,
  reason: z.enum([...PROMOTION_REASONS, ...CHANGE_REASONS]),
  because: text,
  evidence: z.string(),
  tier: z.enum(TIERS),
  support: z.int().nonnegative(),
  supporting: ids.optional(),
  stands_by: z.enum(PROMOTION_REASONS).optional(),
  worded_from: text.optional(),
});

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable();

export const versionSchema = z.looseObject({
  version: z.int().positive(),
  id: versionId,
  status: z.enum(VERSION_STATUSES),
  previous: versionId.nullable(),
  created: instant,
  proposed_by: z.enum(PROPOSERS),
  change_summary: text,
  confidence: z.number().min(0).max(1),
  replaces: versionId.optional(),
  replaced_by: versionId.optional(),
  joins: z.array(versionId).optional(),
  rolls_back: versionId.optional(),
  decided: z
    .looseObject({
      by: text,
      at: instant,
      how: z.enum(["mode", "typed", "script", "edited", "merge"]),
      reason: text.optional(),
      commit: text.optional(),
    })
    .optional(),
  contents: z.record(z.string(), z.string()).optional(),
  folded: ids,
  supporting: ids,
  operations: z.array(operationSchema),
  rules: z.array(ruleSchema),
  files: z.partialRecord(target, z.looseObject({ before: hash, after: hash })),
  declined: z
    .array(
      z.looseObject({
        op: z.enum(["add", "update", "delete", "keep"]),
        target,
        ids,
        evidence: z.string(),
        version: versionId,
        how: z.enum(["rejected", "rolled-back", "removed", "evicted"]),
      }),
    )
    .optional(),
});
