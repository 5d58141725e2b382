/**
 * What a heartbeat finds to do: interrupted writes, stale runs, expired reviews, corrections that held, rules to look
 * after. Looks only, and loads nothing that writes: most heartbeats find nothing.
 */

import type { Context } from "../context.js";
import { CONTACT_SCOPE } from "../entry/contact-scope.js";
import { isLive } from "../entry/entry.js";
import { isJudging } from "../entry/lessons.js";
import { isJudgedType } from "../entry/record-types.js";
import { isExpired } from "../entry/status.js";
import { isStale } from "../store/facts/policy/rank.js";
import { endOf } from "../store/facts/policy/validity.js";
import { isErasing } from "../store/forgetting/erasing.js";
import type { Pending } from "../store/loop/loop-schemas.js";
import { heldByNow, settling } from "../store/loop/settling.js";
import type { TimedChange } from "../store/loop/timed-change.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { type RulesStatus, readRulesStatus } from "../store/rules/rules-status.js";
import { readMergeBuffer, STALE_RUN_DAYS, unfinishedRuns } from "../store/runs.js";
import { daysBetween, HOUR_MS } from "../text/durations.js";

/** What is to be tidied, by looking at heads alone. */
export interface Upkeep {
  /** An interrupted change waits to be completed. */
  replay: boolean;
  /** Captures wait for git, a run stopped while it was committed, or an erasing is not complete. */
  commits: string[];
  staleRuns: { id: string; opened: string; writes: number }[];
  changes: TimedChange[];
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
  upkeep.changes.push(...judging(tree, now), ...settling(ctx, tree));
  const { ttl_days: ttl } = profile.contacts;
  if (ttl !== null) upkeep.changes.push(...unconfirmed(tree, ttl, now));
  return upkeep;
}

function expiring(heads: readonly EntryMeta[], expireDays: number, now: Date): TimedChange[] {
  return heads.flatMap((head): TimedChange[] => {
    // What nobody wrote does not run out: it is as the mode has it, and another mode would open it again.
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
  const newest = new Map<string, EntryMeta>();
  for (const outcome of tree.where({ type: "outcome" })) {
    if (!isJudging(outcome) || new Date(outcome.timestamp) > now) continue;
    for (const name of outcome.references ?? []) {
      const [only, ...more] = tree.head(name) === undefined ? tree.referredTo(name.toUpperCase(), "name") : [];
      const id = more.length > 0 ? name : (only?.id ?? name);
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

/** Facts about contacts that nobody said again or used in so many days: they hold no longer. What is pinned only a person ends. */
function unconfirmed(tree: Store, ttl: number, now: Date): TimedChange[] {
  const heads = tree
    .where({ type: "memory", scope: { begins: CONTACT_SCOPE } })
    .filter((head) => isLive(head) && head.pinned !== true);
  return heads
    .filter((head) => endOf(head) === Number.POSITIVE_INFINITY && isStale(head, ttl, now))
    .map(({ id }) => ({ id, does: "close", summary: `${id} ended: nobody confirmed it in ${ttl} days` }));
}

/** Beyond this gap since anything last happened, the clock is doubted. No workspace in use rests so long. */
const DOUBTFUL_DAYS = 366;

/** So long must a doubted clock stand by itself before anything runs out by it. */
const STABLE_HOURS = 20;

/**
 * Whether the present may be taken at its word. `newest` is the latest moment anything is known to have happened,
 * `leapt` the moment at which a leap was first noticed.
 */
export function timeLeap(
  now: Date,
  newest: string | undefined,
  leapt: string | undefined,
): { doubted: boolean; leapt?: string; because?: string } {
  if (newest === undefined) return { doubted: false };
  const gap = daysBetween(newest, now);
  if (gap <= DOUBTFUL_DAYS) return { doubted: false };
  const since = leapt === undefined ? Number.NaN : now.getTime() - new Date(leapt).getTime();
  if (since >= STABLE_HOURS * HOUR_MS) return { doubted: false };
  // A moment noted in another wrong future says nothing about this one.
  const noticed = since >= 0 ? leapt : undefined;
  return {
    doubted: true,
    leapt: noticed ?? now.toISOString(),
    because: `The clock stands ${Math.floor(gap)} days after anything that happened here. Nothing runs out by it until it has stayed so for ${STABLE_HOURS} hours.`,
  };
}

/** What the rules have to say to a heartbeat. */
export interface RulesReport {
  /** Versions that wait for a person. */
  pending: Pending[];
  /** What was done, or would be; one plain sentence each. */
  did: string[];
}

/** Whether what waits is enough, or has waited long enough, for a digest. */
export function isDigestDue(
  { clock, profile }: Context,
  { corrections, anything, since }: Pick<RulesStatus, "corrections" | "anything" | "since">,
): boolean {
  if (!anything) return false;
  if (corrections >= profile.digest.corrections) return true;
  return since === undefined || daysBetween(since, clock.now()) >= profile.digest.every_days;
}

/** Settings that decide what waits. */
export function settingsOf({ profile }: Context): string {
  const { agent, apply_mode, promotion, caps, people, files } = profile;
  return JSON.stringify([agent, apply_mode, promotion, caps, people, files]);
}

/** How many rules a digest would add now. */
export async function readyRules(ctx: Context, tree: Store): Promise<number> {
  return currentStatus(ctx, tree)?.ready ?? (await (await import("./heartbeat-rules.js")).readyRules(ctx, tree));
}

/** What was found out about the rules, where nothing that it depends on has changed since. */
function currentStatus(ctx: Context, tree: Store): RulesStatus | undefined {
  const known = readRulesStatus(ctx, tree.database);
  if (known?.tree !== tree.hash || known.settings !== settingsOf(ctx)) return undefined;
  // That a correction held by now is nothing that the tree says.
  return known.held.join() === [...heldByNow(ctx, tree).keys()].join() ? known : undefined;
}

/** What is known to wait, as it is printed. */
export function pendingIn({ versions }: Pick<RulesStatus, "versions">): Pending[] {
  return versions === undefined ? [] : [{ key: "version", kind: "version", ...versions }];
}

/**
 * Notices what people did to the rules and takes it over, joins branches, completes what was decided, and digests what
 * is due under the mode. Nothing of it is loaded while no file, no entry and no setting has changed and nothing is due.
 * `doubted`: the clock is not believed, so nothing is due by it.
 */
export async function tendRules(
  ctx: Context,
  tree: Store,
  how: { doubted: boolean; dryRun: boolean },
): Promise<RulesReport> {
  const known = currentStatus(ctx, tree);
  if (known !== undefined) {
    const due = !how.doubted && isDigestDue(ctx, known);
    if (!due || ctx.actor.run !== undefined) return { pending: pendingIn(known), did: [] };
  }
  return await (await import("./heartbeat-rules.js")).workOnRules(ctx, tree, how);
}
