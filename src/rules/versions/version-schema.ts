/** The front matter of a version, file format and JSON alike: its schema, and reading it. */

import * as z from "zod";
import { TIERS } from "../../entry/entry-schema.js";
import { linesOf } from "../../store/records/fences.js";
import { readFrontMatter } from "../../store/records/front-matter.js";
import type { Finding } from "../../text/findings.js";
import { PROMOTION_REASONS, TARGETS } from "../policy/rule.js";
import { CHANGE_REASONS, PROPOSERS, VERSION_ID, VERSION_STATUSES, type Version } from "./version.js";
import { VERSION_LIMITS } from "./version-text.js";

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

/** Each one line; as fields it is read as well. */
function declinedIn({ declined }: Record<string, unknown>): { declined?: unknown } {
  if (!Array.isArray(declined)) return {};
  const read = declined.map((one: unknown) => {
    if (typeof one !== "string") return one;
    const [op, target, how, version, evidence, ...ids] = one.split(" ");
    return { op, target, how, version, evidence: evidence === "-" ? "" : evidence, ids };
  });
  return { declined: read };
}

/** Reads one; what cannot be read is a finding. */
export function parseVersion(text: string, file: string): { version: Version } | { finding: Finding } {
  const { data, trouble } = readFrontMatter(linesOf(text), VERSION_LIMITS);
  const wrong = (message: string, line = 1): { finding: Finding } => ({
    finding: {
      severity: "error",
      code: "broken-version",
      file,
      line,
      message,
      next: "Bring it back from git's history.",
    },
  });
  if (trouble !== undefined) return wrong(trouble.message, trouble.line);
  const parsed = versionSchema.safeParse({ ...data, ...declinedIn(data) });
  if (parsed.success) return { version: parsed.data as Version };
  const [issue] = parsed.error.issues;
  return wrong(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not a version"}`);
}
