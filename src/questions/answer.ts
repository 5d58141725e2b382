/** `tenet answer`: an owner's answer becomes a pinned memory; one that is relayed stays a claim. The question is closed with it. */
import type { CaptureDraft, CheckedDraft } from "../capture/drafts/draft.js";
import { checkAll } from "../capture/drafts/draft-list.js";
import { storeDrafts } from "../capture/judge-and-store.js";
import type { Context } from "../context.js";
import { type Question, refOf } from "../entry/entry.js";
import { isSameName } from "../entry/gates/attribution.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { tierOf } from "../entry/gates/trust.js";
import { isLive, isSearched } from "../entry/gates/visible.js";
import { closingInForce, closingOf } from "../entry/near/closings.js";
import { aOrAn } from "../entry/record-types.js";
import { contentHash, reviewInForce } from "../entry/status.js";
import { TenetError, wrongUsage } from "../errors.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { requireShown } from "../store/change/transitions.js";
import { withContact } from "../store/facts/contact.js";
import { openStore } from "../store/open-store.js";
import { answeringPerson, provenanceHere, requireTyped, statedReason } from "../store/people/people-only.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { oneLine } from "../text/shorten.js";
import type { Answered } from "./question-schemas.js";

const ANSWER = changeVerb("answer");

export interface AnswerInput {
  ref: string;
  /** Their words; absent with `unanswered`. */
  text?: string | undefined;
  /** Whose words they are, where somebody else hands them over. */
  source?: string | undefined;
  /** What is done differently from now on, and what is at risk: either makes it a correction as well. */
  so?: string | undefined;
  risk?: string | undefined;
  /** Closes it without an answer. */
  unanswered?: boolean;
  reason?: string | undefined;
  /** Hash of the question that the person was shown: one that asks something else by now is not answered. */
  shown?: string | undefined;
}

const INSTEAD = "A person answers it at a terminal. What one of them told you: --source with their name.";

/** A question as it is shown before it is answered: open, whoever it is about. `hash`: of what is shown. */
export async function questionToAnswer(ctx: Context, ref: string): Promise<{ question: Question; hash: string }> {
  const tree = await openStore(ctx);
  const { entry } = await tree.one(tree.resolve(ref).id);
  if (entry.type !== "question") {
    throw wrongUsage(`${entry.id} is no question to an owner, but ${aOrAn(entry.type)}`, INSTEAD, "no-question");
  }
  refuseClosed(ctx, entry);
  return { question: entry, hash: contentHash(entry) };
}

function refuseClosed({ steps, profile }: Context, question: Question): void {
  const { id, status, tier } = question;
  const review = reviewInForce(question, profile.apply_mode);
  const closed = closingInForce(question);
  if (closed !== undefined || !isSearched(defined({ status, review }))) {
    const stands = isLive({ status }) ? review?.state : status;
    const why = closed === undefined ? `is ${stands}` : `was closed by ${closed.by} (${closed.how})`;
    throw wrongUsage(`${id} ${why}; there is nothing to answer`, `See what became of it: ${steps.show(id)}`, "closed");
  }
  if (tier !== "external" || review?.state !== "needs_review") return;
  throw new TenetError(`${id} comes from outside and waits for a review; it is answered after that`, {
    failure: "refused",
    code: "waits-for-review",
    hint: `A person decides on it at a terminal: ${steps.terminal("tenet review")}`,
  });
}

/**
 * Answers a question, or closes it without an answer. An owner at their own terminal makes a pinned memory with tier
 * owner; anybody else hands on what a listed person said, which is relayed and not pinned. An agent that names nobody is
 * refused.
 */
