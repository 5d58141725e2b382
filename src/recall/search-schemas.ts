import * as z from "zod";
import { category, id, instant, place, stakes, status, tier, type, unique, verdict } from "../text/shared-schemas.js";

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
