/** The answers of captures through every door, as schemas that check the JSON and give the types. */
import * as z from "zod";
import type { Fact } from "../entry/entry.js";
import { category, file, id, line, stakes, stepText, type } from "../entry/shared-schemas.js";
import { FOUND_BY } from "../entry/words.js";

/** A near claim with the possible answers. Nothing changes until the caller or a person answers. */
export const askSchema = z.strictObject({
  id: id.describe("the new entry"),
  about: z.string().describe("the known entry"),
  text: z.string().describe("its claim"),
  where: z.string().optional().describe("file and line"),
  found: z.enum(FOUND_BY).optional().describe("near to the claim, to the prior belief, or by words"),
  score: z.number().optional().describe("by meaning, of the two claims; by their words where it was found by them"),
  differs: z
    .strictObject({ known: z.array(z.string()), new: z.array(z.string()) })
    .describe("the words that only one of the two has"),
  answers: z.strictObject({
    same: stepText,
    replaces: stepText.describe("the new one holds instead"),
    replaced_by: stepText.describe("the known one holds instead"),
    exception: stepText.describe("the new one is an exception"),
    has_exception: stepText.describe("the known one is an exception"),
    unrelated: stepText,
  }),
  next: stepText.describe("the answers in one line"),
});
export type Ask = z.infer<typeof askSchema>;

/** correct, learn, outcome; one result of add. */
export const capturedSchema = z.strictObject({
  decision: z.enum([
    ...["stored", "evolved", "counted", "replaced", "repeated", "logged", "buffered", "known"],
    ...["held", "failed", "later"],
  ] as const),
  type,
  /** Absent when only the daily log was written. */
  id: id.optional().describe("what was written, or the known entry it was folded into, or that answers a question"),
  file: file.optional(),
  line: line.optional(),
  /** Plain sentences with the reasons of the decision. */
  because: z.array(z.string()),
  /** The nearest claims, for the caller to judge. */
  asks: z.array(askSchema),
  near: z
    .array(
      z.strictObject({
        id: id.optional().describe("absent for a passage of a file"),
        text: z.string(),
        where: z.string().describe("file and line"),
      }),
    )
    .optional()
    .describe("of a question the nearest texts that are known"),
  opened: z.int().positive().optional().describe("pairs that stay open until somebody answers"),
  /** The claim as stored. */
  text: z.string(),
  stakes: stakes.optional(),
  category: category.optional().describe("of a memory, as are confidence and key"),
  confidence: z.number().optional(),
  scope: z.string().optional(),
  key: z.string().optional(),
  repeats: id.optional().describe("the known correction that this one repeats"),
  superseded: z.array(id).optional(),
  proposed: z.array(id).optional().describe("known entries about which an answer waits for a person"),
  failed: z.array(id).optional().describe("known corrections that did not stick"),
  /** Entries it was linked to, closest first. */
  linked: z.array(id).optional(),
  missing: z
    .array(z.enum(["prior_belief", "evidence", "at_risk", "behavioral_change"] satisfies Fact[]))
    .optional()
    .describe("facts nobody stated"),
  /** Why a person looks at it before it is used. */
  waits: z.string().optional(),
  /** At most one next step. */
  next: stepText.optional(),
});
/** `id`, `file` and `line` name what was written, or the known entry it was folded into. */
export type Captured = z.infer<typeof capturedSchema>;

const refused = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    hint: stepText.optional(),
    details: z.looseObject({}),
  }),
});

export const addedSchema = z.strictObject({
  /** Of more than five captures the three nearest claims; of fewer each result has its own. */
  asks: z.array(askSchema).optional(),
  opened: z.int().positive().optional().describe("of more than five captures: pairs that stay open in all"),
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

/** The result of one write that waited in a run. */
const committed = z.strictObject({
  kind: z.string(),
  captured: capturedSchema.optional(),
  /** One plain sentence, for a write that is no capture or was refused. */
  says: z.string().optional(),
  /** Why it was not committed: its target is gone or no longer allows it. */
  refused: z.string().optional(),
});
export type Committed = z.infer<typeof committed>;

export const runSchema = z.strictObject({
  run: z.string(),
  state: z.enum(["open", "finished", "failed", "dropped"]),
  /** False when the run was in this state before the call. */
  changed: z.boolean(),
  /** The committed writes in order; empty for a failed run. */
  committed: z.array(committed),
  /** How many writes the run held in all. */
  count: z.int().nonnegative(),
  asks: z.array(askSchema).optional().describe("of more than five captures the three nearest claims"),
  opened: z.int().positive().optional().describe("of more than five captures: pairs that stay open in all"),
  because: z.array(z.string()),
});
export type RunAnswer = z.infer<typeof runSchema>;
