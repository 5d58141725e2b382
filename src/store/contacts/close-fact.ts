/** Ends facts about a contact, and undoes an ending: the record stays, with the instant until which it held. */

import type { Memory, Patch } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { renewedDecisions } from "../../entry/gates/pins.js";
import { defined } from "../../text/defined.js";
import type { Change } from "../change/change.js";
import { closedBy, succession } from "./policy/validity.js";

/**
 * The patch by which a fact ends. The end that was stated is kept for when this one is taken back; pin and approval stay.
 * `isEnded`: its end is what another fact made of it, and stated by nobody.
 */
export function endingPatch(fact: Memory, valid_to: string, isEnded = false): Patch {
  const stated_to = fact.stated_to ?? (isEnded ? undefined : fact.valid_to);
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

/** A fact that holds around another one: its record until that one begins, and a new one from where that one ends. */
export interface SplitFact {
  before: string;
  until: string;
  after: { id: string; from: string };
}

/**
 * Ends a known fact where another one, which names it under `supersedes`, begins. Where that one ends first, the known
 * fact goes on after it as a record of its own: the answer says so.
 */
export async function closeFact(change: Change, closedId: string, by: Memory): Promise<SplitFact | undefined> {
  const entry = await change.entry(closedId);
  if (entry.type !== "memory") return undefined;
  const until = closedBy(entry, by);
  const from = succession(entry, by) === "splits" ? by.valid_to : undefined;
  const after = from === undefined ? undefined : { id: await goesOn(change, entry, from), from };
  const enders = (await endersOf(change, entry)).filter(({ id }) => id !== by.id);
  await change.update(closedId, endingPatch(entry, until, enders.length > 0));
  return after && { before: closedId, until, after };
}

/** The facts with which one ended. */
async function endersOf(change: Change, fact: Memory): Promise<Memory[]> {
  const heads = change.tree.naming(new Set([fact.id]), "supersedes");
  const entries = await Promise.all(heads.map(({ id }) => change.entry(id)));
  return entries.filter((one): one is Memory => one.type === "memory" && isClosedBy(fact, one));
}

/** What belongs to the first part of a split fact alone: what it did to others, and how it was counted. */
const OF_FIRST = ["supersedes", "aliases", "imported", "folded", "seen", "seen_by", "uses"] as const;

/** Stages the second part of a split fact, from an instant on; answers its id. What ended the fact ends this part. */
async function goesOn(change: Change, fact: Memory, valid_from: string): Promise<string> {
  const id = change.newId("memory", fact.timestamp);
  const rest: Record<string, unknown> = { ...fact };
  for (const field of OF_FIRST) delete rest[field];
  const patch = { id, valid_from, derived_from: [fact.id] };
  change.append({ ...rest, ...patch, ...renewedDecisions(fact, patch) } as Memory);
  for (const ender of await endersOf(change, fact)) {
    await change.update(ender.id, { supersedes: [...(ender.supersedes ?? []), id] });
  }
  return id;
}

/** Says a split for people. */
export const splitSaid = ({ before, until, after }: SplitFact): string =>
  `${before} is split in two: it holds until ${until}, and from ${after.from} on as ${after.id}.`;

/** Says for people that a known fact ends with another one, or had ended before. */
export const endSaid = (closed: Memory, by: Memory): string =>
  succession(closed, by) === "apart" && closed.valid_to === closedBy(closed, by)
    ? `${closed.id} had ended before ${by.id} begins.`
    : `${closed.id} ends where ${by.id} begins.`;

/** Was this fact ended by that one, and by nothing since? */
export function isClosedBy(fact: Memory, by: Memory): boolean {
  if (contactOf(fact) === undefined || fact.valid_to === undefined) return false;
  return by.supersedes?.includes(fact.id) === true && fact.valid_to === closedBy({ ...fact, valid_to: undefined }, by);
}
