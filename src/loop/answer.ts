/** The short answers to a question: it held, it failed, ask later, no longer relevant. */

import { checkStatus, commitMergeBuffer } from "../capture/before-write.js";
import type { Captured } from "../capture/capture-schemas.js";
import { typeOfId } from "../capture/relations.js";
import { bufferWrite, reservedInRun, untilRunFinishes } from "../capture/runs/buffer.js";
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import {
  claimOf,
  type Entry,
  type EntryType,
  isLearning,
  isLive,
  type Patch,
  type Stick,
  stakesOf,
  type Tier,
} from "../entry/entry.js";
import { IRRELEVANT, lessonsOf } from "../entry/lessons.js";
import { mayFail, tierOf } from "../entry/trust.js";
import { TenetError } from "../errors.js";
import { answeredAfter, stickOf } from "../forget/consequences.js";
import { provenanceHere } from "../review/people-only.js";
import { screenEntry } from "../screening/screen.js";
import { type Change, changeTree } from "../store/change.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { changeQuestions } from "./question-log.js";

export type Answer =
  | { decision: "held" | "failed"; evidence: string }
  | { decision: "later"; until: Date }
  | { decision: "irrelevant" };

/** Notes a short answer on the entry it is about. In a run it waits until that finishes. */
export async function recordAnswer(ctx: Context, tree: Store, ref: string, given: Answer): Promise<Captured> {
  const cleaned = await screenAnswer(ctx, given);
  const promised = (await reservedInRun(ctx)).find((id) => id.endsWith(ref.toUpperCase()));
  const { run } = ctx.actor;
  if (promised !== undefined) refuseType(promised, typeOfId(promised), cleaned);
  else refuseAnswer(carrierOf(tree, tree.resolve(ref)), cleaned, tierOf(await provenanceHere(ctx)).tier);
  const id = promised ?? tree.resolve(ref).id;
  if (run !== undefined) {
    const input = cleaned.decision === "later" ? { ...cleaned, until: cleaned.until.toISOString() } : cleaned;
    await bufferWrite(ctx, run, { kind: "answer", ref: id, input });
    return { decision: "buffered", type: typeOfId(id), id, text: "", because: [untilRunFinishes(run)], neighbours: [] };
  }
  await commitMergeBuffer(ctx);
  const name = { op: "outcome", reason: `outcome: ${id} ${cleaned.decision}` };
  const { agent, session } = ctx.actor;
  const noted = await changeTree(ctx, name, (change) =>
    stageAnswer(change, id, cleaned, ctx.clock.now(), { agent, session }),
  );
  if (cleaned.decision === "later") await postpone(ctx, noted.id ?? id, cleaned.until);
  return noted;
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

/** A chain of recurrences is one lesson: what is said of any of them is noted on the newest. */
function carrierOf(tree: Store, head: EntryMeta): EntryMeta {
  if (head.type !== "correction") return head;
  const lesson = lessonsOf(tree.where({ type: "correction" })).find(({ members }) =>
    members.some((member) => member.id === head.id),
  );
  return lesson?.carrier ?? head;
}

/** Only corrections and insights are asked about, and only a correction holds or fails. */
function refuseType(id: string, type: EntryType, { decision }: Answer): void {
  if (!isLearning({ type })) {
    const kind = type === "outcome" ? "an outcome" : "a memory";
    throw new TenetError(`${id} is ${kind}; questions are about corrections and insights`, {
      failure: "usage",
      hint: `See what it is about: tenet show ${id}`,
    });
  }
  if ((decision === "held" || decision === "failed") && type !== "correction") {
    throw new TenetError(`${id} is an insight; --held and --failed answer for corrections`, {
      failure: "usage",
      hint: `tenet outcome ${id} --verdict <validated|invalidated|mixed> --result "<what happened>"`,
    });
  }
}

function refuseAnswer(head: EntryMeta, given: Answer, tier: Tier): void {
  if (isLearning(head) && !isLive(head)) {
    const by = head.superseded_by === undefined ? "" : ` by ${head.superseded_by}`;
    const state = head.status === "superseded" || head.status === "forgotten" ? head.status : head.review?.state;
    throw new TenetError(`${head.id} no longer counts: it is ${state}${by}`, {
      failure: "usage",
      code: "not-live",
      hint: head.superseded_by === undefined ? "Nothing waits for an answer." : `Answer for ${head.superseded_by}.`,
    });
  }
  refuseType(head.id, head.type, given);
  if (given.decision === "failed" && !mayFail(tier, head.tier)) {
    throw new TenetError(`${head.id} is trusted more (${head.tier}) than who answers (${tier})`, {
      failure: "refused",
      code: "less-trusted",
      hint: "Record what happened as a correction of your own: tenet correct",
    });
  }
}

/** Stages an answer in a change. `later` is remembered outside the tree by the caller. */
export async function stageAnswer(
  change: Change,
  id: string,
  given: Answer,
  now: Date,
  who: Pick<Stick, "agent" | "session">,
): Promise<Captured> {
  const head = change.tree.head(id);
  const carrier = head === undefined ? id : carrierOf(change.tree, head).id;
  const entry = await change.entry(carrier);
  const because = carrier === id ? [] : [`${id} was repeated as ${carrier}, which carries the question for both.`];
  const { patch, summary } = patchOf(entry, given, now, who);
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
    decision: given.decision,
    type: entry.type,
    id: carrier,
    ...place,
    text: claimOf(entry),
    stakes: stakesOf(entry),
    because: [...because, summary],
    neighbours: [],
  });
}

/** What an answer changes on the entry, and one sentence about it. */
function patchOf(
  entry: Entry,
  given: Answer,
  now: Date,
  who: Pick<Stick, "agent" | "session">,
): { patch: Patch; summary: string } {
  const at = stamp(now);
  const stuck = (verdict: "held" | "failed", evidence: string) =>
    answeredAfter(stickOf(entry), { verdict, at, evidence, ...who });
  const answered: Patch = entry.status === "inconclusive" ? { status: "active" } : {};
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
      return { patch: answered, summary: `It is asked again from ${stamp(given.until)} on.` };
    case "irrelevant":
      return irrelevantPatch(entry);
  }
}

function irrelevantPatch(entry: Entry): { patch: Patch; summary: string } {
  if (isLearning(entry) && entry.outcome !== undefined) {
    return { patch: {}, summary: `It turned out ${entry.outcome} already; nothing is asked about it.` };
  }
  if (entry.status === "promoted") {
    const flags = [...new Set([...(entry.flags ?? []), IRRELEVANT])];
    return { patch: { flags }, summary: "It is a rule: its removal is proposed at the next digest." };
  }
  return {
    patch: entry.status === "inconclusive" ? {} : { status: "inconclusive" },
    summary: "It is not asked about any more; the entry stays.",
  };
}

/** Remembers until when an entry is not asked about. */
export async function postpone(ctx: Context, id: string, until: Date): Promise<void> {
  const at = stamp(ctx.clock.now());
  await changeQuestions(ctx, "outcome", async (now) => {
    const later = [...now.later.filter((one) => one.id !== id), { id, until: stamp(until), at }];
    return { keep: { ...now, later }, answer: undefined };
  });
}
