/**
 * The gate of writing: what must hold, and what must be finished, before a verb changes the tree. {@link prepareWrite} is
 * called by every change; an operation that looks at the tree before it changes it calls it first.
 */

import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { Profile } from "../../settings.js";
import { next } from "../../steps.js";
import { registerDriver } from "../merge/merge-driver.js";

/** The name of a change of the tree, with its attributes. Each capability declares its own. */
export interface Verb {
  /** As the lock, the ledger and git's message name it: `learn`, `forget`. */
  op: string;
  /** The verb records something learned: refused while learning is off. */
  captures: boolean;
  /** It changes known entries at once: refused in a run, which may still fail while others read the entries. */
  outsideRuns: boolean;
  /** Interrupted changes, and those that wait for git, are completed first. */
  finishesFirst: boolean;
  /** `tenet undo` takes its changes back. */
  undoable: boolean;
}

/** A verb that decides about entries, or takes them out. */
export const changeVerb = (op: string): Verb => ({
  op,
  captures: false,
  outsideRuns: true,
  finishesFirst: true,
  undoable: true,
});

/** A verb that brings in something new. */
export const captureVerb = (op: string): Verb => ({ ...changeVerb(op), captures: true, outsideRuns: false });

/** A verb that runs by itself, or completes another: no session can take it back. */
export const tendVerb = (op: string): Verb => ({
  ...captureVerb(op),
  captures: false,
  finishesFirst: false,
  undoable: false,
});

/**
 * Throws `refused` while learning is off, `usage` in a run; registers the merge driver that a clone lacks; finishes what
 * comes first. Costs a look at four small files.
 */
export async function prepareWrite(ctx: Context, verb: Verb): Promise<void> {
  if (verb.captures) requireLearning(ctx.profile);
  const { run } = ctx.actor;
  if (verb.outsideRuns && run !== undefined) {
    throw new TenetError(`${verb.op} changes known entries at once, and run ${run} may still fail`, {
      failure: "usage",
      code: "not-in-a-run",
      hint: next("Do it after the run:", "run finish", { id: run }),
    });
  }
  await registerDriver(ctx);
  if (verb.finishesFirst) await ctx.finishFirst(ctx);
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
