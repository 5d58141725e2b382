/** Does the upkeep of a heartbeat. Loaded by `upkeep.ts` only when there is some. */

import { finishFirst } from "../capture/finish-first.js";
import { makeChanges } from "../capture/persist/timed-changes.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { changeTree } from "../store/change/change.js";
import { tendVerb } from "../store/change/prepare-write.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import { readRun, STALE_RUN_DAYS, unfinishedRuns } from "../store/state/runs.js";
import { daysBetween, stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import type { Upkeep } from "./due/upkeep-due.js";
import { dropRun, finishRun } from "./run.js";

/** Does what {@link upkeepDue} found; returns one sentence per action. Stops while git or another writer is busy. */
export async function doUpkeep(ctx: Context, upkeep: Upkeep): Promise<string[]> {
  const actions: string[] = [];
  try {
    if (upkeep.isInterrupted) {
      await changeTree(
        ctx,
        { ...tendVerb("heartbeat"), captures: true, reason: "heartbeat: complete an interrupted write" },
        async () => undefined,
      );
      actions.push("completed an interrupted write");
    }
    if (upkeep.commits.length > 0) actions.push(...(await commitWaiting(ctx)));
    for (const { id } of upkeep.staleRuns) actions.push(...(await dropStale(ctx, id)));
    actions.push(...(await makeChanges(ctx, upkeep.changes)));
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
    ctx.warn(`${error.message} What is due is printed; the rest waits for the next heartbeat.`);
  }
  return actions;
}

async function commitWaiting(ctx: Context): Promise<string[]> {
  const actions: string[] = [];
  const storedCount = (await finishFirst(ctx)).filter((one) => one.refused === undefined).length;
  if (storedCount > 0) actions.push(`committed ${counted(storedCount, "capture")} from the time of a merge`);
  for (const run of unfinishedRuns(ctx.workspace)) {
    if (run.state !== "finishing") continue;
    const { count } = await finishRun(ctx, run.id);
    actions.push(`finished committing run ${run.id} (${count} left)`);
  }
  return actions;
}

async function dropStale(ctx: Context, id: string): Promise<string[]> {
  const { workspace: ws, clock } = ctx;
  const now = clock.now();
  return await withLock(ws.lock, "heartbeat", patienceOf(ctx), async () => {
    const run = readRun(ws, id);
    if (run?.state !== "open" || daysBetween(run.opened, now) < STALE_RUN_DAYS) return [];
    const why = `open since ${run.opened}`;
    dropRun(ctx, run, "dropped", stamp(now), why);
    return [`dropped run ${id}, ${why}, with ${run.writes.length} writes`];
  });
}
