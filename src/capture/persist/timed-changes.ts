/**
 * Makes the changes that are due by time: expired reviews, corrections that held, expired questions. Called by
 * heartbeats and before a digest.
 */
import type { Context } from "../../context.js";
import { type Correction, type Entry, isJudged } from "../../entry/entry.js";
import { leastTrusted } from "../../entry/gates/trust.js";
import { isLive } from "../../entry/gates/visible.js";
import { stickAfter } from "../../entry/repetition.js";
import { settling } from "../../loop/due/settling.js";
import type { TimedChange } from "../../loop/due/timed-change.js";
import { type Change, changeTree } from "../../store/change/change.js";
import { tendVerb } from "../../store/change/prepare-write.js";
import { checkReview, checkStatus } from "../../store/change/transitions.js";
import { endingPatch } from "../../store/contacts/close-fact.js";
import { openStore } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { noteVerdict } from "./persist-outcome.js";

/** Records which corrections have held. Called before a digest, so that it does not depend on heartbeats. */
export async function settleSticks(ctx: Context): Promise<void> {
  const tree = await openStore(ctx);
  const due = settling(ctx, tree);
  if (due.length === 0) return;
  await makeChanges(ctx, due);
}

/** Makes timed changes as one change of the tree, each only where it still applies. */
export async function makeChanges(ctx: Context, changes: readonly TimedChange[]): Promise<string[]> {
  const [firstChange] = changes;
  if (firstChange === undefined) return [];
  const reason = changes.length === 1 ? `heartbeat: ${firstChange.summary}` : `heartbeat: ${changes.length} entries`;
  return await changeTree(ctx, { ...tendVerb("heartbeat"), captures: true, reason }, async (change) => {
    const did: string[] = [];
    for (const one of changes) if (await makeChange(change, one, ctx)) did.push(one.summary);
    return did;
  });
}

async function makeChange(change: Change, timed: TimedChange, ctx: Context): Promise<boolean> {
  if (change.tree.head(timed.id) === undefined) return false;
  const entry = await change.entry(timed.id);
  if (timed.by !== undefined) return await makeJudgement(change, entry, await change.entry(timed.by), ctx);
  const patch = patchFor(entry, timed, stamp(ctx.clock.now()));
  if (patch === undefined) return false;
  await change.update(timed.id, patch);
  return true;
}

/** Applies an outcome from the tree. Its author was not observed, so it counts as relayed. */
async function makeJudgement(change: Change, judgedEntry: Entry, outcome: Entry, ctx: Context): Promise<boolean> {
  if (!isJudged(judgedEntry) || outcome.type !== "outcome" || (judgedEntry.outcome_date ?? "") >= outcome.timestamp)
    return false;
  const relayedOutcome = { ...outcome, tier: leastTrusted([outcome.tier, "relayed"]) };
  await noteVerdict(change, relayedOutcome, judgedEntry, { now: ctx.clock.now() });
  return true;
}

/** The patch of a timed change; undefined where an answer came in the meantime. */
function patchFor(
  entry: Entry,
  { does, evidence = "", came_up, at: failedAt }: TimedChange,
  at: string,
): Record<string, unknown> | undefined {
  if (does === "expire") {
    if (entry.review?.state !== "needs_review") return undefined;
    checkReview(entry, "expired", "time");
    return { review: { ...entry.review, state: "expired", at } };
  }
  if (does === "close") {
    return entry.type === "memory" && entry.valid_to === undefined && isLive(entry)
      ? endingPatch(entry, at)
      : undefined;
  }
  if (!isJudged(entry)) return undefined;
  if (does === "inconclusive") {
    if (entry.status !== "active" || entry.outcome !== undefined || entry.stick?.verdict === "held") return undefined;
    checkStatus(entry, "inconclusive");
    return { status: "inconclusive" };
  }
  if (entry.type !== "correction") return undefined;
  if (does === "fail") return failedBy(entry, failedAt ?? at, evidence);
  if (entry.stick?.verdict === "held") return undefined;
  const statusPatch = entry.status === "inconclusive" ? { status: "active" } : {};
  const outcomePatch = entry.outcome === undefined ? { outcome: "validated", outcome_date: at } : {};
  return { stick: defined({ verdict: "held", at, evidence, came_up }), ...outcomePatch, ...statusPatch };
}

/** A failed check marks a correction as failed, unless a younger answer exists. */
function failedBy(entry: Correction, at: string, evidence: string): Record<string, unknown> | undefined {
  if (entry.stick !== undefined && entry.stick.at >= at) return undefined;
  const statusPatch = entry.status === "inconclusive" ? { status: "active" } : {};
  return { stick: stickAfter(entry.stick, { verdict: "failed", at, evidence }), ...statusPatch };
}
