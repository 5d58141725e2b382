/** `tenet run`: writes that count only when the run they belong to succeeds. */

import { askedTogether } from "../capture/asks.js";
import { captureAll } from "../capture/capture.js";
import type { Captured, Committed, RunAnswer } from "../capture/capture-schemas.js";
import { type CheckedDraft, checkDraft, claimIn } from "../capture/drafts/draft.js";
import { RefusedEntry } from "../capture/drafts/draft-list.js";
import type { ResultWrites } from "../capture/drafts/stated-drafts.js";
import { finishFirst } from "../capture/finish-first.js";
import { storeDrafts } from "../capture/judge-and-store.js";
import { stageLog } from "../capture/log.js";
import { bufferCaptures, reservedIds } from "../capture/runs/buffer.js";
import { type ApplyWrite, commitWrites, draftOf, FINAL } from "../capture/runs/commit-buffer.js";
import type { Context } from "../context.js";
import type { Reflexion, Use } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { requireLearning } from "../store/change/prepare-write.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { recordEvent } from "../store/ledger/ledger.js";
import { heldRulesOf } from "../store/loop/held-later.js";
import { postpone } from "../store/loop/question-log.js";
import { stageUse } from "../store/loop/stage-use.js";
import { statedReason } from "../store/people/people-only.js";
import {
  type BufferedAnswer,
  checkRunId,
  closedRun,
  closedRunFile,
  closeRun,
  newRun,
  type RunRecord,
  readRun,
  runFile,
  runText,
  writeRun,
} from "../store/runs.js";
import { readSession } from "../store/sessions.js";
import { canonicalClaim } from "../text/canonical.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { type Answer, noteOpportunity, stageAnswer } from "./answer.js";

function unknown(id: string): TenetError {
  return new TenetError(`There is no run ${id} here.`, {
    failure: "usage",
    code: "unknown-run",
    hint: `Open it first: tenet run start ${id}`,
    details: { run: id },
  });
}

function closed(
  id: string,
  { state }: RunRecord,
  why = "; its name cannot be used again.",
  hint = "Choose another name.",
): TenetError {
  const details = { run: id, state };
  return new TenetError(`Run ${id} is ${state}${why}`, { failure: "usage", code: "run-closed", hint, details });
}

async function underLock<T>(ctx: Context, op: string, body: () => Promise<T>): Promise<T> {
  return await withLock(ctx.workspace.lock, op, patienceOf(ctx), body);
}

/** Opens a run. Opening an open one again changes nothing; a closed one is a usage error. */
export async function startRun(ctx: Context, id: string, { reflexions = true } = {}): Promise<RunAnswer> {
  const { workspace: ws, actor, clock } = ctx;
  const path = runFile(ws, id);
  return await underLock(ctx, "run start", async () => {
    const known = await readRun(ws, id);
    if (known !== undefined && known.state !== "open") throw closed(id, known);
    if (known === undefined) {
      const run = newRun(id, stamp(clock.now()), actor);
      await writeRun(ws, path, reflexions ? run : { ...run, reflexions });
    }
    const because = [
      known === undefined
        ? `Writes with --run ${id} are kept until it finishes.`
        : `It is open since ${known.opened}, with ${known.writes.length} writes.`,
    ];
    const count = known?.writes.length ?? 0;
    return { run: id, state: "open", changed: known === undefined, committed: [], count, because };
  });
}

/**
 * Commits what a run wrote, in order, through the gates; twice is once. `writes` are drafts that the host hands over
 * with its result; when one of them is wrong nothing at all is committed.
 */
export async function finishRun(
  ctx: Context,
  id: string,
  { drafts, none, reflexion }: ResultWrites = { drafts: [] },
): Promise<RunAnswer> {
  const { workspace: ws } = ctx;
  const path = runFile(ws, id);
  const known = await readRun(ws, id);
  if (known === undefined) throw unknown(id);
  if (known.state === "failed" || known.state === "dropped") throw closed(id, known);
  if (known.state === "finished") return finishedBefore(id, known);
  const isKept = reflexion !== undefined && keepsReflexions(ctx, known);
  const writes = isKept ? [...drafts, reflexion] : drafts;
  // What it wrote waits in it until learning is on again.
  if (writes.length > 0 || known.writes.length > 0) requireLearning(ctx.profile);
  if (writes.length > 0 && known.state === "open") {
    await captureAll({ ...ctx, actor: { ...ctx.actor, run: id } }, writes);
  }
  await finishFirst(ctx);
  const before = await underLock(ctx, "run finish", async () => {
    const now = await readRun(ws, id);
    if (now?.state === "open") await writeRun(ws, path, { ...now, state: "finishing" });
    return now;
  });
  if (before === undefined || before.state === "finished") return finishedBefore(id, before ?? known);
  const within = { ...ctx, actor: { ...ctx.actor, run: id } };
  const committed = await commitWrites(within, path, () => readRun(ws, id), applyWrites(ctx));
  await underLock(ctx, "run finish", async () => {
    const now = await readRun(ws, id);
    // A run without writes has nothing that closes it on the way.
    if (now?.state === "finishing" && now.writes.length === 0) {
      await closeRun(ws, { ...closedRun(now, "finished", stamp(ctx.clock.now())), count: now.count ?? 0 });
    }
  });
  for (const one of committed) if (one.refused !== undefined) ctx.warn(`Not kept: "${one.says}". ${one.refused}`);
  const count = committed.length;
  const because = [count === 0 ? "The run had written nothing." : `${counted(count, "write")} committed.`];
  if (none !== undefined) because.push(none);
  if (reflexion !== undefined && !isKept) because.push("What it taught is not kept: reflexions are off for it.");
  return { run: id, state: "finished", changed: true, ...committedTogether(committed), count, because };
}

