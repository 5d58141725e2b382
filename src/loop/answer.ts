/**
 * Applies short answers to questions: it held, it failed, ask later, no longer relevant. Called by `tenet outcome`, and
 * by runs for buffered answers.
 */

import type { Captured } from "../capture/capture-schemas.js";
import { bufferWrite, reservedInRun, untilRunFinishes } from "../capture/runs/buffer.js";
import type { Context } from "../context.js";
import {
  claimOf,
  type Entry,
  type EntryType,
  isJudged,
  type Judged,
  type Patch,
  refOf,
  type Stick,
  stakesOf,
  type Tier,
} from "../entry/entry.js";
import { tierOf } from "../entry/gates/trust.js";
import { isLive } from "../entry/gates/visible.js";
import { IRRELEVANT, type Lesson, lessonWith } from "../entry/lessons.js";
import { aOrAn, isJudgedType, typeOfId } from "../entry/record-types.js";
import { mayRelapse, stickAfter, stickOf } from "../entry/repetition.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { next } from "../steps.js";
import { type Change, changeTree } from "../store/change/change.js";
import { captureVerb } from "../store/change/prepare-write.js";
import { checkStatus } from "../store/change/transitions.js";
import type { Row, Store } from "../store/open-store.js";
import { answeringPerson, provenanceHere } from "../store/profile/people-only.js";
import { postpone } from "../store/state/question-log.js";
import { rememberOpportunity } from "../store/state/sessions.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { heldLater } from "./due/held-later.js";
import { answerStep } from "./policy/answer-step.js";
import { failedSince } from "./policy/stick.js";

export type Answer =
  | { decision: "held" | "failed"; evidence: string }
  | { decision: "later"; until: Date }
  | { decision: "irrelevant" };

/**
 * Who answers: an agent in a session, or a person at a terminal (`by`), whose answer counts before the window has
 * ended.
 */
export type Answering = Pick<Stick, "agent" | "session" | "by">;

/** Records a short answer on its entry; in a run it is buffered. */
export async function recordAnswer(ctx: Context, tree: Store, ref: string, answer: Answer): Promise<Captured> {
  const cleanAnswer = await screenAnswer(ctx, answer);
  const promisedId = reservedInRun(ctx).find((id) => id.endsWith(ref.toUpperCase()));
  const { run } = ctx.actor;
  if (promisedId !== undefined) refuseType(promisedId, typeOfId(promisedId) ?? "insight", cleanAnswer);
  else refuseAnswer(lessonWith(tree, tree.resolve(ref)), cleanAnswer, tierOf(await provenanceHere(ctx)).tier);
  const id = promisedId ?? tree.resolve(ref).id;
  if (run !== undefined) {
    const input =
      cleanAnswer.decision === "later" ? { ...cleanAnswer, until: cleanAnswer.until.toISOString() } : cleanAnswer;
    await bufferWrite(ctx, run, { kind: "answer", ref: id, input });
    return {
      decision: "buffered",
      type: typeOfId(id) ?? "insight",
      id,
      text: "",
      because: [untilRunFinishes(run)],
      asks: [],
    };
  }
  const name = { ...captureVerb("outcome"), reason: `outcome: ${id} ${cleanAnswer.decision}` };
  const { agent, session } = ctx.actor;
  const who = defined({ agent, session, by: await answeringPerson(ctx) });
  const captured = await changeTree(ctx, name, (change) => stageAnswer(change, id, cleanAnswer, ctx.clock.now(), who));
  noteOpportunity(ctx, captured, who);
  if (cleanAnswer.decision === "later") await postpone(ctx, captured.id ?? id, cleanAnswer.until);
  return captured;
}

/** Remembers an opportunity, where an answer `held` is not recorded yet. */
export function noteOpportunity(
  ctx: Context,
  { decision, id }: Captured,
  { session }: Pick<Answering, "session">,
): void {
  if (decision !== "opportunity" || id === undefined) return;
  const at = stamp(ctx.clock.now());
  rememberOpportunity(ctx.workspace, { id, at, session: session ?? ctx.actor.session, answered: true });
}

async function screenAnswer(ctx: Context, answer: Answer): Promise<Answer> {
  if (answer.decision !== "held" && answer.decision !== "failed") return answer;
  const { value, warnings, asSaid } = await screenText(answer.evidence, "evidence", ctx.profile.secrets);
  for (const warning of [...warnings, ...asSaid]) ctx.warn(warning);
  return { ...answer, evidence: value };
}

/** Questions are about corrections, insights and decisions; only a correction holds or fails. */
function refuseType(id: string, type: EntryType, { decision }: Answer): void {
  if (!isJudgedType(type)) {
    throw new TenetError(`${id} is ${aOrAn(type)}; questions are about corrections, insights and decisions`, {
      failure: "usage",
      hint: next("See what it is about:", "show", { id }),
    });
  }
  if ((decision === "held" || decision === "failed") && type !== "correction") {
    throw new TenetError(`${id} is ${aOrAn(type)}; held and failed answer for corrections`, {
      failure: "usage",
      hint: answerStep(id, ["verdict"], "Say how it turned out:"),
    });
  }
}

