/** What held and what was said again in the last days, from the cache alone: for `tenet status`, which reads no entry. */
import { isRestricted, isSensitive, isWithdrawn } from "../entry/gates/visible.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { DAY_MS } from "../text/durations.js";
import { type Learned, learnedIn } from "./policy/learned.js";

/** Undefined where there is neither an answer nor a repeat. */
export function learnedLately(tree: Store, days: number, now: Date): Learned | undefined {
  const since = new Date(now.getTime() - days * DAY_MS);
  // A day more: an instant may be written in a time zone of its own, and what is exact is asked of what is found.
  const from = new Date(since.getTime() - DAY_MS).toISOString();
  const answered = tree.where({ type: "correction", stick: ["held", "failed"], stick_at: { least: from } });
  const repeats = tree.linkingSince("recurrence_of", from);
  const found = withEarlier(tree, [...answered, ...repeats]);
  const known = isInOrder(found) ? found : withEarlier(tree, [...found, ...tree.withAny("recurrence_of")]);
  const learned = learnedIn(known.filter(counts), { since }, now);
  return learned.answered + learned.repeated === 0 ? undefined : learned;
}

/** What everybody may read, and what was neither forgotten nor turned down: the same that a report is of. */
const counts = (head: EntryMeta): boolean =>
  head.type === "correction" &&
  head.status !== "forgotten" &&
  !isSensitive(head) &&
  !isRestricted(head) &&
  !isWithdrawn(head);

/** Corrections and all they repeat. */
function withEarlier(tree: Store, heads: readonly EntryMeta[]): EntryMeta[] {
  const known = new Map<string, EntryMeta>();
  const waiting = [...heads];
  for (let head = waiting.pop(); head !== undefined; head = waiting.pop()) {
    if (known.has(head.id)) continue;
    known.set(head.id, head);
    const earlier = head.recurrence_of === undefined ? undefined : tree.head(head.recurrence_of);
    if (earlier !== undefined) waiting.push(earlier);
  }
  return [...known.values()];
}

/** Each is younger than what it repeats. Where links by hand say otherwise, siblings decide which of a chain came first. */
function isInOrder(heads: readonly EntryMeta[]): boolean {
  const byId = new Map(heads.map((head) => [head.id, head]));
  return heads.every(({ timestamp, recurrence_of }) => {
    const earlier = recurrence_of === undefined ? undefined : byId.get(recurrence_of);
    return earlier === undefined || earlier.timestamp < timestamp;
  });
}
