/** What a person's decisions and changes of known entries answer: said once, as schemas that check the JSON and give the types. */
import * as z from "zod";
import type { ContactWaiting } from "../contacts/waiting.js";
import {
  doubts,
  file,
  id,
  instant,
  line,
  place,
  review,
  stakes,
  stepText,
  tier,
  type,
  waitingOfContacts,
} from "../entry/shared-schemas.js";
import { FOUND_BY, PAIR_ANSWERS } from "../entry/words.js";
import type { EntryWords } from "../rules/planning/entry-words.js";
import type { Operation } from "../rules/policy/version.js";
import { entryWordsSchema } from "../rules/text/deciding-schemas.js";
import { operationSchema } from "../rules/versions/version-schema.js";
import { HEARD_IN } from "../store/state/heard.js";

/** Only where a reason was stated. */
const recorded = { recorded: id.optional().describe("the decision with its reason, as a record of its own") };

export const resolvedSchema = z.strictObject({
  decision: z.enum(["same", "replaced", "exception", "unrelated", "proposed", "reopened"]),
  /** The entry that stays, or carries what was answered. */
  id,
  other: z.string().describe("the other entry, or # and the hash of a line that people wrote"),
  ...place,
  /** One plain sentence. */
  says: z.string(),
  next: stepText.optional().describe("takes it back"),
  ...recorded,
});
export type Resolved = z.infer<typeof resolvedSchema>;

export const resolvedAllSchema = z.strictObject({ results: z.array(resolvedSchema) });
export type ResolvedAll = z.infer<typeof resolvedAllSchema>;

export const undoneSchema = z.strictObject({
  decision: z.enum(["undone"]),
  dry_run: z.boolean(),
  op: z.string().describe("the command that was taken back"),
  at: instant,
  entries: z.array(
    z.strictObject({
      id,
      did: z.enum(["taken out", "as before", "forgotten"]),
      /** `[sensitive]` when it may not be shown. */
      text: z.string(),
      file,
    }),
  ),
  /** Lines taken out of daily logs. */
  logs: z.array(z.strictObject({ file, text: z.string() })),
  needs_person: z.string().optional().describe("why this needs a person"),
});
export type Undone = z.infer<typeof undoneSchema>;

const count = z.int().nonnegative();
const since = {
  key: z.string(),
  since: instant,
  days: count,
};

/** An entry as a person looks at it before a decision. */
const entryView = z.strictObject({
  id,
  /** What is typed. */
  ref: z.string().describe("the short form that commands accept"),
  type,
  /** The claim in full; `[sensitive]` when it may not be shown. */
  text: z.string(),
  tier,
  agent: z.string(),
  source: z.string().optional(),
  origin: z.string().optional(),
  at: instant,
  stakes: stakes.optional(),
  doubts,
  at_risk: z.string().optional(),
  /** By field. */
  says: z.record(z.string(), z.string()).describe("what the author says besides the claim"),
  /** The file it is a rule in. */
  rule_in: z.string().optional(),
  file,
  line,
});
export type EntryView = z.infer<typeof entryView>;

const entryItem = z.strictObject({
  kind: z.literal("entry"),
  ...entryView.shape,
  /** Why it waits. */
  why: z.string().optional(),
  ...since,
  /** Entries it hangs together with. */
  near: z.array(z.strictObject({ ref: z.string(), relation: z.string(), text: z.string() })),
  means: z.array(z.string()).describe("what an approval would mean"),
  /** Hash of what is shown: a decision binds to it. */
  hash: z.string(),
});
export type EntryItem = z.infer<typeof entryItem>;

const pairItem = z.strictObject({
  kind: z.literal("pair"),
  /** The newer entry. */
  first: entryView,
  second: entryView,
  found: z.enum(FOUND_BY).optional().describe("near to the claim, to the prior belief, or by words"),
  score: z.number().optional(),
  differs: z.strictObject({ known: z.array(z.string()), new: z.array(z.string()) }),
  /** An answer that waits for a person's word, and who gave it. */
  proposed: z.strictObject({ answer: z.enum(PAIR_ANSWERS), first: z.string(), by: z.string().optional() }).optional(),
  answers: z.array(stepText).describe("commands that decide it"),
  ...since,
});
export type PairItem = z.infer<typeof pairItem>;

