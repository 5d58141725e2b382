/** Ends facts about a contact, and takes an ending back: the record stays as it is, and says until when it held. */

import type { Memory, Patch } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { renewedDecisions } from "../../entry/gates/pins.js";
import { defined } from "../../text/defined.js";
import type { Change } from "../change/change.js";
import { closedBy } from "./policy/validity.js";

/** The patch by which a fact ends. The end that was stated is kept for when this one is taken back; pin and approval stay. */
export function endingPatch(known: Memory, valid_to: string): Patch {
  const stated_to = known.stated_to ?? known.valid_to;
  const patch = { valid_to, ...defined({ stated_to }) };
  return { ...patch, ...renewedDecisions(known, patch) };
}

/** The patch by which an ended fact goes on: until what ended it did, and no longer than its author said. */
export function reopeningPatch(known: Memory, until: string | undefined): Patch {
  const ends = [until, known.stated_to].filter((end) => end !== undefined).sort();
  const valid_to = ends[0];
  const patch = { valid_to, stated_to: valid_to === known.stated_to ? undefined : known.stated_to };
  return { ...patch, ...renewedDecisions(known, patch) };
}

/** Ends a known fact where another one, which names it under `supersedes`, begins. */
export async function closeFact(change: Change, known: string, by: Memory): Promise<void> {
  const entry = await change.entry(known);
  if (entry.type === "memory") await change.update(known, endingPatch(entry, closedBy(entry, by)));
}

/** Was this fact ended by that one, and by nothing since? */
export function isClosedBy(known: Memory, by: Memory): boolean {
  if (contactOf(known) === undefined || known.valid_to === undefined) return false;
  return (
    by.supersedes?.includes(known.id) === true && known.valid_to === closedBy({ ...known, valid_to: undefined }, by)
  );
}
