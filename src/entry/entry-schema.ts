/**
 * The one schema of each record type: file format, JSON output and every door's input.
 * Field order here is the order in which a record is written.
 */
import * as z from "zod";
import { globTroubles } from "../text/glob.js";
import * as field from "./field-schemas.js";
import { applied, as, atRisk, instant, listed, maybe, score, stakes, stated, text, tier } from "./field-schemas.js";
import { CONTACT_ID, CONTACT_SCOPE } from "./gates/contact-scope.js";
import { WHOLE_ID } from "./id-form.js";
import type { EntryType } from "./record-types.js";
import { BASES, CLOSINGS, EDIT_KINDS, SCOPES, SENSITIVITIES, STATED_CATEGORIES, STICKS, VERDICTS } from "./words.js";

export * from "./words.js";

const id = z.string().regex(WHOLE_ID, "not an id like COR-20260215-K7Q2X");
const ids = z.array(id);

const head = {
  id,
  timestamp: instant,
  agent: text,
  source: stated("<name>", "whose words they are: a name in people, or self", "said-by"),
  tier: tier.meta(as("<tier>", "trust it less than usual")),
  origin: stated("<place>", "url, file or tool it came from"),
};

/** Which files an entry holds for; an unsound glob would hold for none, and nobody would notice. */
const paths = z.array(text).superRefine((globs, issues) => {
  const [message] = globs.length === 0 ? [] : globTroubles(globs);
  if (message !== undefined) issues.addIssue({ code: "custom", message });
});

const setting = {
  /** Whose it is, in scope `user`: nobody else is shown it. */
  user: maybe,
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
  session: maybe,
  run: maybe,
};

const taking = { at: instant, by: text, reason: maybe };

/** What it is to others, who said it again, who met it, and what became of it. */
const became = {
  linked: ids.optional().meta(as("<id>", "what it belongs with", "link")),
  /** Claims that were near when this one came, and what was answered about each. */
  near: z.array(field.nearSchema).optional(),
  derived_from: ids.optional().meta(as("<id>", "what it was made from")),
  /** Of what another agent wrote, and a hub brought here. */
  hub: field.hubSchema.optional(),
  said: z.array(field.saidSchema).optional(),
  uses: z.array(field.useSchema).optional(),
  review: field.reviewSchema.optional(),
  imported: field.provenanceSchema.optional(),
  /** `alone`: named by its source or session, so that others of its chain stay. */
  forgotten: z.looseObject({ ...taking, tier: tier.optional(), alone: z.literal(true).optional() }).optional(),
  redacted: z.looseObject(taking).optional(),
  erased: z.looseObject(taking).optional(),
  aliases: z.array(text).optional(),
  /** Hashes of imported texts that said the same and were counted here. */
  folded: z.array(text).optional(),
};

/** The schema of a type: its own fields, and those of every record. `late`: own ones that stand behind the setting. */
function recordSchema<
  const Type extends EntryType,
  Own extends z.ZodRawShape,
  Late extends z.ZodRawShape = Record<never, never>,
>(type: Type, own: Own, late = {} as Late) {
  return z.looseObject({ type: z.literal(type), ...head, ...own, ...setting, ...late, ...became });
}

