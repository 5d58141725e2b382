/**
 * The one schema of each record type: file format, JSON output and every door's input.
 * Field order here is the order in which a record is written.
 */
import * as z from "zod";
import { globTroubles } from "../text/glob.js";
import {
  checkSchema,
  curationSchema,
  evolutionItemSchema,
  hubSchema,
  instant,
  nearSchema,
  provenanceSchema,
  seenBySchema,
  stickSchema,
  text,
  useSchema,
} from "./field-schemas.js";
import { CONTACT_ID, CONTACT_SCOPE } from "./gates/contact-scope.js";
import { WHOLE_ID } from "./id-form.js";
import type { EntryType } from "./record-types.js";
import {
  BASES,
  CATEGORIES,
  CLOSINGS,
  EDIT_KINDS,
  SCOPES,
  SENSITIVITIES,
  STAKES,
  STATUSES,
  TIERS,
  VERDICTS,
} from "./words.js";

export * from "./words.js";

const id = z.string().regex(WHOLE_ID, "not an id like COR-20260215-K7Q2X");
const ids = z.array(id);

const head = {
  id,
  timestamp: instant,
  /** When it was written, by the machine's own clock, where that is another day than the one it is filed under. */
  recorded: instant.optional(),
  agent: text,
  source: text.optional(),
  tier: z.enum(TIERS),
  origin: text.optional(),
};

/** Whose it is, in scope `user`: nobody else is shown it. */
const owned = { user: text.optional() };

/** Which files an entry holds for; an unsound glob would hold for none, and nobody would notice. */
const paths = z.array(text).superRefine((globs, issues) => {
  const [message] = globs.length === 0 ? [] : globTroubles(globs);
  if (message !== undefined) issues.addIssue({ code: "custom", message });
});

const setting = {
  context: text.optional(),
  alternatives: z.array(text).optional(),
  domain: text.optional(),
  tags: z.array(text).optional(),
  scope: z
    .string()
    .regex(new RegExp(`^(${SCOPES.join("|")}|${CONTACT_SCOPE}${CONTACT_ID.source.slice(1, -1)})$`))
    .optional(),
  /** Globs of the files that it holds for; everywhere without them. */
  paths: paths.optional(),
  session: text.optional(),
  run: text.optional(),
};

const relations = {
  linked: ids.optional(),
  supersedes: ids.optional(),
  superseded_by: id.optional(),
  recurrence_of: id.optional(),
  /** The general entries that this one is an exception to. */
  exception_to: ids.optional(),
  /** Claims that were near when this one came, and what became of each pair. */
  near: z.array(nearSchema).optional(),
  derived_from: ids.optional(),
};

/** What becomes of it: who said it again, who used it, how it turned out. */
export const learned = {
  seen: z.int().nonnegative().optional(),
  seen_by: z.array(seenBySchema).optional(),
  uses: z.array(useSchema).optional(),
  outcome: z.enum(VERDICTS).optional(),
  outcome_date: instant.optional(),
  outcome_note: text.optional(),
  stick: stickSchema.optional(),
};

/** Of what another agent wrote, and a hub brought here. */
const fromHub = { hub: hubSchema.optional() };

const takingFields = { at: instant, by: text, reason: text.optional() };

const fate = {
  promoted_to: text.optional(),
  promoted_in: text.optional(),
  review: curationSchema.optional(),
  flags: z.array(text).optional(),
  imported: provenanceSchema.optional(),
  /** Hashes of imported texts that said the same and were folded into this entry. */
  folded: z.array(text).optional(),
  /** `was`: the status it goes back to when a person takes the forgetting back. */
  forgotten: z.looseObject({ ...takingFields, was: z.enum(STATUSES) }).optional(),
  redacted: z.looseObject(takingFields).optional(),
  erased: z.looseObject(takingFields).optional(),
  aliases: z.array(text).optional(),
  /** `partial` or `unchecked`: not everything could be compared when it came. */
  novelty: text.optional(),
  status: z.enum(STATUSES),
};

export const correctionSchema = z.looseObject({
  type: z.literal("correction"),
  ...head,
  /** Only `holds` is required; missing facts are asked for later and shown as missing until then. */
  prior_belief: text.optional(),
  corrected_to: text,
  stakes: z.enum(STAKES),
  at_risk: text.optional(),
  behavioral_change: text.optional(),
  rule: text.optional(),
  triggers: z.array(text).optional(),
  check: checkSchema.optional(),
  ...owned,
  ...setting,
  ...relations,
  ...fromHub,
  ...learned,
  ...fate,
});

export const insightSchema = z.looseObject({
  type: z.literal("insight"),
  ...head,
  insight: text,
  evidence: text.optional(),
  stakes: z.enum(STAKES),
  at_risk: z.string(),
  applications: z.array(text).optional(),
  rule: text.optional(),
  triggers: z.array(text).optional(),
  check: checkSchema.optional(),
  ...owned,
  ...setting,
  evolution: z.array(evolutionItemSchema).optional(),
  ...relations,
  ...fromHub,
  ...learned,
  ...fate,
});

