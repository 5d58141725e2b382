import type { Entry } from "../entry/entry.js";
import type { Prepared } from "./prepare.js";

/** Stands where the id will be: ids are drawn under the lock, after the decision that one is needed. */
const UNDRAWN = "";

/** The entry that a prepared draft becomes when it is stored, complete but for its id and what novelty adds. */
export function newEntry(prepared: Prepared): Entry {
  return {
    ...prepared.fields,
    type: prepared.type,
    id: UNDRAWN,
    timestamp: prepared.timestamp,
    agent: prepared.agent,
    tier: prepared.tier,
    ...(prepared.session === undefined ? {} : { session: prepared.session }),
    ...(prepared.review === undefined ? {} : { review: { state: prepared.review.state, at: prepared.timestamp } }),
    ...(prepared.gate.finding === undefined ? {} : { flags: [prepared.gate.finding] }),
    status: prepared.type === "outcome" ? "resolved" : "active",
  } as Entry;
}