export const SCHEMA_OF = {
  /** Only what holds is required; missing facts are shown as missing. */
  correction: recordSchema("correction", {
    prior_belief: stated("<before>", "what was believed or done before", "instead-of"),
    corrected_to: text,
    stakes,
    at_risk: atRisk,
    behavioral_change: stated("<next time>", "what will be done differently", "so"),
    ...applied,
  }),
  insight: recordSchema(
    "insight",
    {
      insight: text,
      evidence: stated("<text>", "what shows that it is true", "because"),
      stakes,
      at_risk: atRisk,
      applications: listed("<text>", "where to use it", "use-for"),
      ...applied,
    },
    { evolution: z.array(field.evolutionItemSchema).optional() },
  ),
  outcome: recordSchema("outcome", {
    references: ids.min(1).meta({ description: "ids of the entries that are judged" }),
    decision: stated("<text>", "what had been decided"),
    result: text.meta(as("<text>", "what happened")),
    verdict: z.enum(VERDICTS).optional().meta(as("<verdict>", "how it turned out")),
    /** Of a correction, in place of a verdict: whether it was kept. */
    stick: z.enum(STICKS).optional(),
    score: score.meta(as("<1-10>", "how well it went")),
    lesson: stated("<text>", "what to take from it"),
    stakes: stakes.optional(),
    at_risk: atRisk,
    rule: field.rule,
  }),
  /** One fact. `linked` holds what its author calls `related_to`. */
  memory: recordSchema(
    "memory",
    {
      content: text,
      category: z.enum(STATED_CATEGORIES).meta(as("<category>", "what kind of fact (default: fact)")),
      basis: z.enum(BASES).meta(as("<basis>", "how it became known (default: explicit)")),
      confidence: z
        .number()
        .min(0)
        .max(1)
        .meta(as("<0-1>", "how sure it is (default: 1; corrected 0.9; inferred 0.7)")),
      key: stated("<name>", "its topic, such as editor.indent: a newer fact with the same key replaces it"),
      /** A person keeps it before every session. */
      pinned: z.looseObject({ by: maybe, at: instant.optional() }).optional(),
    },
    {
      valid_from: instant
        .optional()
        .meta(as("<date>", "with --contact: when it begins to hold (default: now)", "from")),
      valid_to: instant.optional().meta(as("<date>", "with --contact: when it ends", "until")),
      /** `private`: shown only to readers who ask for private facts of that contact. */
      sensitivity: z.enum(SENSITIVITIES).optional(),
    },
  ),
  /** Something that only an owner can answer. */
  question: recordSchema(
    "question",
    {
      question: text,
      /** What cannot go on without an answer. */
      because: text,
      /** Names the question (`hours.weekend`): a fact with that key answers it. */
      key: maybe,
    },
    {
      /** Open while it is absent; an answer names the question under `derived_from`. */
      closed: z.looseObject({ at: instant, by: text, how: z.enum(CLOSINGS), reason: maybe }).optional(),
    },
  ),
  /** What was done in a situation, why, and what else could have been done (`alternatives`). */
  decision: recordSchema("decision", {
    situation: text.meta(as("<situation>", "the situation: it is found again by this", "in")),
    action: text,
    rationale: text.meta(as("<why>", "why this and nothing else", "because")),
    /** Who decided: a person's name, or the agent's. */
    by: maybe,
    stakes: stakes.optional(),
    at_risk: atRisk,
  }),
  reflexion: recordSchema("reflexion", {
    reflexion: text,
    entities: listed("<kind:name>", "what it is about, such as vendor:acme: it is found again by this", "entity"),
  }),
  /** What an agent wrote, and what a person made of it. */
  edit: recordSchema("edit", {
    /** Absent where a person changed a line of a rule file. */
    context: stated("<text>", "what it was an answer to: the request, in a sentence"),
    /** Absent where a person wrote a line of their own. */
    original: stated("<text>", "what the agent wrote, in full"),
    final: stated("<text>", "what was sent; without it, it was rejected outright"),
    why: stated("<text>", "the reason, in the person's own words"),
    kind: z.enum(EDIT_KINDS).meta(as("<kind>", "what kind of change it is")),
    /** Of a rule: its file, the listed person who changed it, their commit, and the version that took it over. */
    target: maybe,
    author: maybe,
    commit: maybe,
    version: maybe,
  }),
} as const satisfies Record<EntryType, unknown>;

type EntrySchema = (typeof SCHEMA_OF)[EntryType];

export const entrySchema = z.discriminatedUnion("type", Object.values(SCHEMA_OF) as [EntrySchema, ...EntrySchema[]]);
