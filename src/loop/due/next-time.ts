/** Finds what to do next time, for reminders of a correction. */
import type { Row, Store } from "../../store/open-store.js";

/** As a correction says it, else as the newest of its chain does: who repeats one fact leaves the rest standing. */
export function nextTimeOf(tree: Store, { id, repeats, behavioral_change }: Row): string | undefined {
  if (behavioral_change !== undefined || repeats === 0) return behavioral_change;
  const isSaying = (one: Row) => one.voice !== undefined && one.behavioral_change !== undefined;
  return tree.chainOf(id).findLast(isSaying)?.behavioral_change;
}
