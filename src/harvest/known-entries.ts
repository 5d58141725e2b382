/** Which of the things that a person said an entry holds already: in equal words, or because it was kept as one. */
import { isLearning } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import type { Row, Store } from "../store/open-store.js";
import type { HarvestDecisions, KnownEntry } from "./harvest-state.js";
import type { UtteranceGroup } from "./repeats.js";

/** What may not be offered again, nor be spoken of. */
function isClosed({ status, review }: Row): boolean {
  return status === "forgotten" || review?.state === "rejected" || review?.state === "sensitive";
}

function knownOf(head: Row): KnownEntry {
  const { id, timestamp } = head;
  return { id, timestamp, closed: isClosed(head) };
}

/** What a group was kept as is gone from the tree: erased, so that nothing of it comes back. */
const GONE = { timestamp: "", closed: true } as const;

/** For each group the entry with equal words, or undefined. Removed and rejected entries go before live ones. */
export function knownIn(
  tree: Store,
  groups: readonly UtteranceGroup[],
  decisions: HarvestDecisions,
): (KnownEntry | undefined)[] {
  const byClaim = new Map<string, Row[]>();
  for (const head of tree.heads) {
    if (!isLearning(head) || !(isLive(head) || isClosed(head))) continue;
    byClaim.set(head.claim, [...(byClaim.get(head.claim) ?? []), head]);
  }
  return groups.map((group) => {
    const same = new Set<Row>();
    for (const { hash } of group.said) {
      const id = decisions[hash]?.id;
      const head = id === undefined ? undefined : tree.head(id);
      if (id !== undefined && head === undefined) return { id, ...GONE };
      for (const one of [head ?? [], byClaim.get(hash) ?? []].flat()) same.add(one);
    }
    const closed = (head: Row) => Number(isClosed(head));
    const [best] = [...same].sort((a, b) => closed(b) - closed(a) || b.timestamp.localeCompare(a.timestamp));
    return best === undefined ? undefined : knownOf(best);
  });
}
