/** What captures answer, through every door: said once, as schemas that check the JSON and give the types. */
import * as z from "zod";
import { FACT_LABELS } from "../entry/missing-facts.js";
import { category, file, id, line, stakes, type } from "../text/shared-schemas.js";

/** A known entry beside a new one. Numbers have two decimals. */
const neighbour = z.strictObject({
  id,
  /** Its claim, for people. */
  text: z.string().optional(),
  similarity: z.number().optional().describe("by meaning, of the whole entries"),
  claim: z.number().optional().describe("by meaning, of the two claims alone"),
  lexical: z.number(),
  /** How near the claims are. For programs; people read the reasons. */
  band: z.enum(["same", "evolve", "contest", "related", "none"]),
  /** What the change guard names between the two claims, one sentence each. */
  differs: z.array(z.string()),
});
export type Neighbour = z.infer<typeof neighbour>;

/** correct, learn, outcome; one result of add. */
export const capturedSchema = z.strictObject({
  decision: z.enum([
    ...[
      "stored",
      "linked",
      "evolved",
      "restated",
      "skipped",
      "logged",
      "recurrence",
      "superseded",
      "buffered",
      "known",
    ],
    ...["held", "failed", "opportunity", "later", "irrelevant"],
  ] as const),
  type,
  /** Absent when only the daily log was written. */
  id: id.optional().describe("what was written, or the known entry it was folded into, or that answers a question"),
  file: file.optional(),
  line: line.optional(),
  /** Plain sentences: why it was decided this way. */
  because: z.array(z.string()),
  neighbours: z.array(neighbour),
  /** The claim as stored. */
  text: z.string(),
  stakes: stakes.optional(),
  category: category.optional().describe("of a memory, as are confidence, scope and key"),
  confidence: z.number().optional(),
  scope: z.string().optional(),
  key: z.string().optional(),
  /** Known entries it contradicts, until someone decides. */
  contests: z.array(id).optional(),
  /** The known correction that this one repeats, and the ones it overturns. */
  recurrence_of: id.optional(),
  /** The known correction that it may repeat: asked at the next heartbeat. */
  maybe_recurrence_of: id.optional(),
  /** What it is perhaps the same as in other words, and what it perhaps takes back: asked once. */
  maybe_same_as: id.optional(),
  maybe_supersedes: id.optional(),
  superseded: z.array(id).optional(),
  failed: z.array(id).optional().describe("known corrections that did not stick"),
  /** Entries it was linked to, closest first. */
  linked: z.array(id).optional(),
  missing: z
    .array(z.enum(Object.keys(FACT_LABELS) as (keyof typeof FACT_LABELS)[]))
    .optional()
    .describe("facts nobody stated"),
  asked: z.string().optional().describe("who is asked for them, and where"),
  /** Why a person looks at it before it is used. */
  waits: z.string().optional(),
  /** At most one next step. */
  next: z.string().optional(),
});
/** `id`, `file` and `line` name what was written, or the known entry it was folded into. */
export type Captured = z.infer<typeof capturedSchema>;

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
  /** In input order. */
  results: z.array(z.union([z.strictObject({ ok: z.literal(true), ...capturedSchema.shape }), refused])),
});
export type Added = z.infer<typeof addedSchema>;

export const loggedSchema = z.strictObject({
  decision: z.enum(["logged", "buffered"]),
  text: z.string(),
  file: file.optional(),
  /** 1-based line of the bullet. */
  line: line.optional(),
  because: z.array(z.string()),
});
export type Logged = z.infer<typeof loggedSchema>;

/** What became of one waiting write. */
const committed = z.strictObject({
  kind: z.string(),
  captured: capturedSchema.optional(),
  /** One plain sentence, of what is no capture, or was refused. */
  says: z.string().optional(),
  /** Why it was not committed: what it was about is gone or no longer allows it. */
  refused: z.string().optional(),
});
export type Committed = z.infer<typeof committed>;

export const runSchema = z.strictObject({
  run: z.string(),
  state: z.enum(["open", "finishing", "finished", "failed", "dropped"]),
  /** False when this call changed nothing: it was so before. */
  changed: z.boolean(),
  /** What was committed, in order; of a run that failed nothing. */
  committed: z.array(committed),
  /** How many writes the run held in all. */
  count: z.int().nonnegative(),
  because: z.array(z.string()),
});
export type RunAnswer = z.infer<typeof runSchema>;
