/** Records what a person made of proposed rules as entries: the proposed words, the edited ones, and the editor. */

import type { Context } from "../../context.js";
import type { Edit } from "../../entry/entry.js";
import { usualKind } from "../../entry/written-forms.js";
import type { Change } from "../../store/change/change.js";
import { provenanceHere } from "../../store/profile/people-only.js";
import { tierOf } from "../../store/profile/tier-of.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { Operation, Version, VersionDecision } from "../policy/version.js";

/** One edit of one line. */
interface LineEdit {
  target: string;
  /** Entries behind the rule. */
  ids: readonly string[];
  original?: string | undefined;
  final?: string | undefined;
  why?: string | undefined;
  author?: string | undefined;
  /** The version that took it over, or that it was decided on. */
  version: string;
}

/** Stages what a person made of the lines of a version: their own wording, or nothing at all. */
export async function recordDecided(
  ctx: Context,
  change: Change,
  { id: version, operations }: Version,
  { by, reason }: Pick<VersionDecision, "by" | "reason">,
  finalOf: (op: Operation) => string | undefined,
): Promise<void> {
  for (const op of operations) {
    const { target, ids, text: original } = op;
    const final = finalOf(op);
    // A removal has no wording, and a line taken as proposed is no edit.
    if (op.op === "keep" || op.op === "delete" || final === original) continue;
    await appendEdit(ctx, change, { target, ids, original, final, why: reason, author: by, version });
  }
}

/** The lines of a version as a person worded them; of those that were taken out nothing is left. */
export function wordedIn({ operations }: Pick<Version, "operations">): (op: Operation) => string | undefined {
  const keyOf = ({ op, target, ids }: Operation) => [op, target, ...ids].join(" ");
  const worded = new Map(operations.map((op) => [keyOf(op), op.text]));
  return (op) => worded.get(keyOf(op));
}

async function appendEdit(ctx: Context, change: Change, edit: LineEdit): Promise<void> {
  const { ids, author, ...said } = edit;
  const provenance = await provenanceHere(ctx);
  // The caller is not the author of an edit that nobody is proven to have made.
  const { tier, source } = tierOf(
    author === undefined ? { ...provenance, atTerminal: false, user: undefined } : { ...provenance, source: author },
  );
  const timestamp = stamp(ctx.clock.now());
  const linked = ids.filter((id) => change.tree.head(id) !== undefined);
  change.append(
    defined({
      type: "edit",
      id: change.newId("edit", timestamp),
      timestamp,
      agent: ctx.actor.agent,
      source,
      tier,
      ...said,
      author,
      kind: usualKind(said),
      linked: linked.length === 0 ? undefined : linked,
    }) as Edit,
  );
}
