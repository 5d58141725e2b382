/** The short answers to a question: it held, it failed, ask later, no longer relevant. */

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
  type Stick,
  stakesOf,
  type Tier,
} from "../entry/entry.js";
import { mayChange } from "../entry/gates/may-change.js";
import { tierOf } from "../entry/gates/trust.js";
import { isLive } from "../entry/gates/visible.js";
import { IRRELEVANT, type Lesson, lessonWith } from "../entry/lessons.js";
import { aOrAn, isJudgedType, typeOfId } from "../entry/record-types.js";
import { stickAfter, stickOf } from "../entry/repetition.js";
import { TenetError } from "../errors.js";
import { screenEntry } from "../screening/screen.js";
import { type Change, changeTree } from "../store/change/change.js";
import { captureVerb } from "../store/change/prepare-write.js";
import { checkStatus } from "../store/change/transitions.js";
import { type HeldRules, heldLater, heldRulesOf } from "../store/loop/held-later.js";
import { failedSince } from "../store/loop/policy/stick.js";
import { postpone } from "../store/loop/question-log.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { answeringPerson, provenanceHere } from "../store/people/people-only.js";
import { rememberOpportunity } from "../store/sessions.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";

export type Answer =
  | { decision: "held" | "failed"; evidence: string }
  | { decision: "later"; until: Date }
  | { decision: "irrelevant" };

/** Who answers: an agent in a session, or a person at a terminal (`by`), whose word counts before the window has ended. */
export interface Answering extends Pick<Stick, "agent" | "session" | "by"> {
  rules: HeldRules;
}

