/** Captures that wait: for their run to succeed, or for git to have finished a merge. */
import { localDay, stamp } from "../clock.js";
import type { Context } from "../context.js";
import { newId } from "../ids.js";
import type { Captured } from "../memory/captured.js";
import { PREFIX_OF, type Stakes, tailOf } from "../memory/entry.js";
import { COMMAND_WAIT_MS, withLock } from "../tree/lock.js";
import {
  type BufferedCapture,
  mergeFile,
  newMergeBuffer,
  openRun,
  type RunRecord,
  readMergeBuffer,
  runFile,
  writeRun,
} from "../tree/runs.js";
import { tailsInRuns } from "../tree/staged-change.js";
import type { Tree } from "../tree/tree.js";
import type { Alone } from "./prepare.js";

/** The ids promised to the writes of a buffer. */
function promised(run: RunRecord): ReadonlySet<string> {
  return new Set(run.writes.flatMap((write) => (write.kind === "capture" && write.id !== undefined ? [write.id] : [])));
}

/**
 * Keeps captures durably under reserved ids, in the actor's run or, when `merge` says what git has unfinished, until
 * that is done. `judge` is given the ids that are promised already.
 */
export async function bufferCaptures(
  ctx: Context,
  tree: Tree,
  merge: string | undefined,
  judge: (reserved: ReadonlySet<string>) => Promise<Alone[]>,
): Promise<Captured[]> {
  const { workspace: ws, actor } = ctx;
  const at = stamp(ctx.clock.now());
  return await withLock(ws.lock, "buffer", COMMAND_WAIT_MS, async () => {
    const waits = merge === undefined ? await openRun(ws, actor.run ?? "") : await readMergeBuffer(ws);
    const run = waits ?? newMergeBuffer(at, actor);
    const file = merge === undefined ? runFile(ws, run.id) : mergeFile(ws);
    const taken = tailsInRuns(ws.runs);
    for (const head of tree.heads) taken.add(tailOf(head.id));
    const writes = (await judge(promised(run))).map((alone): BufferedCapture => {
      const { type, fields, timestamp, tier, gate } = alone;
      const made = {
        kind: "capture" as const,
        type,
        fields,
        timestamp,
        tier,
        at,
        agent: actor.agent,
        session: actor.session,
      };
      if (gate.verdict === "daily-log") return made;
      const day = localDay(alone.at, ctx.profile.timezone);
      const id = newId(ctx.ids, PREFIX_OF[type], day, (tail) => taken.has(tail));
      taken.add(tailOf(id));
      return { ...made, id };
    });
    await writeRun(ws, file, { ...run, writes: [...run.writes, ...writes] });
    return writes.map((write) => answer(write, ws.relative(file), merge));
  });
}

function answer(write: BufferedCapture, file: string, merge: string | undefined): Captured {
  const { type, fields, id } = write;
  const text = String(fields["corrected_to"] ?? fields["insight"] ?? fields["lesson"] ?? fields["result"] ?? "");
  const stakes = fields["stakes"] as Stakes | undefined;
  return {
    decision: "buffered",
    type,
    ...(id === undefined ? {} : { id }),
    file,
    text,
    ...(stakes === undefined ? {} : { stakes }),
    because: [
      merge === undefined
        ? "It is kept until its run finishes, and compared then; a failed run leaves nothing of it."
        : `git has unfinished work here (${merge}): it is kept, and the first writing command after that stores it.`,
    ],
    neighbours: [],
  };
}
