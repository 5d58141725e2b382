/** What doctor, verify, audit and merge answer. */
import * as z from "zod";
import { file, finding, instant, line, reported } from "../text/shared-schemas.js";

const count = z.int().nonnegative();
const counts = { errors: count, warnings: count, infos: count };

export const verifiedSchema = z.strictObject({
  findings: z.array(reported),
  ...counts,
  entries: count,
  files: count,
});

export const examinedSchema = z.union([
  z.strictObject({
    findings: z.array(reported),
    fine: z.array(z.string()),
    ...counts,
    did: z.array(z.strictObject({ file: file.optional(), says: z.string() })).optional(),
    backup: file.optional(),
  }),
  z.strictObject({ held: z.string().optional() }),
]);

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

const fileMerge = z.strictObject({
  file,
  state: z.enum(["merged", "conflict", "left"]),
  because: z.string(),
  conflicts: z.array(
    z.strictObject({
      what: z.enum(["record", "field", "heading", "prose"]),
      id: z.string().optional(),
      field: z.string().optional(),
      line: line.optional(),
    }),
  ),
});

export const mergedSchema = z.union([
  z.strictObject({
    files: z.array(fileMerge),
    pairs: z.array(finding.partial({ file: true })),
    others: z.array(file),
    next: z.string().optional(),
  }),
  fileMerge,
]);
