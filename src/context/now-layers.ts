/**
 * The layers `memories`, `reinforce`, `questions` and `waiting`: what is kept and what is open now. Called by
 * `make-context.ts`.
 */

import type { Context } from "../context.js";
import type { Tier } from "../entry/entry.js";
import { isFor, type Viewer } from "../entry/gates/visible.js";
import { pairKey } from "../entry/standing/ties.js";
import { agendaOf, chosenOf, toReinforceIn } from "../loop/due/agenda.js";
import { answerLine, askLine, itemOf, reinforcementsOf } from "../loop/due/heartbeat-items.js";
import type { Question, QuotedSide } from "../loop/due/loop-schemas.js";
import { linesInPairs } from "../loop/due/open-pairs.js";
import { LEGEND } from "../loop/policy/answer-step.js";
import { entriesOf, keyOf } from "../loop/policy/budget.js";
import { openQuestionsIn } from "../questions/open-questions.js";
import { byUse } from "../recall/memories.js";
import { boundText } from "../recall/policy/bound-text.js";
import { projectFirst } from "../recall/policy/same-key.js";
import { PERSON, waitingForPerson } from "../review/waiting/tell-agents.js";
import { withNextTime } from "../rules/policy/next-time.js";
import type { Worded } from "../steps.js";
import { isFact } from "../store/contacts/asked-facts.js";
import { openStore, type Row, type Store } from "../store/open-store.js";
import { readQuestions } from "../store/state/question-log.js";
import { userContext } from "../store/user-tree.js";
import { shownText } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import type { ContextData } from "./context-schemas.js";
import { conflictsIn } from "./entry-items.js";
import type { ContextItem, Layer } from "./policy/layer.js";
import type { Sources } from "./sources.js";

/** The layer has no room for more. */
const MOST = 150;

/**
 * Pinned memories in the order of their timestamps; then the others by use and age. A project's value of a key goes
 * before its user's.
 */
export async function memoriesLayers(sources: Sources): Promise<Layer[]> {
  const { ctx, tree, viewer } = sources;
  const memoryItems = (await memoriesForContext(ctx, tree, viewer)).filter(({ id }) => !sources.elsewhere.has(id));
  const listedItems = memoryItems.slice(0, MOST);
  const itemOf = ({ id, tier, text, pinned, paths }: RememberedItem): ContextItem => {
    const note = [pinned ? "pinned" : [], boundText({ paths }) ?? []].flat().join(", ");
    return { id, tier, text, ...(note !== "" && { note }), ...(pinned && { firm: true }) };
  };
  const firm = listedItems.filter((one) => one.pinned).map(itemOf);
  const otherItems = listedItems.filter((one) => !one.pinned);
  const memories: Layer = {
    name: "memories",
    title: "Memories",
    notes: conflictsIn(sources, "memories"),
    items: projectFirst(otherItems, (one) => one).map(itemOf),
  };
  return firm.length === 0 ? [memories] : [{ name: "pinned", title: "Pinned by people", items: firm }, memories];
}

/** A memory as a session start prints it. */
interface RememberedItem {
  id: string;
  tier: Tier;
  text: string;
  scope: string;
  key?: string;
  /** The files it holds for. */
  paths?: readonly string[];
  /** Hashes of its claims; the first is that of its current claim. */
  claim: string;
  pinned?: true;
}

/**
 * Approved, live memories of the workspace and its user that this viewer may see: pinned ones, then by use and age.
 * Needs no model.
 */
async function memoriesForContext(ctx: Context, tree: Store, viewer: Viewer): Promise<RememberedItem[]> {
  const own = await userContext(ctx);
  const trees = [tree, ...(own === undefined ? [] : [await openStore(own)])].map((one) => one.shownTo(viewer));
  const memoryHeads = trees.flatMap((one) =>
    one.speaking(one.where({ type: "memory" }, "inUse")).filter((head) => !isFact(head)),
  );
  memoryHeads.sort(
    (a, b) =>
      Number(b.pinned === true) - Number(a.pinned === true) || (a.pinned === true ? byBirth(a, b) : byUse(a, b)),
  );
  return memoryHeads.map((head) => ({
    id: head.id,
    tier: head.tier,
    text: shownText(head),
    claim: head.claim,
    ...defined({ scope: head.scope ?? "project", key: head.key, pinned: head.pinned, paths: head.paths }),
  }));
}

/** By timestamp, so that use does not move a pinned memory. */
function byBirth(a: Row, b: Row): number {
  return Date.parse(a.timestamp) - Date.parse(b.timestamp) || (a.id < b.id ? -1 : 1);
}