const lineItem = z.strictObject({
  kind: z.literal("line"),
  ...entryView.shape,
  written: z
    .strictObject({ ref: z.string().describe("# and its hash"), ...place, text: z.string() })
    .describe("the line that people wrote"),
  ...pairItem.pick({ found: true, score: true, differs: true, proposed: true, answers: true }).shape,
  ...since,
});
export type LineItem = z.infer<typeof lineItem>;

const questionItem = z.strictObject({
  kind: z.literal("question"),
  ...entryView.shape,
  /** Whether a correction held, or how an insight turned out. */
  about: z.enum(["stick", "outcome"]),
  ask: z.string(),
  answers: z.array(stepText).describe("commands that answer it"),
  ...since,
});
export type QuestionItem = z.infer<typeof questionItem>;

const askItem = z.strictObject({
  kind: z.literal("ask"),
  ...entryView.shape,
  /** What cannot go on without an answer. */
  blocks: z.string(),
  answers: z.array(stepText).describe("commands that answer it"),
  /** Hash of what is shown: an answer binds to it. */
  hash: z.string(),
  ...since,
});
export type AskItem = z.infer<typeof askItem>;

const versionItem = z.strictObject({
  kind: z.literal("version"),
  version: z.int().positive(),
  id: z.string().describe("a version, such as 0007-K7Q2X"),
  ref: z.string(),
  change_summary: z.string(),
  operations: z.array(operationSchema),
  stale: z.boolean(),
  diff: z.string().describe("as git shows it; empty when nothing in the files changes"),
  words: z.array(entryWordsSchema).describe("what the entries behind it say"),
  ...since,
});
export type VersionItem = Omit<z.infer<typeof versionItem>, "operations" | "words"> & {
  operations: readonly Operation[];
  words: readonly EntryWords[];
};

/** A correction in a person's words that nobody recorded. */
const heardItem = z.strictObject({
  kind: z.literal("heard"),
  id: z.string(),
  ref: z.string().describe("its name, for --heard"),
  text: z.string().describe("the person's words"),
  said_by: z.string().optional(),
  session: z.string(),
  from: z.enum(HEARD_IN).describe("where it was heard"),
  answers: z.array(stepText).describe("the command that records it"),
  ...since,
});
export type HeardItem = z.infer<typeof heardItem>;

const reviewQueue = z.strictObject({
  queue: z.array(
    z.discriminatedUnion("kind", [askItem, questionItem, entryItem, pairItem, lineItem, versionItem, heardItem]),
  ),
  contacts: waitingOfContacts.optional(),
});
export type QueueItem = AskItem | QuestionItem | EntryItem | PairItem | VersionItem | LineItem | HeardItem;

/** An item without what all of them have. */
export type Made<I extends QueueItem = QueueItem> = I extends QueueItem ? Omit<I, "key" | "since" | "days"> : never;

/** Everything that waits for a person, in the order in which it is asked about. */
export interface ReviewQueue {
  queue: QueueItem[];
  /** What of contacts is not in the queue: where one is named, what is private of them. */
  contacts?: ContactWaiting[];
}

const reviewed = z.strictObject({
  decision: z.enum(["approve", "reject", "exception", "sensitive", "reopen", "unchanged"]),
  id,
  ...place,
  /** Where it stood; absent: it never was under review. */
  before: review.optional(),
  /** Where it stands now. */
  state: review,
  by: z.string(),
  reason: z.string().optional(),
  /** What that means, as one plain sentence. */
  says: z.string(),
  ...recorded,
});
export type Reviewed = z.infer<typeof reviewed>;

export const reviewSchema = z.union([
  reviewQueue,
  reviewed,
  z.strictObject({
    decided: z.array(z.strictObject({ ids: z.array(z.string()), decision: z.string(), says: z.string() })),
    left: count,
    contacts: waitingOfContacts.optional(),
  }),
]);
