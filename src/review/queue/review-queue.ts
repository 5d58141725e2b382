/** Makes the review's queue: everything that waits for a person, with the data to decide on it. */

import { waitingContacts } from "../../contacts/waiting.js";
import type { Context } from "../../context.js";
import { type EntryType, type RowAnswer, refOf } from "../../entry/entry.js";
import { contentHash } from "../../entry/status.js";
import { questionAnswers, quotedOf } from "../../loop/due/heartbeat-items.js";
import { currentStatus } from "../../loop/due/rules-due.js";
import { entryWords } from "../../rules/planning/entry-words.js";
import { EvidenceLoader } from "../../rules/planning/evidence-loader.js";
import { countReadyRules } from "../../rules/planning/view-rules.js";
import { standingOf } from "../../rules/policy/qualify.js";
import { isOvertaken } from "../../rules/versions/chain.js";
import { rulesBefore } from "../../rules/versions/three-way.js";
import { rulesDiff } from "../../rules/versions/version-text.js";
import { cutsOf } from "../../search/near-cuts.js";
import { next } from "../../steps.js";
import { entryOf } from "../../store/cache/row.js";
import { openStore, type Row, type Store } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import { ageInDays } from "../../text/durations.js";
import { inReviewOrder } from "../policy/review-order.js";
import type { EntryItem, Made, QueueItem, ReviewQueue } from "../review-schemas.js";
import { type WaitingItem, type WaitingOf, waitingFor } from "../waiting/waiting.js";
import { entryView } from "./entry-view.js";
import { heardItem } from "./heard-items.js";
import { lineItem, pairItem } from "./queue-pairs.js";

/** Everything that waits, in the order of review; of one type where it is named. Reads only. */
export async function reviewQueue(ctx: Context, { type }: { type?: EntryType | undefined } = {}): Promise<ReviewQueue> {
  const tree = await openStore(ctx);
  // Which pairs keep a rule back is found out with the rules.
  if (currentStatus(ctx, tree) === undefined) await countReadyRules(ctx, tree);
  const items = await waitingFor(ctx);
  if (type !== undefined)
    return {
      queue: await queueOf(
        ctx,
        items.filter((item) => item.kind === "entry" && item.head.type === type),
      ),
    };
  const queue = await queueOf(ctx, items);
  const contacts = contactsBesides(ctx, tree);
  return { queue, ...(contacts.length === 0 ? {} : { contacts }) };
}

/** What waits of contacts; where one is named, what is private of it and not shown. */
function contactsBesides(ctx: Context, tree: Store) {
  const { contact } = ctx.actor;
  if (ctx.actor.private === true) return [];
  const contacts = waitingContacts(tree, cutsOf(ctx.profile));
  if (contact === undefined) return contacts;
  return contacts.flatMap((one) =>
    one.contact === contact && one.private > 0 ? [{ ...one, count: one.private }] : [],
  );
}

async function queueOf(ctx: Context, items: readonly WaitingItem[]): Promise<QueueItem[]> {
  const evidence = await evidenceFor(items);
  const queue = await Promise.all(
    items.map(async (item): Promise<QueueItem | undefined> => {
      const { key, since } = item;
      const made = await itemOf(ctx, item, evidence);
      return made && { ...made, key, since, days: ageInDays(since, ctx.clock.now()) };
    }),
  );
  return inReviewOrder(queue.filter((one) => one !== undefined));
}

/** What speaks for the entries to review, by tree. */
async function evidenceFor(items: readonly WaitingItem[]): Promise<ReadonlyMap<Store, EvidenceLoader>> {
  const loaders = new Map<Store, EvidenceLoader>();
  for (const item of items) {
    if (item.kind !== "entry" || loaders.has(item.in.tree)) continue;
    const { ctx, tree } = item.in;
    const loader = new EvidenceLoader(ctx, tree);
    await loader.load(items.flatMap((one) => (one.kind === "entry" && one.in.tree === tree ? [one.id] : [])));
    loaders.set(tree, loader);
  }
  return loaders;
}

