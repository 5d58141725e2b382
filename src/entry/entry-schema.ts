/**
 * The one schema of each record type: file format, JSON output and every door's input.
 * Field order here is the order in which a record is written.
 */
import * as z from "zod";
import { globTroubles } from "../text/glob.js";
import {
  as,
  atRisk,
  check,
  curationSchema,
  evolutionItemSchema,
  hubSchema,
  instant,
  nearSchema,
  provenanceSchema,
  rule,
  seenBySchema,
  stakes,
  stickSchema,
  text,
  triggers,
  useSchema,
} from "./field-schemas.js";
import { CONTACT_ID, CONTACT_SCOPE } from "./gates/contact-scope.js";
import { WHOLE_ID } from "./id-form.js";
import type { EntryType } from "./record-types.js";
import { BASES, CATEGORIES, CLOSINGS, EDIT_KINDS, SCOPES, SENSITIVITIES, STATUSES, TIERS, VERDICTS } from "./words.js";

export * from "./words.js";

const id = z.string().regex(WHOLE_ID, "not an id like COR-20260215-K7Q2X");
const ids = z.array(id);

const head = {
  id,
  timestamp: instant,
  /** When it was written, by the machine's own clock, where that is another day than the one it is filed under. */
  recorded: instant.optional(),
  agent: text,
  source: text.optional().meta(as("<name>", "who said so: a name in people, or self", "said-by")),
  tier: z.enum(TIERS).meta(as("<tier>", "trust it less than it would be: relayed, self, peer, external")),
  origin: text.optional().meta(as("<place>", "the url, file or tool it came from")),
};

/** Whose it is, in scope `user`: nobody else is shown it. */
const owned = { user: text.optional() };

/** Which files an entry holds for; an unsound glob would hold for none, and nobody would notice. */
const paths = z.array(text).superRefine((globs, issues) => {
  const [message] = globs.length === 0 ? [] : globTroubles(globs);
  if (message !== undefined) issues.addIssue({ code: "custom", message });
});

const setting = {
  context: text.optional().meta(as("<text>", "the situation")),
  alternatives: z
    .array(text)
    .optional()
    .meta(as("<text>", "what was not chosen", "alternative")),
  domain: text.optional().meta(as("<name>", "the area, one word")),
  tags: z
    .array(text)
    .optional()
    .meta(as("<tag>", "to filter by", "tag")),
  scope: z
    .string()
    .regex(new RegExp(`^(${SCOPES.join("|")}|${CONTACT_SCOPE}${CONTACT_ID.source.slice(1, -1)})$`))
    .optional()
    .meta(as("<scope>", "project (default); user: the person served; conversation: this session; global: everybody")),
  paths: paths.optional().meta(as("<glob>", "globs of the files it holds for, such as 'packages/api/**'")),
  session: text.optional(),
  run: text.optional(),
};

const relations = {
  linked: ids.optional().meta(as("<id>", "what it belongs with", "link")),
  supersedes: ids.optional(),
  superseded_by: id.optional(),
  recurrence_of: id.optional(),
  /** The general entries that this one is an exception to. */
  exception_to: ids.optional(),
  /** Claims that were near when this one came, and what became of each pair. */
  near: z.array(nearSchema).optional(),
  derived_from: ids.optional().meta(as("<id>", "what it was made from")),
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
  prior_belief: text.optional().meta(as("<before>", "what was believed or done before", "instead-of")),
  corrected_to: text,
  stakes,
  at_risk: atRisk.min(1).optional(),
  behavioral_change: text.optional().meta(as("<next time>", "what will be done differently", "so")),
  rule,
  triggers,
  check,
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
  evidence: text.optional().meta(as("<text>", "what shows that it is true", "because")),
  stakes,
  at_risk: atRisk,
  applications: z
    .array(text)
    .optional()
    .meta(as("<text>", "where to use it", "use-for")),
  rule,
  triggers,
  check,
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
  references: ids.min(1).meta({ description: "ids of the entries that are judged" }),
  decision: text.optional().meta(as("<text>", "what had been decided")),
  result: text.meta(as("<text>", "what happened")),
  verdict: z.enum(VERDICTS).meta(as("<verdict>", "how it turned out: validated, invalidated, mixed or inconclusive")),
  score: z.int().min(1).max(10).optional().meta(as("<1-10>", "how well it went, 1 to 10")),
  lesson: text.optional().meta(as("<text>", "what to take from it")),
  stakes: stakes.optional(),
  at_risk: atRisk.optional(),
  rule,
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
  category: z.enum(CATEGORIES).meta(as("<category>", "preference, pattern, fact (default), instruction or convention")),
  basis: z.enum(BASES).meta(as("<basis>", "how it became known: explicit (default), corrected or inferred")),
  confidence: z.number().min(0).max(1).meta(as("<0-1>", "how sure it is, 0 to 1")),
  key: text.optional().meta(as("<name>", "what it is about, like editor.indent: of two with one key the newer counts")),
  ...owned,
  /** A person keeps these words before every session. Counts with the hash of the words, as an approval does. */
  pinned: z.looseObject({ by: text.optional(), at: instant.optional(), hash: text.optional() }).optional(),
  ...setting,
  valid_from: instant.optional().meta(as("<date>", "about a contact: from when it holds (default: now)", "from")),
  valid_to: instant.optional().meta(as("<date>", "about a contact: from when it no longer holds", "until")),
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
  situation: text.meta(as("<situation>", "what the situation was: it is found again by this", "in")),
  action: text,
  rationale: text.meta(as("<why>", "why this and nothing else", "because")),
  /** Who decided: a person's name, or the agent's. */
  by: text.optional(),
  stakes: stakes.optional(),
  at_risk: atRisk.min(1).optional(),
  ...setting,
  ...relations,
  ...learned,
  ...fate,
});

/** What a run taught, mostly one that failed. */
export const reflexionSchema = recordSchema("reflexion", {
  reflexion: text,
  entities: z
    .array(text)
    .optional()
    .meta(as("<kind:name>", "what it is about, such as vendor:acme: it is found by it again", "entity")),
});

/** What an agent wrote, and what a person made of it. */
export const editSchema = recordSchema("edit", {
  /** Absent where a person changed a line of a rule file. */
  context: text.optional().meta(as("<text>", "what it was an answer to: the request, in a sentence")),
  /** Absent where a person wrote a line of their own. */
  original: text.optional().meta(as("<text>", "what the agent wrote, in full")),
  final: text.optional().meta(as("<text>", "what was sent; without it, it was rejected outright")),
  why: text.optional().meta(as("<text>", "the reason, in the person's own words")),
  kind: z.enum(EDIT_KINDS).meta(as("<kind>", "rejected, rewrite, tone, fact, approach or escalate")),
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
