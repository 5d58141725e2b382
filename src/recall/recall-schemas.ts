import * as z from "zod";
import { capturedSchema } from "../capture/capture-schemas.js";
import { entrySchema } from "../entry/entry-schema.js";
import {
  category,
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

const indexState = z.enum(["fresh", "partial", "rebuilt", "degraded"]);

export const recalledSchema = z.strictObject({
  results: z.array(
    z.strictObject({
      id,
      type,
      text: z.string(),
      score: z.number(),
      status,
      tier,
      source: z.string().optional().describe("who said so"),
      origin: z.string().optional().describe("the url, file or tool it came from"),
      stakes: stakes.optional(),
      outcome: verdict.optional(),
      category: category.optional().describe("of a memory, as are confidence, scope and key"),
      confidence: z.number().optional(),
      scope: z.string().optional(),
      key: z.string().optional(),
      timestamp: instant,
      ...place,
      unique,
      why: z.strictObject({ words: z.array(z.string()), bm25: z.number(), cosine: z.number().optional() }),
    }),
  ),
  mode: z.enum(["hybrid", "keyword", "semantic"]).describe("as it was answered"),
  index: indexState,
  pending: z.int().nonnegative(),
  index_why: z.string().optional(),
  model: z.string().nullable(),
  withheld: z.int().nonnegative().describe("matches that wait for review"),
});

export const indexedSchema = z.strictObject({
  index: indexState,
  pending: z.int().nonnegative(),
  why: z.string().optional(),
  model: z.string().optional(),
  entries: z.int().nonnegative(),
  embedded: z.int().nonnegative(),
  cached: z.int().nonnegative(),
  seconds: z.number(),
  looked_again: z.array(z.strictObject({ id, linked: z.array(id), contests: z.array(id) })),
  fetched: z
    .strictObject({ model: z.string(), folder: z.string(), fetched: z.array(z.string()), kept: z.array(z.string()) })
    .optional(),
  calibration: z.looseObject({ model: z.string(), yaml: z.string() }).optional(),
});
