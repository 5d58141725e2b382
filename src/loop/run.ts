/** `tenet run`: buffers writes until their run succeeds. Called by the command; heartbeats finish and drop runs. */

import { askedTogether } from "../capture/answers/asks.js";
import { captureAll } from "../capture/capture.js";
import type { Captured, Committed, RunAnswer } from "../capture/capture-schemas.js";
import { type CheckedDraft, claimIn } from "../capture/drafts/draft.js";
import { RefusedEntry } from "../capture/drafts/draft-list.js";
import type { ResultWrites } from "../capture/drafts/stated-drafts.js";
import { finishFirst } from "../capture/finish-first.js";
import { storeDrafts } from "../capture/judge-and-store.js";
import { stageLog } from "../capture/log.js";
import { bufferCaptures, reservedIds } from "../capture/runs/buffer.js";
import { type ApplyWrite, commitWrites, FINAL } from "../capture/runs/commit-buffer.js";
import type { Context } from "../context.js";
import type { Use } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { next, type StepText } from "../steps.js";
import { requireLearning } from "../store/change/prepare-write.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { statedReason } from "../store/profile/people-only.js";
import { recordEvents } from "../store/state/ledger.js";
import { checkRunId, closedRun, newRun, type RunRecord, readRun, writeRun } from "../store/state/runs.js";
import { State } from "../store/state/state-db.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { type Answer, type Answering, askLater, stageAnswer } from "./answer.js";
import { stageUse } from "./due/stage-use.js";
import { type RunFailure, taughtDrafts } from "./taught-drafts.js";

function unknownRun(id: string): TenetError {
  return new TenetError(`There is no run ${id} here.`, {
    failure: "usage",
    code: "unknown-run",
    hint: next("Open it first:", "run start", { id }),
    details: { run: id },
  });
}

function runClosed(
  id: string,
  { state }: RunRecord,
  why = "; its name cannot be used again.",
  hint: StepText = "Choose another name.",
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
  return await underLock(ctx, "run start", async () => {
    const record = readRun(ws, id);
    if (record !== undefined && record.state !== "open") throw runClosed(id, record);
    if (record === undefined) {
      const run = newRun(id, stamp(clock.now()), actor);
      writeRun(State.of(ws), reflexions ? run : { ...run, reflexions });
    }
    const because = [
      record === undefined
        ? `Writes with --run ${id} are kept until it finishes.`
        : `It is open since ${record.opened}, with ${record.writes.length} writes.`,
    ];
    const count = record?.writes.length ?? 0;
    return { run: id, state: "open", changed: record === undefined, committed: [], count, because };
  });
}

/**
 * Commits the writes of a run in order, through the gates; a repeated call writes nothing twice. `drafts` come from the
 * host's result; when one of them is wrong nothing is committed.
 */
export async function finishRun(
  ctx: Context,
  id: string,
  { drafts, none, reflexion }: ResultWrites = { drafts: [] },
): Promise<RunAnswer> {
  const { workspace: ws } = ctx;
  const record = readRun(ws, id);
  if (record === undefined) throw unknownRun(id);
  if (record.state === "failed" || record.state === "dropped") throw runClosed(id, record);
  if (record.state === "finished") return answerFinished(id, record);
  const isKept = reflexion !== undefined && keepsReflexions(ctx, record);
  const writes = isKept ? [...drafts, reflexion] : drafts;
  // While learning is off the writes wait in the run.
  if (writes.length > 0 || record.writes.length > 0) requireLearning(ctx.profile);
  if (writes.length > 0 && record.state === "open") {
    await captureAll({ ...ctx, actor: { ...ctx.actor, run: id } }, writes);
  }
  await finishFirst(ctx);
  const runBefore = await underLock(ctx, "run finish", async () => {
    const current = readRun(ws, id);
    if (current?.state === "open") writeRun(State.of(ws), { ...current, state: "finishing" });
    return current;
  });
  if (runBefore === undefined || runBefore.state === "finished") return answerFinished(id, runBefore ?? record);
  const runCtx = { ...ctx, actor: { ...ctx.actor, run: id } };
  const committed = await commitWrites(runCtx, id, applyWrites(ctx));
  await underLock(ctx, "run finish", async () => {
    const current = readRun(ws, id);
    // A run without writes is not closed by `commitWrites`.
    if (current?.state === "finishing" && current.writes.length === 0) {
      const closed = closedRun(current, "finished", stamp(ctx.clock.now()));
      writeRun(State.of(ws), { ...closed, count: current.count ?? 0 });
    }
  });
  for (const one of committed) if (one.refused !== undefined) ctx.warn(`Not kept: "${one.says}". ${one.refused}`);
  const count = committed.length;
  const because = [count === 0 ? "The run had written nothing." : `${counted(count, "write")} committed.`];
  if (none !== undefined) because.push(none);
  if (reflexion !== undefined && !isKept) because.push("What it taught is not kept: reflexions are off for it.");
  return { run: id, state: "finished", changed: true, ...joinAsks(committed), count, because };
}

