/** Parts that the answers of several commands share. */
import * as z from "zod";
import type { StepText } from "../steps.js";
import { DOUBTS } from "./states.js";
import * as words from "./words.js";

export { id, instant, tier } from "./entry-schema.js";
export const type = z.enum(words.ENTRY_TYPES);
export const category = z.enum(words.CATEGORIES);
export const stakes = z.enum(words.STAKES);
export const status = z.enum(words.STATUSES);
export const verdict = z.enum(words.VERDICTS);
export const review = z.enum(words.REVIEW_STATES);
export const doubts = z.array(z.enum(DOUBTS)).optional().describe("what is to be known before trusting it");

/** The door has put its step into words before anybody reads it. */
export const stepText = z.string() as z.ZodType<StepText>;

/** Relative to the workspace, with `/`. */
export const file = z.string().min(1);
/** 1-based. */
export const line = z.int().positive();
export const place = { file, line };

export const waitingOfContacts = z
  .array(z.strictObject({ contact: z.string(), count: z.int().positive(), private: z.int().nonnegative() }))
  .describe("entries and pairs of entries about contacts that wait; private: how many are shown only with --private");

/** How much of an id's tail no other entry shares. */
export const unique = z.int().positive();

export const finding = z.strictObject({
  code: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  file,
  line: line.optional(),
  id: z.string().optional(),
  message: z.string(),
  next: stepText.optional(),
});

/** As verify and doctor report it: with a next step always, perhaps about no file. */
export const reported = finding.extend({ file: file.optional(), next: stepText });
