/**
 * What is to be done without a question: interrupted writes, stale runs, what this machine noticed and no record says.
 * Looks only, and loads nothing that writes: most heartbeats find nothing.
 */
import type { Context } from "../../context.js";
import { isChangePending } from "../../store/files/transaction.js";
import type { Store } from "../../store/open-store.js";
import { isErasing } from "../../store/state/erasing.js";
import { readMergeBuffer, STALE_RUN_DAYS, unfinishedRuns } from "../../store/state/runs.js";
import { daysBetween } from "../../text/durations.js";
import { noticed } from "./noticed.js";
import type { TimedChange } from "./timed-change.js";

/** Tidying that is due, found by looking at heads alone. */
export interface Upkeep {
  isInterrupted: boolean;
  /** Captures wait for git, a run stopped while it was committed, or an erasing is not complete. */
  commits: string[];
  staleRuns: { id: string; opened: string; writes: number }[];
  changes: TimedChange[];
}

/** Looks for everything that is overdue. Reads only. */
export async function upkeepDue(ctx: Context, tree: Store): Promise<Upkeep> {
  const { workspace: ws, clock } = ctx;
  const now = clock.now();
  const changes = noticed(ctx, tree);
  const upkeep: Upkeep = { isInterrupted: isChangePending(ws), commits: [], staleRuns: [], changes };
  if (isErasing(ws)) upkeep.commits.push("the rest of an erasing");
  if ((readMergeBuffer(ws)?.writes.length ?? 0) > 0) upkeep.commits.push("captures from the time of a merge");
  for (const run of unfinishedRuns(ws)) {
    if (run.state === "finishing") upkeep.commits.push(`run ${run.id}`);
    if (run.state !== "open" || daysBetween(run.opened, now) < STALE_RUN_DAYS) continue;
    upkeep.staleRuns.push({ id: run.id, opened: run.opened, writes: run.writes.length });
  }
  return upkeep;
}
