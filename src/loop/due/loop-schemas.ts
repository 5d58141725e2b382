/** Schemas of the loop's answers: they check the JSON and give the types. Used by every door. */
import * as z from "zod";
import { EDIT_KINDS, useSchema } from "../../entry/entry-schema.js";
import { doubts, file, id, line, stakes, stepText, tier, type } from "../../entry/shared-schemas.js";
import { waitingSchema } from "../../review/waiting/waiting-schemas.js";

/** A quoted entry: short, on one line, never the word for an empty heartbeat. */
export const quoted = z.strictObject({
  id,
  /** The reference to type: the tail, or the id where the tail may not be unique. */
  ref: z.string().describe("the short form that commands accept"),
  type,
  text: z.string(),
  stakes: stakes.optional(),
  tier,
  doubts,
});
export type Quoted = z.infer<typeof quoted>;

/** Something to answer. */
const question = quoted.extend({
  /** The entry, or both of a pair: printed at most once in the quiet hours. */
  key: z.string(),
  kind: z.enum(["outcome", "stick", "pair"]),
  ask: z.string(),
  /** V stands for a verdict, T for a text. */
  answers: z.array(stepText).describe("how to answer: a command with placeholders, or a tool with its arguments"),
  /** Whole days since it was captured or imported; of a pair, since the later one was. */
  age_days: z.int().optional(),
  /** Which of the three questions. */
  stage: z.int().min(1).max(3).optional(),
  other: quoted
    .extend({
      id: z.string().describe("or #hash of a line that people wrote"),
      type: z.union([type, z.literal("line")]),
    })
    .optional()
    .describe("the other side of a pair"),
});
export type Question = z.infer<typeof question>;

/** One side of a pair: an entry, or a line that people wrote. */
export type QuotedSide = NonNullable<Question["other"]>;

/** A correction that did not stick. */
const reinforcement = quoted.extend({
  key: z.string(),
  /** How often it was stated in all. */
  said: z.int().positive(),
  /** What to do differently. */
  next_time: z.string().optional(),
  answers: z.array(stepText),
});
export type Reinforcement = z.infer<typeof reinforcement>;

/** Everything that waits for a person, a group that is too long, or a lesson that runs have taught often enough. */
export const pending = z.strictObject({
  key: z.string(),
  kind: z.enum(["person", "group", "reflexion"]),
  count: z.int().positive(),
  oldest: z.strictObject({
    id: z.string().describe("of an entry, a version, a heard sentence, a file or a group"),
    ref: z.string(),
    since: z.string(),
  }),
  next: stepText,
  kinds: waitingSchema.optional(),
});
export type Pending = z.infer<typeof pending>;

export const heartbeatSchema = z.strictObject({
  /** Questions about entries and pairs, the most important first; with `reinforce` at most the profile's number. */
  due: z.array(question),
  reinforce: z.array(reinforcement),
  /** What waits for a person. */
  pending: z.array(pending),
  /** Three edits of one kind, and the command that records what they amount to. At most one offer a heartbeat. */
  offer: z
    .strictObject({
      key: z.string(),
      kind: z.enum(EDIT_KINDS),
      edits: z.array(z.strictObject({ id, wrote: z.string(), sent: z.string(), why: z.string().optional() })),
      next: stepText,
    })
    .optional(),
  /** What it did, or with `dry_run` would have done; one plain sentence each. */
  did: z.array(z.string()),
  /** Questions that are due and wait for a later heartbeat. */
  waiting: z.int().nonnegative(),
  dry_run: z.boolean(),
});
export type HeartbeatData = z.infer<typeof heartbeatSchema>;

export const usedSchema = z.strictObject({
  decision: z.enum(["counted", "not-counted"]),
  id,
  file: file.optional(),
  line: line.optional(),
  result: useSchema.shape.result,
  session: z.string(),
  /** Sessions in which it was used so far. */
  sessions: z.int().nonnegative(),
  because: z.array(z.string()),
});
export type UsedAnswer = z.infer<typeof usedSchema>;
