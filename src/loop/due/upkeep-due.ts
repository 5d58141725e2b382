/**
 * What is to be done without a question: interrupted writes, stale runs, what this machine noticed and no record says.
 * Looks only, and loads nothing that writes: most heartbeats find nothing.
 */
import type { Context } from "../../context.js";
import { isChangePending } from "../../store/files/transaction.js";
import type { Store } from "../../store/open-store.js";
import { openRuns, STALE_RUN_DAYS } from "../../store/state/runs.js";
import { daysBetween } from "../../text/durations.js";
import { noticed } from "./noticed.js";
import type { TimedChange } from "./timed-change.js";

/** Tidying that is due, found by looking at heads alone. */
export interface Upkeep {
  /** A change was decided and is not complete. */
  isInterrupted: boolean;
  staleRuns: { id: string; opened: string; writes: number }[];
  changes: TimedChange[];
}

/** Looks for everything that is overdue. Reads only. */
export async function upkeepDue(ctx: Context, tree: Store): Promise<Upkeep> {
  const { workspace: ws, clock } = ctx;
  const now = clock.now();
  const staleRuns = openRuns(ws)
    .filter(({ opened }) => daysBetween(opened, now) >= STALE_RUN_DAYS)
    .map(({ id, opened, writes }) => ({ id, opened, writes: writes.length }));
  return { isInterrupted: isChangePending(ws), staleRuns, changes: noticed(ctx, tree) };
}
