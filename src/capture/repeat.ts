/** What becomes of a text that repeats somebody else's: counted where a person turned it down, or bound to its source. */
import { claimOf, type Entry } from "../entry/entry.js";
import { countAgain } from "../entry/repetition.js";
import { bornReview, inForce } from "../entry/status.js";
import type { Change } from "../store/change/change.js";
import { claimHash } from "../text/canonical.js";
import { defined } from "../text/defined.js";
import type { Captured } from "./capture-schemas.js";
import { newEntry, reservedAlias } from "./persist/persist-new.js";
import { linesOf, type RepeatInput, repeatedFrom, turnedDownBefore } from "./policy/repeats.js";
import { isTakenFrom } from "./policy/taken-from.js";
import type { PreparedDraft } from "./prepare.js";
import { checkRelations } from "./relations.js";

/** A draft as it may be stored, with why it is trusted less than its author; or the answer where it was counted. */
export type Settled = { ready: PreparedDraft; because: string[] } | { answer: Captured };

/** Looks, under the lock, at who said the same before. */
export async function settleRepeat(change: Change, prepared: PreparedDraft): Promise<Settled> {
  const entry = newEntry(prepared);
  const input = await repeatInput(change, prepared, entry);
  const known = turnedDownBefore(input);
  if (known !== undefined) return { answer: await countThere(change, prepared, entry, known.id) };
  const sources = repeatedFrom(input);
  const [first] = sources;
  if (first === undefined) return { ready: prepared, because: [] };
  const ids = sources.map(({ id }) => id);
  const { tier } = first;
  const review = bornReview(prepared.mode, tier, prepared.type);
  const { review: _, auto: __, ...rest } = prepared;
  checkRelations(change.tree, { type: prepared.type, tier, id: prepared.buffered?.id, review }, prepared.fields);
  const because = `It repeats ${ids.join(", ")}, and is trusted no more than that (${tier}).`;
  return { ready: { ...rest, repeats: ids, tier, ...defined({ review }) }, because: [because] };
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

/** The words are counted where a person decided about them, and written nowhere else. */
async function countThere(change: Change, prepared: PreparedDraft, entry: Entry, id: string): Promise<Captured> {
  const known = await change.entry(id);
  const isCounted = known.type === "outcome" || isTakenFrom(known, entry.origin);
  const again = isCounted ? {} : countAgain(known, entry);
  const place = await change.update(id, { ...again, ...reservedAlias(prepared, known) });
  const was = known.review?.state === "sensitive" ? "called it sensitive" : "rejected it";
  const because = [`${id} says exactly this, and a person ${was}: it is counted there, and stays as it was decided.`];
  return { decision: "counted", type: entry.type, id, ...place, text: claimOf(entry), because, asks: [] };
}