/** Notes a short answer on the entry it is about. In a run it waits until that finishes. */
export async function recordAnswer(ctx: Context, tree: Store, ref: string, given: Answer): Promise<Captured> {
  const cleaned = await screenAnswer(ctx, given);
  const promised = (await reservedInRun(ctx)).find((id) => id.endsWith(ref.toUpperCase()));
  const { run } = ctx.actor;
  if (promised !== undefined) refuseType(ctx, promised, typeOfId(promised) ?? "insight", cleaned);
  else refuseAnswer(ctx, lessonWith(tree, tree.resolve(ref)), cleaned, tierOf(await provenanceHere(ctx)).tier);
  const id = promised ?? tree.resolve(ref).id;
  if (run !== undefined) {
    const input = cleaned.decision === "later" ? { ...cleaned, until: cleaned.until.toISOString() } : cleaned;
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
  const name = { ...captureVerb("outcome"), reason: `outcome: ${id} ${cleaned.decision}` };
  const { agent, session } = ctx.actor;
  const who = defined({ agent, session, by: await answeringPerson(ctx), rules: heldRulesOf(ctx) });
  const noted = await changeTree(ctx, name, (change) => stageAnswer(change, id, cleaned, ctx.clock.now(), who));
  noteOpportunity(ctx, noted, who);
  if (cleaned.decision === "later") await postpone(ctx, noted.id ?? id, cleaned.until);
  return noted;
}

/** Remembers what an answer amounts to where `held` is not written yet. */
export function noteOpportunity(
  ctx: Context,
  { decision, id }: Captured,
  { session }: Pick<Answering, "session">,
): void {
  if (decision !== "opportunity" || id === undefined) return;
  const at = stamp(ctx.clock.now());
  rememberOpportunity(ctx.workspace, { id, at, session: session ?? ctx.actor.session, answered: true });
}

async function screenAnswer(ctx: Context, given: Answer): Promise<Answer> {
  if (given.decision !== "held" && given.decision !== "failed") return given;
  const { value, warnings } = await screenEntry(
    { evidence: given.evidence },
    { mode: ctx.profile.secrets, bidi: "refuse" },
  );
  for (const warning of warnings) ctx.warn(warning);
  return { ...given, evidence: String(value["evidence"]) };
}

/** Corrections, insights and decisions are asked about, and only a correction holds or fails. */
function refuseType({ steps }: Context, id: string, type: EntryType, { decision }: Answer): void {
  if (!isJudgedType(type)) {
    throw new TenetError(`${id} is ${aOrAn(type)}; questions are about corrections, insights and decisions`, {
      failure: "usage",
      hint: `See what it is about: ${steps.show(id)}`,
    });
  }
  if ((decision === "held" || decision === "failed") && type !== "correction") {
    throw new TenetError(`${id} is ${aOrAn(type)}; held and failed answer for corrections`, {
      failure: "usage",
      hint: `Say how it turned out: ${steps.answers(id, ["verdict"]).join("")}`,
    });
  }
}

function refuseAnswer(ctx: Context, { carrier: head, members }: Lesson<EntryMeta>, given: Answer, tier: Tier): void {
  if (isJudged(head) && !isLive(head)) {
    const by = head.superseded_by === undefined ? "" : ` by ${head.superseded_by}`;
    const state = head.status === "superseded" || head.status === "forgotten" ? head.status : head.review?.state;
    throw new TenetError(`${head.id} no longer counts: it is ${state}${by}`, {
      failure: "usage",
      code: "not-live",
      hint: head.superseded_by === undefined ? "Nothing waits for an answer." : `Answer for ${head.superseded_by}.`,
    });
  }
  refuseType(ctx, head.id, head.type, given);
  const ownersOwn = members.find((one) => one.tier === "owner");
  if (given.decision === "irrelevant" && ownersOwn !== undefined && tier !== "owner") {
    throw new TenetError(`whether ${ownersOwn.id}, an owner's own words, still matters is for people`, {
      failure: "refused",
      code: "needs-person",
      hint: `Put the question off, and tell its owner: ${ctx.steps.answers(ownersOwn.id, ["later"]).join("")}`,
    });
  }
  if (given.decision === "failed" && mayChange({ tier }, head, "relapse") !== "yes") {
    throw new TenetError(`${head.id} is trusted more (${head.tier}) than who answers (${tier})`, {
      failure: "refused",
      code: "less-trusted",
      hint: `Record what happened as a correction of your own: ${ctx.steps.correct(head.id)}`,
    });
  }
}

/**
 * Stages an answer in a change. A chain of recurrences is one lesson: what is said of any of them is noted on the newest.
 * `later` is remembered outside the tree by the caller.
 */
export async function stageAnswer(
  change: Change,
  id: string,
  given: Answer,
  now: Date,
  who: Answering,
): Promise<Captured> {
  const head = change.tree.head(id);
  const lesson = head === undefined ? undefined : lessonWith(change.tree, head);
  const carrier = lesson?.carrier.id ?? id;
  const entry = await change.entry(carrier);
  const because = carrier === id ? [] : [`${id} was repeated as ${carrier}, which carries the question for both.`];
  const asked = { ...who.rules, now, seen: who.by !== undefined };
  const later =
    given.decision === "held" && entry.type === "correction" ? heldLater(change.tree, entry, lesson, asked) : undefined;
  const isFailing = lesson !== undefined && failedSince(lesson) !== undefined;
  const { patch, summary } =
    later === undefined
      ? patchOf(entry, given, now, { who, isFailing })
      : { patch: takenBack(entry), summary: `That it came up is noted. ${later}` };
  const status = patch["status"];
  if (status !== undefined) checkStatus(entry, status as Entry["status"]);
  const known = change.tree.head(carrier);
  const place =
    Object.keys(patch).length > 0
      ? await change.update(carrier, patch)
      : known === undefined
        ? {}
        : { file: known.file, line: known.line };
  return defined({
    decision: later === undefined ? given.decision : ("opportunity" as const),
    type: entry.type,
    id: carrier,
    ...place,
    text: claimOf(entry),
    stakes: stakesOf(entry),
    because: [...because, summary],
    asks: [],
  });
}

/** What an answer changes on the entry, and one sentence about it. */
function patchOf(
  entry: Entry,
  given: Answer,
  now: Date,
  { who: { rules: _, ...who }, isFailing }: { who: Answering; isFailing: boolean },
): { patch: Patch; summary: string } {
  const at = stamp(now);
  const stuck = (verdict: "held" | "failed", evidence: string) =>
    stickAfter(stickOf(entry), { verdict, at, evidence, ...who });
  const answered = takenBack(entry);
  switch (given.decision) {
    case "held":
      return {
        patch: { stick: stuck("held", given.evidence), outcome: "validated", outcome_date: at, ...answered },
        summary: "It held, which validates the correction.",
      };
    case "failed":
      return {
        patch: { stick: stuck("failed", given.evidence), ...answered },
        summary: "It did not stick: it comes up at every session start until it holds.",
      };
    case "later":
      return laterPatch(entry, answered, stamp(given.until), isFailing);
    case "irrelevant":
      return irrelevantPatch(entry, isFailing);
  }
}

const turnedOut = ({ outcome }: Judged): string => `It turned out ${outcome} already; nothing is asked about it.`;

function laterPatch(entry: Entry, answered: Patch, until: string, isFailing: boolean) {
  if (isFailing) return { patch: answered, summary: `A heartbeat brings it to mind again from ${until} on.` };
  if (isJudged(entry) && entry.outcome !== undefined) return { patch: {}, summary: turnedOut(entry) };
  return { patch: answered, summary: `It is asked again from ${until} on.` };
}

/** Any other answer takes "inconclusive" and "no longer relevant" back. */
function takenBack({ status, flags }: Entry): Patch {
  const active: Patch = status === "inconclusive" ? { status: "active" } : {};
  if (flags?.includes(IRRELEVANT) !== true) return active;
  const others = flags.filter((flag) => flag !== IRRELEVANT);
  return { ...active, flags: others.length === 0 ? undefined : others };
}

/** A rule, or what is brought to mind because it failed, carries a flag; others are inconclusive. */
function irrelevantPatch(entry: Entry, isFailing: boolean): { patch: Patch; summary: string } {
  const isRule = entry.status === "promoted";
  const flags = [...new Set([...(entry.flags ?? []), IRRELEVANT])];
  if (isRule) return { patch: { flags }, summary: "It is a rule: its removal is proposed at the next digest." };
  const isClosed = isJudged(entry) && entry.outcome !== undefined;
  const status: Patch = isClosed || entry.status === "inconclusive" ? {} : { status: "inconclusive" };
  if (isFailing)
    return { patch: { flags, ...status }, summary: "It is not brought to mind any more; the entry stays." };
  if (isClosed) return { patch: {}, summary: turnedOut(entry) };
  return { patch: status, summary: "It is not asked about any more; the entry stays." };
}
