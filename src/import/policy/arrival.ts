/** A record of another tree as it arrives in this one, where no person vouches for it. */

import type { Entry } from "../../entry/entry.js";
import { compareTiers, leastTrusted } from "../../entry/gates/trust.js";
import { defined } from "../../text/defined.js";

interface Arrival {
  /** The instant of the import. */
  at: string;
  /** `export.jsonl:12` */
  from: string;
  /** sha256 of the line. */
  hash: string;
}

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
  if (entry.review?.state === "approved_for_reuse") {
    next["review"] = undefined;
    lowered.push("Its approval stays behind.");
  }
  if (entry.type === "memory" && entry.pinned !== undefined) {
    next["pinned"] = undefined;
    lowered.push("It is not pinned here.");
  }
  if (entry.scope === "global") {
    next["scope"] = undefined;
    lowered.push("It was for everybody and is for this project.");
  }
  next["near"] = entry.near?.map((row) =>
    row.tier === undefined ? row : { ...row, tier: leastTrusted([row.tier, "self"]) },
  );
  next["imported"] = entry.imported ?? { at, from, hash };
  return { entry: defined(next) as Entry, lowered };
}
