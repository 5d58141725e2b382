/** Which entries of the tree say what was found: by the canonical claim, or by words. */

import { suggestedTruth } from "../detect/missed-learnings.js";
import { isLearning, isLive } from "../entry/entry.js";
import { claimHash } from "../guard/canonical.js";
import { lex } from "../search/words/bm25.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { candidatesAmong, Texts } from "./alike.js";
import { ALIKE, type HarvestDecision, type KnownEntry, type UtteranceGroup } from "./repeats.js";

/** What may not be offered again, nor be spoken of. */
function isClosed({ status, review }: EntryMeta): boolean {
  return status === "forgotten" || review?.state === "rejected" || review?.state === "sensitive";
}

function knownOf(head: EntryMeta): KnownEntry {
  const { id, timestamp, status } = head;
  return { id, timestamp, status, closed: isClosed(head) };
}

/** The texts under which a group may be known: what was said, and the wording that was suggested for it. */
function textsOf(group: UtteranceGroup): string[] {
  return [...new Set(group.said.flatMap((one) => [one.quote, suggestedTruth(one)]))];
}

/** What a group was kept as is gone from the tree: erased, so that nothing of it comes back. */
const GONE = { timestamp: "", status: "forgotten", closed: true } as const;

/**
 * For each group the entry that says it; undefined where none does. What says exactly the same comes first, and there
 * what was taken out or turned down before what lives; of what is alike, what lives.
 */
export function knownIn(
  tree: Store,
  groups: readonly UtteranceGroup[],
  decided: (hash: string) => HarvestDecision | undefined,
): (KnownEntry | undefined)[] {
  const learnings = tree.heads.filter((head) => isLearning(head) && (isLive(head) || isClosed(head)));
  const byClaim = new Map<string, EntryMeta[]>();
  for (const head of learnings) {
    for (const claim of head.claims) byClaim.set(claim, [...(byClaim.get(claim) ?? []), head]);
  }
  const texts = learnings.map(({ text }) => text);
  const corpus = new Texts(texts).corpus;
  const candidates = candidatesAmong(texts);
  return groups.map((group) => {
    const same = new Set<EntryMeta>();
    const alike = new Set<EntryMeta>();
    for (const { hash } of group.said) {
      const id = decided(hash)?.id;
      if (id === undefined) continue;
      const head = tree.head(id);
      if (head === undefined) return { id, ...GONE };
      same.add(head);
    }
    for (const text of textsOf(group)) {
      for (const head of byClaim.get(claimHash(text)) ?? []) same.add(head);
      for (const at of candidates(text)) {
        const head = learnings[at] as EntryMeta;
        if (head.type === group.type && lex(text, head.text, corpus) >= ALIKE) alike.add(head);
      }
    }
    const newest = (a: EntryMeta, b: EntryMeta) => b.timestamp.localeCompare(a.timestamp);
    const closed = (head: EntryMeta) => Number(isClosed(head));
    const best =
      [...same].sort((a, b) => closed(b) - closed(a) || newest(a, b))[0] ??
      [...alike].sort((a, b) => closed(a) - closed(b) || newest(a, b))[0];
    return best === undefined ? undefined : knownOf(best);
  });
}
