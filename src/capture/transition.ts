import type { Entry, ReviewState, Status } from "../entry/entry.js";
import { illegalReview, illegalStatus, type Mover } from "../entry/status.js";
import { TenetError } from "../errors.js";

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
