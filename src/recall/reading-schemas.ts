import * as z from "zod";
import { entrySchema } from "../entry/entry-schema.js";
import {
  file,
  id,
  instant,
  place,
  review,
  stakes,
  status,
  tier,
  type,
  unique,
  verdict,
} from "../text/shared-schemas.js";

export const listedSchema = z.strictObject({
  entries: z.array(
    z.strictObject({
      id,
      type,
      text: z.string(),
      status,
      stakes: stakes.optional(),
      tier,
      timestamp: instant,
      review: review.optional(),
      outcome: verdict.optional(),
      ...place,
      unique,
    }),
  ),
  total: z.int().nonnegative(),
});

/** A record as it stands in its file; a sensitive one shows no content. */
const record = z.union([
  entrySchema,
  z.looseObject({ id, type, review: z.looseObject({ state: z.literal("sensitive") }) }),
]);

export const shownSchema = z.strictObject({
  entry: record,
  claim: z.string(),
  links: z.array(
    z.strictObject({
      relation: z.string(),
      direction: z.enum(["out", "in"]),
      id: z.string(),
      status: status.optional(),
      text: z.string().optional(),
      unique: unique.optional(),
      missing: z.literal(true).optional(),
    }),
  ),
  ...place,
  unique,
});

export const exportedSchema = z.strictObject({
  entries: z.array(z.union([entrySchema, z.strictObject({ id, type, sensitive: z.literal(true) })])),
});

export const settingsSchema = z.union([
  z.strictObject({ settings: z.record(z.string(), z.unknown()) }),
  z.strictObject({ key: z.string(), before: z.unknown(), after: z.unknown() }),
]);

export const initialisedSchema = z.strictObject({
  root: z.string(),
  already: z.boolean(),
  files: z.array(z.strictObject({ file, change: z.enum(["created", "added to", "updated"]), says: z.string() })),
  left: z.array(z.strictObject({ file, because: z.string() })),
  owner: z.string().optional(),
  merge: z.enum(["installed", "current", "no-git"]),
  transcripts: z.int().positive().optional(),
  next: z.string(),
});

export const completionSchema = z.strictObject({ shell: z.enum(["bash", "zsh", "fish"]), script: z.string() });

/** `--help`, `help` and `--version`. */
export const helpSchema = z.union([z.strictObject({ text: z.string() }), z.strictObject({ version: z.string() })]);
