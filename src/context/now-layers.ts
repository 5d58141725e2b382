/** What is open now: corrections that did not stick, questions that are due, what waits for a person. */

import { isFor } from "../entry/visible.js";
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
import { loopOf, readQuestions } from "../loop/questions.js";
import { shownUserTree } from "../recall/home.js";
import { withNextTime } from "./entry-items.js";
import type { ContextItem, Layer } from "./policy/layer.js";
import type { Sources } from "./sources.js";

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
    ...(other === undefined ? {} : { beside: quotedItem(other) }),
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
