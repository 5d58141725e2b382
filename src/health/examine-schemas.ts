import * as z from "zod";
import { file, reported } from "../text/shared-schemas.js";

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
