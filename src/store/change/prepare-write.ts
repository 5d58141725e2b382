/**
 * The gate of writing: what must hold before a verb changes the tree. {@link prepareWrite} is
 * called by every change; an operation that looks at the tree before it changes it calls it first.
 */

import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { Profile } from "../../settings.js";
import { next } from "../../steps.js";
import { patienceOf, withLock } from "../files/lock.js";
import { completeChange, isChangePending, sweepTemps } from "../files/transaction.js";
import { unfinishedMerge } from "../git/git-state.js";
import { registerDriver } from "../merge/merge-driver.js";
import { DAMAGED, State } from "../state/state-db.js";

/** The name of a change of the tree, with its attributes. Each capability declares its own. */
export interface Verb {
  /** As the lock, the ledger and git's message name it: `learn`, `forget`. */
  op: string;
  /** The verb records something learned: refused while learning is off. */
  captures: boolean;
  /** `tenet undo` takes its changes back. */
  undoable: boolean;
}

/** A verb that decides about entries, or takes them out. */
export const changeVerb = (op: string): Verb => ({ op, captures: false, undoable: true });

/** A verb that brings in something new. */
export const captureVerb = (op: string): Verb => ({ op, captures: true, undoable: true });

/** A verb that runs by itself, or completes another: no session can take it back. */
export const tendVerb = (op: string): Verb => ({ op, captures: false, undoable: false });

/**
 * Throws `refused` while learning is off; registers the merge driver that a clone lacks; completes an interrupted change.
 * Costs a look at four small files.
 */
export async function prepareWrite(ctx: Context, { captures }: Pick<Verb, "captures">): Promise<void> {
  if (captures) requireLearning(ctx.profile);
  await registerDriver(ctx);
  const { workspace: ws } = ctx;
  if (isChangePending(ws) && (await unfinishedMerge(ws.root)) === undefined)
    await withLock(ws.lock, "finish", patienceOf(ctx), () => replayFirst(ctx));
}

/** Completes an interrupted change, warns about files that it could not write, and sweeps what killed writers left. Under the lock. */
export async function replayFirst(ctx: Pick<Context, "workspace" | "warn">): Promise<void> {
  const { workspace: ws } = ctx;
  const state = State.of(ws);
  for (const { key } of state.facts(DAMAGED)) {
    ctx.warn(`What this machine had noted could not be read; it is kept as .tenet/${key}.`);
    state.drop(DAMAGED, key);
  }
  for (const conflict of (await completeChange(ws)) ?? []) ctx.warn(conflict.message);
  sweepTemps(ws);
}

/** The command that turns learning on, as a person types it at a terminal. */
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