export async function answer(ctx: Context, input: AnswerInput): Promise<Answered> {
  await prepareWrite(ctx, ANSWER);
  const { question, hash } = await questionToAnswer(ctx, input.ref);
  const shown = input.shown ?? hash;
  requireShown(question, shown);
  if (input.unanswered === true) return await closeUnanswered(ctx, question, shown, input);
  const text = oneLine(input.text ?? "").trim();
  if (text === "")
    throw wrongUsage(
      "the answer is missing",
      `State it: ${ctx.steps.terminal(`tenet answer ${refOf(question.id)} "<their words>"`)}`,
    );
  const { by, pins } = await answererOf(ctx, input.source);
  const about = withContact(ctx, contactOf(question));
  const checked = await checkAll(about, draftsOf(question, text, input));
  const [memory, ...rest] = checked as [CheckedDraft, ...CheckedDraft[]];
  const drafts = [pins ? { ...memory, pinnedBy: by } : memory, ...rest];
  // Of one instant with the answer, by which `verify` finds it where its words were erased.
  const closed = { at: memory.timestamp, by, how: "answered" as const };
  const captured = await storeDrafts(about, drafts, async (change) => {
    await close(ctx, change, question.id, shown, closed);
  });
  const place = (await openStore(ctx)).head(question.id);
  const { file = "", line = 1 } = place ?? {};
  return { decision: "answered", id: question.id, file, line, question: question.question, by, pinned: pins, captured };
}

async function close(ctx: Context, change: Change, id: string, shown: string, closed: Parameters<typeof closingOf>[1]) {
  const question = (await change.entry(id)) as Question;
  refuseClosed(ctx, question);
  requireShown(question, shown);
  return await change.update(id, { closed: closingOf(question, closed) });
}

async function closeUnanswered(
  ctx: Context,
  question: Question,
  shown: string,
  { text, reason }: AnswerInput,
): Promise<Answered> {
  if (text !== undefined)
    throw wrongUsage("there is an answer, and --no-answer says that there is none", "Leave one out.");
  const { by } = await requireTyped(ctx, "closing a question", true, INSTEAD);
  const { id } = question;
  const stated = await statedReason(reason);
  const closed = { at: stamp(ctx.clock.now()), by, how: "unanswered" as const, ...defined({ reason: stated }) };
  // Of what is about a contact no word stands in git's log.
  const why = stated === undefined || contactOf(question) !== undefined ? "" : ` (${stated})`;
  const place = await changeTree(ctx, { ...ANSWER, reason: `answer: ${id} without an answer${why}` }, (change) =>
    close(ctx, change, id, shown, closed),
  );
  return { decision: "unanswered", id, ...place, question: question.question, by, pinned: false, captured: [] };
}

/** Whose words an answer is, and whether they are an owner's own, which stay. */
async function answererOf(ctx: Context, source: string | undefined): Promise<{ by: string; pins: boolean }> {
  const here = await answeringPerson(ctx);
  const { tier } = tierOf({ ...(await provenanceHere(ctx)), ...defined({ source }) });
  if (here !== undefined && tier === "owner") return { by: here, pins: true };
  const said = source ?? here;
  const person = ctx.profile.people.find(({ name }) => isSameName(name, said));
  if (person !== undefined && person.role !== "agent") return { by: person.name, pins: false };
  const what = said === undefined ? "nobody is named whose answer it is" : `${said} is no person listed under people`;
  throw new TenetError(`a question is answered by people, and ${what}`, {
    failure: "refused",
    code: "needs-person",
    hint: INSTEAD,
  });
}

/** The fact, in words that carry it: an answer alone says little. With what is to be done it is a correction as well. */
function draftsOf({ id, question, key, scope }: Question, text: string, input: AnswerInput): CaptureDraft[] {
  const { source, so, risk } = input;
  const content = `${question} ${text}`;
  const about = scope?.startsWith("contact:") === true ? scope : "project";
  const shared = { ...defined({ source }), scope: about, derived_from: [id] };
  const memory: CaptureDraft = { type: "memory", content, category: "fact", ...defined({ key }), ...shared };
  if (so === undefined && risk === undefined) return [memory];
  const learned = { corrected_to: content, ...defined({ behavioral_change: so, risk }) };
  return [memory, { type: "correction", ...learned, ...shared }];
}
