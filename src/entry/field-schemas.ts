/** Schemas of the fields that hold more than one value: parts of records, which `entry-schema.ts` puts together. */
import * as z from "zod";
import { LEVELS_MEAN, NEAR_BY, NEAR_STATES, PAIR_ANSWERS, REVIEW_STATES, STAKES, VERDICTS } from "./words.js";

export const text = z.string().min(1);
export const instant = z.iso.datetime({ offset: true });

export const evolutionItemSchema = z.looseObject({
  at: instant,
  text,
  evidence: text.optional(),
  agent: text.optional(),
  source: text.optional(),
  origin: text.optional(),
  session: text.optional(),
  /** Another wording, which the entry is not known by. */
  restated: z.boolean().optional(),
  /** The wording that names the entry from then on, because a person confirmed that both mean the same. */
  claim: z.boolean().optional(),
  /** The entry that was joined to this one and brought it. */
  of: text.optional(),
  /** What it added to the entry's lists, so that it can be taken out again as a whole. */
  brought: z.record(z.string(), z.array(text)).optional(),
});

export const useSchema = z.looseObject({
  at: instant,
  session: text,
  agent: text.optional(),
  result: z.enum(["cited", "worked", "failed"]),
  note: text.optional(),
  /** The host whose hook opened the session; without it the session is only a statement of the caller. */
  host: text.optional(),
});

/** Who said the same again, and how often. */
export const seenBySchema = z.looseObject({
  agent: text.optional(),
  source: text.optional(),
  origin: text.optional(),
  session: text.optional(),
  run: text.optional(),
  times: z.int().positive(),
});

const answerFields = {
  verdict: z.enum(["held", "failed", "unknown"]),
  at: instant,
  evidence: text.optional(),
  agent: text.optional(),
  session: text.optional(),
  /** The person who answered at a terminal; without it an agent states it. */
  by: text.optional(),
  /** When it last came up, where it held because it was not repeated. */
  came_up: instant.optional(),
};

export const stickSchema = z.looseObject({
  ...answerFields,
  /** The answer before this one: it counts again when this one is taken back. */
  was: z.looseObject(answerFields).optional(),
});

/**
 * The pattern of a breach: a line that matches `forbid` and not `unless`, in a file that `in` names. Patterns in RE2's
 * syntax; `check/policy` decides whether they are sound.
 */
export const checkSchema = z.looseObject({
  in: z.array(text).min(1),
  forbid: text,
  unless: text.optional(),
  /** What is to stand there. */
  instead: text.optional(),
});

export const curationSchema = z.looseObject({
  state: z.enum(REVIEW_STATES),
  by: text.optional(),
  at: instant.optional(),
  reason: text.optional(),
  hash: text.optional(),
});

/** Where an imported record came from. `hash` identifies the original text, so that importing again changes nothing. */
export const provenanceSchema = z.looseObject({
  at: instant,
  from: text,
  hash: text,
  status: text.optional(),
  filled: z.array(text).optional(),
  /** A line that people wrote for an agent: its outcome is never asked for. */
  people: z.literal(true).optional(),
});

/**
 * The facts that the writer of a hub entry gives: when it was said, and its outcome there, which is no outcome of ours.
 * `hash` is that of the body, so that taking it again changes nothing.
 */
export const hubSchema = z.looseObject({
  at: instant,
  hash: text,
  verdict: z.enum(VERDICTS).optional(),
  score: z.int().min(1).max(10).optional(),
});

/**
 * One near claim. `with`: an id, or `FILE#hash` of a person's line in a core file. `hashes`: of this claim and of that one
 * when they were compared; the pair is open only while both claims still read so. `score`: by `by`, from 0 to 1.
 */
export const nearSchema = z.looseObject({
  with: text,
  hashes: z.array(text).optional(),
  score: z.number().min(0).max(1),
  by: z.enum(NEAR_BY),
  state: z.enum(NEAR_STATES),
  at: instant.optional(),
  /** Why both have nothing to do with each other. */
  reason: text.optional(),
  /** What was answered about a person's line, where that closed the pair and was not `unrelated`. */
  answered: z.enum(["same", "exception", "replaced"]).optional(),
  /** An answer that takes effect only once a person with enough trust repeats it. `first`: the entry that holds. */
  proposed: z.looseObject({ answer: z.enum(PAIR_ANSWERS), first: text.optional(), by: text, at: instant }).optional(),
});

/** How an author states a field at a shell: what the value is called, what it says, and the flag where it has another name. */
export const as = (value: string, description: string, flag?: string) => ({ value, description, flag });
const texts = z.array(text).optional();
/** A text that an author may state. */
export const stated = (...how: Parameters<typeof as>) => text.optional().meta(as(...how));
/** Several of them. */
export const listed = (...how: Parameters<typeof as>) => texts.meta(as(...how));

export const stakes = z.enum(STAKES).meta(as("<level>", `how bad: ${LEVELS_MEAN}`));
export const atRisk = z.string().meta({ description: "what goes wrong if this was wrong" });
export const rule = stated("<line>", "its wording as a rule, should it become one");
export const triggers = listed("<words>", "words that show when it applies", "trigger");
export const check = checkSchema
  .optional()
  .meta(as("<yaml>", 'what in files breaks it: \'{in: ["ci/**/*.yml"], forbid: "npm install", instead: "npm ci"}\''));
