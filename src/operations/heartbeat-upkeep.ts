/** What a heartbeat tidies before it asks: interrupted writes, stale runs, expired reviews, settled sticks. */
import { daysBetween, stamp } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import type { Entry } from "../memory/entry.js";
import { isExpired } from "../memory/review.js";
import { type Lesson, lessonsOf, stickOf } from "../memory/stick.js";
import { type Change, changeTree } from "../tree/change.js";
import { COMMAND_WAIT_MS, withLock } from "../tree/lock.js";
import { allRuns, readMergeBuffer, readRun, runFile } from "../tree/runs.js";
import { readOpportunities } from "../tree/sessions.js";
import type { Head, Tree } from "../tree/tree.js";
import { commitMergeBuffer } from "./commit-buffer.js";
import { dropRun, finishRun } from "./run.js";
import { checkReview, checkStatus } from "./transition.js";

/** A run that nobody finished for this many days is dropped. */
const STALE_RUN_DAYS = 7;

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
  /** Captures wait for git, or a run stopped while it was committed. */
  commits: string[];
  staleRuns: { id: string; opened: string; writes: number }[];
  changes: TimedChange[];
}

/** Looks for everything that is overdue. `doubted`: the clock is not believed, so nothing runs out. Reads only. */
export async function upkeepDue(ctx: Context, tree: Tree, doubted: boolean): Promise<Upkeep> {
  const { workspace: ws, clock, profile } = ctx;
  const now = clock.now();
  const upkeep: Upkeep = { replay: tree.pending, commits: [], staleRuns: [], changes: [] };
  if (((await readMergeBuffer(ws))?.writes.length ?? 0) > 0) upkeep.commits.push("captures from the time of a merge");
  for (const run of await allRuns(ws)) {
    if (run.state === "finishing") upkeep.commits.push(`run ${run.id}`);
    if (doubted || run.state !== "open" || daysBetween(run.opened, now) < STALE_RUN_DAYS) continue;
    upkeep.staleRuns.push({ id: run.id, opened: run.opened, writes: run.writes.length });
  }
  if (doubted) return upkeep;
  upkeep.changes.push(...expiring(tree.heads, profile.review.expire_days, now));
  upkeep.changes.push(...(await settling(ctx, lessonsOf(tree.heads), now)));
  return upkeep;
}

function expiring(heads: readonly Head[], expireDays: number, now: Date): TimedChange[] {
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

async function settling(ctx: Context, lessons: readonly Lesson<Head>[], now: Date): Promise<TimedChange[]> {
  const open = lessons.filter(({ carrier }) => carrier.stick?.verdict !== "held");
  if (open.length === 0) return [];
  const opportunities = await readOpportunities(ctx.workspace);
  if (opportunities.length === 0 && ctx.profile.stick.silence !== "held") return [];
  return open.flatMap((lesson): TimedChange[] => {
    const { settles } = stickOf(lesson, opportunities, ctx.profile.stick, now);
    if (settles === undefined) return [];
    const { id } = lesson.carrier;
    return [{ id, does: "settle", evidence: settles.evidence, says: `${id} held: it ${settles.evidence}` }];
  });
}

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
  if (kept > 0) did.push(`committed ${kept} ${kept === 1 ? "capture" : "captures"} from the time of a merge`);
  for (const run of await allRuns(ctx.workspace)) {
    if (run.state !== "finishing") continue;
    const { count } = await finishRun(ctx, run.id);
    did.push(`finished committing run ${run.id} (${count} left)`);
  }
  return did;
}

async function dropStale(ctx: Context, id: string): Promise<string[]> {
  const { workspace: ws, clock } = ctx;
  const now = clock.now();
  return await withLock(ws.lock, "heartbeat", COMMAND_WAIT_MS, async () => {
    const run = await readRun(ws, id);
    if (run?.state !== "open" || daysBetween(run.opened, now) < STALE_RUN_DAYS) return [];
    const why = `open since ${run.opened}`;
    await dropRun(ctx, runFile(ws, id), run, "dropped", stamp(now), why);
    return [`dropped run ${id}, ${why}, with ${run.writes.length} writes`];
  });
}

/** Makes timed changes as one change of the tree, each only where it still fits what is there now. */
export async function makeChanges(ctx: Context, changes: readonly TimedChange[]): Promise<string[]> {
  const [only] = changes;
  if (only === undefined) return [];
  const reason = changes.length === 1 ? `heartbeat: ${only.says}` : `heartbeat: ${changes.length} entries`;
  return await changeTree(ctx, { op: "heartbeat", reason }, async (change) => {
    const did: string[] = [];
    for (const one of changes) if (await makeChange(change, one, ctx.clock.now())) did.push(one.says);
    return did;
  });
}

async function makeChange(change: Change, timed: TimedChange, now: Date): Promise<boolean> {
  if (change.tree.head(timed.id) === undefined) return false;
  const entry = await change.entry(timed.id);
  const patch = patchFor(entry, timed, stamp(now));
  if (patch === undefined) return false;
  await change.update(timed.id, patch);
  return true;
}

/** The fields that change, or undefined where somebody answered meanwhile. */
function patchFor(entry: Entry, { does, evidence = "" }: TimedChange, at: string): Record<string, unknown> | undefined {
  if (does === "expire") {
    if (entry.review?.state !== "needs_review") return undefined;
    checkReview(entry, "expired", "time");
    return { review: { ...entry.review, state: "expired", at } };
  }
  if (entry.type === "outcome") return undefined;
  if (does === "inconclusive") {
    if (entry.status !== "active" || entry.outcome !== undefined || entry.stick?.verdict === "held") return undefined;
    checkStatus(entry, "inconclusive");
    return { status: "inconclusive" };
  }
  if (entry.type !== "correction" || entry.stick?.verdict === "held") return undefined;
  const answered = entry.status === "inconclusive" ? { status: "active" } : {};
  const validated = entry.outcome === undefined ? { outcome: "validated", outcome_date: at } : {};
  return { stick: { verdict: "held", at, evidence }, ...validated, ...answered };
}
