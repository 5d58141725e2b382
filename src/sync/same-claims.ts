/** Which claims of a hub new ones say again, in equal words. Asked before anything is written: no lock is held. */
import { claimHash } from "../text/canonical.js";
import type { Hub } from "./hub/hub.js";
import { type KnownClaim, knownClaims } from "./hub/hub-rows.js";
import { AGENT, CLAIM, ENTRY } from "./policy/row-forms.js";

/** Where a claim belongs. */
export interface Placed {
  /** Hash of its canonical form. */
  claim: string;
  /** Claim by which those that say the same are grouped. */
  cluster: string;
}

/**
 * Groups claims for a push: equal canonical claims share a cluster, every other claim is a new one. Near claims are
 * found by the readers of a row, who compare each copy.
 */
export async function placeClaims(hub: Hub, claims: readonly string[]): Promise<Placed[]> {
  const hashes = claims.map(claimHash);
  const clusterByClaim = new Map<string, string>();
  for (const { claim, cluster } of (await knownClaims(hub, [...new Set(hashes)])).filter(hasForm)) {
    // Of several groups that hold one claim every reader makes one: any will do, and the same for all.
    const other = clusterByClaim.get(claim);
    if (other === undefined || cluster < other) clusterByClaim.set(claim, cluster);
  }
  return hashes.map((claim) => ({ claim, cluster: clusterByClaim.get(claim) ?? claim }));
}

/**
 * Rows of others come here as they lie in the hub, which nobody has checked: what has another form than readers accept
 * would make a row of this clone that copies it one that they refuse.
 */
const hasForm = ({ agent, entry, cluster }: KnownClaim) =>
  AGENT.test(agent) && ENTRY.test(entry) && CLAIM.test(cluster);
