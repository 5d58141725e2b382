/** Does what a heartbeat found to tidy. Loaded only when it found something. */

import { checkReview, checkStatus, commitMergeBuffer } from "../capture/before-write.js";
import { noteVerdict } from "../capture/persist/persist-outcome.js";
import type { Context } from "../context.js";
import { type Correction, type Entry, isJudged, isLive } from "../entry/entry.js";
import { leastTrusted } from "../entry/trust.js";
import { TenetError } from "../errors.js";
import { type Change, changeTree } from "../store/change/change.js";
import { endingPatch } from "../store/facts/close-fact.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import { answeredAfter } from "../store/forgetting/consequences.js";
import { heldRulesOf } from "../store/loop/held-later.js";
import type { TimedChange } from "../store/loop/timed-change.js";
import { readRun, STALE_RUN_DAYS, unfinishedRuns } from "../store/runs.js";
import { defined } from "../text/defined.js";
import { daysBetween, stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import type { Upkeep } from "./heartbeat-upkeep.js";
import { dropRun, finishRun } from "./run.js";

/** Does what {@link upkeepDue} found; answers what was done. While git or another writer is busy it does nothing. */
export async function doUpkeep(ctx: Context, upkeep: Upkeep): Promise<string[]> {
  const did: string[] = [];
  try {
    if (upkeep.replay) {
      await changeTree(
        ctx,
        { op: "heartbeat", reason: "heartbeat: complete an interrupted write" },
        async () => undefined,
      );
      did.push("completed an interrupted write");
    }
    if (upkeep.commits.length > 0) did.push(...(await commitWaiting(ctx)));
    for (const { id } of upkeep.staleRuns) did.push(...(await dropStale(ctx, id)));
    did.push(...(await makeChanges(ctx, upkeep.changes)));
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
    ctx.warn(`${error.message} What is due is printed; the rest waits for the next heartbeat.`);
  }
  return did;
}

async function commitWaiting(ctx: Context): Promise<string[]> {
  const did: string[] = [];
  const kept = (await commitMergeBuffer(ctx)).filter((one) => one.refused === undefined).length;
  if (kept > 0) did.push(`committed ${counted(kept, "capture")} from the time of a merge`);
  for (const run of await unfinishedRuns(ctx.workspace)) {
    if (run.state !== "finishing") continue;
    const { count } = await finishRun(ctx, run.id);
    did.push(`finished committing run ${run.id} (${count} left)`);
  }
  return did;
}

async function dropStale(ctx: Context, id: string): Promise<string[]> {
  const { workspace: ws, clock } = ctx;
  const now = clock.now();
  return await withLock(ws.lock, "heartbeat", patienceOf(ctx), async () => {
    const run = await readRun(ws, id);
    if (run?.state !== "open" || daysBetween(run.opened, now) < STALE_RUN_DAYS) return [];
    const why = `open since ${run.opened}`;
    await dropRun(ctx, run, "dropped", stamp(now), why);
    return [`dropped run ${id}, ${why}, with ${run.writes.length} writes`];
  });
}

/** Makes timed changes as one change of the tree, each only where it still fits what is there now. */
export async function makeChanges(ctx: Context, changes: readonly TimedChange[]): Promise<string[]> {
  const [only] = changes;
  if (only === undefined) return [];
  const reason = changes.length === 1 ? `heartbeat: ${only.summary}` : `heartbeat: ${changes.length} entries`;
  return await changeTree(ctx, { op: "heartbeat", reason }, async (change) => {
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

/** What an outcome in the tree says counts as told by somebody: nobody was seen who wrote it. */
async function makeJudgement(change: Change, known: Entry, outcome: Entry, ctx: Context): Promise<boolean> {
  if (!isJudged(known) || outcome.type !== "outcome" || (known.outcome_date ?? "") >= outcome.timestamp) return false;
  const told = { ...outcome, tier: leastTrusted([outcome.tier, "relayed"]) };
  await noteVerdict(change, told, known, { ...heldRulesOf(ctx), now: ctx.clock.now() });
  return true;
}

/** The fields that change, or undefined where somebody answered meanwhile. */
function patchFor(
  entry: Entry,
  { does, evidence = "", came_up, at: failed }: TimedChange,
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
  if (does === "fail") return failedBy(entry, failed ?? at, evidence);
  if (entry.stick?.verdict === "held") return undefined;
  const answered = entry.status === "inconclusive" ? { status: "active" } : {};
  const validated = entry.outcome === undefined ? { outcome: "validated", outcome_date: at } : {};
  return { stick: defined({ verdict: "held", at, evidence, came_up }), ...validated, ...answered };
}

/** A check saw it broken; an answer that is younger than that stands. */
function failedBy(entry: Correction, at: string, evidence: string): Record<string, unknown> | undefined {
  if (entry.stick !== undefined && entry.stick.at >= at) return undefined;
  const answered = entry.status === "inconclusive" ? { status: "active" } : {};
  return { stick: answeredAfter(entry.stick, { verdict: "failed", at, evidence }), ...answered };
}
