/** A record of another tree as it arrives in this one, where no person vouches for it. */

import type { Entry, Stick, Use } from "../../entry/entry.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { bornAs } from "../../entry/record-types.js";
import { defined } from "../../text/defined.js";

interface Arrival {
  /** The instant of the import. */
  at: string;
  /** `export.jsonl:12` */
  from: string;
  /** sha256 of the line. */
  hash: string;
}

/** Reviews that close an entry. They were decided elsewhere, but moving an entry does not reopen it. */
const CLOSING: Readonly<Record<string, string>> = {
  rejected: "It was rejected where it comes from.",
  one_time_exception: "It was approved for one time only where it comes from.",
  expired: "Nobody decided on it where it comes from.",
  sensitive: "It was sensitive where it comes from.",
  needs_review: "It waited for review where it comes from.",
};

/** Removes the observer from an answer: after an import it counts as a statement. */
function statedOnly(stick: Stick): Stick {
  const { by: _, came_up: __, was, ...rest } = stick;
  if (was === undefined) return rest;
  const { by: ___, came_up: ____, ...before } = was;
  return { ...rest, was: before };
}

const withoutHost = ({ host: _, ...use }: Use): Use => use;

/**
 * The record with its words, life and history, and the trust of an agent's own: tier at most self, no approval, no
 * rule, no observations of people or hosts. `lowered` lists the removals, one plain sentence each.
 */
export function arrived(entry: Entry, { at, from, hash }: Arrival): { entry: Entry; lowered: string[] } {
  const lowered: string[] = [];
  const next: Record<string, unknown> = { ...entry };
  if (entry.tier === "relayed" || compareTiers(entry.tier, "self") > 0) {
    next["tier"] = "self";
    lowered.push(`Its tier was ${entry.tier} and is self.`);
  }
  const closed = CLOSING[entry.review?.state ?? ""];
  next["review"] = closed === undefined ? undefined : { state: "needs_review", at, reason: closed };
  if (entry.review?.state === "approved_for_reuse") lowered.push("Its approval stays behind.");
  if (entry.type === "memory" && entry.pinned !== undefined) {
    next["pinned"] = undefined;
    lowered.push("It is not pinned here.");
  }
  if (entry.status === "promoted") {
    next["status"] = bornAs(entry.type);
    lowered.push("It is no rule here.");
  }
  if (entry.scope === "global") {
    next["scope"] = undefined;
    lowered.push("It was for everybody and is for this project.");
  }
  const { stick, uses } = entry as { stick?: Stick; uses?: Use[] };
  if (stick !== undefined) next["stick"] = statedOnly(stick);
  if (uses !== undefined) next["uses"] = uses.map(withoutHost);
  for (const field of ["promoted_to", "promoted_in", "host"]) next[field] = undefined;
  next["imported"] = entry.imported ?? { at, from, hash };
  return { entry: defined(next) as Entry, lowered };
}
