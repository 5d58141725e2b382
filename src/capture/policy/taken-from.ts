/** Recognizes entries that came from a hub before: an entry of one writer counts once. Pure. */
import type { Entry, EvolutionItem, SeenBy } from "../../entry/entry.js";
import { hubEntryOf } from "../../entry/hub-origin.js";
import { canonicalClaim } from "../../text/claims/canonical.js";

/** Whether a known entry came from, or counts, the hub entry of this origin. */
export function isTakenFrom(knownEntry: Entry, origin: string | undefined): boolean {
  const from = hubEntryOf(origin);
  if (from === undefined) return false;
  const { evolution = [], seen_by = [] } = knownEntry as { evolution?: EvolutionItem[]; seen_by?: SeenBy[] };
  return [knownEntry, ...evolution, ...seen_by].some((one) => hubEntryOf(one.origin) === from);
}

/** Whether both items are the same wording of the same hub entry. */
export function isSameSaying(knownItem: EvolutionItem, item: EvolutionItem): boolean {
  const from = hubEntryOf(item.origin);
  return (
    from !== undefined &&
    hubEntryOf(knownItem.origin) === from &&
    canonicalClaim(knownItem.text) === canonicalClaim(item.text)
  );
}
