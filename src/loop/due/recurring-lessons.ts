/** Lessons repeated by several runs. A heartbeat announces them until a correction records them. */
import { isLive } from "../../entry/gates/visible.js";
import type { Store } from "../../store/open-store.js";
import { type Recurring, recurringEntities } from "../policy/recurring.js";

/** By heads alone; nothing but one look at a table where there are no reflexions. */
export function recurringLessons(tree: Store): Recurring[] {
  const reflexions = tree.where({ type: "reflexion" }, "inUse");
  if (reflexions.length === 0) return [];
  const corrections = tree.where({ derived_from: true }).filter((head) => head.type === "correction" && isLive(head));
  return recurringEntities(reflexions, new Set(corrections.flatMap(({ derived_from = [] }) => derived_from)));
}