/** The committed writes. With many captures the nearest claims are asked about once, together. */
function joinAsks(committed: readonly Committed[]): Pick<RunAnswer, "committed" | "asks" | "opened"> {
  const allCaptured = committed.flatMap(({ captured }) => captured ?? []);
  const { captured, ...sharedAsks } = askedTogether(allCaptured);
  const answers = captured.values();
  const withAnswer = (one: Committed) =>
    one.captured === undefined ? one : { ...one, captured: answers.next().value as Captured };
  return { ...sharedAsks, committed: committed.map(withAnswer) };
}

function answerFinished(id: string, run: RunRecord): RunAnswer {
  const because = [`It was finished before (${run.closed}); nothing was written twice.`];
  return { run: id, state: "finished", changed: false, committed: [], count: run.count ?? 0, because };
}

/** Applies buffered answers, uses and log lines with their authors and times. */
function applyWrites(ctx: Context): ApplyWrite {
  return async (change, write) => {
    const at = new Date(write.at);
    if (write.kind === "log") return (await stageLog(change, write, at)).text;
    const id = change.tree.resolve(write.ref).id;
    if (write.kind === "use") {
      const { agent, session } = write;
      const user = { at, agent, session, timezone: ctx.profile.timezone };
      const { because } = await stageUse(change, id, write.input as { result: Use["result"]; note?: string }, user);
      return because.join(" ");
    }
    const { agent, session } = write;
    const { tier, source, ...answer } = write.input as unknown as Answer & Pick<Answering, "tier" | "source">;
    const { because } =
      answer.decision === "later"
        ? await askLater(ctx, change.tree, id, new Date(answer.until))
        : await stageAnswer(change, id, answer, at, defined({ agent, session, tier, source }));
    return because.join(" ");
  };
}

/** Whether reflexions of a run are stored. */
const keepsReflexions = ({ profile }: Context, run: RunRecord): boolean =>
  profile.learning.on && run.reflexions !== false;

/**
 * Drops the writes of a run, with one line in the ledger. Its reflexions and the reason for the failure are kept.
 * Failing twice changes nothing; a finished run stays.
 */
export async function failRun(ctx: Context, id: string, failure: RunFailure = {}): Promise<RunAnswer> {
  const { workspace: ws, clock } = ctx;
  checkRunId(id);
  const reason = await statedReason(ctx, failure.reason);
  const runNow = readRun(ws, id);
  if (runNow?.state === "open" && keepsReflexions(ctx, runNow)) {
    const answer = await keepTaught(ctx, runNow, await taughtDrafts(ctx, runNow, { ...failure, reason }), reason);
    if (answer !== undefined) return answer;
  }
  return await underLock(ctx, "run fail", async () => {
    const record = readRun(ws, id);
    if (record === undefined) throw unknownRun(id);
    if (record.state === "finished" || record.state === "finishing") {
      throw runClosed(
        id,
        record,
        ": what it wrote is committed.",
        next("Take single entries back one by one:", "list"),
      );
    }
    if (record.state !== "open") {
      const because = [`It was ${record.state} before (${record.closed}).`];
      return {
        run: id,
        state: record.state,
        changed: false,
        committed: [],
        count: record.count ?? 0,
        because,
      };
    }
    dropRun(ctx, record, "failed", stamp(clock.now()), reason);
    const count = record.writes.length;
    const because = [`${counted(count, "write")} dropped; nothing of the run is kept.`];
    return { run: id, state: "failed", changed: true, committed: [], count, because };
  });
}

