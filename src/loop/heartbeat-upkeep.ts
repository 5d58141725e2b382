/**
 * What a heartbeat finds to tidy: interrupted writes, stale runs, expired reviews, settled sticks. Looks only, and loads
 * nothing that writes: most heartbeats find nothing.
 */
import { daysBetween } from "../clock.js";
import type { Context } from "../context.js";
import { isExpired } from "../entry/review-states.js";
import { isErasing } from "../forget/erasing.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { readMergeBuffer, unfinishedRuns } from "../store/runs.js";
import { readOpportunities } from "../store/sessions.js";
import { lessonsOf, stickOf } from "./stick.js";

/** A run that nobody finished for this many days is dropped. */
export const STALE_RUN_DAYS = 7;

/** One field change that time brought, checked again under the lock before it is made. */
export interface TimedChange {
  id: string;
  does: "expire" | "settle" | "inconclusive";
  /** One plain sentence, in the past tense. */
  says: string;
  evidence?: string;
}

/** What is to be tidied, by looking at heads alone. */
export interface Upkeep {
  /** An interrupted change waits to be completed. */
  replay: boolean;
  /** Captures wait for git, a run stopped while it was committed, or an erasing is not complete. */
  commits: string[];
  staleRuns: { id: string; opened: string; writes: number }[];
  changes: TimedChange[];
}

/** True when there is nothing to tidy. */
export function isIdle({ replay, commits, staleRuns, changes }: Upkeep): boolean {
  return !replay && commits.length + staleRuns.length + changes.length === 0;
}

/** Looks for everything that is overdue. `doubted`: the clock is not believed, so nothing runs out. Reads only. */
export async function upkeepDue(ctx: Context, tree: Store, doubted: boolean): Promise<Upkeep> {
  const { workspace: ws, clock, profile } = ctx;
  const now = clock.now();
  const upkeep: Upkeep = { replay: tree.pending, commits: [], staleRuns: [], changes: [] };
  if (isErasing(ws)) upkeep.commits.push("the rest of an erasing");
  if (((await readMergeBuffer(ws))?.writes.length ?? 0) > 0) upkeep.commits.push("captures from the time of a merge");
  for (const run of await unfinishedRuns(ws)) {
    if (run.state === "finishing") upkeep.commits.push(`run ${run.id}`);
    if (doubted || run.state !== "open" || daysBetween(run.opened, now) < STALE_RUN_DAYS) continue;
    upkeep.staleRuns.push({ id: run.id, opened: run.opened, writes: run.writes.length });
  }
  if (doubted) return upkeep;
  upkeep.changes.push(...expiring(tree.withAny("review"), profile.review.expire_days, now));
  upkeep.changes.push(...(await settling(ctx, tree, now)));
  return upkeep;
}

function expiring(heads: readonly EntryMeta[], expireDays: number, now: Date): TimedChange[] {
  return heads.flatMap((head): TimedChange[] => {
    if (head.review === undefined || head.status === "forgotten" || head.status === "superseded") return [];
    const waiting = {
      state: head.review.state,
      since: head.review.at ?? head.timestamp,
      imported: head.imported !== undefined,
    };
    if (!isExpired(waiting, expireDays, now)) return [];
    const says = `${head.id} expired: nobody looked at it in ${expireDays} days`;
    return [{ id: head.id, does: "expire", says }];
  });
}

async function settling(ctx: Context, tree: Store, now: Date): Promise<TimedChange[]> {
  const opportunities = readOpportunities(ctx.workspace);
  // Without either nothing can have held.
  if (opportunities.length === 0 && ctx.profile.stick.silence !== "held") return [];
  return lessonsOf(tree.heads).flatMap((lesson): TimedChange[] => {
    const { settles } = stickOf(lesson, opportunities, ctx.profile.stick, now);
    if (settles === undefined) return [];
    const { id } = lesson.carrier;
    return [{ id, does: "settle", evidence: settles.evidence, says: `${id} held: it ${settles.evidence}` }];
  });
}