function refuseAnswer({ carrier: head, members }: Lesson<Row>, answer: Answer, tier: Tier): void {
  if (isJudged(head) && !isLive(head)) {
    const by = head.superseded_by === undefined ? "" : ` by ${head.superseded_by}`;
    const state = head.status === "superseded" || head.status === "forgotten" ? head.status : head.review?.state;
    throw new TenetError(`${head.id} no longer counts: it is ${state}${by}`, {
      failure: "usage",
      code: "not-live",
      hint: head.superseded_by === undefined ? "Nothing waits for an answer." : `Answer for ${head.superseded_by}.`,
    });
  }
  refuseType(head.id, head.type, answer);
  const ownersOwn = members.find((one) => one.tier === "owner");
  if (answer.decision === "irrelevant" && ownersOwn !== undefined && tier !== "owner") {
    throw new TenetError(`whether ${ownersOwn.id}, an owner's own words, still matters is for people`, {
      failure: "refused",
      code: "needs-person",
      hint: answerStep(ownersOwn.id, ["later"], "Put the question off, and tell its owner:"),
    });
  }
  if (answer.decision === "failed" && !mayRelapse({ tier }, head)) {
    throw new TenetError(`${head.id} is trusted more (${head.tier}) than who answers (${tier})`, {
      failure: "refused",
      code: "less-trusted",
      hint: next("Record what happened as a correction of your own:", "correct", {
        corrected_to: "<what holds now>",
        linked: [refOf(head.id)],
      }),
    });
  }
}

/**
 * Stages an answer in a change. A chain of repeated corrections is one lesson: the answer goes to the newest. The
 * caller postpones the question for `later`.
 */
export async function stageAnswer(
  change: Change,
  id: string,
  answer: Answer,
  now: Date,
  who: Answering,
): Promise<Captured> {
  const head = change.tree.head(id);
  const lesson = head === undefined ? undefined : lessonWith(change.tree, head);
  const carrier = lesson?.carrier.id ?? id;
  const entry = await change.entry(carrier);
  const because = carrier === id ? [] : [`${id} was repeated as ${carrier}, which carries the question for both.`];
  const evidenceRules = { now, seen: who.by !== undefined };
  const reasonToWait =
    answer.decision === "held" && entry.type === "correction" ? heldLater(entry, evidenceRules) : undefined;
  const isFailing = lesson !== undefined && failedSince(lesson) !== undefined;
  const { patch, summary } =
    reasonToWait === undefined
      ? patchOf(entry, answer, now, { who, isFailing })
      : { patch: reopenPatch(entry), summary: `That it came up is noted. ${reasonToWait}` };
  const status = patch["status"];
  if (status !== undefined) checkStatus(entry, status as Entry["status"]);
  const carrierHead = change.tree.head(carrier);
  const place =
    Object.keys(patch).length > 0
      ? await change.update(carrier, patch)
      : carrierHead === undefined
        ? {}
        : { file: carrierHead.file, line: carrierHead.line };
  return defined({
    decision: reasonToWait === undefined ? answer.decision : ("opportunity" as const),
    type: entry.type,
    id: carrier,
    ...place,
    text: claimOf(entry),
    stakes: stakesOf(entry),
    because: [...because, summary],
    asks: [],
  });
}

/** The patch of an answer, with one sentence about it. */
function patchOf(
  entry: Entry,
  answer: Answer,
  now: Date,
  { who, isFailing }: { who: Answering; isFailing: boolean },
): { patch: Patch; summary: string } {
  const at = stamp(now);
  const newStick = (verdict: "held" | "failed", evidence: string) =>
    stickAfter(stickOf(entry), { verdict, at, evidence, ...who });
  const reopening = reopenPatch(entry);
  switch (answer.decision) {
    case "held":
      return {
        patch: { stick: newStick("held", answer.evidence), outcome: "validated", outcome_date: at, ...reopening },
        summary: "It held, which validates the correction.",
      };
    case "failed":
      return {
        patch: { stick: newStick("failed", answer.evidence), ...reopening },
        summary: "It did not stick: it comes up at every session start until it holds.",
      };
    case "later":
      return laterPatch(entry, reopening, stamp(answer.until), isFailing);
    case "irrelevant":
      return irrelevantPatch(entry, isFailing);
  }
}

const turnedOutSentence = ({ outcome }: Judged): string =>
  `It turned out ${outcome} already; nothing is asked about it.`;

function laterPatch(entry: Entry, reopening: Patch, until: string, isFailing: boolean) {
  if (isFailing) return { patch: reopening, summary: `A heartbeat brings it to mind again from ${until} on.` };
  if (isJudged(entry) && entry.outcome !== undefined) return { patch: {}, summary: turnedOutSentence(entry) };
  return { patch: reopening, summary: `It is asked again from ${until} on.` };
}

/** Any other answer reverts "inconclusive" and "no longer relevant". */
function reopenPatch({ status, flags }: Entry): Patch {
  const active: Patch = status === "inconclusive" ? { status: "active" } : {};
  if (flags?.includes(IRRELEVANT) !== true) return active;
  const otherFlags = flags.filter((flag) => flag !== IRRELEVANT);
  return { ...active, flags: otherFlags.length === 0 ? undefined : otherFlags };
}

/** A rule or a failing correction gets a flag; other entries become inconclusive. */
function irrelevantPatch(entry: Entry, isFailing: boolean): { patch: Patch; summary: string } {
  const isRule = entry.status === "promoted";
  const flags = [...new Set([...(entry.flags ?? []), IRRELEVANT])];
  if (isRule) return { patch: { flags }, summary: "It is a rule: its removal is proposed at the next digest." };
  const isClosed = isJudged(entry) && entry.outcome !== undefined;
  const status: Patch = isClosed || entry.status === "inconclusive" ? {} : { status: "inconclusive" };
  if (isFailing)
    return { patch: { flags, ...status }, summary: "It is not brought to mind any more; the entry stays." };
  if (isClosed) return { patch: {}, summary: turnedOutSentence(entry) };
  return { patch: status, summary: "It is not asked about any more; the entry stays." };
}
