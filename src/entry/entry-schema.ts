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
  listed,
  nearSchema,
  provenanceSchema,
  rule,
  seenBySchema,
  stakes,
  stated,
  stickSchema,
  text,
  triggers,
  useSchema,
} from "./field-schemas.js";
import { CONTACT_ID, CONTACT_SCOPE } from "./gates/contact-scope.js";
import { WHOLE_ID } from "./id-form.js";
import type { EntryType } from "./record-types.js";
import {
  BASES,
  CLOSINGS,
  EDIT_KINDS,
  SCOPES,
  SENSITIVITIES,
  STATED_CATEGORIES,
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
  source: stated("<name>", "whose words they are: a name in people, or self", "said-by"),
  tier: z.enum(TIERS).meta(as("<tier>", "trust it less than usual")),
  origin: stated("<place>", "url, file or tool it came from"),
};

/** Whose it is, in scope `user`: nobody else is shown it. */
const owned = { user: text.optional() };

/** Which files an entry holds for; an unsound glob would hold for none, and nobody would notice. */
const paths = z.array(text).superRefine((globs, issues) => {
  const [message] = globs.length === 0 ? [] : globTroubles(globs);
  if (message !== undefined) issues.addIssue({ code: "custom", message });
});

const setting = {
  context: stated("<text>", "the situation"),
  alternatives: listed("<text>", "what was not chosen", "alternative"),
  domain: stated("<name>", "the area, in one word"),
  tags: listed("<tag>", "to filter by", "tag"),
  scope: z
    .string()
    .regex(new RegExp(`^(${SCOPES.join("|")}|${CONTACT_SCOPE}${CONTACT_ID.source.slice(1, -1)})$`))
    .optional()
    .meta(as("<scope>", "for whom: project (default), user (the person served), conversation (this session), global")),
  paths: paths.optional().meta(as("<glob>", "globs of the files it holds for, like packages/api/**")),
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

/** How and where what was learned applies. */
const applied = { rule, triggers, check, ...owned, ...setting };
/** What became of it. */
const became = { ...relations, ...fromHub, ...learned, ...fate };

export const correctionSchema = z.looseObject({
  type: z.literal("correction"),
  ...head,
  /** Only `holds` is required; missing facts are asked for later and shown as missing until then. */
  prior_belief: stated("<before>", "what was believed or done before", "instead-of"),
  corrected_to: text,
  stakes,
  at_risk: atRisk.optional(),
  behavioral_change: stated("<next time>", "what will be done differently", "so"),
  ...applied,
  ...became,
});

export const insightSchema = z.looseObject({
  type: z.literal("insight"),
  ...head,
  insight: text,
  evidence: stated("<text>", "what shows that it is true", "because"),
  stakes,
  at_risk: atRisk.optional(),
  applications: listed("<text>", "where to use it", "use-for"),
  ...applied,
  evolution: z.array(evolutionItemSchema).optional(),
  ...became,
});

export const outcomeSchema = z.looseObject({
  type: z.literal("outcome"),
  ...head,
  references: ids.min(1).meta({ description: "ids of the entries that are judged" }),
  decision: stated("<text>", "what had been decided"),
  result: text.meta(as("<text>", "what happened")),
  verdict: z.enum(VERDICTS).meta(as("<verdict>", "how it turned out")),
  score: z.int().min(1).max(10).optional().meta(as("<1-10>", "how well it went")),
  lesson: stated("<text>", "what to take from it"),
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
  category: z.enum(STATED_CATEGORIES).meta(as("<category>", "what kind of fact (default: fact)")),
  basis: z.enum(BASES).meta(as("<basis>", "how it became known (default: explicit)")),
  confidence: z.number().min(0).max(1).meta(as("<0-1>", "how sure it is (default: 1; corrected 0.9; inferred 0.7)")),
  key: stated("<name>", "its topic, such as editor.indent: a newer fact with the same key replaces it"),
  ...owned,
  /** A person keeps these words before every session. Counts with the hash of the words, as an approval does. */
  pinned: z.looseObject({ by: text.optional(), at: instant.optional(), hash: text.optional() }).optional(),
  ...setting,
  valid_from: instant.optional().meta(as("<date>", "with --contact: when it begins to hold (default: now)", "from")),
  valid_to: instant.optional().meta(as("<date>", "with --contact: when it ends", "until")),
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
  situation: text.meta(as("<situation>", "the situation: it is found again by this", "in")),
  action: text,
  rationale: text.meta(as("<why>", "why this and nothing else", "because")),
  /** Who decided: a person's name, or the agent's. */
  by: text.optional(),
  stakes: stakes.optional(),
  at_risk: atRisk.optional(),
  ...setting,
  ...relations,
  ...learned,
  ...fate,
});

export const reflexionSchema = recordSchema("reflexion", {
  reflexion: text,
  entities: listed("<kind:name>", "what it is about, such as vendor:acme: it is found again by this", "entity"),
});

/** What an agent wrote, and what a person made of it. */
export const editSchema = recordSchema("edit", {
  /** Absent where a person changed a line of a rule file. */
  context: stated("<text>", "what it was an answer to: the request, in a sentence"),
  /** Absent where a person wrote a line of their own. */
  original: stated("<text>", "what the agent wrote, in full"),
  final: stated("<text>", "what was sent; without it, it was rejected outright"),
  why: stated("<text>", "the reason, in the person's own words"),
  kind: z.enum(EDIT_KINDS).meta(as("<kind>", "what kind of change it is")),
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