/** What a run committed; of many captures the nearest claims are asked about once, for all of them. */
function committedTogether(committed: readonly Committed[]): Pick<RunAnswer, "committed" | "asks" | "opened"> {
  const all = committed.flatMap(({ captured }) => captured ?? []);
  const { captured, ...together } = askedTogether(all);
  const answers = captured.values();
  const withAnswer = (one: Committed) =>
    one.captured === undefined ? one : { ...one, captured: answers.next().value as Captured };
  return { ...together, committed: committed.map(withAnswer) };
}

function finishedBefore(id: string, run: RunRecord): RunAnswer {
  const because = [`It was finished before (${run.closed}); nothing was written twice.`];
  return { run: id, state: "finished", changed: false, committed: [], count: run.count ?? 0, because };
}

/** How buffered answers, uses and log lines are made when their run finishes: by who made them, at their own times. */
function applyWrites(ctx: Context): ApplyWrite {
  return async (change, write) => {
    const at = new Date(write.at);
    if (write.kind === "log") return (await stageLog(change, write.text, at)).text;
    const id = change.tree.resolve(write.ref).id;
    if (write.kind === "use") {
      const { agent, session } = write;
      const { host } = readSession(ctx.workspace, session);
      const user = { at, agent, session, host, timezone: ctx.profile.timezone };
      const { because } = await stageUse(change, id, write.input as { result: Use["result"]; note?: string }, user);
      return because.join(" ");
    }
    const answer = answerOf(write);
    const who = { agent: write.agent, session: write.session, rules: heldRulesOf(ctx) };
    const noted = await stageAnswer(change, id, answer, at, who);
    noteOpportunity(ctx, noted, who);
    if (answer.decision === "later") await postpone(ctx, noted.id ?? id, answer.until);
    return noted.because.join(" ");
  };
}

function answerOf(write: BufferedAnswer): Answer {
  const input = write.input as unknown as Answer;
  return input.decision === "later" ? { ...input, until: new Date(input.until) } : input;
}

/** Whether what a run teaches is stored. */
const keepsReflexions = ({ profile }: Context, run: RunRecord): boolean =>
  profile.learning.on && profile.reflexions.on && run.reflexions !== false;

/** Why a run failed, and what that is about. */
export interface RunFailure {
  reason?: string | undefined;
  entities?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
}

/**
 * Drops what a run wrote, with one line in the ledger; what it taught stays: the reflexions among its writes, and the
 * reason it failed for. Failing twice is once; a finished run stays.
 */
export async function failRun(ctx: Context, id: string, failure: RunFailure = {}): Promise<RunAnswer> {
  const { workspace: ws, clock } = ctx;
  checkRunId(id);
  const reason = await statedReason(failure.reason);
  const open = await readRun(ws, id);
  if (open?.state === "open" && keepsReflexions(ctx, open)) {
    const kept = await keepTaught(ctx, open, await taughtBy(ctx, open, { ...failure, reason }), reason);
    if (kept !== undefined) return kept;
  }
  return await underLock(ctx, "run fail", async () => {
    const known = await readRun(ws, id);
    if (known === undefined) throw unknown(id);
    if (known.state === "finished" || known.state === "finishing") {
      throw closed(id, known, ": what it wrote is committed.", "Take single entries back one by one: tenet list");
    }
    if (known.state !== "open") {
      const because = [`It was ${known.state} before (${known.closed}).`];
      return { run: id, state: known.state, changed: false, committed: [], count: known.count ?? 0, because };
    }
    await dropRun(ctx, known, "failed", stamp(clock.now()), reason);
    const count = known.writes.length;
    const because = [`${counted(count, "write")} dropped; nothing of the run is kept.`];
    return { run: id, state: "failed", changed: true, committed: [], count, because };
  });
}

