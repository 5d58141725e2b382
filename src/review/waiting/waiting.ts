/**
 * What waits for a person: one list. `review` asks it, and `status`, `report`, heartbeats and contexts count it, so that
 * all of them name the same number. Reads only.
 */
import type { Context } from "../../context.js";
import { refOf } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { isLive, isSensitive, SENSITIVE } from "../../entry/gates/visible.js";
import { answerable } from "../../loop/due/agenda.js";
import { askedPairsIn, linesInPairs } from "../../loop/due/open-pairs.js";
import { answerableSince, type Due, openSince } from "../../loop/policy/outcome-loop.js";
import { openQuestionsIn, treeToAnswer } from "../../questions/open-questions.js";
import type { Version } from "../../rules/policy/version.js";
import { type Chain, readChain } from "../../rules/versions/chain.js";
import { next, type Step } from "../../steps.js";
import { type MemoryTree, memoryTrees } from "../../store/home.js";
import type { TreePair } from "../../store/open-pairs.js";
import type { Row, Store } from "../../store/open-store.js";
import type { PeoplesLine } from "../../store/records/peoples-lines.js";
import type { HeardSentence } from "../../store/state/heard.js";
import { openHeard } from "../../store/state/heard.js";
import { type Questions, readQuestions } from "../../store/state/question-log.js";

/** `key` names the thing; `id`: of an entry, a version, a heard sentence, or a file's name. */
interface Waits {
  key: string;
  id: string;
  since: string;
}

/** An entry in one of the trees. */
interface WaitingEntry extends Waits {
  in: MemoryTree;
  head: Row;
}

/** A question about an outcome; with its own answers where it takes no other. */
type Asked = Pick<Due, "entry" | "kind" | "ask"> & { answers?: Step[] };

export type WaitingItem =
  | (WaitingEntry & { kind: "ask" })
  | (WaitingEntry & { kind: "entry" })
  | (WaitingEntry & { kind: "question"; due: Asked })
  | (WaitingEntry & { kind: "pair"; pair: TreePair })
  | (WaitingEntry & { kind: "line"; pair: TreePair })
  | (Waits & { kind: "version"; version: Version; chain: Chain })
  | (Waits & { kind: "heard"; sentence: HeardSentence });
export type WaitingKind = WaitingItem["kind"];
/** One of a kind. */
export type WaitingOf<K extends WaitingKind> = Extract<WaitingItem, { kind: K }>;

/** What the caller has read already. */
export interface WaitingOptions {
  /** The workspace's tree as this reader may see it. */
  shown?: Store | undefined;
  chain?: Chain;
}

/** Everything that waits for this person here. Where a contact is named, what is about that contact, and nothing else. */
export async function waitingFor(ctx: Context, options: WaitingOptions = {}): Promise<WaitingItem[]> {
  const trees = await treesOf(ctx, options.shown);
  const questions = readQuestions(ctx.workspace);
  const asks = asksIn(ctx, trees[0]);
  const heard = await heardIn(ctx, trees);
  const entries = trees.flatMap((one) => [...reviewsIn(one), ...pairsIn(one)]);
  const rest = ctx.actor.contact === undefined ? await besidesContacts(ctx, trees, questions, options) : [];
  return [...asks, ...entries, ...heard, ...rest];
}

/** The trees; with a contact only its entries. */
async function treesOf(ctx: Context, shown: Store | undefined): Promise<MemoryTree[]> {
  const trees = await memoryTrees(ctx, shown);
  const { contact } = ctx.actor;
  if (contact === undefined) return trees;
  return trees.map(({ tree, ...one }) => ({ ...one, tree: tree.narrowed({ contact }) }));
}

/** What is about no contact in particular. */
async function besidesContacts(
  ctx: Context,
  trees: readonly MemoryTree[],
  questions: Questions,
  { chain: knownChain }: WaitingOptions,
): Promise<WaitingItem[]> {
  const chain = knownChain ?? (await readChain(ctx.workspace));
  const lines = await Promise.all(trees.map(async (one) => pairsIn(one, await linesInPairs(one.ctx, one.tree))));
  const outcomes = trees.flatMap((one) => questionsIn(one, questions));
  return [...lines.flat(), ...outcomes, ...versionsIn(chain)];
}

