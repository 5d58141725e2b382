/**
 * The review queue at a terminal: one item per screen, answered by a key, each decision written at once. Called by
 * `tenet review`.
 */

import type { Asker, Call } from "../command/call.js";
import type { PairAnswer } from "../entry/entry.js";
import { reviewText } from "../entry/states.js";
import { TenetError } from "../errors.js";
import type { OutcomeInput } from "../loop/outcome.js";
import { bad, faint, gap, line } from "../text/outline/outline.js";
import { openRecord } from "./open-record.terminal.js";
import { keysOf, needsWord } from "./policy/review-keys.js";
import { askOf, queueItemOutline } from "./queue/queue-item-outline.js";
import type { ReviewAction } from "./review.js";
import type { RoundDecision } from "./review-heard.terminal.js";
import { doneOutline, keysHelp, keysOutline } from "./review-outline.js";
import type { AskItem, EntryItem, LineItem, PairItem, QuestionItem, QueueItem, ReviewQueue } from "./review-schemas.js";
import { versionStep } from "./standing-steps.terminal.js";

export interface ReviewRound extends Omit<ReviewQueue, "queue"> {
  decided: RoundDecision[];
  /** The number of items that still wait. */
  left: number;
}

/** The result of an answer: a decision, the same item again, or none. */
type Step = RoundDecision | "again" | "skip";

const nothingChanged = () => [line(faint("Nothing changed."), { indent: 2 })];

/** Goes through the queue until every item is decided or skipped, or the person quits. */
export async function reviewRound(call: Call, asker: Asker): Promise<ReviewRound> {
  const { reviewQueue } = await import("./queue/review-queue.js");
  const ctx = await call.context();
  const readQueue = async () => (await reviewQueue(ctx)).queue;
  let queue = await readQueue();
  const keys = queue.map(({ key }) => key);
  const decided: RoundDecision[] = [];
  try {
    for (let at = 0; at < keys.length; ) {
      // An earlier decision may have settled this item.
      const item = queue.find(({ key }) => key === keys[at]);
      if (item === undefined) {
        at++;
        continue;
      }
      await call.show({ item, at: at + 1, of: keys.length }, queueItemOutline);
      const step = await stepFor(call, asker, item);
      if (step === "quit") break;
      if (step !== "again") at++;
      if (step === "skip") await call.show(item.key, nothingChanged);
      else queue = await readQueue();
      if (typeof step !== "object") continue;
      decided.push(step);
      await call.show(step.says, doneOutline);
    }
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure !== "interrupted") throw thrown;
    const { length } = (await reviewQueue(ctx)).queue;
    const summary = decided.length === 0 ? "nothing was decided" : `${decided.length} decided, and that stays`;
    throw new TenetError(`interrupted: ${summary}; ${length} still ${length === 1 ? "waits" : "wait"}`, {
      failure: "interrupted",
    });
  }
  const { queue: left, ...besides } = await reviewQueue(ctx);
  return { decided, left: left.length, ...besides };
}

/** Asks until one answer is accepted; a refusal is shown, and the item is asked about again. */
async function stepFor(call: Call, asker: Asker, item: QueueItem): Promise<Step | "quit"> {
  const keys = keysOf(item);
  for (;;) {
    await call.show({ ask: askOf(item), keys }, keysOutline);
    const word = await asker.key(keys);
    if (word === "skip" || word === "quit") return word;
    if (word === "keys") {
      await call.show(keys, keysHelp);
      continue;
    }
    try {
      return await applyAnswer(call, asker, item, word);
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || thrown.failure === "interrupted") throw thrown;
      const { message, hint, code } = thrown;
      await call.show({ message, hint, code }, ({ message, hint, code }) => [
        line([bad("!"), ` ${message}`], { hang: 2 }),
        ...(hint === undefined || code === "needs-person" ? [] : [line(faint(hint), { indent: 2 })]),
        gap,
      ]);
      if (thrown.code === "changed-meanwhile") return "again";
    }
  }
}

async function applyAnswer(call: Call, asker: Asker, item: QueueItem, word: string): Promise<Step> {
  switch (item.kind) {
    case "ask":
      return askStep(call, asker, item, word);
    case "question":
      return questionStep(call, asker, item, word);
    case "entry":
      return entryStep(call, asker, item, word);
    case "version":
      return versionStep(call, asker, item, word);
    case "line":
      return lineStep(call, item, word);
    case "heard":
      return (await import("./review-heard.terminal.js")).heardStep(call, asker, item, word);
    default:
      return pairStep(call, item, word);
  }
}

const SAID_IN_REVIEW = "a person said so in a review";
const VERDICTS = { worked: "validated", "did not": "invalidated", mixed: "mixed" } as const;
const HIGHEST_SCORE = 10;

async function askStep(call: Call, asker: Asker, item: AskItem, word: string): Promise<Step> {
  const { answer } = await import("../questions/answer.js");
  const ctx = await call.context();
  const question = { ref: item.id, shown: item.hash };
  if (word === "none") {
    const reason = await asker.line("Why is there none? (Enter: no reason)", "");
    await answer(ctx, { ...question, unanswered: true, ...(reason === "" ? {} : { reason }) });
    return { ids: [item.id], decision: "unanswered", says: `${item.ref} is not asked any more.` };
  }
  // Checked first, so that nobody is asked in vain.
  (await import("../store/change/prepare-write.js")).requireLearning(ctx.profile);
  const text = await asker.line("Your answer (Enter: none yet):", "");
  if (text === "") return "skip";
  const { pinned, captured } = await answer(ctx, { ...question, text });
  const sentence = pinned ? "It is pinned: it stands before every session." : "It is remembered, and not pinned.";
  const near = captured.flatMap(({ asks }) => asks.map(({ about }) => about));
  const against = near.length === 0 ? "" : ` It is near ${near.join(", ")}, which is asked about.`;
  return {
    ids: [item.id, ...captured.flatMap(({ id }) => id ?? [])],
    decision: "answered",
    says: `${sentence}${against}`,
  };
}