/** What a run that failed taught, as drafts: its reflexions, and its reason unless one of them says the same. */
async function taughtBy(ctx: Context, run: RunRecord, { reason, entities, tags }: RunFailure): Promise<CheckedDraft[]> {
  const said = run.writes.flatMap((write) =>
    write.kind === "capture" && write.type === "reflexion" ? [draftOf(write, run, false)] : [],
  );
  if (reason === undefined || said.some(({ fields }) => teaches(fields, reason, entities, tags))) return said;
  const about = defined({ entities: entities && [...entities], tags: tags && [...tags] });
  const why = await checkDraft(ctx, { type: "reflexion", reflexion: reason, run: run.id, ...about });
  return [...said, why];
}

/** Does a reflexion say this, of these entities and tags at least? */
function teaches(
  fields: CheckedDraft["fields"],
  reason: string,
  entities: readonly string[] = [],
  tags: readonly string[] = [],
): boolean {
  const { reflexion, entities: its = [], tags: own = [] } = fields as Partial<Reflexion>;
  const says = canonicalClaim(reflexion ?? "") === canonicalClaim(reason);
  return says && entities.every((one) => its.includes(one)) && tags.every((one) => own.includes(one));
}

/**
 * Stores as much of what a run taught as can still be stored, and says what cannot; undefined where nothing can. That a
 * run failed is said in any case.
 */
async function keepTaught(
  ctx: Context,
  run: RunRecord,
  taught: readonly CheckedDraft[],
  reason: string | undefined,
): Promise<RunAnswer | undefined> {
  if (taught.length === 0) return undefined;
  try {
    return await failTaught(ctx, run, taught, reason);
  } catch (error) {
    if (!(error instanceof TenetError) || !FINAL.has(error.failure)) throw error;
    const { entry, reason: why } = error instanceof RefusedEntry ? error : { entry: 1, reason: error };
    ctx.warn(`Not kept: "${claimIn(taught[entry - 1] as CheckedDraft)}". ${why.message}`);
    const left = taught.filter((_, at) => at !== entry - 1);
    return await keepTaught(ctx, run, left, reason);
  }
}

/** Stores what a run taught and closes it as failed: one change. While git has a merge unfinished it waits for that. */
async function failTaught(
  ctx: Context,
  run: RunRecord,
  taught: readonly CheckedDraft[],
  reason: string | undefined,
): Promise<RunAnswer> {
  const { workspace: ws, clock, actor } = ctx;
  const at = stamp(clock.now());
  const kept = taught.filter(({ buffered }) => buffered !== undefined).length;
  const closing = { ...closedRun(run, "failed", at, reason), count: run.writes.length - kept };
  const isSame = async () => JSON.stringify(await readRun(ws, run.id)) === JSON.stringify(run);
  const { run: _, ...alone } = actor;
  const outside = { ...ctx, actor: alone };
  const merge = await unfinishedMerge(ws.root);
  const captured =
    merge === undefined
      ? await storeDrafts(outside, taught, async (change) => {
          if (!(await isSame())) throw changedMeanwhile(run.id);
          change.remove(runFile(ws, run.id));
          change.write(closedRunFile(ws, run.id), runText(closing));
        })
      : await bufferCaptures(outside, taught, merge);
  if (merge !== undefined) await underLock(ctx, "run fail", () => closeRun(ws, closing));
  await recordDropped(ctx, run, closing);
  const committed = captured.map((one) => ({ kind: "capture", captured: one }));
  const because = [`${counted(closing.count, "write")} dropped; what it taught is kept.`];
  return { run: run.id, state: "failed", changed: true, committed, count: closing.count, because };
}

function changedMeanwhile(id: string): TenetError {
  const details = { run: id };
  const message = `Run ${id} was written to meanwhile; it is still open.`;
  return new TenetError(message, { failure: "busy", code: "changed-meanwhile", hint: "Try again.", details });
}

/** One line in the ledger about a run that was closed without its writes. */
async function recordDropped(
  { workspace: ws, actor: { agent, session } }: Context,
  run: RunRecord,
  { state, closed: at = "", reason: why, count }: RunRecord,
): Promise<void> {
  const reason = `${state}${why === undefined ? "" : `: ${why}`}, ${count} writes dropped`;
  await recordEvent(ws, { at, kind: "write", op: "run", agent, session, run: run.id, ids: reservedIds(run), reason });
}

/** Closes an open run without its writes, with one line in the ledger. Under the workspace's lock. */
export async function dropRun(
  ctx: Context,
  run: RunRecord,
  state: "failed" | "dropped",
  at: string,
  reason?: string,
): Promise<void> {
  const closing = closedRun(run, state, at, reason);
  await closeRun(ctx.workspace, closing);
  await recordDropped(ctx, run, closing);
}
