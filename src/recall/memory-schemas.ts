import * as z from "zod";
import { capturedSchema } from "../capture/capture-schemas.js";
import { category, file, id, instant, place, review, status, tier, type, unique } from "../text/shared-schemas.js";

/** One memory, as every door lists it. */
export const listedMemory = z.strictObject({
  id,
  text: z.string(),
  category,
  confidence: z.number().min(0).max(1),
  scope: z.string(),
  key: z.string().optional(),
  group: z.string(),
  tier,
  uses: z.int().nonnegative(),
  seen: z.int().nonnegative(),
  timestamp: instant,
  review: review.optional(),
  ...place,
  file: file.describe("of the user tree: begins with user:"),
  unique,
});

export const listedMemoriesSchema = z.strictObject({
  memories: z.array(listedMemory).describe("by use, then newest"),
  total: z.int().nonnegative(),
});

export const forgottenMemoriesSchema = z.strictObject({
  decision: z.enum(["forgotten", "unchanged"]),
  dry_run: z.boolean(),
  entries: z.array(z.strictObject({ id, type, tier, status, ...place })),
  needs_person: z.string().optional(),
});

/** memories: the list; with update a capture; with forget what went. */
export const memoriesSchema = z.union([listedMemoriesSchema, capturedSchema, forgottenMemoriesSchema]);
