/** What a harvest answers: for `--json`, and for everything that makes or shows it. */
import * as z from "zod";
import { id } from "../entry/shared-schemas.js";
import { TRANSCRIPT_FORMATS } from "../transcripts/transcript.js";

const count = z.int().nonnegative();
const host = z.enum(TRANSCRIPT_FORMATS);

const groupSchema = z.strictObject({
  id: z.string(),
  type: z.enum(["correction", "insight", "outcome"]),
  strength: z.enum(["strong", "medium", "weak"]),
  quote: z.string(),
  /** How often, and in how many sessions. */
  times: count,
  sessions: count,
  first: z.string().optional(),
  last: z.string().optional(),
  /** They complained that they had said it before. */
  complained: z.boolean(),
  /** How the model's turn before ended: what the quote answers. */
  answers: z.string().optional(),
  /** Each wording as it was said last, the newest first. */
  quotes: z.array(z.strictObject({ text: z.string(), at: z.string().optional(), host, session: z.string() })),
  /** Hashes of these: what a decision is remembered by. */
  wordings: z.array(z.string()),
  /** `again`: this memory holds it, and it was said again since. */
  state: z.enum(["open", "again"]),
  because: z.string(),
  /** The entry that holds it. */
  known: id.optional(),
});
/** Something a person said, as it is shown and offered. */
export type HarvestGroup = z.infer<typeof groupSchema>;

const readSchema = z.strictObject({
  transcripts: count,
  sessions: count,
  turns: count,
  bytes: count,
  broken_lines: count,
  long_lines: count,
});
/** What was read, by number. */
export type ReadCounts = z.infer<typeof readSchema>;

const leftSchema = z.strictObject({ file: z.string(), because: z.string() });
/** A file that was not read, and why. */
export type LeftFile = z.infer<typeof leftSchema>;

/** What a harvest found. It never stores anything here: a person picks at a terminal. */
export const harvestedSchema = z.strictObject({
  looked: z.array(
    z.strictObject({
      host: host.optional(),
      folder: z.string(),
      transcripts: count,
      because: z.string().optional(),
    }),
  ),
  /** The project whose sessions were read. `found: false`: it has none, and all projects were read. */
  of: z.strictObject({ project: z.string(), found: z.boolean() }).optional(),
  /** A workspace is here: what it knows is left out. */
  workspace: z.boolean(),
  read: readSchema,
  left: z.array(leftSchema),
  /** Corrections that are sure, or were said often: all of them, known and decided ones too. */
  corrections: z.strictObject({ times: count, sessions: count }),
  /** Said in three sessions or more. */
  repeated: z.array(groupSchema),
  /** Said in one or two sessions, and sure. */
  single: z.array(groupSchema),
  /** How many more there are of these. */
  more: count,
  /** Less sure ones; listed with `--all`. */
  unsure: z.strictObject({ count, groups: z.array(groupSchema) }),
  /** What is not offered, and why, by number. */
  settled: z.strictObject({ known: count, never: count, closed: count }),
  next: z.string().optional(),
});
export type HarvestData = z.infer<typeof harvestedSchema>;
