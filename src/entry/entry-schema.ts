/** The one schema of each record type: file format, JSON output and every door's input. Records are written in this order. */
import * as z from "zod";
import { globTroubles } from "../text/glob.js";
import { CONTACT_ID, CONTACT_SCOPE } from "./gates/contact-scope.js";
import { WHOLE_ID } from "./id-form.js";
import type { EntryType } from "./record-types.js";
import * as words from "./words.js";

export * from "./words.js";

/** How an author states a field at a shell; `flag`: where it has another name there. */
const as = (value: string, description: string, flag?: string) => ({ value, description, flag });

const text = z.string().min(1);
const maybe = text.optional();
const many = z.array(text).optional();
export const instant = z.iso.datetime({ offset: true });
export const tier = z.enum(words.TIERS);
const score = z.int().min(1).max(10).optional();
const verdict = z.enum(words.VERDICTS).optional();
export const id = z.string().regex(WHOLE_ID, "not an id like COR-20260215-K7Q2X");
const ids = z.array(id);
const stated = (...how: Parameters<typeof as>) => maybe.meta(as(...how));
const listed = (...how: Parameters<typeof as>) => many.meta(as(...how));

const speaker = { agent: maybe, source: maybe, origin: maybe, session: maybe };
export const evolutionItemSchema = z.looseObject({ at: instant, text: maybe, evidence: maybe, ...speaker });
export const saidSchema = z.looseObject({ at: instant, tier, ...speaker });

export const useSchema = z.looseObject({
  at: instant,
  session: text,
  agent: maybe,
  /** `came_up`: one of its triggers, in a session where it was shown. */
  result: z.enum(["cited", "worked", "failed", "came_up"]),
  note: maybe,
});

/** A line that matches `forbid` and not `unless`, in a file that `in` names, breaks it. RE2's syntax: see `check/policy`. */
export const checkSchema = z.looseObject({ in: z.array(text).min(1), forbid: text, unless: maybe, instead: maybe });

/** It counts while `hash` is that of its words. */
export const reviewSchema = z.looseObject({
  state: z.enum(words.SAID_REVIEWS),
  by: maybe,
  tier: tier.optional(),
  at: instant.optional(),
  reason: maybe,
  hash: maybe,
});

/** On the newer of two. `with`: an id, or `#` and the hash of a people's line. `at`: when it was opened, then answered. */
export const nearSchema = z.looseObject({
  with: text,
  score: z.number().min(0).max(1).optional(),
  found: z.enum(words.FOUND_BY).optional(),
  at: instant.optional(),
  answer: z.enum(words.ROW_ANSWERS).optional(),
  by: maybe,
  tier: tier.optional(),
  reason: maybe,
});

const head = {
  id,
  timestamp: instant,
  agent: text,
  source: stated("<name>", "whose words they are: a name in people, or self", "said-by"),
  tier,
  origin: stated("<place>", "url, file or tool it came from"),
};

/** An unsound glob would hold for no file, and nobody would notice. */
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
    .regex(new RegExp(`^(${words.SCOPES.join("|")}|${CONTACT_SCOPE}${CONTACT_ID.source.slice(1, -1)})$`))
    .optional()
    .meta(as("<scope>", "for whom: project (default), user (the person served), conversation (this session), global")),
  paths: paths.optional().meta(as("<glob>", "globs of the files it holds for, like packages/api/**")),
  session: maybe,
  run: maybe,
};

const taking = { at: instant, by: text, reason: maybe };
const taken = z.looseObject(taking).optional();

const became = {
  linked: ids.optional().meta(as("<id>", "what it belongs with", "link")),
  near: z.array(nearSchema).optional(),
  derived_from: ids.optional().meta(as("<id>", "what it was made from")),
  /** As the writer of a hub's entry says, whose outcome is none of ours. `hash`: of its body. */
  hub: z.looseObject({ at: instant, hash: text, verdict, score }).optional(),
  said: z.array(saidSchema).optional(),
  uses: z.array(useSchema).optional(),
  review: reviewSchema.optional(),
  /** `hash`: of its text, by which it is known again. `people`: a line that people wrote, whose outcome is never asked for. */
  imported: z
    .looseObject({
      at: instant,
      from: text,
      hash: text,
      ...{ status: maybe, filled: many, people: z.literal(true).optional() },
    })
    .optional(),
  /** `alone`: named by its source or session, so that others of its chain stay. */
  forgotten: z.looseObject({ ...taking, tier: tier.optional(), alone: z.literal(true).optional() }).optional(),
  redacted: taken,
  erased: taken,
  aliases: many,
  /** Hashes of imported texts that said the same and were counted here. */
  folded: many,
};

