/** Versions that wait for a person, as one line for status and heartbeat. */

import type { Pending } from "../loop/heartbeat-items.js";
import type { Chain } from "../rules/versions/chain.js";

/** Empty when none waits. What is decided and only not in force yet waits for no person. */
export function waitingVersionsOf(chain: Chain): Pending[] {
  const waiting = chain.versions.filter(({ status }) => status === "pending");
  const [first] = waiting;
  if (first === undefined) return [];
  const { id, created } = waiting.reduce((least, one) => (one.created < least.created ? one : least), first);
  const ref = id.slice(id.indexOf("-") + 1).toLowerCase();
  return [{ key: "version", kind: "version", count: waiting.length, oldest: { id, ref, since: created } }];
}
