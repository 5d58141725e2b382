/**
 * Writes down what upkeep found: that a correction came up or was broken, that nobody answered a last question. Called by
 * heartbeats, at a session's end and before a digest.
 */
import type { Context } from "../../context.js";
import type { Outcome } from "../../entry/entry.js";
import { noticed } from "../../loop/due/noticed.js";
import { stageUse } from "../../loop/due/stage-use.js";
import { summaryOf, type TimedChange } from "../../loop/due/timed-change.js";
import { type Change, changeTree } from "../../store/change/change.js";
import { tendVerb } from "../../store/change/prepare-write.js";
import { openStore } from "../../store/open-store.js";

/** Writes down what this machine noticed. Called before a digest, so that it does not depend on heartbeats. */
export async function writeNoticed(ctx: Context): Promise<void> {
  await makeChanges(ctx, noticed(ctx, await openStore(ctx)));
}

/** Makes timed changes as one change of the tree; answers a sentence for each that is worth one. */
export async function makeChanges(ctx: Context, changes: readonly TimedChange[]): Promise<string[]> {
  const [only, ...more] = changes;
  if (only === undefined) return [];
  const reason = more.length === 0 ? `heartbeat: ${only.id} ${only.does}` : `heartbeat: ${changes.length} entries`;
  await changeTree(ctx, { ...tendVerb("heartbeat"), captures: true, reason }, async (change) => {
    for (const one of changes) await makeChange(change, one, ctx);
  });
  return changes.flatMap((one) => summaryOf(one) ?? []);
}

async function makeChange(change: Change, timed: TimedChange, { actor: { agent }, profile }: Context): Promise<void> {
  if (change.tree.head(timed.id) === undefined) return;
  if (timed.does === "inconclusive") return await change.noteInconclusive(timed.id);
  if (timed.does === "came up") {
    const { id, at, session } = timed;
    await stageUse(change, id, { result: "came_up" }, { at: new Date(at), agent, session, timezone: profile.timezone });
    return;
  }
  change.append({
    type: "outcome",
    id: change.newId("outcome", timed.at),
    timestamp: timed.at,
    agent,
    tier: "self",
    references: [timed.id],
    result: `tenet check found it broken in ${timed.place}`,
    stick: "failed",
  } as Outcome);
}
