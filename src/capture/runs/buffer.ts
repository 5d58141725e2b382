/**
 * Buffers captures until their run succeeds, or until git has finished a merge. Called by `capture.ts` and by writes
 * inside a run.
 */

import { localDay } from "../../clock.js";
import type { Context } from "../../context.js";
import { type Stakes, tailOf } from "../../entry/entry.js";
import { prefixOf } from "../../entry/record-types.js";
import { newId } from "../../ids.js";
import { requireLearning } from "../../store/change/prepare-write.js";
import { patienceOf, withLock } from "../../store/files/lock.js";
import { isForUserTree } from "../../store/home.js";
import { openStore } from "../../store/open-store.js";
import {
  type BufferedCapture,
  type BufferedWrite,
  FOR_GIT,
  newRun,
  openRun,
  type RunRecord,
  readMergeBuffer,
  tailsInRuns,
  writeRun,
} from "../../store/state/runs.js";
import { State } from "../../store/state/state-db.js";
import { userContext } from "../../store/user-tree.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { Captured } from "../capture-schemas.js";
import { type CheckedDraft, claimIn } from "../drafts/draft.js";
import { atEntry } from "../drafts/draft-list.js";
import { ListNames, namesOf, withIds } from "../drafts/list-names.js";
import { judgeDraft, reflexionsOff } from "../look/prepare.js";
import { asFields } from "../relations.js";

/** The ids reserved for the writes of a buffer. */
export function reservedIds(run: RunRecord): string[] {
  return run.writes.flatMap((write) => (write.kind === "capture" && write.id !== undefined ? [write.id] : []));
}

/**
 * Keeps captures durably under reserved ids, in the actor's run or, when `merge` says what git has unfinished, until
 * that is done. Everything that could refuse one is asked now, while its author is there to mend it.
 */
export async function bufferCaptures(
  ctx: Context,
  checked: readonly CheckedDraft[],
  merge: string | undefined,
): Promise<Captured[]> {
  const { workspace: ws, actor } = ctx;
  const at = stamp(ctx.clock.now());
  return await withLock(ws.lock, "buffer", patienceOf(ctx), async () => {
    const waits = merge === undefined ? openRun(ws, actor.run ?? "") : readMergeBuffer(ws);
    if (waits?.reflexions === false && checked.some(({ type }) => type === "reflexion")) {
      throw reflexionsOff(`Run ${waits.id} was started with --no-reflexion; nothing was stored.`);
    }
    const run = waits ?? newRun(FOR_GIT, at, actor);
    const tree = await openStore(ctx);
    const takenTails = tailsInRuns(ws);
    const writes: BufferedCapture[] = [];
    const list = new ListNames(checked);
    const drawId = ({ type, timestamp, buffered }: CheckedDraft): string => {
      // Reserved already, while it waited in a run.
      if (buffered?.id !== undefined) return buffered.id;
      const day = localDay(new Date(timestamp), ctx.profile.timezone);
      const id = newId(ctx.ids, prefixOf(type), day, (tail) => takenTails.has(tail) || tree.idsNamed(tail).length > 0);
      takenTails.add(tailOf(id));
      return id;
    };
    const earlier = run.writes.filter((write) => write.kind === "capture");
    const ids = new Map(earlier.flatMap((write) => namesOf(write).map((name) => [name, write.id ?? name])));
    const drawn = new Map<CheckedDraft, string>();
    for (const draft of checked.filter((one) => namesOf(one).some((name) => list.names.includes(name)))) {
      const id = drawId(draft);
      drawn.set(draft, id);
      for (const name of namesOf(draft)) ids.set(name, id);
    }
    for (const [position, draft] of checked.entries()) {
      const home = isForUserTree(draft) ? await userContext(ctx) : undefined;
      const where = home === undefined ? tree : await openStore(home);
      const judged = await atEntry(position, checked.length, () => {
        list.check(position, draft.fields);
        const fields = withIds(draft.fields, (id) => ids.get(id.toUpperCase()) ?? id);
        const earlierTiers = [...earlier, ...writes].flatMap(({ id, tier }) =>
          id === undefined ? [] : [[id, tier] as const],
        );
        const promised = new Map([...[...drawn.values()].map((id) => [id, undefined] as const), ...earlierTiers]);
        return judgeDraft(home ?? ctx, where, { ...draft, fields }, promised);
      });
      const { type, answers = {}, timestamp, tier, session = "" } = judged;
      const fields = { ...judged.fields, ...asFields(answers) };
      const write = { kind: "capture" as const, type, fields, timestamp, tier, at, agent: judged.agent, session };
      if (judged.gate.verdict === "daily-log") {
        writes.push(write);
        continue;
      }
      writes.push({ ...write, id: drawn.get(draft) ?? drawId(draft) });
    }
    writeRun(State.of(ws), { ...run, writes: [...run.writes, ...writes] });
    return writes.map((one) => bufferedAnswer(one, merge));
  });
}

function bufferedAnswer(write: BufferedCapture, merge: string | undefined): Captured {
  const { type, fields, id } = write;
  return defined({
    decision: "buffered" as const,
    type,
    id,
    text: String(fields["lesson"] ?? claimIn(write)),
    stakes: fields["stakes"] as Stakes | undefined,
    because: [
      merge === undefined
        ? type === "reflexion"
          ? "It is kept until its run ends, and stored then, whether the run failed or not."
          : "It is kept until its run finishes, and compared then; a failed run leaves nothing of it."
        : `git has unfinished work here (${merge}): it is kept, and the first writing command after that stores it.`,
    ],
    asks: [],
  });
}

type OtherWrite =
  | { kind: "answer" | "use"; ref: string; input: { [field: string]: unknown } }
  | { kind: "log"; text: string; contact?: string };

/** Buffers a write that is no capture until the actor's run finishes. Throws `usage` for a run that is not open. */
export async function bufferWrite(ctx: Context, run: string, input: OtherWrite): Promise<void> {
  requireLearning(ctx.profile);
  const { workspace: ws, actor } = ctx;
  const write: BufferedWrite = {
    ...input,
    at: stamp(ctx.clock.now()),
    agent: actor.agent,
    session: actor.session,
  };
  await withLock(ws.lock, "buffer", patienceOf(ctx), async () => {
    const openedRun = openRun(ws, run);
    writeRun(State.of(ws), { ...openedRun, writes: [...openedRun.writes, write] });
  });
}

/** The sentence that a buffered answer waits for its run. */
export function untilRunFinishes(run: string): string {
  return `It is kept until run ${run} finishes; a run that fails leaves nothing of it.`;
}

/** The reserved ids of the actor's run: answers may name them before the entries exist. */
export function reservedInRun(ctx: Context): string[] {
  if (ctx.actor.run === undefined) return [];
  return reservedIds(openRun(ctx.workspace, ctx.actor.run));
}
