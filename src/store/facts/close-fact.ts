/** Ends facts about a contact, and undoes an ending: the record stays, with the instant until which it held. */

import type { Memory, Patch } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { renewedDecisions } from "../../entry/gates/pins.js";
import { defined } from "../../text/defined.js";
import type { Change } from "../change/change.js";
import { closedBy } from "./policy/validity.js";

/** The patch by which a fact ends. The end that was stated is kept for when this one is taken back; pin and approval stay. */
export function endingPatch(fact: Memory, valid_to: string): Patch {
  const stated_to = fact.stated_to ?? fact.valid_to;
  const patch = { valid_to, ...defined({ stated_to }) };
  return { ...patch, ...renewedDecisions(fact, patch) };
}

/** The patch by which an ended fact goes on: until what ended it did, and no longer than its author said. */
export function reopeningPatch(fact: Memory, until: string | undefined): Patch {
  const ends = [until, fact.stated_to].filter((end) => end !== undefined).sort();
  const valid_to = ends[0];
  const patch = { valid_to, stated_to: valid_to === fact.stated_to ? undefined : fact.stated_to };
  return { ...patch, ...renewedDecisions(fact, patch) };
}

/** Ends a known fact where another one, which names it under `supersedes`, begins. */
export async function closeFact(change: Change, closedId: string, by: Memory): Promise<void> {
  const entry = await change.entry(closedId);
  if (entry.type === "memory") await change.update(closedId, endingPatch(entry, closedBy(entry, by)));
}

/** Was this fact ended by that one, and by nothing since? */
export function isClosedBy(fact: Memory, by: Memory): boolean {
  if (contactOf(fact) === undefined || fact.valid_to === undefined) return false;
  return by.supersedes?.includes(fact.id) === true && fact.valid_to === closedBy({ ...fact, valid_to: undefined }, by);
}
