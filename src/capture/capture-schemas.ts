import * as z from "zod";
import { category, file, finding, id, line, place, stakes, type } from "../text/shared-schemas.js";
import { DECISIONS } from "./policy/captured.js";

const neighbour = z.strictObject({
  id,
  text: z.string().optional(),
  similarity: z.number().optional(),
  lexical: z.number(),
  band: z.enum(["same", "duplicate", "evolve", "related", "none"]),
  differs: z.array(z.string()),
});

/** correct, learn, outcome; one result of add. */
export const capturedSchema = z.strictObject({
  decision: z.enum(DECISIONS),
  type,
  id: id.optional().describe("what was written, or the known entry it was folded into"),
  file: file.optional(),
  line: line.optional(),
  because: z.array(z.string()),
  neighbours: z.array(neighbour),
  text: z.string(),
  stakes: stakes.optional(),
  category: category.optional().describe("of a memory, as are confidence, scope and key"),
  confidence: z.number().optional(),
  scope: z.string().optional(),
  key: z.string().optional(),
  contests: z.array(id).optional(),
  recurrence_of: id.optional(),
  maybe_recurrence_of: id.optional(),
  superseded: z.array(id).optional(),
  failed: z.array(id).optional().describe("known corrections that did not stick"),
  linked: z.array(id).optional(),
  waits: z.string().optional(),
  next: z.string().optional(),
});

const refused = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    details: z.looseObject({}),
  }),
});

export const addedSchema = z.strictObject({
  results: z.array(z.union([z.strictObject({ ok: z.literal(true), ...capturedSchema.shape }), refused])),
});

export const editedSchema = z.strictObject({
  id,
  ...place,
  changed: z.array(z.string()),
  waits: z.string().optional(),
  findings: z.array(finding),
});

export const linkedSchema = z.strictObject({ id, to: id, ...place, changed: z.boolean(), removed: z.boolean() });

export const resolvedSchema = z.strictObject({
  how: z.enum(["supersedes", "both", "same", "recurrence"]),
  id,
  other: id,
  ...place,
  says: z.string(),
});