export const outcomeSchema = z.looseObject({
  type: z.literal("outcome"),
  ...head,
  references: ids.min(1),
  decision: text.optional(),
  result: text,
  verdict: z.enum(VERDICTS),
  score: z.int().min(1).max(10).optional(),
  lesson: text.optional(),
  stakes: z.enum(STAKES).optional(),
  at_risk: z.string().optional(),
  rule: text.optional(),
  ...setting,
  /** The host whose hook opened its session. */
  host: text.optional(),
  ...relations,
  ...fate,
});

/** One fact. `linked` holds what its author calls `related_to`. */
export const memorySchema = z.looseObject({
  type: z.literal("memory"),
  ...head,
  content: text,
  category: z.enum(CATEGORIES),
  basis: z.enum(BASES),
  /** From 0 to 1. Where its author states none, by basis: 1.0, 0.9, 0.7. */
  confidence: z.number().min(0).max(1),
  /** A name for what the fact is about (`editor.indent`): of two with one key the newer counts. */
  key: text.optional(),
  ...owned,
  /** A person keeps these words before every session. Counts with the hash of the words, as an approval does. */
  pinned: z.looseObject({ by: text.optional(), at: instant.optional(), hash: text.optional() }).optional(),
  ...setting,
  /** Of a fact about a contact: when it began to hold, and when it ceased to, which is no longer a part of it. */
  valid_from: instant.optional(),
  valid_to: instant.optional(),
  /** The end that was stated before something else ended it: it counts again when that is taken back. */
  stated_to: instant.optional(),
  /** `private`: shown only to readers who ask for private facts of that contact. */
  sensitivity: z.enum(SENSITIVITIES).optional(),
  /** When the same was said about the contact last. */
  confirmed: instant.optional(),
  /** Other wordings that were joined to it. */
  evolution: z.array(evolutionItemSchema).optional(),
  ...relations,
  ...fromHub,
  seen: learned.seen,
  seen_by: learned.seen_by,
  uses: learned.uses,
  ...fate,
});

/** Something that only an owner can answer. */
export const questionSchema = z.looseObject({
  type: z.literal("question"),
  ...head,
  question: text,
  /** What cannot go on without an answer. */
  because: text,
  /** Names the question (`hours.weekend`): a fact with that key answers it. */
  key: text.optional(),
  ...setting,
  ...relations,
  seen: learned.seen,
  seen_by: learned.seen_by,
  /** Open while it is absent; an answer names the question under `derived_from`. */
  closed: z
    .looseObject({ at: instant, by: text, how: z.enum(CLOSINGS), reason: text.optional(), hash: text.optional() })
    .optional(),
  ...fate,
});

/** The schema of a type without comparison: its own fields, then those of every record. */
function recordSchema<const Type extends EntryType, Own extends z.ZodRawShape>(type: Type, own: Own) {
  return z.looseObject({
    type: z.literal(type),
    ...head,
    ...own,
    ...setting,
    ...relations,
    seen: learned.seen,
    seen_by: learned.seen_by,
    uses: learned.uses,
    ...fate,
  });
}

/** What was done in a situation, why, and what else could have been done (`alternatives`). */
export const decisionSchema = z.looseObject({
  type: z.literal("decision"),
  ...head,
  situation: text,
  action: text,
  rationale: text,
  /** Who decided: a person's name, or the agent's. */
  by: text.optional(),
  stakes: z.enum(STAKES).optional(),
  at_risk: text.optional(),
  ...setting,
  ...relations,
  ...learned,
  ...fate,
});

/** What a run taught, mostly one that failed. */
export const reflexionSchema = recordSchema("reflexion", {
  reflexion: text,
  /** What it is about, as `vendor:acme`: it is found again by these and by its tags. */
  entities: z.array(text).optional(),
});

/** What an agent wrote, and what a person made of it. */
export const editSchema = recordSchema("edit", {
  /** What it was an answer to; absent where a person changed a line of a rule file. */
  context: setting.context,
  /** Absent where a person wrote a line of their own. */
  original: text.optional(),
  /** Absent where it was rejected outright. */
  final: text.optional(),
  /** The person's own words. */
  why: text.optional(),
  kind: z.enum(EDIT_KINDS),
  /** In graphemes; like the ratio always computed from the two texts, never read from the file. */
  distance: z.int().nonnegative(),
  /** Distance by the length of the longer text, two decimals: 0 is the same, 1 all new. */
  ratio: z.number().min(0).max(1),
  /** Of a rule: its file, the listed person who changed it, their commit, and the version that took it over. */
  target: text.optional(),
  author: text.optional(),
  commit: text.optional(),
  version: text.optional(),
});

export const SCHEMA_OF = {
  correction: correctionSchema,
  insight: insightSchema,
  outcome: outcomeSchema,
  memory: memorySchema,
  question: questionSchema,
  decision: decisionSchema,
  reflexion: reflexionSchema,
  edit: editSchema,
} as const satisfies Record<EntryType, unknown>;

type EntrySchema = (typeof SCHEMA_OF)[EntryType];

export const entrySchema = z.discriminatedUnion("type", Object.values(SCHEMA_OF) as [EntrySchema, ...EntrySchema[]]);
