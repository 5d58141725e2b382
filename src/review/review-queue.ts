/** Gathers everything that waits for a person, with the data to decide on it. Called by `tenet review`. */

import type { Context } from "../context.js";
import { type Entry, refOf } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { isInUse, isLive, isSensitive } from "../entry/gates/visible.js";
import { missingFacts } from "../entry/missing-facts.js";
import { cutsOf } from "../entry/near/near-cuts.js";
import { openPairsOf } from "../entry/near/pairs.js";
import { contentHash, reviewInForce } from "../entry/status.js";
import { memoryTrees } from "../recall/memories.js";
import { waitingContacts } from "../store/facts/waiting.js";
import { answerable } from "../store/loop/agenda.js";
import { questionAnswers, quotedOf } from "../store/loop/heartbeat-items.js";
import { answerableSince, QuestionMemory } from "../store/loop/policy/outcome-loop.js";
import { type Questions, readQuestions } from "../store/loop/question-log.js";
import { type EntryMeta, openStore, type Store } from "../store/open-store.js";
import { openQuestionsIn, treeToAnswer } from "../store/questions/open-questions.js";
import { replayNotes } from "../store/replay/replay-change.js";
import { rulesOfBase } from "../store/rules/base-rules.js";
import { entryWords } from "../store/rules/entry-words.js";
import { EvidenceLoader } from "../store/rules/evidence-loader.js";
import { fullFiles } from "../store/rules/full-files.js";
import { isMerged } from "../store/rules/policy/merged.js";
import { standingOf } from "../store/rules/policy/qualify.js";
import { isUnproven, rulePaths } from "../store/rules/policy/rule.js";
import { type Chain, isOvertaken, readChain } from "../store/rules/versions/chain.js";
import { rulesBefore } from "../store/rules/versions/three-way.js";
import { rulesDiff } from "../store/rules/versions/version-text.js";
import { defined } from "../text/defined.js";
import { ageInDays } from "../text/durations.js";
import { entryView } from "./entry-view.js";
import { heardItems } from "./heard-items.js";
import { inReviewOrder } from "./policy/review-order.js";
import { linesOf, pairsOf, type TreeToReview } from "./queue-pairs.js";
import type {
  AskItem,
  EntryItem,
  FactsItem,
  QuestionItem,
  ReviewQueue,
  UnprovenItem,
  VersionItem,
} from "./review-schemas.js";

/** Everything that waits in the workspace and in the user tree. Reads only. */
export async function reviewQueue(ctx: Context): Promise<ReviewQueue> {
  const trees = await treesToReview(ctx);
  if (ctx.actor.contact !== undefined) return await queueOfContact(ctx, trees);
  const questions = await readQuestions(ctx.workspace);
  const chain = await readChain(ctx.workspace);
  const byTree = trees.map(async (one) => [
    ...(await questionsOf(one, questions)),
    ...(await entriesOf(one)),
    ...(await pairsOf(one)),
    ...(await linesOf(one)),
    ...(await factsOf(one, questions)),
  ]);
  const items = [...(await asksOf(ctx, trees[0]?.tree)), ...(await Promise.all(byTree)).flat()];
  const wholeTree = await openStore(ctx);
  const contacts = waitingContacts(wholeTree, cutsOf(ctx.profile));
  const full = fullFiles(ctx, wholeTree, chain.rules);
  return {
    queue: inReviewOrder([
      ...items,
      ...(await versionsOf(ctx, chain)),
      ...(await unprovenIn(ctx, chain)),
      ...(await heardItems(ctx)),
    ]),
    ...(contacts.length === 0 ? {} : { contacts }),
    ...(full.length === 0 ? {} : { full }),
  };
}

/** The trees; with a contact only its entries. */
async function treesToReview(ctx: Context): Promise<TreeToReview[]> {
  const trees = await memoryTrees(ctx);
  const { contact } = ctx.actor;
  if (contact === undefined) return trees;
  return trees.map(({ tree, ...one }) => {
    const otherHeads = tree.heads.filter((head) => contactOf(head) !== contact);
    return { ...one, tree: tree.without(new Set(otherHeads.map(({ id }) => id))) };
  });
}

