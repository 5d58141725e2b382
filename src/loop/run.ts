/** `tenet run`: what is written in a run waits until it succeeds. Called by the command; heartbeats drop stale runs. */

import { isDeepStrictEqual } from "node:util";
import { askedTogether } from "../capture/answers/asks.js";
import { byHome } from "../capture/by-home.js";
import type { Captured, Committed, RunAnswer } from "../capture/capture-schemas.js";
import { type CheckedDraft, claimIn } from "../capture/drafts/draft.js";
import { checkAll, RefusedEntry } from "../capture/drafts/draft-list.js";
import type { ResultWrites } from "../capture/drafts/stated-drafts.js";
import { type StageFirst, storeDrafts } from "../capture/judge-and-store.js";
import { stageLog } from "../capture/log.js";
import { withHeardClosed } from "../capture/persist/record-heard.js";
import { draftsIn, waitingCaptures } from "../capture/runs/buffer.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { next, type StepText } from "../steps.js";
import { type ChangeName, changeTree, refuseUnfinishedMerge } from "../store/change/change.js";
import { captureVerb, requireLearning, tendVerb } from "../store/change/prepare-write.js";
import { isChangePending } from "../store/files/transaction.js";
import { statedReason } from "../store/profile/people-only.js";
import { recordEvent } from "../store/state/ledger.js";
import {
  closedRun,
  knownRun,
  type RunRecord,
  readRun,
  STALE_RUN_DAYS,
  type WaitingWrite,
  writeRun,
} from "../store/state/runs.js";
import { State } from "../store/state/state-db.js";
import { fromHome } from "../store/user-tree.js";
import { daysBetween, stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { type RunFailure, taughtWrites } from "./taught-drafts.js";

function runClosed(
  { id, state }: RunRecord,
  why = "; its name cannot be used again.",
  hint: StepText = "Choose another name.",
): TenetError {
  const details = { run: id, state };
  return new TenetError(`Run ${id} is ${state}${why}`, { failure: "usage", code: "run-closed", hint, details });
}

/** Opens a run. Opening an open one again changes nothing; a closed one is a usage error. */
export function startRun({ workspace: ws, clock }: Context, id: string, { reflexions = true } = {}): RunAnswer {
  const state = State.of(ws);
  return state.transaction(() => {
    const known = readRun(ws, id);
    if (known !== undefined && known.state !== "open") throw runClosed(known);
    const opened = stamp(clock.now());
    if (known === undefined)
      writeRun(state, { id, state: "open", opened, writes: [], ...(reflexions ? {} : { reflexions }) });
    const count = known?.writes.length ?? 0;
    const because = [
      known === undefined
        ? `Writes with --run ${id} are kept until it finishes.`
        : `It is open since ${known.opened}, with ${count} writes.`,
    ];
    return { run: id, state: "open", changed: known === undefined, committed: [], count, because };
  });
}

/**
 * Stores what a run wrote, through the gates and as one change; a repeated call writes nothing twice. `drafts` come from
 * the host's result; when one of them is wrong nothing is stored.
 */
export async function finishRun(ctx: Context, id: string, result: ResultWrites = { drafts: [] }): Promise<RunAnswer> {
  const run = knownRun(ctx.workspace, id);
  if (run.state === "finished") return await answerFinished(ctx, run);
  if (run.state !== "open") throw runClosed(run);
  const { drafts, none, reflexion } = result;
  const isKept = reflexion !== undefined && keepsReflexions(ctx, run);
  const stated = isKept ? [...drafts, reflexion] : drafts;
  // While learning is off the writes wait in the run.
  if (stated.length + run.writes.length > 0) requireLearning(ctx.profile);
  const runCtx = inRun(ctx, id);
  const writes = [...run.writes, ...(await waitingCaptures(runCtx, run, await checkAll(runCtx, stated)))];
  const closed = closedRun({ ...run, writes }, { state: "finished", at: stamp(ctx.clock.now()) });
  const committed = await storeAndClose(runCtx, run, writes, closed);
  if (committed === undefined) return await finishRun(ctx, id, result);
  const { length: count } = writes;
  const because = [count === 0 ? "The run had written nothing." : `${counted(count, "write")} committed.`];
  if (none !== undefined) because.push(none);
  if (reflexion !== undefined && !isKept) because.push("What it taught is not kept: reflexions are off for it.");
  return { run: id, state: "finished", changed: true, ...joinAsks(committed), count, because };
}

const inRun = (ctx: Context, run: string): Context => ({ ...ctx, actor: { ...ctx.actor, run } });

/** The committed writes. With many captures the nearest claims are asked about once, together. */
function joinAsks(committed: readonly Committed[]): Pick<RunAnswer, "committed" | "asks" | "opened"> {
  const allCaptured = committed.flatMap(({ captured }) => captured ?? []);
  const { captured, ...sharedAsks } = askedTogether(allCaptured);
  const answers = captured.values();
  const withAnswer = (one: Committed) =>
    one.captured === undefined ? one : { ...one, captured: answers.next().value as Captured };
  return { ...sharedAsks, committed: committed.map(withAnswer) };
}

/** What it stored may be decided and not in its files yet. */
async function answerFinished(ctx: Context, { id, closed, count = 0 }: RunRecord): Promise<RunAnswer> {
  if (isChangePending(ctx.workspace))
    await changeTree(ctx, { ...tendVerb("run"), reason: `run ${id}: complete it` }, async () => undefined);
  const because = [`It was finished before (${closed}); nothing was written twice.`];
  return { run: id, state: "finished", changed: false, committed: [], count, because };
}

/**
 * Stores writes and closes their run, as one change; what belongs to the user's tree is stored just before. Undefined, and
 * nothing is stored here, where the run was written to meanwhile.
 */
async function storeAndClose(
  ctx: Context,
  run: RunRecord,
  writes: readonly WaitingWrite[],
  closed: RunRecord,
): Promise<Committed[] | undefined> {
  const { workspace: ws } = ctx;
  const close = (state: State) => {
    if (!isDeepStrictEqual(readRun(ws, run.id), run)) throw new WrittenMeanwhile();
    writeRun(state, closed);
  };
  const stage: StageFirst = async (change) => {
    change.alongside(close);
    for (const one of writes) if (one.kind === "log") await stageLog(change, one, new Date(one.at));
  };
  // The log is a known file: what belongs to the user's tree is not stored before that is refused.
  if (writes.some(({ kind }) => kind === "log")) await refuseUnfinishedMerge(ws.root);
  try {
    const state = State.of(ws);
    if (writes.length === 0) state.transaction(() => close(state));
    return writes.length === 0 ? [] : await storeAll(ctx, { ...run, writes }, stage);
  } catch (error) {
    if (error instanceof WrittenMeanwhile) return undefined;
    throw error;
  }
}

/** The run was written to, or closed, by another process. */
class WrittenMeanwhile extends TenetError {
  constructor() {
    super("the run was written to meanwhile", { failure: "busy" });
  }
}

/** Stores all that waits in a run; what can no longer be stored is warned about. `stage`: what belongs to the same change. */
async function storeAll(ctx: Context, run: RunRecord, stage: StageFirst): Promise<Committed[]> {
  const drafts = draftsIn(run);
  const name = { ...captureVerb("run"), reason: `run ${run.id}: ${counted(run.writes.length, "write")}` };
  const results = await byHome(ctx, drafts, async (home, part) => {
    if (home !== ctx && part.length === 0) return [];
    const stored = await storeWhatHolds(home, part, home === ctx ? stage : undefined, name);
    return stored.map((one) => (one instanceof TenetError ? one : fromHome(ctx, home, one)));
  });
  const committed: Committed[] = [];
  for (const [at, result] of results.entries())
    committed.push(await committedOf(ctx, drafts[at] as CheckedDraft, result));
  const captures = committed.values();
  return run.writes.map((write) =>
    write.kind === "log" ? { kind: "log", says: write.text } : (captures.next().value as Committed),
  );
}

async function committedOf(ctx: Context, draft: CheckedDraft, result: Captured | TenetError): Promise<Committed> {
  if (!(result instanceof TenetError)) return { kind: "capture", captured: await withHeardClosed(ctx, draft, result) };
  const says = claimIn(draft);
  ctx.warn(`Not kept: "${says}". ${result.message}`);
  return { kind: "capture", refused: result.message, says };
}

/** Failures of an entry by which it alone is dropped; any other ends the whole, and the run stays open. */
const FINAL: ReadonlySet<string> = new Set(["usage", "not-found", "refused"]);

/** Stores drafts as one change without those that are refused by now: for each its answer, or the refusal. */
async function storeWhatHolds(
  ctx: Context,
  drafts: readonly CheckedDraft[],
  stage: StageFirst | undefined,
  name: ChangeName,
): Promise<(Captured | TenetError)[]> {
  const refusals = new Map<CheckedDraft, TenetError>();
  for (;;) {
    const kept = drafts.filter((one) => !refusals.has(one));
    try {
      const answers = (await storeDrafts(ctx, kept, stage, { name, inCall: drafts.length })).values();
      return drafts.map((one) => refusals.get(one) ?? (answers.next().value as Captured));
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || !FINAL.has(thrown.failure)) throw thrown;
      const { entry, reason } = thrown instanceof RefusedEntry ? thrown : { entry: kept.length, reason: thrown };
      const refused = kept[entry - 1];
      if (refused === undefined || (kept.length > 1 && reason === thrown)) throw thrown;
      refusals.set(refused, reason);
    }
  }
}

