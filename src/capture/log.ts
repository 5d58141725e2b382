/**
 * `tenet log`: one bullet in the daily log, for activity that teaches nothing. Called by the command; runs call
 * `stageLog` when they finish.
 */

import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { next } from "../steps.js";
import { type Change, changeTree } from "../store/change/change.js";
import { captureVerb, requireLearning } from "../store/change/prepare-write.js";
import { addToRun } from "../store/state/runs.js";
import { noteOpportunities } from "../store/state/sessions.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { oneLine } from "../text/shorten.js";
import type { Logged } from "./capture-schemas.js";

/** Writes one bullet under the local day of the clock. Several lines become one; secrets are replaced first. */
export async function logActivity(ctx: Context, input: { text: string }): Promise<Logged> {
  const { value, warnings, asSaid } = await screenText(input.text, "text", ctx.profile.secrets);
  for (const warning of [...warnings, ...asSaid]) ctx.warn(warning);
  const text = oneLine(value);
  if (text === "") {
    throw new TenetError("nothing to log", {
      failure: "usage",
      hint: next("Say what was done:", "log", { words: ["ran the tests"] }),
    });
  }
  const { run, contact, agent, session } = ctx.actor;
  if (run !== undefined) {
    requireLearning(ctx.profile);
    const at = stamp(ctx.clock.now());
    addToRun(ctx.workspace, run, [{ kind: "log", text, at, agent, session, ...defined({ contact }) }]);
    const because = [`It is kept until run ${run} finishes; a run that fails leaves nothing of it.`];
    return { decision: "buffered", text, because };
  }
  noteOpportunities(ctx, text);
  // No word about a contact goes into git's log: erasing does not reach it.
  const reason = `log: ${contact === undefined ? text.slice(0, 100) : "about a contact"}`;
  return await changeTree(ctx, { ...captureVerb("log"), reason }, (change) => stageLog(change, { text, contact }));
}

/** Stages the bullet in a change. */
export async function stageLog(
  change: Change,
  { text, contact }: { text: string; contact?: string | undefined },
  at?: Date,
): Promise<Logged> {
  const place = await change.log(text, at, contact);
  return { decision: "logged", text, ...place, because: ["Activity is kept in the daily log."] };
}
