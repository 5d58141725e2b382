/**
 * Handles a text that repeats another's: counts it where a person turned it down, or binds it to its external source.
 * Called by `judge-and-store.ts`.
 */
import { claimOf, type Entry } from "../entry/entry.js";
import { countAgain } from "../entry/repetition.js";
import { bornReview, inForce } from "../entry/status.js";
import type { Change } from "../store/change/change.js";
import { claimHash } from "../text/canonical.js";
import { defined } from "../text/defined.js";
import type { Captured } from "./capture-schemas.js";
import { newEntry, reservedAlias } from "./persist/persist-new.js";
import { externalSources, findTurnedDown, linesOf, type RepeatInput } from "./policy/repeats.js";
import { isTakenFrom } from "./policy/taken-from.js";
import type { PreparedDraft } from "./prepare.js";
import { checkRelations } from "./relations.js";

/** The draft to store with the reason for its lower trust, or the answer where it was counted. */
export type Settled = { ready: PreparedDraft; because: string[] } | { answer: Captured };

/** Looks for earlier entries with the same words. Called under the lock. */
export async function settleRepeat(change: Change, prepared: PreparedDraft): Promise<Settled> {
  const entry = newEntry(prepared);
  const input = await repeatInput(change, prepared, entry);
  const turnedDown = findTurnedDown(input);
  if (turnedDown !== undefined) return { answer: await countThere(change, prepared, entry, turnedDown.id) };
  const sources = externalSources(input);
  const [first] = sources;
  if (first === undefined) return { ready: prepared, because: [] };
  const ids = sources.map(({ id }) => id);
  const { tier } = first;
  const review = bornReview(prepared.mode, tier, prepared.type);
  const { review: _, auto: __, ...draft } = prepared;
  checkRelations(change.tree, { type: prepared.type, tier, id: prepared.buffered?.id, review }, prepared.fields);
  const because = `It repeats ${ids.join(", ")}, and is trusted no more than that (${tier}).`;
  return { ready: { ...draft, repeats: ids, tier, ...defined({ review }) }, because: [because] };
}

async function repeatInput(change: Change, prepared: PreparedDraft, entry: Entry): Promise<RepeatInput> {
  const claims = linesOf(entry);
  const sameClaim: Entry[] = [];
  for (const head of change.now.claiming(new Set(claims.map(claimHash)))) {
    if (head.status === "forgotten" || !(await prepared.isShown(head))) continue;
    sameClaim.push(inForce(await change.entry(head.id), prepared.mode));
  }
  return { draft: entry, claims, sameClaim };
}

/** Counts the words on the entry that a person turned down; they are stored nowhere else. */
async function countThere(change: Change, prepared: PreparedDraft, entry: Entry, id: string): Promise<Captured> {
  const entryThere = await change.entry(id);
  const isCounted = entryThere.type === "outcome" || isTakenFrom(entryThere, entry.origin);
  const countPatch = isCounted ? {} : countAgain(entryThere, entry);
  const place = await change.update(id, { ...countPatch, ...reservedAlias(prepared, entryThere) });
  const decision = entryThere.review?.state === "sensitive" ? "called it sensitive" : "rejected it";
  const because = [
    `${id} says exactly this, and a person ${decision}: it is counted there, and stays as it was decided.`,
  ];
  return { decision: "counted", type: entry.type, id, ...place, text: claimOf(entry), because, asks: [] };
}
