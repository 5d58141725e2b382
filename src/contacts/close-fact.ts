/** Ends facts about a contact, and takes an ending back: the record stays as it is, and says until when it held. */

import { contactOf } from "../entry/contact-scope.js";
import type { Memory, Patch } from "../entry/entry.js";
import { renewedDecisions } from "../entry/pins.js";
import type { Change } from "../store/change.js";
import { closedBy } from "./policy/validity.js";

/** The patch by which a fact holds until an instant, or without an end. An approval covers when its words held. */
export function untilPatch(known: Memory, valid_to: string | undefined): Patch {
  const patch: Patch = { valid_to };
  // Only a person ends what is pinned: it says the same, and until when.
  return { ...patch, ...renewedDecisions(known, patch) };
}

/** Ends a known fact where another one, which names it under `supersedes`, begins. */
export async function closeFact(change: Change, known: string, by: Memory): Promise<void> {
  const entry = await change.entry(known);
  if (entry.type === "memory") await change.update(known, untilPatch(entry, closedBy(entry, by)));
}

/** Was this fact ended by that one, and by nothing since? */
export function isClosedBy(known: Memory, by: Memory): boolean {
  if (contactOf(known) === undefined || known.valid_to === undefined) return false;
  return (
    by.supersedes?.includes(known.id) === true && known.valid_to === closedBy({ ...known, valid_to: undefined }, by)
  );
}
