/** Keeps what people did to rules as entries: what was proposed or in force, what they made of it, and who says so. */

import type { Context } from "../../context.js";
import type { Edit } from "../../entry/entry.js";
import { tierOf } from "../../entry/gates/trust.js";
import { usualKind } from "../../entry/near/edit-distance.js";
import { bornReview } from "../../entry/status.js";
import { claimHash } from "../../text/canonical.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { Change } from "../change/change.js";
import { provenanceHere } from "../people/people-only.js";
import type { AdoptedEdit } from "./adoption.js";
import { sameWords } from "./policy/rule.js";
import type { Operation, Version, VersionDecision } from "./policy/version.js";
import type { Chain } from "./versions/chain.js";

/** What somebody did to one line. */
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

/**
 * Stages a record for each edit of an adoption; before its version, so that an edit is never adopted without one. What
 * a crash left of an earlier try is found again by what it says, and stays the only record of it.
 */
export async function recordEdits(
  ctx: Context,
  change: Change,
  chain: Chain,
  { edits, id: version }: { edits: readonly AdoptedEdit[]; id: string },
): Promise<void> {
  for (const { before, after } of edits) {
    // What people merged since was recorded when it was made.
    if (before && after && sameWords(before, after)) continue;
    const ids = after !== undefined && after.ids.length > 0 ? after.ids : (before?.ids ?? []);
    const target = (after ?? before)?.target ?? "";
    const edit: LineEdit = { target, ids, original: before?.text, final: after?.text, version };
    const known = await unfinished(change, chain, edit);
    if (known === undefined) await appendEdit(ctx, change, edit);
    else await change.update(known.id, { version });
  }
}

/** The record of this edit whose version never came: its number follows what is in force, as that of no pruned one does. */
async function unfinished(change: Change, chain: Chain, edit: LineEdit): Promise<Edit | undefined> {
  const inForce = Number.parseInt(chain.active?.id ?? "0", 10);
  const claim = claimHash(edit.final ?? edit.original ?? "");
  for (const { id, type } of change.now.claiming(new Set([claim]))) {
    const known = type === "edit" ? await change.entry(id) : undefined;
    if (known?.type !== "edit" || known.version === undefined) continue;
    const same = known.target === edit.target && known.original === edit.original && known.final === edit.final;
    const isLeft = known.version !== edit.version && chain.version(known.version) === undefined;
    if (same && isLeft && Number.parseInt(known.version, 10) > inForce) return known;
  }
  return undefined;
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
    // That a line should leave was no wording of anything; what was taken as proposed is no edit.
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
  const here = await provenanceHere(ctx);
  // Who merely runs this has said nothing of what nobody is proven to have written.
  const { tier, source } = tierOf(
    author === undefined ? { ...here, atTerminal: false, user: undefined } : { ...here, source: author },
  );
  const timestamp = stamp(ctx.clock.now());
  const review = bornReview(ctx.profile.apply_mode, tier, "edit");
  const linked = ids.filter((id) => change.head(id) !== undefined);
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
      review: review && { state: review.state, at: timestamp },
      status: "active",
    }) as Edit,
  );
}
