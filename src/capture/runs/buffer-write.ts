import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { patienceOf, withLock } from "../../store/files/lock.js";
import { type BufferedWrite, openRun, runFile, writeRun } from "../../store/runs.js";

type Written =
  | { kind: "answer" | "use"; ref: string; input: { [field: string]: unknown } }
  | { kind: "log"; text: string };

/** Keeps a write that is no capture until the actor's run finishes. Throws `usage` for a run that is not open. */
export async function bufferWrite(ctx: Context, run: string, written: Written): Promise<void> {
  const { workspace: ws, actor } = ctx;
  const write: BufferedWrite = { ...written, at: stamp(ctx.clock.now()), agent: actor.agent, session: actor.session };
  await withLock(ws.lock, "buffer", patienceOf(ctx), async () => {
    const known = await openRun(ws, run);
    await writeRun(ws, runFile(ws, run), { ...known, writes: [...known.writes, write] });
  });
}

/** Why a buffered answer is not made yet, in plain words. */
export function untilRunFinishes(run: string): string {
  return `It is kept until run ${run} finishes; a run that fails leaves nothing of it.`;
}

/** The ids promised to captures of the actor's run: answers may name them before any entry has them. */
export async function promisedIn(ctx: Context): Promise<string[]> {
  if (ctx.actor.run === undefined) return [];
  const { writes } = await openRun(ctx.workspace, ctx.actor.run);
  return writes.flatMap((write) => (write.kind === "capture" && write.id !== undefined ? [write.id] : []));
}
