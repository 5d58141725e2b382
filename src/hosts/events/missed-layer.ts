/** What earlier sessions left unrecorded, ready to stand in a context as its layer `found`. */

import { dataLine } from "../../context/policy/fence.js";
import type { Layer } from "../../context/policy/layer.js";
import type { Context } from "../../context.js";
import { isFor } from "../../entry/visible.js";
import type { Store } from "../../store/open-store.js";
import type { MissedCorrection } from "./missed-corrections.js";
import { readMissedCorrections } from "./session-findings.js";

const FIELDS = "type: correction, prior_belief, corrected_to, stakes, at_risk, behavioral_change";

/**
 * Corrections that were heard in the last days and that no correction recorded since covers. Costs one look at a folder where nothing was heard. What one person said is not shown to another.
 */
export async function missedLayer(ctx: Context, tree: Store): Promise<Layer> {
  const { actor, clock, workspace: ws } = ctx;
  const viewer = { user: actor.user, session: actor.session };
  const missed = readMissedCorrections(ws, clock.now()).filter(({ user }) => isFor({ type: "memory", user }, viewer));
  if (missed.length === 0) return layerOf([]);
  const { notRecorded } = await import("./missed-corrections.js");
  return layerOf((await notRecorded(tree, missed)).reverse());
}

function layerOf(left: readonly MissedCorrection[]): Layer {
  return { name: "found", title: titleOf(left), items: left.map(itemOf) };
}

function titleOf(left: readonly MissedCorrection[]): string {
  const times = left.length === 1 ? "once" : left.length === 2 ? "twice" : `${left.length} times`;
  const where = new Set(left.map(({ session }) => session)).size === 1 ? "In a recent session" : "In recent sessions";
  return `${where} you were corrected ${times} and recorded nothing of it`;
}

function itemOf({ at, key, quote }: MissedCorrection): Layer["items"][number] {
  return {
    place: `transcript ${at.slice(0, 10)}`,
    who: "people",
    text: dataLine(quote),
    more: [`record it: tenet add - (YAML on stdin: ${FIELDS}); not a correction: tenet hook dismiss ${key}`],
  };
}
