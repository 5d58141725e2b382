/** What must hold before a verb changes the tree. An operation that looks at it first calls {@link prepareWrite} before. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { Profile } from "../../settings.js";
import { next } from "../../steps.js";
import { namesIn } from "../files/disposable.js";
import { patienceOf, withLock } from "../files/lock.js";
import { completeChange, isChangePending, sweepTemps } from "../files/transaction.js";
import { unfinishedMerge } from "../git/git-state.js";
import { registerDriver } from "../merge/merge-driver.js";

export interface Verb {
  /** As the lock, the ledger and git's message name it: `learn`, `forget`. */
  op: string;
  /** The verb records something learned: refused while learning is off. */
  captures: boolean;
  /** `tenet undo` takes its changes back. */
  undoable: boolean;
}

export const changeVerb = (op: string): Verb => ({ op, captures: false, undoable: true });

export const captureVerb = (op: string): Verb => ({ op, captures: true, undoable: true });

/** A verb that runs by itself, or completes another: no session can take it back. */
export const tendVerb = (op: string): Verb => ({ op, captures: false, undoable: false });

/** Throws `refused` while learning is off; registers the merge driver that a clone lacks; completes an interrupted change. */
export async function prepareWrite(ctx: Context, { captures }: Pick<Verb, "captures">): Promise<void> {
  if (captures) requireLearning(ctx.profile);
  await registerDriver(ctx);
  const { workspace: ws } = ctx;
  if (isChangePending(ws) && (await unfinishedMerge(ws.root)) === undefined)
    await withLock(ws.lock, "finish", patienceOf(ctx), () => replayFirst(ctx));
}

/** Completes an interrupted change, and sweeps what killed writers left. Under the lock. */
export async function replayFirst(ctx: Pick<Context, "workspace" | "warn">): Promise<void> {
  const { workspace: ws } = ctx;
  for (const name of namesIn(ws.local, /\.damaged\.db$/))
    ctx.warn(`What this machine had noted could not be read; until you move it away it is kept as .tenet/${name}.`);
  for (const conflict of await completeChange(ws)) ctx.warn(conflict);
  sweepTemps(ws);
}

export const TURN_LEARNING_ON = "tenet config set learning.on true";

/** Throws `refused` while learning is off. For doors that ask a person for something before they capture it. */
export function requireLearning({ learning }: Pick<Profile, "learning">): void {
  if (learning.on) return;
  throw new TenetError("learning is off here, so nothing is captured: learning.on in tenet.yaml is false", {
    failure: "refused",
    code: "learning-off",
    hint: next("What is known is read as ever. A person turns it on:", "config set", {
      key: "learning.on",
      value: "true",
    }),
    details: { setting: "learning.on" },
  });
}