/** Whether reflexions of a run are stored. */
const keepsReflexions = ({ profile }: Context, run: RunRecord): boolean =>
  profile.learning.on && run.reflexions !== false;

/**
 * Drops the writes of a run, with one line in the ledger. Its reflexions and the reason for the failure are kept.
 * Failing twice changes nothing; a finished run stays.
 */
export async function failRun(ctx: Context, id: string, failure: RunFailure = {}): Promise<RunAnswer> {
  const reason = await statedReason(ctx, failure.reason);
  const run = knownRun(ctx.workspace, id);
  const { state, closed: at, count: earlier = 0 } = run;
  if (state === "finished")
    throw runClosed(run, ": what it wrote is committed.", next("Take single entries back one by one:", "list"));
  if (state !== "open")
    return {
      run: id,
      state,
      changed: false,
      committed: [],
      count: earlier,
      because: [`It was ${state} before (${at}).`],
    };
  const runCtx = inRun(ctx, id);
  const taught = keepsReflexions(ctx, run) ? await taughtWrites(runCtx, run, { ...failure, reason }) : [];
  const count = run.writes.filter((write) => !taught.some((one) => one === write)).length;
  const closed = { ...closedRun(run, { state: "failed", at: stamp(ctx.clock.now()), reason }), count };
  const committed = await storeAndClose(runCtx, run, taught, closed);
  if (committed === undefined) return await failRun(ctx, id, failure);
  recordDropped(ctx, closed);
  const kept = committed.length === 0 ? "nothing of the run is kept" : "what it taught is kept";
  return {
    run: id,
    state: "failed",
    changed: true,
    committed,
    count,
    because: [`${counted(count, "write")} dropped; ${kept}.`],
  };
}

/** Writes one line to the ledger about a run that was closed without its writes. */
function recordDropped(ctx: Context, { id, state, reason: why, count }: RunRecord): void {
  const reason = `${state}${why === undefined ? "" : `: ${why}`}, ${count} writes dropped`;
  recordEvent(inRun(ctx, id), { kind: "write", op: "run", ids: [], reason });
}

/** Drops a run that nobody finished for days; answers what was done. */
export function dropStaleRun(ctx: Context, id: string): string[] {
  const now = ctx.clock.now();
  const state = State.of(ctx.workspace);
  const closed = state.transaction(() => {
    const run = knownRun(ctx.workspace, id);
    if (run.state !== "open" || daysBetween(run.opened, now) < STALE_RUN_DAYS) return undefined;
    const record = closedRun(run, { state: "dropped", at: stamp(now), reason: `open since ${run.opened}` });
    writeRun(state, record);
    return record;
  });
  if (closed === undefined) return [];
  recordDropped(ctx, closed);
  return [`dropped run ${id}, ${closed.reason}, with ${closed.count} writes`];
}
