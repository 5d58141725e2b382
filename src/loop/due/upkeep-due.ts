/**
 * What time brought: interrupted writes, stale runs, expired reviews, corrections that held. Looks only, and loads nothing
 * that writes: most heartbeats find nothing.
 */
import type { Context } from "../../context.js";
import { CONTACT_SCOPE } from "../../entry/gates/contact-scope.js";
import { isLive } from "../../entry/gates/visible.js";
import { isJudgedType } from "../../entry/record-types.js";
import { isExpired } from "../../entry/status.js";
import { isErasing } from "../../forget/erasing.js";
import { isStale } from "../../recall/policy/rank.js";
import { endOf } from "../../store/contacts/policy/validity.js";
import { isChangePending } from "../../store/files/transaction.js";
import type { Row, Store } from "../../store/open-store.js";
import { readMergeBuffer, STALE_RUN_DAYS, unfinishedRuns } from "../../store/state/runs.js";
import { daysBetween } from "../../text/durations.js";
import { settling } from "./settling.js";
import type { TimedChange } from "./timed-change.js";

/** Tidying that is due, found by looking at heads alone. */
export interface Upkeep {
  isInterrupted: boolean;
  /** Captures wait for git, a run stopped while it was committed, or an erasing is not complete. */
  commits: string[];
  staleRuns: { id: string; opened: string; writes: number }[];
  changes: TimedChange[];
}

/** Days after which an entry that waits for review expires. */
const REVIEW_DAYS = 30;

/** Looks for everything that is overdue. Reads only. */
export async function upkeepDue(ctx: Context, tree: Store): Promise<Upkeep> {
  const { workspace: ws, clock, profile } = ctx;
  const now = clock.now();
  const upkeep: Upkeep = { isInterrupted: isChangePending(ws), commits: [], staleRuns: [], changes: [] };
  if (isErasing(ws)) upkeep.commits.push("the rest of an erasing");
  if ((readMergeBuffer(ws)?.writes.length ?? 0) > 0) upkeep.commits.push("captures from the time of a merge");
  for (const run of unfinishedRuns(ws)) {
    if (run.state === "finishing") upkeep.commits.push(`run ${run.id}`);
    if (run.state !== "open" || daysBetween(run.opened, now) < STALE_RUN_DAYS) continue;
    upkeep.staleRuns.push({ id: run.id, opened: run.opened, writes: run.writes.length });
  }
  upkeep.changes.push(...expiring(tree.withAny("review"), REVIEW_DAYS, now));
  upkeep.changes.push(...judging(tree, now), ...settling(ctx, tree));
  const { ttl_days: ttl } = profile.contacts;
  if (ttl !== null) upkeep.changes.push(...unconfirmed(tree, ttl, now));
  return upkeep;
}

function expiring(heads: readonly Row[], expireDays: number, now: Date): TimedChange[] {
  return heads.flatMap((head): TimedChange[] => {
    // A review set by the mode does not expire: another mode would open it again.
    if (
      head.review === undefined ||
      head.review.assumed === true ||
      head.status === "forgotten" ||
      head.status === "superseded"
    )
      return [];
    const waiting = {
      state: head.review.state,
      since: head.review.at ?? head.timestamp,
      imported: head.imported !== undefined,
    };
    if (!isExpired(waiting, expireDays, now)) return [];
    const summary = `${head.id} expired: nobody looked at it in ${expireDays} days`;
    return [{ id: head.id, does: "expire", summary }];
  });
}

/** Outcomes that a hand wrote, or that came from elsewhere, each as the newest of an entry it names. */
function judging(tree: Store, now: Date): TimedChange[] {
  const newest = new Map<string, Row>();
  for (const outcome of tree.judgingAnew()) {
    if (new Date(outcome.timestamp) > now) continue;
    for (const name of outcome.references ?? []) {
      const [only, ...more] = tree.head(name) === undefined ? tree.idsNamed(name.toUpperCase()) : [];
      const id = more.length > 0 ? name : (only ?? name);
      if (outcome.timestamp > (newest.get(id)?.timestamp ?? "")) newest.set(id, outcome);
    }
  }
  return [...newest].flatMap(([id, { id: by, timestamp, verdict }]): TimedChange[] => {
    const head = tree.head(id);
    if (head === undefined || !isJudgedType(head.type) || !isLive(head) || (head.outcome_date ?? "") >= timestamp)
      return [];
    return [{ id, does: "judge", by, summary: `${id} turned out ${verdict}, as ${by} says` }];
  });
}

/** Facts about contacts without a repeat or use for so many days: they end. Pinned facts end only by a person. */
function unconfirmed(tree: Store, ttl: number, now: Date): TimedChange[] {
  const heads = tree
    .where({ type: "memory", scope: { begins: CONTACT_SCOPE } })
    .filter((head) => isLive(head) && head.pinned !== true);
  return heads
    .filter((head) => endOf(head) === Number.POSITIVE_INFINITY && isStale(head, ttl, now))
    .map(({ id }) => ({ id, does: "close", summary: `${id} ended: nobody confirmed it in ${ttl} days` }));
}
