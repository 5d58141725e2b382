/** What is open now: corrections that did not stick, questions that are due, what waits for a person. */

import type { Context } from "../context.js";
import { isApproved, isLive, type Tier } from "../entry/entry.js";
import { isFor, isRestricted, type Viewer } from "../entry/visible.js";
import {
  pairsOf,
  pendingOf,
  questionOf,
  quietBy,
  reinforcementsOf,
  waitingVersionsOf,
} from "../loop/heartbeat-items.js";
import type { Question, Quoted } from "../loop/loop-schemas.js";
import { pendingText } from "../loop/loop-text.js";
import { loopOf, readQuestions } from "../loop/question-log.js";
import { shownUserTree } from "../recall/home.js";
import { byUse } from "../recall/memories.js";
import { userContext } from "../recall/user-tree.js";
import { shownTexts } from "../recall/viewer.js";
import { groupOf, priorityOf } from "../store/fact-groups.js";
import { openStore, type Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { conflictsIn, contestsOf, withContests, withNextTime } from "./entry-items.js";
import type { ContextItem, Layer } from "./policy/layer.js";
import type { Sources } from "./sources.js";

/** More do not fit a layer. */
const MOST = 150;

/** By their group's priority, then use, then newest; each that says the opposite of a rule is marked as contested. */
export async function memoriesLayer(sources: Sources, above: readonly ContextItem[]): Promise<Layer> {
  const { ctx, tree, viewer } = sources;
  const found = await memoriesForContext(ctx, tree, viewer);
  const contests = contestsOf(tree);
  const items = found.slice(0, MOST).map(({ id, tier, text }): ContextItem => {
    const against = contests(id).map((other) => `contested with ${other}`);
    return { id, tier, text, ...(against.length === 0 ? {} : { note: against.join(", ") }) };
  });
  const marked = withContests(sources, items, above, above.length);
  return { name: "memories", title: "Memories", items: marked, omitted: conflictsIn(tree, "memories") };
}

/** A memory as a session start prints it. */
export interface RememberedItem {
  id: string;
  tier: Tier;
  text: string;
  group: string;
  /** Of its group: higher ones first. */
  priority: number;
}

/**
 * Approved, live memories of the workspace and of its user that this viewer may be shown: by their group's priority,
 * then by use, then newest. Needs neither a model nor a YAML parser.
 */
export async function memoriesForContext(ctx: Context, tree: Store, viewer: Viewer): Promise<RememberedItem[]> {
  const own = await userContext(ctx);
  const trees = [{ where: ctx, tree }, ...(own === undefined ? [] : [{ where: own, tree: await openStore(own) }])];
  const found = trees.flatMap(({ where, tree }) => {
    const priorities = new Map<string, number>();
    const priority = (file: string) => {
      const known = priorities.get(file) ?? priorityOf(where.workspace, file);
      priorities.set(file, known);
      return known;
    };
    return tree
      .where({ type: "memory" })
      .filter((head) => isLive(head) && isApproved(head) && (!isRestricted(head) || isFor(head, viewer)))
      .map((head) => ({ head, tree, priority: priority(head.file) }));
  });
  found.sort((a, b) => b.priority - a.priority || byUse(a.head, b.head));
  return await Promise.all(
    found.map(async ({ head, tree, priority }) => ({
      id: head.id,
      tier: head.tier,
      text: (await shownTexts(tree, [head]))(head),
      group: groupOf(head.file),
      priority,
    })),
  );
}

const quotedItem = ({ id, tier, text }: Quoted): ContextItem => ({ id, tier, text });

/** Whether all entries that an item names may be shown to who asks. */
function isForViewer({ tree, viewer }: Sources): (quoted: Pick<Quoted, "id">) => boolean {
  return ({ id }) => {
    const head = tree.head(id);
    return head !== undefined && isFor(head, viewer);
  };
}

/** Shown at every session start until they hold, whatever a heartbeat said a while ago. */
export async function reinforceLayer(sources: Sources): Promise<Layer> {
  const items = (await reinforcementsOf(sources.tree, () => false)).filter(isForViewer(sources)).map((item) => ({
    ...quotedItem(item),
    text: withNextTime(item.text, item.next_time),
    note: item.said > 1 ? `said ${item.said} times` : "did not stick",
    more: item.answers.map((answer) => `held? ${answer}`),
  }));
  return { name: "reinforce", title: "Keep in mind, these did not stick", items };
}

function questionItem(question: Question): ContextItem {
  const { ask, age_days, answers, other } = question;
  return {
    ...quotedItem(question),
    ...defined({ beside: other && quotedItem(other) }),
    more: [age_days === undefined ? ask : `${ask} (${age_days} days old)`, ...answers],
  };
}

/** What the next heartbeat would ask. Nothing is noted as asked: a heartbeat may ask the same again. */
export async function questionsLayer(sources: Sources): Promise<Layer> {
  const { ctx, tree } = sources;
  const known = await readQuestions(ctx.workspace);
  const quiet = quietBy(known.printed, ctx.clock.now(), ctx.profile.outcome.quiet_hours);
  const isMine = isForViewer(sources);
  const items = [...loopOf(ctx, tree, known).due.map(questionOf), ...pairsOf(tree, quiet)]
    .filter((question) => isMine(question) && (question.other === undefined || isMine(question.other)))
    .map(questionItem);
  const title = "To answer (V: validated, invalidated, mixed or inconclusive; T: your own words in 'single quotes')";
  return { name: "questions", title, items };
}

/** Counts alone: what waits is not shown to an agent. */
export async function waitingLayer({ ctx, input, tree, book }: Sources): Promise<Layer> {
  const trees = [tree, ...(await shownUserTree(ctx, { untouched: input.untouched === true }))];
  const items = [...pendingOf(...trees), ...waitingVersionsOf(book.chain)].map((one) => ({ text: pendingText(one) }));
  return { name: "waiting", title: "For a person", items };
}
