/** What is open now: corrections that did not stick, questions that are due, what waits for a person. */

import type { Context } from "../context.js";
import { isApproved, isLive, type Tier } from "../entry/entry.js";
import { pairKey } from "../entry/pairs.js";
import { isFor, isRestricted, type Viewer } from "../entry/visible.js";
import { agendaOf, chosenOf, failingLessons } from "../loop/agenda.js";
import { itemOf, pendingOf, reinforcementsOf, waitingVersionsOf } from "../loop/heartbeat-items.js";
import type { Question, Quoted } from "../loop/loop-schemas.js";
import { pendingText } from "../loop/loop-text.js";
import { entriesOf, keyOf } from "../loop/policy/budget.js";
import { readQuestions } from "../loop/question-log.js";
import { shownUserTree } from "../recall/home.js";
import { byUse } from "../recall/memories.js";
import { opposedFacts, projectFirst } from "../recall/policy/opposed-facts.js";
import { userContext } from "../recall/user-tree.js";
import { shownTexts } from "../recall/viewer.js";
import { withNextTime } from "../rules/policy/next-time.js";
import { priorityOf } from "../store/fact-groups.js";
import { openStore, type Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { counted } from "../text/paint.js";
import type { ContextData } from "./context-schemas.js";
import { conflictsIn, contestsOf, withContests } from "./entry-items.js";
import type { ContextItem, Layer } from "./policy/layer.js";
import type { Sources } from "./sources.js";

/** More do not fit a layer. */
const MOST = 150;

/**
 * By their group's priority, then use, then newest; each that says the opposite of a rule, or of what the project or its
 * user remembers, is marked as contested. Of these two the project's comes first.
 */
export async function memoriesLayer(sources: Sources, above: readonly ContextItem[]): Promise<Layer> {
  const { ctx, tree, viewer } = sources;
  const found = await memoriesForContext(ctx, tree, viewer);
  const contests = contestsOf(tree);
  const listed = found.slice(0, MOST);
  const opposed = opposedFacts(listed);
  const items = projectFirst(listed, opposed).map(({ id, tier, text }): ContextItem => {
    const others = [...contests(id), ...(opposed.get(id) ?? [])];
    const against = others.map((other) => `contested with ${other}`);
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
  scope: string;
  key?: string;
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
    found.map(async ({ head, tree }) => ({
      id: head.id,
      tier: head.tier,
      text: (await shownTexts(tree, [head]))(head),
      ...defined({ scope: head.scope ?? "project", key: head.key }),
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

/** What did not stick besides stands among what was taught. */
const MOST_REINFORCED = 3;

/** Shown at every session start until they hold, whatever a heartbeat said a while ago. */
export async function reinforceLayer(sources: Sources): Promise<Layer> {
  const isMine = isForViewer(sources);
  const failing = failingLessons(sources.tree).filter(({ carrier }) => isMine(carrier));
  const lessons = failing.slice(0, MOST_REINFORCED);
  const items = (await reinforcementsOf(sources.tree, sources.ctx.steps, lessons)).map((item) => ({
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
    more: [age_days === undefined ? ask : `${ask} (${counted(age_days, "day")} old)`, ...answers],
  };
}

/**
 * What the next heartbeat would ask, without what this session has seen. Nothing is noted as asked: a heartbeat may ask
 * the same again.
 */
export async function questionsLayer(sources: Sources): Promise<Layer> {
  const { ctx, tree, seen } = sources;
  const known = await readQuestions(ctx.workspace);
  const isMine = isForViewer(sources);
  const due = agendaOf(ctx, tree, known).items.filter(
    (item) => !seen.has(keyOf(item)) && entriesOf(item).every((head) => isMine(head)),
  );
  const chosen = chosenOf(ctx, { items: due, reminders: [] }, known).due;
  const items = chosen.map((item) => questionItem(itemOf(item, ctx.steps)));
  return { name: "questions", title: `To answer (${ctx.steps.legend.join("; ")})`, items };
}

/** The keys of the questions that a context printed. */
export function questionKeys({ layers }: Pick<ContextData, "layers">): string[] {
  const items = layers.find(({ name }) => name === "questions")?.items ?? [];
  return items.flatMap(({ id, beside }) =>
    id === undefined ? [] : [beside?.id === undefined ? id : pairKey(id, beside.id)],
  );
}

/** Counts alone: what waits is not shown to an agent. */
export async function waitingLayer({ ctx, input, tree, book }: Sources): Promise<Layer> {
  const trees = [tree, ...(await shownUserTree(ctx, { untouched: input.untouched === true }))];
  const items = [...pendingOf(...trees), ...waitingVersionsOf(book.chain)].map((one) => ({
    text: pendingText(one, ctx.steps),
  }));
  return { name: "waiting", title: "For a person", items };
}
