import * as z from "zod";
import { file, finding, id, line } from "../text/shared-schemas.js";

const count = z.int().nonnegative();
const totals = { found: count, imported: count, logged: count, folded: count, skipped: count, templates: count };

export const importedSchema = z.strictObject({
  dry_run: z.boolean(),
  totals: z.strictObject(totals),
  files: z.array(
    z.strictObject({
      file,
      kind: z.string(),
      ...totals,
      archived: file.optional(),
      items: z.array(
        z.strictObject({
          line,
          fate: z.enum(["imported", "logged", "folded", "skipped"]),
          because: z.string(),
          id: id.optional(),
          aliases: z.array(z.string()).optional(),
          file: file.optional(),
          at: line.optional(),
        }),
      ),
      template_lines: z.array(z.strictObject({ line, reason: z.string() })),
      notes: z.array(z.strictObject({ line, message: z.string() })),
    }),
  ),
  left: z.array(z.strictObject({ file, because: z.string() })),
  changed: z.array(file),
  ambiguous: z.array(z.string()),
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