async function itemOf(
  ctx: Context,
  item: WaitingItem,
  evidence: ReadonlyMap<Store, EvidenceLoader>,
): Promise<Made | undefined> {
  switch (item.kind) {
    case "version":
      return await versionItem(ctx, item);
    case "heard":
      return heardItem(ctx, item);
    case "pair":
      return pairItem(item);
    case "line":
      return lineItem(item);
    case "entry":
      return await entryItem(item, rowIn(item), evidence.get(item.in.tree));
    default:
      return await questionItem(item, rowIn(item));
  }
}

/** An entry with its file as the queue names it. */
const rowIn = ({ in: { prefix }, head }: WaitingOf<"ask" | "entry" | "question">): Row => ({
  ...head,
  file: `${prefix}${head.file}`,
});

/** What is asked about one entry: a question of an agent, or how it turned out. */
async function questionItem(item: WaitingOf<"ask"> | WaitingOf<"question">, row: Row): Promise<Made | undefined> {
  if (item.kind === "question") {
    const { kind: about, ask, answers = questionAnswers(item.due) } = item.due;
    return { kind: "question", ...entryView(row), about, ask, answers };
  }
  const entry = entryOf(row);
  if (entry.type !== "question") return undefined;
  const answers = [next("", "answer", { ref: refOf(entry.id), text: "T" })];
  return { kind: "ask", ...entryView(row), blocks: entry.because, answers, hash: await hashOf(item) };
}

/** What the person sees is held against the record, which has no computed fields. */
const hashOf = async ({ in: { tree }, id }: WaitingOf<"ask" | "entry">): Promise<string> =>
  contentHash((await tree.one(id)).entry);

async function entryItem(item: WaitingOf<"entry">, row: Row, loader?: EvidenceLoader): Promise<Made<EntryItem>> {
  const { ctx, tree } = item.in;
  return {
    kind: "entry",
    ...entryView(row),
    ...defined({ why: row.review?.reason }),
    near: nearOf(tree, row),
    means: approvalMeans(ctx, loader, row),
    hash: await hashOf(item),
  };
}

const MOST_NEAR = 5;

/** What an answer makes of the other side, in words. */
const RELATION_OF: Readonly<Record<RowAnswer, string>> = {
  same: "repeats",
  replaces: "replaces",
  replaced_by: "replaced by",
  exception: "exception to",
  has_exception: "has as exception",
  unrelated: "not about",
};

function nearOf(tree: Store, { near = [], derived_from, linked }: Row): EntryItem["near"] {
  const toRows = (relation: string, ids: readonly string[] = []) => ids.map((id) => ({ relation, id }));
  const named = [
    ...near.map(({ answer, with: id }) => ({ relation: answer === undefined ? "near" : RELATION_OF[answer], id })),
    ...toRows("derived from", derived_from),
    ...toRows("like", linked),
  ];
  return named.slice(0, MOST_NEAR).flatMap(({ relation, id }) => {
    const head = tree.head(id);
    if (head === undefined) return [];
    const { ref, text } = quotedOf(head);
    return [{ ref, relation, text }];
  });
}

/** What an approval of the entry means. */
function approvalMeans(ctx: Context, loader: EvidenceLoader | undefined, entry: Row): string[] {
  const marked = entry.tier === "external" || entry.tier === "peer" ? `, marked ${entry.tier}` : "";
  const means = [`It is retrieved from then on${marked}; its tier stays ${entry.tier}.`];
  const evidence = loader?.evidenceOf(entry.id);
  const qualified = evidence === undefined ? undefined : standingOf(evidence, ctx.profile.files).qualified;
  if (qualified !== undefined) {
    const { because, target } = qualified;
    means.push(`It has proved itself: ${because} A digest then proposes it as a rule in ${target}.`);
  }
  if (entry.promoted_to !== undefined) means.push(`Its rule in ${entry.promoted_to} stands meanwhile.`);
  return means;
}

async function versionItem(ctx: Context, { version: one, chain }: WaitingOf<"version">): Promise<Made> {
  const { version, id, change_summary, operations, rules } = one;
  const tree = await openStore(ctx);
  const before = rulesBefore(one, chain);
  const words = await entryWords(tree, operations);
  return {
    kind: "version",
    version,
    id,
    ref: refOf(id),
    change_summary,
    operations,
    words,
    stale: isOvertaken(chain, one),
    diff: rulesDiff(before, rules),
  };
}