const quotedItem = ({ id, tier, text }: QuotedSide): ContextItem => ({ id, tier, text });

/** Whether the viewer may see an entry. */
function isForViewer({ head, viewer }: Sources): (quoted: Pick<QuotedSide, "id">) => boolean {
  return ({ id }) => {
    const knownHead = head(id);
    return knownHead !== undefined && isFor(knownHead, viewer);
  };
}

/** The other failing corrections are in the layer `taught`. */
const MOST_REINFORCED = 3;

/** Printed at every session start until they hold, also shortly after a heartbeat. */
export async function reinforceLayer(sources: Sources): Promise<Layer> {
  const isMine = isForViewer(sources);
  const items: ContextItem[] = [];
  for (const tree of [sources.tree, ...sources.own]) {
    const failing = toReinforceIn(tree).filter(
      ({ id }) => isMine({ id }) && !sources.elsewhere.has(id) && !sources.turnedDown.has(id),
    );
    const corrections = failing.slice(0, MOST_REINFORCED - items.length);
    for (const item of await sources.input.say(reinforcementsOf(tree, corrections))) {
      const bound = boundText(tree.head(item.id) ?? {}) ?? [];
      const note = [item.doubts ?? [], bound, item.said > 1 ? `said ${item.said} times` : []].flat().join(", ");
      items.push({ ...quotedItem(item), text: withNextTime(item.text, item.next_time), note, more: [...item.answers] });
    }
  }
  return { name: "reinforce", title: "Keep in mind, these did not stick", items };
}

function questionItem(question: Worded<Question>): ContextItem {
  const { other } = question;
  return {
    ...quotedItem(question),
    ...defined({ beside: other && [quotedItem(other)] }),
    note: askLine(question),
    more: [answerLine(question.answers)],
  };
}

/**
 * The questions that the next heartbeat would ask, except those that this session has seen. Nothing is noted as asked,
 * so a heartbeat may repeat them.
 */
export async function questionsLayer(sources: Sources): Promise<Layer> {
  const { ctx, tree, seen, input } = sources;
  const questionsFile = readQuestions(ctx.workspace);
  const isMine = isForViewer(sources);
  const dueItems = agendaOf(ctx, tree, questionsFile, await linesInPairs(ctx, tree)).items.filter(
    (item) => !seen.has(keyOf(item)) && entriesOf(item).every((head) => isMine(head)),
  );
  const chosenItems = chosenOf(ctx, { items: dueItems, reminders: [] }, questionsFile).due;
  const items = (await input.say(chosenItems.map(itemOf))).map(questionItem);
  return { name: "questions", title: `To answer (${LEGEND.join("; ")})`, items };
}

const partnerIdOf = (beside: ContextItem["beside"] = []): string | undefined =>
  beside.find(({ why }) => why === undefined)?.id;

/** The keys of the questions in a context: of a pair that of the two chains. */
export function questionKeys({ layers }: Pick<ContextData, "layers">, tree: Pick<Store, "head">): string[] {
  const items = layers.find(({ name }) => name === "questions")?.items ?? [];
  const chainOf = (id: string) => tree.head(id)?.chain ?? id;
  return items.flatMap(({ id, beside }) => {
    const partnerId = partnerIdOf(beside);
    if (id === undefined) return [];
    return [partnerId === undefined ? id : pairKey(chainOf(id), chainOf(partnerId))];
  });
}

/** Open questions, and once a week how much waits for a person in all: an agent is not shown what waits for review. */
export async function waitingLayer(sources: Sources): Promise<Layer> {
  const { ctx, tree, seen } = sources;
  const questionItems = openQuestionsIn(ctx, tree).map(
    ({ id, tier, text, timestamp }): ContextItem => ({ id, tier, text, note: `asked ${timestamp.slice(0, 10)}` }),
  );
  const items = seen.has(PERSON) ? [] : await personItems(sources);
  return { name: "waiting", title: "For a person", items: [...questionItems, ...items] };
}

/** The same whichever contact is named. */
async function personItems({ ctx, input, tree, book }: Sources): Promise<ContextItem[]> {
  const { contact, private: _, ...actor } = ctx.actor;
  const reader = contact === undefined ? ctx : { ...ctx, actor };
  const shown = contact === undefined ? tree : undefined;
  const pending = await waitingForPerson(reader, { shown, chain: book.chain });
  return (await input.say(pending)).map(({ next }) => ({ text: next }));
}

/** Whether a context says how much waits for a person. */
export function tellsOfPerson({ layers }: Pick<ContextData, "layers">): boolean {
  return layers.some(({ name, items }) => name === "waiting" && items.some(({ id }) => id === undefined));
}
