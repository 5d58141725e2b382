/** What `tenet sync` and its sub-commands answer. */
import * as z from "zod";
import { askSchema } from "../capture/capture-schemas.js";
import { id, instant, stepText } from "../entry/shared-schemas.js";

const count = z.int().nonnegative();
/** As its writer is called in the hub. Rows of others may name anybody: read as text, printed as data. */
const agent = z.string().describe("pseudonym of an agent in the hub");
/** In its writer's tree. */
const entry = z.string();

const hub = z.strictObject({
  id: z.string(),
  engine: z.enum(["embedded", "server"]),
  name: z.string().describe("a folder, or host and database; never a password"),
});

export const syncInitSchema = z.strictObject({
  hub,
  agent,
  created: z.boolean().describe("false where this clone had joined before"),
  next: stepText.optional(),
});

const kind = z.enum(["entry", "withdrawn", "erased", "arrival"]);

/** A row as it goes, but for its place in the sequence and its signature. */
const outgoingRow = z.strictObject({
  id,
  kind,
  at: instant.optional(),
  body: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("word for word what leaves; absent where a row has no words"),
});

const pushed = z.strictObject({
  entries: count.describe("new, or with other words than before"),
  withdrawn: count.describe("no longer shared: copies are forgotten"),
  erased: count.describe("words that leave every copy"),
  arrivals: count.describe("claims of others that were come to here: no words"),
  kept: count.describe("rows of entries that are not in this tree, left alone"),
  rows: z.array(outgoingRow).optional().describe("with --dry-run: exactly what would go"),
  not_shared: z
    .array(z.strictObject({ id, because: z.string() }))
    .optional()
    .describe("with --dry-run: what stays here, and why"),
  unnamed: count.optional().describe("with --dry-run: corrections and memories that stay: never shared but by id"),
});

const takenRow = z.strictObject({
  agent,
  entry,
  decision: z.string().describe("as a capture decides: stored, evolved, counted, ...; or what a deletion did"),
  id: id.optional().describe("of the entry here"),
  because: z.string().optional().describe("why it was refused, or not taken"),
  opened: count.optional().describe("pairs with what is near here"),
});

const takenCounts = z.strictObject({
  rows: count.describe("read and accepted"),
  stored: count,
  evolved: count,
  counted: count.describe("known already"),
  opened: count.describe("pairs with what is near here, open until somebody answers"),
  asks: z.array(askSchema).describe("the three nearest claims"),
  withdrawn: count.describe("copies forgotten"),
  erased: count.describe("copies erased"),
  refused: count,
  own: count.describe("say what stands here as an entry of this agent's own"),
  results: z.array(takenRow),
});

const refusedRow = z.strictObject({ agent, number: count, because: z.string() });

/** Of the claims that two agents or more came to. */
const convergenceCounts = z.strictObject({
  claims: count,
  learned: count.describe("arrivals of agents that had been shown the claim before"),
  independent: count.describe("arrivals of agents that had not"),
});

const sharedClaim = z.strictObject({
  claim: z.string().describe("hash of its words"),
  text: z.string().optional().describe("as it stands here, where it does"),
  first: z.strictObject({ agent, at: instant }),
  next: z.array(z.strictObject({ agent, lag_days: z.number(), how: z.enum(["learned", "independent"]) })),
});

export const syncedSchema = z.strictObject({
  hub,
  agent,
  dry_run: z.boolean(),
  pushed: pushed.optional().describe("absent with --pull"),
  taken: takenCounts.optional().describe("absent with --push"),
  refused: z.array(refusedRow).describe("rows that were not taken, and never will be as they are"),
  fingerprint: z.string().optional().describe("with --dry-run: the same for the same entries, word for word"),
  needs_person: z.string().optional().describe("with --dry-run: why pushing this needs a person"),
  convergence: convergenceCounts.optional().describe("absent in a dry run"),
  next: stepText.optional(),
});

export const syncStateSchema = z.strictObject({
  set_up: z.boolean(),
  hub: hub.partial({ name: true }).optional().describe("absent where sync is not set up"),
  reachable: z.boolean().optional(),
  why: z.string().optional().describe("why it cannot be reached"),
  agent: agent.optional(),
  joined: instant.optional(),
  last: z
    .strictObject({ at: instant, pushed: count, taken: count })
    .optional()
    .describe("absent before the first sync"),
  shared: count.describe("entries of this clone whose words are in the hub"),
  copies: count.describe("live entries here that came from it"),
  waiting_to_go: count.optional(),
  waiting_there: count.optional(),
  refused: z.array(refusedRow),
  convergence: convergenceCounts
    .extend({ first: z.array(sharedClaim).describe("at most ten, the newest arrival first") })
    .optional()
    .describe("as of the last sync"),
  next: stepText.optional(),
});

export const syncLeftSchema = z.strictObject({
  hub: hub.partial({ name: true }),
  agent,
  erased_rows: count.describe("rows whose words were taken out; 0 without --erase"),
  copies_kept: count.describe("live entries here that came from it"),
  next: stepText.optional(),
});

export const syncSchemas = [syncedSchema, syncInitSchema, syncStateSchema, syncLeftSchema] as const;

export type HubSummary = z.infer<typeof hub>;
export type SyncInit = z.infer<typeof syncInitSchema>;
export type Synced = z.infer<typeof syncedSchema>;
export type OutgoingRow = z.infer<typeof outgoingRow>;
export type RefusedRow = z.infer<typeof refusedRow>;
export type ConvergenceCounts = z.infer<typeof convergenceCounts>;
export type SharedClaim = z.infer<typeof sharedClaim>;
export type SyncState = z.infer<typeof syncStateSchema>;
export type SyncLeft = z.infer<typeof syncLeftSchema>;
