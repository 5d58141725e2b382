/** What `tenet report` answers: every figure with what it is made of. One schema for JSON, text, Markdown and page. */
import * as z from "zod";
import { instant, stakes } from "../entry/shared-schemas.js";
import { waitingSchema } from "../store/waiting/waiting-schemas.js";
import { BY } from "./history.js";

const count = z.int().nonnegative();
const ids = z.array(z.string());

/**
 * One figure. Below five cases `value` is null, and only the counts are given. `low` and `high` bound it at 95 %:
 * Wilson's interval of a share, Student's of a mean, order statistics of a median.
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
const sticks = { held: count, failed: count, unknown: count, open: count };
const keyed = z.strictObject({ key: z.string(), ...sticks, share: figureSchema });

const retention = z.strictObject({
  share: figureSchema.describe("corrections that held, of those with an answer"),
  ...sticks,
  entries: z.strictObject({ unknown: ids, open: ids }),
  by_source: z.array(keyed),
  by_stakes: z.array(keyed),
  by_age: z.array(keyed),
  repeats: figureSchema.describe("repeats per lesson"),
  first_repeat: z.strictObject({
    n: count,
    repeated: count,
    censored: count,
    median_days: z.number().nullable().describe("null: fewer than half were repeated, or n is below 5"),
    kept: z
      .array(z.strictObject({ day: z.number(), figure: figureSchema }))
      .describe("the share without a repeat after 7, 30 and 90 days, by Kaplan and Meier"),
  }),
});

const evolution = z.strictObject({
  threads: entryList,
  length: figureSchema,
  pace: figureSchema.describe("days from one wording to the next"),
  by_others: figureSchema.describe("items by another agent than the one that began"),
  converging: figureSchema
    .optional()
    .describe("entries that came to a known claim by themselves, of all that came to one; absent with one agent"),
});

const verdicts = { validated: count, mixed: count, invalidated: count, inconclusive: count };
const judgedFigures = z.strictObject({ outcomes: count, validated: figureSchema, score: figureSchema });
const outcomeLoop = z.strictObject({
  answered: figureSchema.describe("entries with an answer, of those old enough to be asked about"),
  asked: figureSchema.optional().describe("of those that were asked about here; absent where nobody asked"),
  outcomes: count,
  ...verdicts,
  score: figureSchema,
  with_earlier: judgedFigures.describe("on entries written when an outcome on their subject was known"),
  without_earlier: judgedFigures,
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
  low: figureSchema.describe("rated low, of all that were rated"),
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
  learned: figureSchema.optional().describe("of those of which this machine knows; absent at a commit"),
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
  blocked: z.array(z.strictObject({ because: z.string(), ...entryList.shape })),
  evicted: entryList,
  taken_back: entryList,
  time_to_rule: figureSchema,
  used_after: figureSchema.describe("entries used since they became a rule, of those that did"),
  in_force: count,
});

const noise = z.strictObject({
  share: figureSchema,
  logged: count,
  skipped: count,
  restated: count,
  evolved: count,
  stored: count,
});

const struggle = z.strictObject({
  domain: z.string(),
  repeats: count,
  failed: count,
  failed_uses: count,
  invalidated: count,
  golden: z.array(z.string()).describe("golden questions of this domain that fail"),
  total: count,
  entries: ids,
  next: z.string().describe("a command"),
});
export type Struggle = z.infer<typeof struggle>;

const editing = z.strictObject({
  now: figureSchema,
  before: figureSchema,
  from: instant.describe("the period of `now`, which ends with the report"),
  before_from: instant.describe("the period of `before`, as long, which ends where the other begins"),
  less: z
    .number()
    .nullable()
    .describe("share by which drafts needed less editing, negative: more; null where the intervals overlap"),
});

const ruleUse = z.enum(["heeded", "not_heeded", "shown", "never_shown"]);
const ruleShown = z.strictObject({ text: z.string(), target: z.string(), ids, how: ruleUse, contexts: count });
const rulesShown = z.strictObject({
  heeded: figureSchema.describe("of those shown of which something is known since"),
  rules: z.array(ruleShown),
  local: z.literal(true),
});

const questions = z.strictObject({
  asked: count,
  answered: figureSchema,
  open: count,
  expired: count,
  days: figureSchema.describe("days to an answer"),
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
  others: figureSchema.describe("evolution items by another agent"),
  lag: figureSchema.describe("days until this agent came to what another one knew; of a domain and a week: any agent"),
  promoted: count,
});
export type Row = z.infer<typeof row>;

export const reportSchema = z.strictObject({
  at: instant,
  commit: z.string().optional().describe("the report is of this commit, by git alone"),
  since: instant.optional(),
  entries: count,
  retention,
  evolution,
  outcome_loop: outcomeLoop,
  calibration,
  across_agents: acrossAgents,
  promotion,
  noise,
  struggles: z.array(struggle),
  searches: figureSchema.optional().describe("searches that found nothing, of all that this machine's ledger knows"),
  editing,
  rules_shown: rulesShown.optional().describe("absent at a commit: only this machine knows what was shown"),
  questions,
  waiting: waitingSchema,
  weeks: z.array(week),
  agents: z.array(row),
  domains: z.array(row),
  by: z.strictObject({ by: z.enum(BY), rows: z.array(row) }).optional(),
});
export type Report = z.infer<typeof reportSchema>;

/** Of a page that was written into a file. */
export const pageWrittenSchema = z.strictObject({ written: z.string().describe("the whole path"), bytes: count });
export type PageWritten = z.infer<typeof pageWrittenSchema>;
