/** Finds what to do next time, for reminders of a correction. */
import { isInUse } from "../../entry/gates/visible.js";
import type { Row, Store } from "../../store/open-store.js";

/** As a correction says it, else as the nearest one says that it repeats: who repeats one fact leaves the rest standing. */
export function nextTimeOf(tree: Store, correction: Row): string | undefined {
  const visitedIds = new Set<string>();
  for (let one = correction; !visitedIds.has(one.id); ) {
    if (one.behavioral_change !== undefined) return one.behavioral_change;
    visitedIds.add(one.id);
    const earlier = tree.head(one.recurrence_of ?? "");
    if (earlier === undefined || !isInUse(earlier) || earlier.type !== "correction") return undefined;
    one = earlier;
  }
  return undefined;
}
