/** Does the upkeep of a heartbeat. Loaded by `upkeep.ts` only when there is some. */

import { makeChanges } from "../capture/persist/timed-changes.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { changeTree } from "../store/change/change.js";
import { tendVerb } from "../store/change/prepare-write.js";
import type { Upkeep } from "./due/upkeep-due.js";
import { dropStaleRun } from "./run.js";

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
    for (const { id } of upkeep.staleRuns) actions.push(...dropStaleRun(ctx, id));
    actions.push(...(await makeChanges(ctx, upkeep.changes)));
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
    ctx.warn(`${error.message} What is due is printed; the rest waits for the next heartbeat.`);
  }
  return actions;
}
