/** Schemas of the fields that hold more than one value: parts of records, which `entry-schema.ts` puts together. */
import * as z from "zod";
import { FOUND_BY, LEVELS_MEAN, ROW_ANSWERS, SAID_REVIEWS, STAKES, TIERS, USE_RESULTS, VERDICTS } from "./words.js";

export const text = z.string().min(1);
export const maybe = text.optional();
export const instant = z.iso.datetime({ offset: true });
export const tier = z.enum(TIERS);
export const score = z.int().min(1).max(10).optional();

const speaker = { agent: maybe, source: maybe, origin: maybe, session: maybe };

/** New evidence that came with the same words. */
export const evolutionItemSchema = z.looseObject({ at: instant, text: maybe, evidence: maybe, ...speaker });

export const useSchema = z.looseObject({
  at: instant,
  session: text,
  agent: maybe,
  result: z.enum(USE_RESULTS),
  note: maybe,
});

/** It was said again in equal words: one a session. */
export const saidSchema = z.looseObject({ at: instant, tier, ...speaker });

/**
 * The pattern of a breach: a line that matches `forbid` and not `unless`, in a file that `in` names. Patterns in RE2's
 * syntax; `check/policy` decides whether they are sound. `instead`: what is to stand there.
 */
export const checkSchema = z.looseObject({ in: z.array(text).min(1), forbid: text, unless: maybe, instead: maybe });

/** What a person said of an entry: it counts while `hash` is that of its words. */
export const reviewSchema = z.looseObject({
  state: z.enum(SAID_REVIEWS),
  by: maybe,
  tier: tier.optional(),
  at: instant.optional(),
  reason: maybe,
  hash: maybe,
});

/**
 * Where an imported record came from. `hash` identifies the original text, so that importing again changes nothing.
 * `people`: a line that people wrote for an agent: its outcome is never asked for.
 */
export const provenanceSchema = z.looseObject({
  at: instant,
  from: text,
  hash: text,
  status: maybe,
  filled: z.array(text).optional(),
  people: z.literal(true).optional(),
});

/**
 * The facts that the writer of a hub entry gives: when it was said, and its outcome there, which is no outcome of ours.
 * `hash` is that of the body, so that taking it again changes nothing.
 */
export const hubSchema = z.looseObject({ at: instant, hash: text, verdict: z.enum(VERDICTS).optional(), score });

/**
 * A near claim, on the newer of two. `with`: an id, or `#` and the hash of a people's line with what it hangs on. `at`:
 * when the pair was opened, then when it was answered. Without `answer` it is open. `score`: from 0 to 1.
 */
export const nearSchema = z.looseObject({
  with: text,
  score: z.number().min(0).max(1).optional(),
  found: z.enum(FOUND_BY).optional(),
  at: instant.optional(),
  answer: z.enum(ROW_ANSWERS).optional(),
  by: maybe,
  tier: tier.optional(),
  reason: maybe,
});

/** How an author states a field at a shell: what the value is called, what it says, and the flag where it has another name. */
export const as = (value: string, description: string, flag?: string) => ({ value, description, flag });
/** A text that an author may state. */
export const stated = (...how: Parameters<typeof as>) => maybe.meta(as(...how));
/** Several of them. */
export const listed = (...how: Parameters<typeof as>) =>
  z
    .array(text)
    .optional()
    .meta(as(...how));

export const stakes = z.enum(STAKES).meta(as("<level>", `how bad: ${LEVELS_MEAN}`));
/** What goes wrong if it was wrong. */
export const atRisk = z.string().meta({ description: "what goes wrong if this was wrong" }).optional();
export const rule = stated("<line>", "its wording as a rule, should it become one");
/** When what was learned applies, and how it is kept. */
export const applied = {
  rule,
  triggers: listed("<words>", "words that show when it applies", "trigger"),
  check: checkSchema
    .optional()
    .meta(as("<yaml>", 'what in files breaks it: \'{in: ["ci/**/*.yml"], forbid: "npm install", instead: "npm ci"}\'')),
};
