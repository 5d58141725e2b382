/**
 * Counts what held and what was repeated in the last days, from the cache alone. Called by `tenet status`, which reads
 * no entry.
 */
import { isRestricted, isSensitive, isWithdrawn } from "../entry/gates/visible.js";
import type { Row, Store } from "../store/open-store.js";
import { DAY_MS } from "../text/durations.js";
import { type Learned, learnedIn } from "./policy/learned.js";

/** The figures; undefined without an answer and a repeat. */
export function learnedLately(tree: Store, days: number, now: Date): Learned | undefined {
  const since = new Date(now.getTime() - days * DAY_MS);
  // One day earlier, since instants may have time zones; `learnedIn` filters exactly.
  const from = new Date(since.getTime() - DAY_MS).toISOString();
  const answeredHeads = tree.where({ type: "correction", stick: ["held", "failed"], stick_at: { least: from } });
  const chains = withEarlier(tree, [...answeredHeads, ...tree.withAny("recurrence_of")]);
  const figures = learnedIn(chains.filter(counts), { since }, now);
  return figures.answered + figures.repeated === 0 ? undefined : figures;
}

/** True for a correction that is readable by everybody and neither forgotten nor withdrawn, as in reports. */
const counts = (head: Row): boolean =>
  head.type === "correction" &&
  head.status !== "forgotten" &&
  !isSensitive(head) &&
  !isRestricted(head) &&
  !isWithdrawn(head);

/** Corrections with everything they repeat. */
function withEarlier(tree: Store, heads: readonly Row[]): Row[] {
  const headsById = new Map<string, Row>();
  const queue = [...heads];
  for (let head = queue.pop(); head !== undefined; head = queue.pop()) {
    if (headsById.has(head.id)) continue;
    headsById.set(head.id, head);
    const earlier = head.recurrence_of === undefined ? undefined : tree.head(head.recurrence_of);
    if (earlier !== undefined) queue.push(earlier);
  }
  return [...headsById.values()];
}
