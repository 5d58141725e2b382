/** Moves an entry from one state to another, where it may go. */
import { type Entry, type ReviewState, repeatedAs, type Status } from "../../entry/entry.js";
import { stickAfter, stickOf } from "../../entry/repetition.js";
import { contentHash, illegalReview, illegalStatus, type Mover } from "../../entry/status.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import type { Change } from "./staged-change.js";

/** Throws `refused`, naming both ends, when an entry may not go to this status. */
export const checkStatus = (entry: Entry, to: Status, by: Mover = "tenet"): void =>
  refuse(entry, illegalStatus(entry.status, to, by));

/** The same for its review. */
export const checkReview = (entry: Entry, to: ReviewState, by: Mover): void =>
  refuse(entry, illegalReview(entry.review?.state, to, by));

function refuse({ id }: Entry, reason: string | undefined): void {
  if (reason === undefined) return;
  throw new TenetError(`${id}: ${reason}`, {
    failure: "refused",
    code: "illegal-transition",
    hint: next("See where it stands:", "show", { id }),
  });
}

/** Marks a known entry as replaced by a newer one. Its text stays; `superseded_by` names the newer one. */
export async function supersede(change: Change, id: string, by: string): Promise<void> {
  const entry = await change.entry(id);
  if (entry.status === "superseded" && entry.superseded_by !== by) {
    throw new TenetError(`${id} is superseded already${entry.superseded_by ? ` by ${entry.superseded_by}` : ""}`, {
      failure: "usage",
      code: "wrong-relation",
      hint: "Name the one that took its place, or leave it out.",
    });
  }
  checkStatus(entry, "superseded");
  await change.update(id, { status: "superseded", superseded_by: by });
}

/** Throws `busy` where an entry differs from the one that was shown. `shownText`: its hash. */
export function requireShownEntry(entry: Entry, shownText: string): void {
  if (contentHash(entry) !== shownText) throw changedMeanwhile(entry.id);
}

/** The error for an answer about an entry that says something else by now. */
export const changedMeanwhile = (id: string): TenetError =>
  new TenetError(`${id} is no longer what was shown; nothing was decided`, {
    failure: "busy",
    code: "changed-meanwhile",
    hint: next("Look at it once more:", "show", { id }),
  });

/** Marks a known correction as failed by the one that repeats it. */
export async function failByRepeat(change: Change, id: string, repeat: string, at: string): Promise<void> {
  const failed = { verdict: "failed" as const, at, evidence: repeatedAs(repeat) };
  await change.update(id, { stick: stickAfter(stickOf(await change.entry(id)), failed) });
}
