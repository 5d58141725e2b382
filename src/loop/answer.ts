/**
 * Short answers to questions: it held, it failed, ask later. The first two are outcome records. Called by `tenet outcome`.
 */

import type { Captured } from "../capture/capture-schemas.js";
import type { Context } from "../context.js";
import type { EntryType, Outcome, Tier } from "../entry/entry.js";
import { isPeoples } from "../entry/gates/trust.js";
import { isLive } from "../entry/gates/visible.js";
import { aOrAn, isJudgedType } from "../entry/record-types.js";
import { mayEnd } from "../entry/standing/judge.js";
import { STICK_DAYS } from "../entry/standing/standing.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { next } from "../steps.js";
import { type Change, changeTree } from "../store/change/change.js";
import { captureVerb } from "../store/change/prepare-write.js";
import type { Row, Store } from "../store/open-store.js";
import { provenanceHere } from "../store/profile/people-only.js";
import { tierOf } from "../store/profile/tier-of.js";
import { changeQuestions } from "../store/state/question-log.js";
import { defined } from "../text/defined.js";
import { DAY_MS, stamp } from "../text/durations.js";
import { answerStep } from "./policy/answer-step.js";
import { watchedSince } from "./policy/stick.js";

/** Whether a correction was kept, and what shows it. */
export interface StickAnswer {
  decision: "held" | "failed";
  evidence: string;
}
export type Answer = StickAnswer | { decision: "later"; until: Date };

/** Who answers, and how far that is trusted. */
interface Answering {
  agent: string;
  session?: string | undefined;
  tier: Tier;
  source?: string | undefined;
}

/** Records a short answer, in a run as well. */
export async function recordAnswer(ctx: Context, tree: Store, ref: string, answer: Answer): Promise<Captured> {
  const cleanAnswer = await screenAnswer(ctx, answer);
  const { agent, session } = ctx.actor;
  refuseAnswer(tree, tree.resolve(ref), cleanAnswer);
  const { id } = tree.resolve(ref);
  const { tier, source } = tierOf(await provenanceHere(ctx));
  const who = defined({ agent, session, tier, source });
  if (cleanAnswer.decision === "later") return await askLater(ctx, tree, id, cleanAnswer.until);
  const name = { ...captureVerb("outcome"), reason: `outcome: ${id} ${cleanAnswer.decision}` };
  return await changeTree(ctx, name, (change) => stageAnswer(change, id, cleanAnswer, ctx.clock.now(), who));
}

async function screenAnswer(ctx: Context, answer: Answer): Promise<Answer> {
  if (answer.decision === "later") return answer;
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
  if (decision !== "later" && type !== "correction") {
    throw new TenetError(`${id} is ${aOrAn(type)}; held and failed answer for corrections`, {
      failure: "usage",
      hint: answerStep(id, ["verdict"], "Say how it turned out:"),
    });
  }
}

function refuseAnswer(tree: Store, row: Row, answer: Answer): void {
  const head = speakerOf(tree, row);
  if (isJudgedType(head.type) && !isLive(head)) {
    const { status, superseded_by, review, invalidated } = head;
    const by = superseded_by === undefined ? "" : ` by ${superseded_by}`;
    const state = status !== "active" ? status : invalidated === "ends" ? "invalidated" : review?.state;
    throw new TenetError(`${head.id} no longer counts: it is ${state}${by}`, {
      failure: "usage",
      code: "not-live",
      hint: superseded_by === undefined ? "Nothing waits for an answer." : `Answer for ${superseded_by}.`,
    });
  }
  refuseType(head.id, head.type, answer);
}

/** A chain is one lesson: who speaks for it carries the question for all. */
const speakerOf = (tree: Store, row: Row): Row => tree.speaker(row.id) ?? row;

/** Puts a question off. Nothing is written to the tree. */
async function askLater(ctx: Context, tree: Store, id: string, until: Date): Promise<Captured> {
  const carrier = speakerOf(tree, tree.resolve(id));
  const { id: postponed } = carrier;
  const at = stamp(until);
  await changeQuestions(ctx, async (now) => {
    const later = [
      ...now.later.filter((one) => one.id !== postponed),
      { id: postponed, until: at, at: stamp(ctx.clock.now()) },
    ];
    return { keep: { ...now, later }, answer: undefined };
  });
  const summary =
    carrier.kept === "failed"
      ? `A heartbeat brings it to mind again from ${at} on.`
      : carrier.judged !== undefined
        ? `It turned out ${carrier.outcome} already; nothing is asked about it.`
        : `It is asked again from ${at} on.`;
  return answered("later", carrier, id, summary);
}

/** Stages an outcome record that says whether a correction was kept. */
async function stageAnswer(
  change: Change,
  id: string,
  { decision, evidence }: StickAnswer,
  now: Date,
  who: Answering,
): Promise<Captured> {
  const carrier = speakerOf(change.tree, change.tree.resolve(id));
  const timestamp = stamp(now);
  change.append({
    ...who,
    type: "outcome",
    id: change.newId("outcome", timestamp),
    timestamp,
    references: [carrier.id],
    result: evidence,
    stick: decision,
  } as Outcome);
  return answered(decision, carrier, id, summaryOf(decision, carrier, who.tier, now));
}

/** An agent's word that it held counts when the window is over: a repeat may still come. */
function summaryOf(decision: StickAnswer["decision"], carrier: Row, tier: Tier, now: Date): string {
  if (!mayEnd(tier, "self")) return "It is kept beside it: whoever says it is trusted less, so it decides nothing.";
  if (decision === "failed") return "It did not stick: it comes up at every session start until it holds.";
  const over = new Date(Date.parse(watchedSince(carrier)) + STICK_DAYS * DAY_MS);
  if (isPeoples(tier) || over <= now) return "It held.";
  return `Whether it held shows on ${stamp(over).slice(0, 10)}: it counts if it is not repeated by then.`;
}

function answered(decision: Answer["decision"], carrier: Row, id: string, summary: string): Captured {
  const { type, file, line, text, stakes } = carrier;
  const isOther = carrier.id !== id;
  const because = isOther ? [`${id} was repeated as ${carrier.id}, which carries the question for both.`] : [];
  return defined({
    decision,
    type,
    id: carrier.id,
    file,
    line,
    text,
    stakes,
    because: [...because, summary],
    asks: [],
  });
}