/**
 * Stores those reflexions of a failed run that can be stored, and warns of the others; undefined where none can. The
 * run is closed as failed in any case.
 */
async function keepTaught(
  ctx: Context,
  run: RunRecord,
  drafts: readonly CheckedDraft[],
  reason: string | undefined,
): Promise<RunAnswer | undefined> {
  if (drafts.length === 0) return undefined;
  try {
    return await failTaught(ctx, run, drafts, reason);
  } catch (error) {
    if (!(error instanceof TenetError) || !FINAL.has(error.failure)) throw error;
    const { entry, reason: why } = error instanceof RefusedEntry ? error : { entry: 1, reason: error };
    ctx.warn(`Not kept: "${claimIn(drafts[entry - 1] as CheckedDraft)}". ${why.message}`);
    const otherDrafts = drafts.filter((_, at) => at !== entry - 1);
    return await keepTaught(ctx, run, otherDrafts, reason);
  }
}

/** Stores the reflexions and closes the run as failed, in one change. During an unfinished merge they are buffered. */
async function failTaught(
  ctx: Context,
  run: RunRecord,
  drafts: readonly CheckedDraft[],
  reason: string | undefined,
): Promise<RunAnswer> {
  const { workspace: ws, clock, actor } = ctx;
  const at = stamp(clock.now());
  const keptCount = drafts.filter(({ buffered }) => buffered !== undefined).length;
  const closedRecord = { ...closedRun(run, "failed", at, reason), count: run.writes.length - keptCount };
  const isSame = () => JSON.stringify(readRun(ws, run.id)) === JSON.stringify(run);
  const { run: _, ...actorOutsideRun } = actor;
  const outsideCtx = { ...ctx, actor: actorOutsideRun };
  const merge = await unfinishedMerge(ws.root);
  const captured =
    merge === undefined
      ? await storeDrafts(outsideCtx, drafts, async (change) => {
          if (!isSame()) throw changedMeanwhile(run.id);
          change.alongside((state) => writeRun(state, closedRecord));
        })
      : await bufferCaptures(outsideCtx, drafts, merge);
  if (merge !== undefined) await underLock(ctx, "run fail", async () => writeRun(State.of(ws), closedRecord));
  recordDropped(ctx, run, closedRecord);
  const committed = captured.map((one) => ({ kind: "capture", captured: one }));
  const because = [`${counted(closedRecord.count, "write")} dropped; what it taught is kept.`];
  return { run: run.id, state: "failed", changed: true, committed, count: closedRecord.count, because };
}

function changedMeanwhile(id: string): TenetError {
  const details = { run: id };
  const message = `Run ${id} was written to meanwhile; it is still open.`;
  return new TenetError(message, { failure: "busy", code: "changed-meanwhile", hint: "Try again.", details });
}

/** Writes one line to the ledger about a run that was closed without its writes. */
function recordDropped(
  { workspace: ws, actor: { agent, session } }: Context,
  run: RunRecord,
  { state, closed: at = "", reason: why, count }: RunRecord,
): void {
  const reason = `${state}${why === undefined ? "" : `: ${why}`}, ${count} writes dropped`;
  recordEvents(ws, [{ at, kind: "write", op: "run", agent, session, run: run.id, ids: reservedIds(run), reason }]);
}

/** Closes an open run without its writes, with one line in the ledger. Called under the workspace's lock. */
export function dropRun(ctx: Context, run: RunRecord, state: "failed" | "dropped", at: string, reason?: string): void {
  const closedRecord = closedRun(run, state, at, reason);
  writeRun(State.of(ctx.workspace), closedRecord);
  recordDropped(ctx, run, closedRecord);
}
