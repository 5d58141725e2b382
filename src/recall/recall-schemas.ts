/** The answers of reading commands through every door, as schemas that check the JSON and give the types. */
import * as z from "zod";
import { entrySchema, nearSchema } from "../entry/entry-schema.js";
import {
  category,
  doubts,
  file,
  id,
  instant,
  place,
  review,
  stakes,
  status,
  stepText,
  tier,
  type,
  unique,
  verdict,
} from "../entry/shared-schemas.js";
import { STICK_WORDS } from "../entry/standing/standing.js";
import { STATES } from "../entry/states.js";
import { PAIR_ANSWERS, SENSITIVITIES } from "../entry/words.js";
import { foundPassages } from "../search/knowledge/knowledge-schemas.js";
import { BESIDE_REASONS } from "./policy/beside-words.js";

/** How often an entry was of use. */
const used = {
  uses: z.int().nonnegative().describe("how often it was said to have been of use"),
  last_used: instant.optional(),
};

const paths = z.array(z.string()).optional().describe("globs of the files it holds for; left out: everywhere");

/** An entry that is printed beside another. */
const besideEntry = z.strictObject({
  id: z.string().describe("or #hash of a line that people wrote"),
  where: z.string().optional().describe("of such a line: its file and number"),
  text: z.string().describe("in full"),
  why: z
    .enum(BESIDE_REASONS)
    .describe(
      "what it is to the entry: it corrects what that one says, nobody has decided, an exception, or in its place",
    ),
  of: id.optional().describe("of which partner it is that, where not of the entry itself"),
  tier,
  outcome: verdict.optional(),
  doubts,
  paths,
  unique,
});
export type BesideEntry = z.infer<typeof besideEntry>;
const beside = z.array(besideEntry).optional().describe("what is read together with it");

const listedEntry = z.strictObject({
  id,
  type,
  /** In full; `[sensitive]` when the entry may not be shown. */
  text: z.string(),
  status: z.enum(STATES).describe("how it stands: the first of these that holds"),
  stakes: stakes.optional(),
  tier,
  timestamp: instant,
  ...used,
  valid_to: instant.optional().describe("from when a fact about a contact no longer holds"),
  paths,
  outcome: verdict.optional(),
  beside,
  ...place,
  unique,
});
export type ListedEntry = z.infer<typeof listedEntry>;

const hidden = z
  .partialRecord(z.enum(STATES), z.int().positive())
  .describe("how many match and no longer count, by how they stand");

const unread = stepText.optional().describe("what could not be read, and the next step: more may be known");

export const listedSchema = z.strictObject({
  /** Newest first. */
  entries: z.array(listedEntry),
  /** How many match in all. */
  total: z.int().nonnegative(),
  hidden: hidden.optional(),
  unread,
});
export type Listed = z.infer<typeof listedSchema>;

/** How an entry stands: computed, under the names by which it is printed. */
const standing = {
  status,
  superseded_by: z.string().optional(),
  promoted_to: z.string().optional(),
  review: z.looseObject({ state: review }).optional(),
  outcome: verdict.optional(),
  outcome_date: instant.optional(),
  stick: z
    .strictObject({ verdict: z.enum(STICK_WORDS), at: instant })
    .optional()
    .describe("of a correction: whether it was kept"),
};

/** A record and how it stands; a sensitive one without content. */
const record = z.union([
  ...entrySchema.options.map((one) => one.extend(standing)),
  z.looseObject({ id, type, review: z.looseObject({ state: z.literal("sensitive") }) }),
]);

/** One link of an entry, seen from that entry. */
const shownLink = z.strictObject({
  /** The relation of the linked entry to this one, in plain words. */
  relation: z.string(),
  /** `out`: stored on this entry. `in`: stored on the other, newer one. */
  direction: z.enum(["out", "in"]),
  id: z.string(),
  status: status.optional(),
  doubts,
  text: z.string().optional(),
  unique: unique.optional(),
  /** Nothing in the tree has this id. */
  missing: z.literal(true).optional(),
});
export type ShownLink = z.infer<typeof shownLink>;

/** One saying of a chain: of this entry, or of the one that `id` names. */
const wording = z.strictObject({
  at: instant,
  text: z.string(),
  evidence: z.string().optional(),
  by: z.string().optional().describe("who said it"),
  id: id.optional(),
});
export type Wording = z.infer<typeof wording>;

/** A pair of near claims, seen from one of them. */
const nearPair = z.strictObject({
  with: z.string().describe("the other entry, or #hash of a line that people wrote"),
  text: z.string().optional().describe("what the other entry says"),
  state: z.enum(["open", "unrelated"]),
  ...nearSchema.pick({ score: true }).shape,
  reason: z.string().optional(),
  proposed: z.enum(PAIR_ANSWERS).optional().describe("an answer that waits for somebody who is trusted enough"),
  answer: stepText.optional().describe("how it is answered, while it is open"),
});
export type NearPair = z.infer<typeof nearPair>;

