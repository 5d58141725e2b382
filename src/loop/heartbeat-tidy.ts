/** Does what a heartbeat found to tidy. Loaded only when it found something. */

import { finishFirst } from "../capture/finish-first.js";
import { makeChanges } from "../capture/timed-changes.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { changeTree } from "../store/change/change.js";
import { tendVerb } from "../store/change/prepare-write.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import type { Upkeep } from "../store/loop/upkeep-due.js";
import { readRun, STALE_RUN_DAYS, unfinishedRuns } from "../store/runs.js";
import { daysBetween, stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { dropRun, finishRun } from "./run.js";

/** Does what {@link upkeepDue} found; answers what was done. While git or another writer is busy it does nothing. */
export async function doUpkeep(ctx: Context, upkeep: Upkeep): Promise<string[]> {
  const did: string[] = [];
  try {
    if (upkeep.replay) {
      await changeTree(
        ctx,
        { ...tendVerb("heartbeat"), captures: true, reason: "heartbeat: complete an interrupted write" },
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
  const kept = (await finishFirst(ctx)).filter((one) => one.refused === undefined).length;
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