const UNTIL_TOMORROW = "(5d, 2w, a date; Enter: tomorrow)";

async function questionStep(call: Call, asker: Asker, item: QuestionItem, word: string): Promise<Step> {
  const { recordOutcome } = await import("../loop/outcome.js");
  const ctx = await call.context();
  (await import("../store/change/prepare-write.js")).requireLearning(ctx.profile);
  const input = await answerTo(asker, item, word);
  if (input.later === "") return "skip";
  const { id = item.id, because } = await recordOutcome(ctx, { refs: [item.id], ...input });
  const decision = input.verdict ?? word;
  return { ids: [id], decision, says: because.join(" ") };
}

async function answerTo(asker: Asker, { stakes }: QuestionItem, word: string): Promise<Omit<OutcomeInput, "refs">> {
  if (word === "later") return { later: await asker.line(`Ask again in how long? ${UNTIL_TOMORROW}`, "") };
  if (word === "held" || word === "failed") {
    const evidence = await asker.line("What shows it? (Enter: left open)", "");
    return { [word]: true, evidence: evidence === "" ? SAID_IN_REVIEW : evidence };
  }
  const verdict = VERDICTS[word as keyof typeof VERDICTS];
  const result = await asker.line("What happened? (Enter: nothing is noted)", "");
  if (result === "") return { later: "" };
  const score = stakes === "high" && verdict !== "invalidated" ? await scoreFrom(asker) : undefined;
  return { verdict, result, ...(score === undefined ? {} : { score }) };
}

/** The score of an outcome, which decides whether its lesson may become a rule; optional. */
async function scoreFrom(asker: Asker): Promise<number | undefined> {
  for (;;) {
    const typedScore = await asker.line(`How good was it, 1 to ${HIGHEST_SCORE}? (Enter: not said)`, "");
    if (typedScore === "") return undefined;
    const score = Number(typedScore);
    if (Number.isInteger(score) && score >= 1 && score <= HIGHEST_SCORE) return score;
  }
}

const ACTION_OF: Readonly<Record<string, ReviewAction>> = {
  approve: "approve",
  reject: "reject",
  once: "exception",
  sensitive: "sensitive",
};

async function entryStep(call: Call, asker: Asker, item: EntryItem, word: string): Promise<Step> {
  if (word === "edit") {
    await openRecord(call, item.id);
    return "again";
  }
  const { decideReview } = await import("./review.js");
  const action = ACTION_OF[word] as ReviewAction;
  const reason = action === "reject" ? await asker.line("Why is it not wanted? (Enter: no reason)", "") : undefined;
  const asks = action === "approve" && needsWord(item);
  const confirmed = !asks || (await asker.typed(`Type ${item.ref} to approve what is ${item.tier}:`, item.ref));
  const input = { ref: item.id, action, reason, confirmed, shown: item.hash };
  const { state, says } = await decideReview(await call.context(), input);
  return { ids: [item.id], decision: word, says: `${item.ref} is ${reviewText(state)}. ${says}` };
}

interface KeyAnswer {
  how: PairAnswer;
  /** The other one of the two is what holds, or is the exception. */
  turned?: true;
}

/** The answer of each key about two entries; `turned`: the second is its first side. */
const RESOLUTIONS: Readonly<Record<string, KeyAnswer>> = {
  same: { how: "same" },
  first: { how: "replaces" },
  second: { how: "replaces", turned: true },
  exception: { how: "exception" },
  general: { how: "exception", turned: true },
  unrelated: { how: "unrelated" },
};

/** The answer of each key about an entry and a line; `turned`: the line is its first side. */
const LINE_ANSWERS: Readonly<Record<string, KeyAnswer>> = {
  same: { how: "same" },
  change: { how: "replaces" },
  line: { how: "replaces", turned: true },
  exception: { how: "exception" },
  general: { how: "exception", turned: true },
  unrelated: { how: "unrelated" },
};

/** Stores the answer of a key about two sides. */
async function answered(
  call: Call,
  { sides, shown }: { sides: readonly [string, string]; shown: Readonly<Record<string, string>> },
  { how, turned }: KeyAnswer,
) {
  const { resolvePair } = await import("./resolve.js");
  const [a, b] = turned === true ? [sides[1], sides[0]] : sides;
  return await resolvePair(await call.context(), { a, b, how, shown });
}

async function pairStep(call: Call, { first, second }: PairItem, word: string): Promise<Step> {
  const pair = { sides: [first.id, second.id], shown: { [first.id]: first.text, [second.id]: second.text } } as const;
  const answer = await answered(call, pair, RESOLUTIONS[word] as KeyAnswer);
  return { ids: [first.id, second.id], decision: answer.decision, says: answer.says };
}

async function lineStep(call: Call, { id, text, written }: LineItem, word: string): Promise<Step> {
  const pair = { sides: [id, written.ref], shown: { [id]: text } } as const;
  const answer = await answered(call, pair, LINE_ANSWERS[word] as KeyAnswer);
  if (word === "change") await openFile(call, written.file, written.line);
  return { ids: [id], decision: answer.decision, says: answer.says };
}

async function openFile(call: Call, file: string, at: number): Promise<void> {
  const { workspace } = await call.context();
  const { editorOf, openEditor } = await import("../store/files/programs.js");
  await openEditor(editorOf(call.io.env), workspace.absolute(file), at);
}