/** What waits about one contact, whose facts are in no other queue. */
async function queueOfContact(ctx: Context, trees: readonly TreeToReview[]): Promise<ReviewQueue> {
  const { contact } = ctx.actor;
  const items = await Promise.all(trees.map(async (one) => [...(await entriesOf(one)), ...(await pairsOf(one))]));
  const asks = await asksOf(ctx, trees[0]?.tree);
  const allContacts = ctx.actor.private === true ? [] : waitingContacts(await openStore(ctx), cutsOf(ctx.profile));
  const contacts = allContacts.flatMap((one) =>
    one.contact === contact && one.private > 0 ? [{ ...one, count: one.private }] : [],
  );
  return {
    queue: inReviewOrder([...asks, ...items.flat(), ...(await heardItems(ctx))]),
    ...(contacts.length === 0 ? {} : { contacts }),
  };
}

/** The waiting entries that match, in the order of review. Reads only. */
export async function entriesToReview(ctx: Context, isMeant: (head: EntryMeta) => boolean): Promise<EntryItem[]> {
  const trees = await treesToReview(ctx);
  return inReviewOrder((await Promise.all(trees.map((one) => entriesOf(one, isMeant)))).flat());
}

const daysSince = ({ clock }: Pick<Context, "clock">, since: string): number => ageInDays(since, clock.now());

/** Questions for an owner. */
async function asksOf(ctx: Context, visibleTree: Store | undefined): Promise<AskItem[]> {
  if (visibleTree === undefined) return [];
  const tree = await treeToAnswer(ctx, visibleTree);
  const { contact } = ctx.actor;
  const openHeads = openQuestionsIn(ctx, tree).filter((head) => contact === undefined || contactOf(head) === contact);
  return (await tree.load(openHeads.map(({ id }) => id))).flatMap(({ entry, file, line }): AskItem[] => {
    if (entry.type !== "question") return [];
    const { id, because: blocks, timestamp: since } = entry;
    const waits = { since, days: daysSince(ctx, since) };
    const answers = [ctx.steps.terminal(`tenet answer ${refOf(id)} T`)];
    return [{ kind: "ask", ...entryView({ entry, file, line }), blocks, answers, hash: contentHash(entry), ...waits }];
  });
}

/** Questions about outcomes, asked by a heartbeat or not. */
async function questionsOf({ ctx, tree, prefix }: TreeToReview, questions: Questions): Promise<QuestionItem[]> {
  const dueById = new Map(answerable(ctx, tree, questions).map((one) => [one.entry.id, one]));
  return (await tree.load([...dueById.keys()])).flatMap(({ entry, file, line }): QuestionItem[] => {
    const one = dueById.get(entry.id);
    if (one === undefined) return [];
    const since = answerableSince(one.entry, ctx.profile.outcome);
    const question = { about: one.kind, ask: one.ask, answers: questionAnswers(one, ctx.steps) };
    const waits = { since, days: daysSince(ctx, since) };
    return [{ kind: "question", ...entryView({ entry, file: `${prefix}${file}`, line }), ...question, ...waits }];
  });
}

/** The key under which a person stops questions about facts. */
export const factsKey = (id: string): string => `facts:${id}`;

/** Missing facts of entries. Imported entries are excluded: they have only the words of their source. */
async function factsOf({ ctx, tree, prefix }: TreeToReview, { later }: Questions): Promise<FactsItem[]> {
  const memory = new QuestionMemory([], later);
  const now = ctx.clock.now();
  const heads = tree.where({ type: ["correction", "insight"] }).filter((head) => {
    const counts = isInUse(head) && !isSensitive(head) && head.imported === undefined;
    return counts && !memory.isSilent(factsKey(head.id), now, 0);
  });
  return (await tree.load(heads.map(({ id }) => id))).flatMap(({ entry, file, line }): FactsItem[] => {
    const missing = missingFacts(entry).map(({ field, question }) => ({ field, question }));
    if (missing.length === 0) return [];
    const since = entry.timestamp;
    const waits = { since, days: daysSince(ctx, since) };
    const flags = missing.map(({ field }) => `--${field.replaceAll("_", "-")} T`);
    const answers = [[ctx.steps.edit(refOf(entry.id)), ...flags].join(" ")];
    return [{ kind: "facts", ...entryView({ entry, file: `${prefix}${file}`, line }), missing, answers, ...waits }];
  });
}

