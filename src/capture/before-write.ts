/** What every change of known entries begins with. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { commitMergeBuffer } from "./runs/merge-buffer.js";

/**
 * Captures that waited for git come first. A change of a known entry cannot wait for a run to succeed, since others
 * read the entry meanwhile; within one it is refused.
 */
export async function beforeWrite(ctx: Context, verb: string): Promise<void> {
  const { run } = ctx.actor;
  if (run !== undefined) {
    throw new TenetError(`${verb} changes known entries at once, and run ${run} may still fail`, {
      failure: "usage",
      code: "not-in-a-run",
      hint: `Do it after the run: tenet run finish ${run}`,
    });
  }
  await commitMergeBuffer(ctx);
}
