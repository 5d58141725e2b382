import * as z from "zod";
import { capturedSchema } from "../capture/capture-schemas.js";
import { ENTRY_TYPES, useSchema } from "../entry/entry-schema.js";
import { file, id, instant, line, stakes, tier, type } from "../text/shared-schemas.js";

const quoted = {
  id,
  ref: z.string().describe("the short form that commands accept"),
  type,
  text: z.string(),
  stakes: stakes.optional(),
  tier,
};

const question = z.strictObject({
  ...quoted,
  key: z.string(),
  kind: z.enum(["outcome", "stick", "recurrence", "contested"]),
  ask: z.string(),
  answers: z.array(z.string()).describe("commands with placeholders"),
  age_days: z.int().optional(),
  stage: z.int().min(1).max(3).optional(),
  other: z.strictObject(quoted).optional(),
});

const pending = z.strictObject({
  key: z.string(),
  kind: z.enum(["review", "version"]),
  count: z.int().positive(),
  oldest: z.strictObject({ id, ref: z.string(), since: z.string() }),
});

export const heartbeatSchema = z.strictObject({
  due: z.array(question),
  reinforce: z.array(
    z.strictObject({
      ...quoted,
      key: z.string(),
      said: z.int().positive(),
      next_time: z.string().optional(),
      answers: z.array(z.string()),
    }),
  ),
  pending: z.array(pending),
  did: z.array(z.string()),
  waiting: z.int().nonnegative(),
  dry_run: z.boolean(),
});

const count = z.int().nonnegative();

export const statusSchema = z.strictObject({
  workspace: z.string(),
  agent: z.string(),
  counts: z.strictObject({
    ...Object.fromEntries(ENTRY_TYPES.map((name) => [name, count])),
    live: count,
    promoted: count,
    inconclusive: count,
    superseded: count,
    forgotten: count,
  }),
  newest: z.strictObject({ ...quoted, at: instant }).optional(),
  due: z.strictObject({ questions: count, reinforce: count, recurrences: count, contested: count }),
  waiting: z.array(pending.extend({ days: count.describe("how long the oldest has waited") })),
  index: z.enum(["none", "behind", "fresh"]),
  interrupted: z.boolean(),
  merge: z.strictObject({ state: z.string(), captures: count }).optional(),
  runs: z.array(z.strictObject({ id: z.string(), opened: instant, writes: count })),
  findings: z.strictObject({ errors: count, warnings: count, first: z.string().optional() }),
});

export const usedSchema = z.strictObject({
  decision: z.enum(["counted", "not-counted", "buffered"]),
  id,
  file: file.optional(),
  line: line.optional(),
  result: useSchema.shape.result,
  session: z.string(),
  sessions: count,
  because: z.array(z.string()),
});

export const loggedSchema = z.strictObject({
  decision: z.enum(["logged", "buffered"]),
  text: z.string(),
  file: file.optional(),
  line: line.optional(),
  because: z.array(z.string()),
});

const span = { phrase: z.string(), start: count, end: count };

export const detectedSchema = z.strictObject({
  verdict: z.enum(["learning", "activity", "nothing"]),
  signals: z.array(
    z.strictObject({
      type,
      strength: z.enum(["strong", "medium", "weak"]),
      ...span,
      says: z.string(),
      retrieval_failure: z.literal(true).optional(),
      found: z.strictObject({ corrected_to: z.string().optional(), prior_belief: z.string().optional() }),
      command: z.string(),
      lacks: z.array(z.string()),
    }),
  ),
  activity: z.array(z.strictObject({ kind: z.string(), ...span })),
  because: z.array(z.string()),
});

export const runSchema = z.strictObject({
  run: z.string(),
  state: z.enum(["open", "finishing", "finished", "failed", "dropped"]),
  changed: z.boolean(),
  committed: z.array(
    z.strictObject({
      kind: z.string(),
      captured: capturedSchema.optional(),
      says: z.string().optional(),
      refused: z.string().optional(),
    }),
  ),
  count,
  because: z.array(z.string()),
});
