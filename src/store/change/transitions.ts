/** Moves an entry from one state to another, where it may go. */
import { type Entry, type ReviewState, repeatedAs, type Status } from "../../entry/entry.js";
import { stickAfter, stickOf } from "../../entry/repetition.js";
import { contentHash, illegalReview, illegalStatus, type Mover } from "../../entry/status.js";
import { TenetError } from "../../errors.js";
import type { Change } from "./change-body.js";

/** Throws `refused`, naming both ends, when an entry may not go to this status. */
export function checkStatus(entry: Entry, to: Status, by: Mover = "tenet"): void {
  const why = illegalStatus(entry.status, to, by);
  if (why !== undefined) throw refused(entry, why);
}

/** The same for its review. */
export function checkReview(entry: Entry, to: ReviewState, by: Mover): void {
  const why = illegalReview(entry.review?.state, to, by);
  if (why !== undefined) throw refused(entry, why);
}

function refused(entry: Entry, why: string): TenetError {
  return new TenetError(`${entry.id}: ${why}`, {
    failure: "refused",
    code: "illegal-transition",
    hint: `See where it stands: tenet show ${entry.id}`,
  });
}

/** Marks a known entry as replaced by a newer one. Its text stays; `superseded_by` says what took its place. */
export async function supersede(change: Change, known: string, by: string): Promise<void> {
  const entry = await change.entry(known);
  if (entry.status === "superseded" && entry.superseded_by !== by) {
    throw new TenetError(`${known} is superseded already${entry.superseded_by ? ` by ${entry.superseded_by}` : ""}`, {
      failure: "usage",
      code: "wrong-relation",
      hint: "Name the one that took its place, or leave it out.",
    });
  }
  checkStatus(entry, "superseded");
  await change.update(known, { status: "superseded", superseded_by: by });
}

/** Throws `busy` where an entry says something else than what was shown. `shown`: its hash. */
export function requireShown(entry: Entry, shown: string): void {
  if (contentHash(entry) === shown) return;
  throw new TenetError(`${entry.id} is no longer what was shown; nothing was decided`, {
    failure: "busy",
    code: "changed-meanwhile",
    hint: `Look at it once more: tenet show ${entry.id}`,
  });
}

/** Marks a known correction as failed by the one that repeats it. */
export async function failByRepeat(change: Change, known: string, repeat: string, at: string): Promise<void> {
  const failed = { verdict: "failed" as const, at, evidence: repeatedAs(repeat) };
  await change.update(known, { stick: stickAfter(stickOf(await change.entry(known)), failed) });
}
