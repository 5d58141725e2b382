/** What came from a hub before: the same entry of the same writer counts once, however often it is taken. */
import type { Entry, EvolutionItem, SeenBy } from "../../entry/entry.js";
import { hubEntryOf } from "../../entry/hub-origin.js";
import { canonicalClaim } from "../../text/canonical.js";

/** Does a known entry hold, or count, what the writer's entry behind this origin said? */
export function isTakenFrom(known: Entry, origin: string | undefined): boolean {
  const from = hubEntryOf(origin);
  if (from === undefined) return false;
  const { evolution = [], seen_by = [] } = known as { evolution?: EvolutionItem[]; seen_by?: SeenBy[] };
  return [known, ...evolution, ...seen_by].some((one) => hubEntryOf(one.origin) === from);
}

/** One wording of one writer's entry, which is said anew. */
export function isSameSaying(known: EvolutionItem, item: EvolutionItem): boolean {
  const from = hubEntryOf(item.origin);
  return (
    from !== undefined && hubEntryOf(known.origin) === from && canonicalClaim(known.text) === canonicalClaim(item.text)
  );
}