/** Entries that wait for a review and match. */
async function entriesOf(
  { ctx, tree, prefix }: TreeToReview,
  isMeant: (head: EntryMeta) => boolean = () => true,
): Promise<EntryItem[]> {
  const waitingHeads = tree
    .where({ review: "needs_review" })
    // A question is answered, not reviewed, unless it came from outside.
    .filter((head) => isLive(head) && isMeant(head) && (head.type !== "question" || head.tier === "external"));
  const loader = new EvidenceLoader(ctx, tree);
  await loader.load(waitingHeads.map(({ id }) => id));
  const loaded = await tree.load(waitingHeads.map(({ id }) => id));
  return loaded.map(({ entry, file, ...rest }): EntryItem => {
    const review = reviewInForce(entry, ctx.profile.apply_mode);
    const since = review?.at ?? entry.timestamp;
    return {
      kind: "entry",
      ...entryView({ entry, file: `${prefix}${file}`, ...rest }),
      ...defined({ why: review?.reason }),
      since,
      days: daysSince(ctx, since),
      near: nearOf(tree, entry),
      means: approvalMeans(ctx, loader, entry),
      hash: contentHash(entry),
    };
  });
}

const MOST_NEAR = 5;

function nearOf(tree: Store, entry: Entry): EntryItem["near"] {
  const toRows = (relation: string, ids: readonly string[] = []) => ids.map((id) => ({ relation, id }));
  const near = [
    ...toRows(
      "near",
      openPairsOf(entry).map((row) => row.with),
    ),
    ...toRows("repeats", entry.recurrence_of === undefined ? [] : [entry.recurrence_of]),
    ...toRows("exception to", entry.exception_to),
    ...toRows("replaces", entry.supersedes),
    ...toRows("derived from", entry.derived_from),
    ...toRows("like", entry.linked),
  ];
  return near.slice(0, MOST_NEAR).flatMap(({ relation, id }) => {
    const head = tree.head(id);
    if (head === undefined) return [];
    const { ref, text } = quotedOf(head);
    return [{ ref, relation, text }];
  });
}

/** What an approval of the entry means. */
function approvalMeans(ctx: Context, loader: EvidenceLoader, entry: Entry): string[] {
  const marked = entry.tier === "external" || entry.tier === "peer" ? `, marked ${entry.tier}` : "";
  const means = [`It is retrieved from then on${marked}; its tier stays ${entry.tier}.`];
  const evidence = loader.evidenceOf(entry.id);
  const qualified =
    evidence === undefined ? undefined : standingOf(evidence, ctx.profile.promotion, ctx.profile.files).qualified;
  if (qualified !== undefined) {
    const { because, target } = qualified;
    means.push(`It has proved itself: ${because} A digest then proposes it as a rule in ${target}.`);
  }
  if (entry.promoted_to !== undefined) means.push(`Its rule in ${entry.promoted_to} stands meanwhile.`);
  return means;
}

/** Rules in force that were changed by hand without a person's known decision. */
async function unprovenIn(ctx: Context, { rules }: Chain): Promise<UnprovenItem[]> {
  const { merged = [] } = await rulesOfBase(ctx, rulePaths(ctx.profile.files, rules));
  const not_merged = ctx.base.state === "readable" ? ctx.base.branch : undefined;
  const unprovenRules = rules.filter((rule) => isUnproven(rule) && !isMerged(rule, merged));
  return unprovenRules.map(({ target, text, since: id, decided_by }): UnprovenItem => {
    const since = decided_by?.at ?? "";
    const ruleFields = { id, ref: refOf(id), target, text };
    const more = defined({ not_merged, instead_of: decided_by?.instead_of });
    return { kind: "unproven", ...ruleFields, ...more, since, days: daysSince(ctx, since) };
  });
}

async function versionsOf(ctx: Context, chain: Chain): Promise<VersionItem[]> {
  const pendingVersions = chain.versions.filter(({ status }) => status === "pending");
  const tree = pendingVersions.length === 0 ? undefined : await openStore(ctx);
  const items: VersionItem[] = [];
  for (const one of pendingVersions) {
    const { version, id, change_summary, operations, created: since, rules } = one;
    const before = rulesBefore(one, chain);
    const diff = rulesDiff(before, rules);
    const waits = { stale: isOvertaken(chain, one), diff, since, days: daysSince(ctx, since) };
    if (tree === undefined) continue;
    const words = await entryWords(tree, operations);
    const notes = await replayNotes(ctx, tree, chain, { id, before, after: rules, operations });
    const replay = notes.length === 0 ? {} : { replay: notes };
    items.push({
      kind: "version",
      version,
      id,
      ref: refOf(id),
      change_summary,
      operations,
      words,
      ...replay,
      ...waits,
    });
  }
  return items;
}
