/** Schemas of the answers of forgetting. Used by every door. */
import * as z from "zod";
import { file, id, line, status, tier, type } from "../entry/shared-schemas.js";

const count = z.int().nonnegative();
/** An entry that goes or comes back, without a word of it. */
const forgottenEntry = z.strictObject({ id, type, tier, status: status.describe("as it was before"), file, line });

const ruleChange = z.strictObject({
  op: z.enum(["add", "update", "delete", "keep"]),
  target: z.string(),
  ids: z.array(z.string()),
  because: z.string(),
  fate: z.enum(["active", "waits"]),
});

/** An entry that stays, and what became of it. */
export const remainingEntry = z.strictObject({
  id,
  says: z.array(z.string()),
});

const namingLine = z.strictObject({
  file,
  line,
  id: id.optional().describe("the record that the line stands in"),
  text: z.string(),
  replaced: z.boolean().describe("the name was replaced, or would be"),
});

export const forgottenSchema = z.strictObject({
  decision: z.enum(["forgotten", "redacted", "erased", "restored", "unchanged"]),
  dry_run: z.boolean(),
  selector: z.strictObject({ by: z.enum(["source", "origin", "session", "contact"]), value: z.string() }).optional(),
  entries: z.array(forgottenEntry),
  others: z.array(remainingEntry).describe("entries that stay: what they lost or got back"),
  rules: z.array(ruleChange),
  /** The version that takes rules out. */
  version: z.string().optional(),
  /** People's lines about forgotten entries, which stay as written. */
  kept_lines: z.array(z.strictObject({ target: z.string(), ids: z.array(z.string()) })),
  /** Other places, with the files that changed. */
  places: z.array(z.strictObject({ place: z.string(), files: z.array(file) })),
  struck: count.describe("lines of the ledger"),
  derived: z.array(id).describe("made from what is forgotten, and still here"),
  shared: z.array(id).describe("say the same as what was taken out, and still here"),
  /** Set while a part of an erasing waits for the next command. */
  unfinished: z.literal(true).optional(),
  /** Commits that still hold the words. */
  commits: z.array(z.strictObject({ hash: z.string(), date: z.string(), subject: z.string() })),
  more_commits: z.boolean(),
  /** Files outside of tenet's reach that hold them as well. */
  remaining: z.array(z.strictObject({ file, line })),
  named: z.array(namingLine).optional().describe("lines of others that name an erased contact"),
  /** Why this needs a person. */
  needs_person: z.string().optional(),
});

export type Forgotten = z.infer<typeof forgottenSchema>;
export type NamingLine = z.infer<typeof namingLine>;
export type ForgottenEntry = z.infer<typeof forgottenEntry>;
export type RuleChange = z.infer<typeof ruleChange>;
