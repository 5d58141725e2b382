/**
 * `tenet answer`: stores the answer to a question and closes it. An owner's answer becomes a pinned memory, a relayed
 * one an unpinned memory. Called by the command and the review.
 */
import type { CaptureDraft, CheckedDraft } from "../capture/drafts/draft.js";
import { checkAll } from "../capture/drafts/draft-list.js";
import { storeDrafts } from "../capture/judge-and-store.js";
import type { Context } from "../context.js";
import { type Question, refOf } from "../entry/entry.js";
import { isSameName } from "../entry/gates/attribution.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { isLive, isSearched } from "../entry/gates/visible.js";
import { aOrAn } from "../entry/record-types.js";
import { contentHash } from "../entry/status.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { requireShownEntry } from "../store/change/shown-entry.js";
import { withContact } from "../store/contacts/contact.js";
import { openStore, type Row } from "../store/open-store.js";
import { answeringPerson, provenanceHere, requirePerson, statedReason } from "../store/profile/people-only.js";
import { tierOf } from "../store/profile/tier-of.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { oneLine } from "../text/shorten.js";
import type { Answered } from "./question-schemas.js";

const ANSWER = changeVerb("answer");

export interface AnswerInput {
  ref: string;
  /** The answer; absent with `unanswered`. */
  text?: string | undefined;
  /** The author of the answer, where somebody else passes it on. */
  source?: string | undefined;
  /** What to do differently, and what is at risk: either adds a correction. */
  so?: string | undefined;
  risk?: string | undefined;
  /** Closes it without an answer. */
  unanswered?: boolean;
  reason?: string | undefined;
  /** The hash of the question that the person was shown: a changed question is not answered. */
  shown?: string | undefined;
}

const INSTEAD = "A person answers it at a terminal. What one of them told you: --source with their name.";

/** An open question before it is answered, with the hash of its content. */
export async function questionToAnswer(ctx: Context, ref: string): Promise<{ question: Question; hash: string }> {
  const tree = await openStore(ctx);
  const { entry } = await tree.one(tree.resolve(ref).id);
  if (entry.type !== "question") {
    throw wrongUsage(`${entry.id} is no question to an owner, but ${aOrAn(entry.type)}`, INSTEAD, "no-question");
  }
  refuseClosed(tree.resolve(entry.id));
  return { question: entry, hash: contentHash(entry) };
}

function refuseClosed(row: Row): void {
  const { id, status, tier, review, closed: closing } = row;
  if (closing !== undefined || !isSearched(row)) {
    const state = isLive({ status }) ? review?.state : status;
    const why = closing === undefined ? `is ${state}` : `was closed by ${closing.by} (${closing.how})`;
    throw wrongUsage(
      `${id} ${why}; there is nothing to answer`,
      next("See what became of it:", "show", { id }),
      "closed",
    );
  }
  if (tier !== "external" || review?.state !== "needs_review") return;
  throw new TenetError(`${id} comes from outside and waits for a review; it is answered after that`, {
    failure: "refused",
    code: "waits-for-review",
    hint: next("A person decides on it:", "review", { ref: id }),
  });
}

/**
 * Answers a question, or closes it without an answer. An owner at their own terminal makes a pinned memory of tier
 * owner. Anybody else passes on the words of a listed person, as a relayed memory that is not pinned; an agent has to
 * name the person.
 */
export async function answer(ctx: Context, input: AnswerInput): Promise<Answered> {
  await prepareWrite(ctx, ANSWER);
  const { question, hash } = await questionToAnswer(ctx, input.ref);
  const shownHash = input.shown ?? hash;
  requireShownEntry(question, shownHash);
  if (input.unanswered === true) return await closeUnanswered(ctx, question, shownHash, input);
  const text = oneLine(input.text ?? "").trim();
  if (text === "")
    throw wrongUsage(
      "the answer is missing",
      next("State it:", "answer", { ref: refOf(question.id), text: "<their words>" }),
    );
  const { by, pins } = await answererOf(ctx, input.source);
  const contactCtx = await withContact(ctx, contactOf(question));
  const checkedDrafts = await checkAll(contactCtx, draftsOf(question, text, input));
  const [memory, ...rest] = checkedDrafts as [CheckedDraft, ...CheckedDraft[]];
  const drafts = [pins ? { ...memory, pinnedBy: by } : memory, ...rest];
  const closing = { at: memory.timestamp, by, how: "answered" as const };
  const captured = await storeDrafts(contactCtx, drafts, async (change) => {
    await close(ctx, change, question.id, shownHash, closing);
  });
  const place = (await openStore(ctx)).head(question.id);
  const { file = "", line = 1 } = place ?? {};
  return { decision: "answered", id: question.id, file, line, question: question.question, by, pinned: pins, captured };
}

async function close(
  _ctx: Context,
  change: Change,
  id: string,
  shownHash: string,
  closing: NonNullable<Question["closed"]>,
) {
  const question = (await change.entry(id)) as Question;
  refuseClosed(change.tree.resolve(id));
  requireShownEntry(question, shownHash);
  return await change.update(id, { closed: closing });
}

async function closeUnanswered(
  ctx: Context,
  question: Question,
  shownHash: string,
  { text, reason }: AnswerInput,
): Promise<Answered> {
  if (text !== undefined)
    throw wrongUsage("there is an answer, and --no-answer says that there is none", "Leave one out.");
  const { by } = await requirePerson(ctx, "closing a question", true, INSTEAD);
  const { id } = question;
  const screenedReason = await statedReason(ctx, reason);
  const closing = {
    at: stamp(ctx.clock.now()),
    by,
    how: "unanswered" as const,
    ...defined({ reason: screenedReason }),
  };
  // No word about a contact goes into git's log.
  const why = screenedReason === undefined || contactOf(question) !== undefined ? "" : ` (${screenedReason})`;
  const place = await changeTree(ctx, { ...ANSWER, reason: `answer: ${id} without an answer${why}` }, (change) =>
    close(ctx, change, id, shownHash, closing),
  );
  return { decision: "unanswered", id, ...place, question: question.question, by, pinned: false, captured: [] };
}

/** The author of the answer, and whether it is an owner's own, which is pinned. */
async function answererOf(ctx: Context, source: string | undefined): Promise<{ by: string; pins: boolean }> {
  const personHere = await answeringPerson(ctx);
  const { tier } = tierOf({ ...(await provenanceHere(ctx)), ...defined({ source }) });
  if (personHere !== undefined && tier === "owner") return { by: personHere, pins: true };
  const author = source ?? personHere;
  const person = ctx.profile.people.find(({ name }) => isSameName(name, author));
  if (person !== undefined && person.role !== "agent") return { by: person.name, pins: false };
  const what =
    author === undefined ? "nobody is named whose answer it is" : `${author} is no person listed under people`;
  throw new TenetError(`a question is answered by people, and ${what}`, {
    failure: "refused",
    code: "needs-person",
    hint: INSTEAD,
  });
}

/** The drafts of an answer: a memory with question and answer, and with `so` or `risk` a correction. */
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
