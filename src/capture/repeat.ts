/** Counts a text where a person turned the same words down. Called by `judge-and-store.ts`. */
import { claimOf, type Entry } from "../entry/entry.js";
import { countAgain } from "../entry/repetition.js";
import { inForce } from "../entry/status.js";
import type { Change } from "../store/change/change.js";
import { claimHash } from "../text/claims/canonical.js";
import type { Captured } from "./capture-schemas.js";
import type { PreparedDraft } from "./look/prepare.js";
import { newEntry, reservedAlias } from "./persist/persist-new.js";
import { findTurnedDown } from "./policy/repeats.js";
import { isTakenFrom } from "./policy/taken-from.js";

/** The answer where a person turned the same words down; undefined where nobody did. Called under the lock. */
export async function countTurnedDown(change: Change, prepared: PreparedDraft): Promise<Captured | undefined> {
  const draft = newEntry(prepared);
  const sameClaim: Entry[] = [];
  for (const head of change.tree.claiming(new Set([claimHash(claimOf(draft))]))) {
    if (head.status === "forgotten" || !(await prepared.isShown(head))) continue;
    sameClaim.push(inForce(await change.entry(head.id), prepared.mode));
  }
  const turnedDown = findTurnedDown({ draft, sameClaim });
  return turnedDown && (await countThere(change, prepared, draft, turnedDown.id));
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