const stakes = z.enum(words.STAKES).meta(as("<level>", `how bad: ${words.LEVELS_MEAN}`));
const rated = {
  stakes: stakes.optional(),
  at_risk: z.string().meta({ description: "what goes wrong if this was wrong" }).optional(),
};
const rule = stated("<line>", "its wording as a rule, should it become one");
const applied = {
  rule,
  triggers: listed("<words>", "words that show when it applies", "trigger"),
  check: checkSchema
    .optional()
    .meta(as("<yaml>", 'what in files breaks it: \'{in: ["ci/**/*.yml"], forbid: "npm install", instead: "npm ci"}\'')),
};

/** The fields of a type and those of every record. `late`: own ones that stand behind the setting. */
function recordSchema<
  const Type extends EntryType,
  Own extends z.ZodRawShape,
  Late extends z.ZodRawShape = Record<never, never>,
>(type: Type, own: Own, late = {} as Late) {
  return z.looseObject({ type: z.literal(type), ...head, ...own, ...setting, ...late, ...became });
}

/** Only what holds is required; what is missing is shown as missing. */
export const SCHEMA_OF = {
  correction: recordSchema("correction", {
    prior_belief: stated("<before>", "what was believed or done before", "instead-of"),
    corrected_to: text,
    ...rated,
    stakes,
    behavioral_change: stated("<next time>", "what will be done differently", "so"),
    ...applied,
  }),
  insight: recordSchema(
    "insight",
    {
      insight: text,
      evidence: stated("<text>", "what shows that it is true", "because"),
      ...rated,
      stakes,
      applications: listed("<text>", "where to use it", "use-for"),
      ...applied,
    },
    { evolution: z.array(evolutionItemSchema).optional() },
  ),
  outcome: recordSchema("outcome", {
    references: ids.min(1).meta({ description: "ids of the entries that are judged" }),
    decision: stated("<text>", "what had been decided"),
    result: text.meta(as("<text>", "what happened")),
    verdict: verdict.meta(as("<verdict>", "how it turned out")),
    /** Of a correction, in place of a verdict: whether it was kept. */
    stick: z.enum(["held", "failed"]).optional(),
    score: score.meta(as("<1-10>", "how well it went")),
    lesson: stated("<text>", "what to take from it"),
    ...rated,
    rule,
  }),
  /** One fact. `linked` holds what its author calls `related_to`. */
  memory: recordSchema(
    "memory",
    {
      content: text,
      category: z.enum(words.STATED_CATEGORIES).meta(as("<category>", "what kind of fact (default: fact)")),
      basis: z.enum(words.BASES).meta(as("<basis>", "how it became known (default: explicit)")),
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
      sensitivity: z.enum(words.SENSITIVITIES).optional(),
    },
  ),
  question: recordSchema(
    "question",
    {
      question: text,
      /** What cannot go on without an answer. */
      because: text,
      /** A fact with that key (`hours.weekend`) answers it. */
      key: maybe,
    },
    {
      /** Open while it is absent; an answer names the question under `derived_from`. */
      closed: z
        .looseObject({ at: instant, by: text, how: z.enum(["answered", "unanswered"]), reason: maybe })
        .optional(),
    },
  ),
  decision: recordSchema("decision", {
    situation: text.meta(as("<situation>", "the situation: it is found again by this", "in")),
    action: text,
    rationale: text.meta(as("<why>", "why this and nothing else", "because")),
    /** Who decided: a person's name, or the agent's. */
    by: maybe,
    ...rated,
  }),
  reflexion: recordSchema("reflexion", {
    reflexion: text,
    entities: listed("<kind:name>", "what it is about, such as vendor:acme: it is found again by this", "entity"),
  }),
  edit: recordSchema("edit", {
    /** Absent where a person changed a line of a rule file. */
    context: stated("<text>", "what it was an answer to: the request, in a sentence"),
    /** Absent where a person wrote a line of their own. */
    original: stated("<text>", "what the agent wrote, in full"),
    final: stated("<text>", "what was sent; without it, it was rejected outright"),
    why: stated("<text>", "the reason, in the person's own words"),
    kind: z.enum(words.EDIT_KINDS).meta(as("<kind>", "what kind of change it is")),
    /** Of a rule: its file, the listed person who changed it, and the version that took it over. */
    target: maybe,
    author: maybe,
    version: maybe,
  }),
} as const satisfies Record<EntryType, unknown>;

type EntrySchema = (typeof SCHEMA_OF)[EntryType];

export const entrySchema = z.discriminatedUnion("type", Object.values(SCHEMA_OF) as [EntrySchema, ...EntrySchema[]]);