/** Questions for an owner. */
function asksIn(ctx: Context, here: MemoryTree | undefined): WaitingItem[] {
  if (here === undefined) return [];
  const tree = treeToAnswer(ctx, here.tree);
  const { contact } = ctx.actor;
  return openQuestionsIn(ctx, tree)
    .filter((head) => contact === undefined || contactOf(head) === contact)
    .map((head) => ({
      kind: "ask",
      key: `ask ${head.id}`,
      id: head.id,
      since: head.timestamp,
      in: { ...here, tree },
      head,
    }));
}

/** Entries to review. A question is answered, not reviewed, unless it came from outside. */
function reviewsIn(one: MemoryTree): WaitingItem[] {
  const heads = one.tree
    .where({ review: "needs_review" })
    .filter((head) => isLive(head) && (head.type !== "question" || head.tier === "external"));
  return heads.map((head) => {
    const since = head.review?.at ?? head.timestamp;
    return { kind: "entry", key: `entry ${head.id}`, id: head.id, since, in: one, head };
  });
}

/** Pairs of entries that are asked about again, without an answer that took effect; with `lines` those of entries and these. */
function pairsIn(one: MemoryTree, lines?: readonly PeoplesLine[]): WaitingItem[] {
  return askedPairsIn(one.ctx, one.tree, lines ?? []).flatMap((pair): WaitingItem[] => {
    const { key, newer: head } = pair;
    const item = { key, id: head.id, since: openSince(pair), in: one, head };
    const kind = pair.older === undefined ? "line" : "pair";
    return kind === (lines === undefined ? "pair" : "line") ? [{ ...item, kind, pair } as WaitingItem] : [];
  });
}

/** Questions about outcomes, asked by a heartbeat or not. */
function questionsIn(one: MemoryTree, questions: Questions): WaitingItem[] {
  const contested = one.tree.where({ outcome: "invalidated" }).filter((row) => row.invalidated === "contested");
  const objections = one.tree.speaking(contested).map((row) => contestedBy(one.tree, row));
  return [...objections, ...answerable(one.ctx, one.tree, questions)].map((due) => {
    const { entry: head } = due;
    const since = head.judged?.at ?? answerableSince(head, one.ctx.profile.outcome);
    return { kind: "question", key: `question ${head.id}`, id: head.id, since, in: one, head, due };
  });
}

/** Somebody trusted less says that an entry was wrong: in their words, with the two answers of a person. */
function contestedBy(tree: Store, entry: Row): Asked {
  const { id = "", tier } = entry.judged ?? {};
  const [ids, said] = [[refOf(entry.id)], tree.head(id) ?? entry];
  const words = isSensitive(said) ? SENSITIVE : said.text.replaceAll('"', "'");
  const answers = [
    next("it was wrong and ends:", "outcome", { ids, verdict: "invalidated", result: "T" }),
    next("it stays:", "outcome", { ids, verdict: "validated", result: "T" }),
  ];
  return { entry, kind: "outcome", ask: `${tier} says that it was wrong: "${words}". How did it turn out?`, answers };
}

function versionsIn(chain: Chain): WaitingItem[] {
  const pending = chain.versions.filter(({ status }) => status === "pending");
  return pending.map((version) => {
    const { id, created: since } = version;
    return { kind: "version", key: `version ${id}`, id, since, version, chain };
  });
}

/** Heard sentences that nobody recorded; with a contact only those of that contact. */
async function heardIn(ctx: Context, trees: readonly MemoryTree[]): Promise<WaitingItem[]> {
  const wholeTrees = trees.map(({ tree }) => tree.whole());
  const isDue = ({ contact }: HeardSentence) => contact === ctx.actor.contact;
  return (await openHeard(ctx, wholeTrees)).filter(isDue).map((sentence) => ({
    kind: "heard",
    key: `heard ${sentence.id}`,
    id: sentence.id,
    since: sentence.at,
    sentence,
  }));
}
