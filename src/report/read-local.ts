/** Reads the local history of a report: what agents were shown on this machine, and the claims of its hub. */
import type { Context } from "../context.js";
import { readLedger } from "../store/state/ledger.js";
import { convergenceOf } from "../sync/policy/convergence.js";
import { readArrivals } from "../sync/sync-state.js";
import type { LocalHistory } from "./history.js";

/**
 * Reads the ledger. Ids are as noted, including private ones: the caller filters them before printing. Without a ledger the
 * history is empty.
 */
export async function readLocal({ workspace: ws }: Pick<Context, "workspace">): Promise<LocalHistory> {
  const showings = readLedger(ws, "read").map(({ at, agent, ids }) => ({ at, agent, ids }));
  const arrivals = readArrivals(ws);
  return arrivals.size === 0 ? { showings } : { showings, hub: convergenceOf(arrivals.values()) };
}