export const shownSchema = z.strictObject({
  entry: record,
  /** For an insight the newest wording with evidence. */
  claim: z.string(),
  /** Where it was said more than once: each saying of its chain with its date and evidence, the oldest first. */
  wordings: z.array(wording).optional(),
  links: z.array(shownLink),
  beside,
  near: z.array(nearPair).optional().describe("claims that were near, and what became of each pair"),
  recalled: z.int().positive().optional().describe("how often recall found it on this machine, which is no use"),
  last_used: instant.optional().describe("when it last did"),
  ...place,
  unique,
});

/** For a fact about a contact. */
const validity = {
  valid_from: instant.optional().describe("from when a fact about a contact holds"),
  valid_to: instant.optional().describe("from when it no longer does"),
  sensitivity: z.enum(SENSITIVITIES).optional(),
};

/** One memory, as every door lists it. */
const listedMemory = z.strictObject({
  id,
  /** In full; `[sensitive]` when it may not be shown. */
  text: z.string(),
  category,
  confidence: z.number().min(0).max(1),
  scope: z.string(),
  key: z.string().optional(),
  paths,
  ...validity,
  group: z.string(),
  pinned: z.literal(true).optional().describe("a person keeps it before every session"),
  tier,
  /** How often it was said to have been of use. */
  uses: z.int().nonnegative(),
  /** How often it was said again. */
  seen: z.int().nonnegative(),
  timestamp: instant,
  /** Set when it is not approved. */
  review: review.optional(),
  beside,
  ...place,
  file: file.describe("of the user tree: begins with user:"),
  unique,
});

export type ListedMemory = z.infer<typeof listedMemory>;

export const listedMemoriesSchema = z.strictObject({
  memories: z
    .array(listedMemory)
    .describe("pinned ones first, then by use and newest; the project's before a user's of the same key"),
  /** How many match in all. */
  total: z.int().nonnegative(),
  /** The requested group, as a page. */
  page: z
    .strictObject({ group: z.string(), characters: z.int().nonnegative(), cap: z.int().nonnegative() })
    .optional()
    .describe("of one group: how long it is, and how long it should be"),
  unread,
});
export type ListedMemories = z.infer<typeof listedMemoriesSchema>;

/** How far the index was usable. */
export const indexState = z.enum(["fresh", "partial", "rebuilt", "degraded"]);

const recalledEntry = z.strictObject({
  id,
  type,
  /** In full; `[sensitive]` when the entry may not be shown. */
  text: z.string(),
  /** From 0 to 1, two decimals. */
  score: z.number(),
  status,
  tier,
  weak: z.literal(true).optional().describe("near, and perhaps no answer to the question"),
  source: z.string().optional().describe("who said so"),
  origin: z.string().optional().describe("the url, file or tool it came from"),
  stakes: stakes.optional(),
  outcome: verdict.optional(),
  doubts,
  category: category.optional().describe("of a memory, as are confidence and key"),
  confidence: z.number().optional(),
  scope: z.string().optional(),
  key: z.string().optional(),
  paths,
  ...validity,
  beside,
  ...used,
  timestamp: instant,
  /** A file of the user tree begins with `user:`. */
  ...place,
  unique,
  /**
   * Why it was found: words of the query that it holds, how well it answers by its words, alone and in relation to the best
   * match, and how near it is, as a whole or by its claim alone. Numbers have two decimals; there is no cosine where there is no vector to compare.
   */
  why: z.strictObject({
    words: z.array(z.string()),
    bm25: z.number(),
    by_words: z.number(),
    cosine: z.number().optional(),
  }),
});
export type RecalledEntry = z.infer<typeof recalledEntry>;

export const recalledSchema = z.strictObject({
  /** Best first; a project's memory before the user's of the same key. */
  results: z.array(recalledEntry),
  hidden: hidden.optional(),
  /** `keyword` where the model could not be used. */
  mode: z.enum(["hybrid", "keyword"]).describe("as it was answered"),
  weighed: z
    .strictObject({ weight: z.number(), held: z.number() })
    .optional()
    .describe("hybrid: how much words count beside meaning, and the part of the question that the best match holds"),
  index: indexState,
  /** Entries that can be found by their words alone until the index is complete. */
  pending: z.int().nonnegative(),
  /** Why the index is not fresh. */
  index_why: z.string().optional(),
  model: z.string().nullable(),
  withheld: z.int().nonnegative().describe("matches that wait for review"),
  unread,
  lines: z
    .array(
      z.strictObject({
        ref: z.string().describe("FILE#hash, as resolve names it"),
        ...place,
        text: z.string().describe("in full"),
        score: z.number().min(0).max(1),
      }),
    )
    .optional()
    .describe("lines that people wrote into core files and that answer, best first"),
  knowledge: foundPassages.optional().describe("passages of the profile's knowledge files that answer, best first"),
});
export type Recalled = z.infer<typeof recalledSchema>;
