/** What `tenet report` answers: every figure with what it is made of. One schema for JSON, text, Markdown and page. */
import * as z from "zod";
import { instant, stakes, stepText } from "../entry/shared-schemas.js";
import { BY } from "./history.js";

const count = z.int().nonnegative();
const ids = z.array(z.string());

/**
 * One figure. Below five cases `value` is null, and only the counts are given. `low` and `high` bound a share at 95 %:
 * Wilson's interval.
 */
export const figureSchema = z.strictObject({
  kind: z.enum(["share", "mean", "median"]),
  value: z.number().nullable().describe("null below n = 5: no figure"),
  numerator: z.number().optional().describe("of a share how many, of a mean the sum; a median has none"),
  denominator: count.optional(),
  n: count,
  low: z.number().optional(),
  high: z.number().optional(),
  unit: z.enum(["days", "of 10", "wordings", "repeats", "ratio"]).optional(),
  entries: ids.describe("of a share what is counted in the numerator, else what the values come from"),
  others: ids.optional().describe("of a share the rest of the denominator"),
  local: z.literal(true).optional().describe("from what this machine alone knows: its ledger and its sessions"),
});
export type Figure = z.infer<typeof figureSchema>;

const entryList = z.strictObject({ count, entries: ids });
const sticks = {
  held: count,
  failed: count,
  not_repeated: count.describe("came up and was not said again: counted apart from held"),
  unknown: count,
  open: count,
};

const retention = z.strictObject({
  share: figureSchema.describe("corrections that held, of those with an answer"),
  ...sticks,
  entries: z.strictObject({ unknown: ids, open: ids }),
  repeats: figureSchema.describe("repeats per lesson"),
  kept_30_days: figureSchema.describe("lessons not said again within 30 days, of those of which it is known"),
});

const evolution = z.strictObject({
  threads: entryList,
  length: figureSchema,
  by_others: figureSchema.describe("items by another agent than the one that began"),
  converging: figureSchema
    .optional()
    .describe("entries that came to a known claim by themselves, of all that came to one; absent with one agent"),
});

const verdicts = { validated: count, mixed: count, invalidated: count, inconclusive: count };
const outcomeLoop = z.strictObject({
  answered: figureSchema.describe("entries with an answer, of those old enough to be asked about"),
  outcomes: count,
  ...verdicts,
  score: figureSchema,
});

const calibrated = z.strictObject({
  stakes,
  entries: count,
  ...verdicts,
  held: count,
  failed: count,
  wrong: figureSchema.describe("invalidated or failed, of those that were judged"),
  score: figureSchema,
});
const calibration = z.strictObject({
  table: z.array(calibrated),
});

/** A claim that a second agent came to: `learned` where it had been shown the first, as this machine knows. */
const arrival = z.strictObject({
  id: z.string(),
  first: z.string(),
  second: z.string(),
  at: instant,
  again_at: instant,
  lag_days: z.number(),
  as: z.string().describe("the second agent's entry, or the same where it grew into the first"),
  how: z.enum(["learned", "independent", "unknown"]),
});
export type Arrival = z.infer<typeof arrival>;
const acrossAgents = z.strictObject({
  lag: figureSchema,
  learned: figureSchema.optional().describe("of those of which this machine knows"),
  arrivals: z.array(arrival),
  hub: z
    .strictObject({ claims: count, lag: figureSchema, learned: figureSchema })
    .optional()
    .describe("claims that agents of the hub came to, as of the last sync of this machine; entries as agent/entry"),
});
export type AcrossAgents = z.infer<typeof acrossAgents>;

const promotion = z.strictObject({
  qualified: entryList,
  promoted: figureSchema.describe("entries that are rules, of those that qualify"),
  evicted: entryList,
  taken_back: entryList,
  time_to_rule: figureSchema,
  in_force: count,
});

const struggle = z.strictObject({
  domain: z.string(),
  repeats: count,
  failed: count,
  failed_uses: count,
  invalidated: count,
  total: count,
  entries: ids,
  next: stepText,
});
export type Struggle = z.infer<typeof struggle>;

const editing = z.strictObject({
  now: figureSchema,
  before: figureSchema,
  from: instant.describe("the period of `now`, which ends with the report"),
  before_from: instant.describe("the period of `before`, as long, which ends where the other begins"),
});

/** What happened in one week; it begins on its Monday, a local day of the profile. */
const week = z.strictObject({
  week: z.string(),
  corrections: count,
  insights: count,
  outcomes: count,
  held: count,
  failed: count,
  repeats: count,
  ...verdicts,
  score: z.number().nullable().describe("mean of the scores of that week; null below five"),
  promoted: count,
});
export type Week = z.infer<typeof week>;

/** The leading figures of one agent, domain or week. */
const row = z.strictObject({
  key: z.string(),
  entries: count,
  corrections: count,
  insights: count,
  outcomes: count,
  retention: figureSchema,
  repeats: figureSchema,
  answered: figureSchema,
  score: figureSchema,
  wrong: figureSchema,
  lag: figureSchema.describe("days until this agent came to what another one knew; of a domain and a week: any agent"),
  promoted: count,
});
export type Row = z.infer<typeof row>;

export const reportSchema = z.strictObject({
  at: instant,
  since: instant.optional(),
  entries: count,
  retention,
  evolution,
  outcome_loop: outcomeLoop,
  calibration,
  across_agents: acrossAgents,
  promotion,
  struggles: z.array(struggle),
  editing,
  weeks: z.array(week),
  agents: z.array(row),
  domains: z.array(row),
  by: z.strictObject({ by: z.enum(BY), rows: z.array(row) }).optional(),
});
export type Report = z.infer<typeof reportSchema>;

/** Of a page that was written into a file. */
export const pageWrittenSchema = z.strictObject({ written: z.string().describe("the whole path"), bytes: count });
export type PageWritten = z.infer<typeof pageWrittenSchema>;
