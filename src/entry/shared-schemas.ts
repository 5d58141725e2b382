/** Parts that several commands' data share, and the one document that `--json` prints around them. */
import * as z from "zod";
import type { StepText } from "../steps.js";
import { SCHEMA_VERSION } from "../text/json.js";
import { CATEGORIES, ENTRY_TYPES, REVIEW_STATES, STAKES, STATUSES, TIERS, VERDICTS } from "./entry-schema.js";
import { WHOLE_ID } from "./id-form.js";
import { DOUBTS } from "./states.js";

export const id = z.string().regex(WHOLE_ID);
export const type = z.enum(ENTRY_TYPES);
export const category = z.enum(CATEGORIES);
export const stakes = z.enum(STAKES);
export const status = z.enum(STATUSES);
export const tier = z.enum(TIERS);
export const verdict = z.enum(VERDICTS);
export const review = z.enum(REVIEW_STATES);
export const doubts = z.array(z.enum(DOUBTS)).optional().describe("what is to be known before trusting it");
export const instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/);

/** A text that may end in a step; the door has put it into words before anybody reads it. */
export const stepText = z.string() as z.ZodType<StepText>;

/** Relative to the workspace, with `/`. */
export const file = z.string().min(1);
/** 1-based. */
export const line = z.int().positive();
export const place = { file, line };

/** How much of contacts waits for a person, never what. */
export const waitingOfContacts = z
  .array(z.strictObject({ contact: z.string(), count: z.int().positive(), private: z.int().nonnegative() }))
  .describe("entries and pairs of entries about contacts that wait; private: how many are shown only with --private");

/** Length of the shortest part of an id's tail that no other entry shares. */
export const unique = z.int().positive();

/** What tenet noticed in a file. */
export const finding = z.strictObject({
  /** Stable word of the kind: `stakes-not-rated`, `duplicate-id`, ... */
  code: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  file,
  line: line.optional(),
  id: z.string().optional(),
  message: z.string(),
  next: stepText.optional(),
});

/** What verify and doctor report: with a next step always, and without a file where it is about none. */
export const reported = finding.extend({ file: file.optional(), next: stepText });

const common = { schema_version: z.literal(SCHEMA_VERSION), command: z.string(), warnings: z.array(z.string()) };

const failureSchema = z.strictObject({
  ok: z.literal(false),
  ...common,
  error: z.strictObject({
    code: z.string().describe("stable word that programs branch on"),
    message: z.string(),
    hint: z.string().optional().describe("a safe next step"),
    details: z.looseObject({}),
  }),
});

/** Everything a command can print with `--json`. */
export const documentSchema = <T extends z.ZodType>(data: T) =>
  z.discriminatedUnion("ok", [z.strictObject({ ok: z.literal(true), ...common, data }), failureSchema]);
