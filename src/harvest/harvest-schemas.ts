import * as z from "zod";
import { id } from "../text/shared-schemas.js";

const count = z.int().nonnegative();
const host = z.enum(["claude-code", "codex", "openclaw", "cursor", "text"]);

const group = z.strictObject({
  id: z.string(),
  type: z.enum(["correction", "insight", "outcome"]),
  strength: z.enum(["strong", "medium", "weak"]),
  quote: z.string(),
  times: count,
  sessions: count,
  first: z.string().optional(),
  last: z.string().optional(),
  complained: z.boolean(),
  believed: z.string().optional(),
  suggestion: z.string(),
  before: z.string().optional(),
  quotes: z.array(z.strictObject({ text: z.string(), at: z.string().optional(), host, session: z.string() })),
  wordings: z.array(z.string()),
  state: z.enum(["open", "again"]),
  because: z.string(),
  known: id.optional(),
});

const found = {
  looked: z.array(
    z.strictObject({
      host: host.optional(),
      folder: z.string(),
      transcripts: count,
      because: z.string().optional(),
    }),
  ),
  read: z.strictObject({
    transcripts: count,
    unchanged: count,
    sessions: count,
    turns: count,
    bytes: count,
    broken_lines: count,
    long_lines: count,
  }),
  left: z.array(z.strictObject({ file: z.string(), because: z.string() })),
  corrections: z.strictObject({ times: count, sessions: count }),
  repeated: z.array(group),
  single: z.array(group),
  more: count,
  unsure: z.strictObject({ count, groups: z.array(group) }),
  settled: z.strictObject({ known: count, kept: count, later: count, never: count, closed: count }),
  next: z.string().optional(),
};

/** What a harvest found. It never stores anything here: a person picks at a terminal. */
export const harvestedSchema = z.strictObject(found);
