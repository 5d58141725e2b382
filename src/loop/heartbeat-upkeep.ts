/**
 * What a heartbeat finds to do: interrupted writes, stale runs, expired reviews, corrections that held, rules to look
 * after. Looks only, and loads nothing that writes: most heartbeats find nothing.
 */

import { provenNow } from "../clock.js";
import { isStale } from "../contacts/policy/rank.js";
import { endOf } from "../contacts/policy/validity.js";
import type { Context } from "../context.js";
import { type Blocker, blockersByEntry } from "../entry/blocking.js";
import { CONTACT_SCOPE } from "../entry/contact-scope.js";
import { isApproved, isLive } from "../entry/entry.js";
import { knownStick, type Lesson, lessonsOf, writtenAt } from "../entry/lessons.js";
import { cutsOf } from "../entry/near-cuts.js";
import { openPairs } from "../entry/pairs.js";
import { isExpired } from "../entry/status.js";
import type { Opportunity } from "../entry/triggers.js";
import { isErasing } from "../forget/erasing.js";
import { type RulesStatus, readRulesStatus } from "../rules/rules-status.js";
import { readCheckFacts } from "../store/check-log.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { readMergeBuffer, STALE_RUN_DAYS, unfinishedRuns } from "../store/runs.js";
import { readOpportunities } from "../store/sessions.js";
import { daysBetween, HOUR_MS } from "../text/durations.js";
import type { Pending } from "./loop-schemas.js";
import { brokenSince, stickStateOf } from "./stick.js";

/** One field change that time brought, checked again under the lock before it is made. */
export interface TimedChange {
  id: string;
  does: "expire" | "settle" | "fail" | "inconclusive" | "close";
  /** One plain sentence, in the past tense. */
  summary: string;
  evidence?: string;
  /** When a correction that held last came up. */
  came_up?: string;
  /** When a correction failed. */
  at?: string;
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
  upkeep.changes.push(...holding(ctx, tree));
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

/** Facts about contacts that nobody said again or used in so many days: they hold no longer. What is pinned only a person ends. */
function unconfirmed(tree: Store, ttl: number, now: Date): TimedChange[] {
  const heads = tree
    .where({ type: "memory", scope: { begins: CONTACT_SCOPE } })
    .filter((head) => isLive(head) && head.pinned !== true);
  return heads
    .filter((head) => endOf(head) === Number.POSITIVE_INFINITY && isStale(head, ttl, now))
    .map(({ id }) => ({ id, does: "close", summary: `${id} ended: nobody confirmed it in ${ttl} days` }));
}

type Here = Pick<Context, "workspace" | "profile" | "clock">;

/** Corrections that held by now, or that a check saw broken, which the next heartbeat writes down. */
export function holding(ctx: Here, tree: Store): TimedChange[] {
  return withoutUndecided(proven(ctx, tree), tree, { cuts: cutsOf(ctx.profile), now: provenNow(ctx.clock) });
}

/** Corrections that nobody is asked about: what proves them is known, though an open pair may keep it back. */
export function provenByNow(ctx: Here, tree: Store): Set<string> {
  return new Set(proven(ctx, tree).map(({ id }) => id));
}

function proven(ctx: Here, tree: Store): Settling[] {
  const now = provenNow(ctx.clock);
  const checks = readCheckFacts(ctx.workspace);
  const kept = checks.flatMap(({ id, at, day, kind }) => (kind === "held" ? { id, at, session: `check-${day}` } : []));
  const opportunities = [...readOpportunities(ctx.workspace), ...goodOutcomes(tree), ...kept];
  // Without either nothing can have held.
  if (opportunities.length + checks.length === 0 && ctx.profile.stick.silence !== "held") return [];
  const cameUp = new Map<string, Opportunity[]>();
  for (const one of opportunities) {
    const known = cameUp.get(one.id);
    if (known === undefined) cameUp.set(one.id, [one]);
    else known.push(one);
  }
  return lessonsOf(tree.where({ type: "correction" })).flatMap((lesson): Settling[] => {
    const broken = brokenSince(lesson, checks, now);
    if (broken !== undefined) {
      const { id } = lesson.carrier;
      const evidence = `tenet check found it broken in ${broken.place}`;
      return [{ lesson, id, does: "fail", at: broken.at, evidence, summary: `${id} failed: ${evidence}` }];
    }
    const mine = lesson.members.flatMap(({ id }) => cameUp.get(id) ?? []);
    const { settles } = stickStateOf(lesson, mine, ctx.profile.stick, now);
    if (settles === undefined) return [];
    const { id } = lesson.carrier;
    const { verdict: _, ...known } = settles;
    return [{ lesson, id, does: "settle", ...known, summary: `${id} held: it ${settles.evidence}` }];
  });
}

interface Settling extends TimedChange {
  lesson: Lesson<EntryMeta>;
}

/** Leaves out what an open pair keeps from `held`: while two that are near may contradict, neither has proved itself. */
function withoutUndecided(
  changes: readonly Settling[],
  tree: Store,
  when: Parameters<typeof blockersByEntry>[1],
): TimedChange[] {
  const settling = changes.filter(({ does }) => does === "settle");
  const blockers = settling.length === 0 ? undefined : blockersByEntry(openPairs(tree), when);
  if (blockers === undefined || blockers.size === 0) return changes.map(timedChange);
  const holdingNow = new Set(settling.flatMap(({ lesson }) => lesson.members.map(({ id }) => id)));
  const wouldBeRule = (other: EntryMeta) =>
    other.status === "promoted" || knownStick(other)?.verdict === "held" || holdingNow.has(other.id);
  const isUndecided = ({ lesson, does }: Settling) => {
    const own = new Set(lesson.members.map(({ id }) => id));
    const isKept = ({ other, betweenRules }: Blocker<EntryMeta>) =>
      !own.has(other.id) && (!betweenRules || wouldBeRule(other));
    return does === "settle" && [...own].some((id) => blockers.get(id)?.some(isKept) === true);
  };
  return changes.filter((one) => !isUndecided(one)).map(timedChange);
}

function timedChange({ lesson: _, ...change }: Settling): TimedChange {
  return change;
}

/** A correction that an outcome calls validated came up where that was recorded. */
function goodOutcomes(tree: Store): Opportunity[] {
  const good = tree.where({ type: "outcome", verdict: "validated" }).filter((head) => isLive(head) && isApproved(head));
  return good.flatMap(({ references = [], agent, session = `adhoc-${agent}`, ...head }) =>
    references.map((id) => ({ id, at: writtenAt(head), session })),
  );
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

const MINUTE_MS = 60_000;
/** So many of the newest entries are looked through for one that is not dated in the future. */
const NEWEST = 20;

/** True within `debounce_minutes` of the last capture: somebody is at work. */
export function isDebounced({ clock, profile }: Context, tree: Store): boolean {
  const now = clock.now().getTime();
  const last = tree
    .newest(NEWEST)
    .map(({ timestamp }) => Date.parse(timestamp))
    .find((at) => at <= now);
  return last !== undefined && now - last < profile.digest.debounce_minutes * MINUTE_MS;
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
  const known = readRulesStatus(ctx, tree.database);
  if (known !== undefined && known.tree === tree.hash && known.settings === settingsOf(ctx)) {
    const due = !how.doubted && isDigestDue(ctx, known) && !isDebounced(ctx, tree);
    if (!due || ctx.actor.run !== undefined) return { pending: pendingIn(known), did: [] };
  }
  return await (await import("./heartbeat-rules.js")).workOnRules(ctx, tree, how);
}
