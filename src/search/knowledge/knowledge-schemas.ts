/** What is answered of files that are no records. */
import * as z from "zod";

const passage = z.strictObject({
  file: z.string().describe("relative to the workspace"),
  line: z.int().positive().describe("of its heading, or where it begins in a longer section"),
  heading: z.string().describe("the headings above it, the outermost first; empty where there are none"),
  /** With its secrets and hidden characters taken out. */
  text: z.string(),
  /** From 0 to 1, two decimals. */
  score: z.number(),
});
export type FoundPassage = z.infer<typeof passage>;

export const foundPassages = z.array(passage);

const count = z.int().nonnegative();

const knowledgeStatus = z.strictObject({
  files: count,
  passages: count,
  unread: z.record(z.string(), count).describe("files that are meant and not read, by reason"),
});
export type KnowledgeStatus = z.infer<typeof knowledgeStatus>;

export const indexedKnowledge = knowledgeStatus.extend({
  embedded: count.describe("passages whose meaning was read now"),
  pending: count.describe("passages that are found by their words alone"),
  why: z.string().optional(),
});
export type IndexedKnowledge = z.infer<typeof indexedKnowledge>;
