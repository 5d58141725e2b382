/** What an import answers: what it found and did, by file and entry. */
import * as z from "zod";
import { askSchema } from "../capture/capture-schemas.js";
import { entrySchema } from "../entry/entry-schema.js";
import { file, id, line, type } from "../entry/shared-schemas.js";

const count = z.int().nonnegative();

/** The longest piece of an entry's text in a report. */
export const LONGEST_SHOWN = 200;

/** `found` is always `imported + logged + folded + skipped`. */
const totals = {
  found: count,
  imported: count,
  logged: count,
  folded: count,
  skipped: count,
};

const item = z.strictObject({
  line,
  fate: z.enum(["imported", "logged", "folded", "skipped"]),
  because: z.string(),
  /** The result of the item, and its text. */
  type: type.optional(),
  text: z.string().optional(),
  /** The entry it became or joined. */
  id: id.optional(),
  aliases: z.array(z.string()).optional(),
  /** Where it was written: relative file and line. */
  file: file.optional(),
  at: line.optional(),
});

const importedFile = z.strictObject({
  file,
  kind: z.string(),
  ...totals,
  items: z.array(item),
  /** Lines that were read and left out. */
  passed: z.array(z.strictObject({ line, because: z.string() })).optional(),
  /** What the file holds, where nothing in it was an entry. */
  there: z.string().optional(),
  notes: z.array(z.strictObject({ line, message: z.string() })),
});

export const importedSchema = z.strictObject({
  dry_run: z.boolean(),
  totals: z.strictObject(totals),
  files: z.array(importedFile),
  left: z.array(z.strictObject({ file, because: z.string() })),
  /** Records of an export that have no place here, each with the reason. */
  unplaced: z.array(z.strictObject({ file, line, id: id.optional(), because: z.string() })),
  /** Files of the workspace that were written, relative. */
  changed: z.array(file),
  /** Aliases that several entries hold: such an alias names none of them alone. */
  ambiguous: z.array(z.string()),
  /** How many of the entries that came in were compared with the rest. */
  compared: count,
  /** Of those: the nearest three claims, and how many pairs were opened. */
  asks: z.array(askSchema).optional(),
  opened: count.optional(),
});

export type Imported = z.infer<typeof importedSchema>;
export type ImportedFile = z.infer<typeof importedFile>;
export type ImportedItem = z.infer<typeof item>;
export type Totals = Imported["totals"];

export const importBriefSchema = z.strictObject({
  file,
  instructions: z.array(z.string()),
  lines: z.array(z.strictObject({ line, text: z.string() })),
  apply: z.string().describe("what takes the entries back"),
  rest: z.string().optional().describe("what prints the lines that did not fit"),
});
export type ImportBrief = z.infer<typeof importBriefSchema>;

export const exportedSchema = z.strictObject({
  entries: z.array(z.union([entrySchema, z.strictObject({ id, type, sensitive: z.literal(true) })])),
});
