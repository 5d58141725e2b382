/** Whether what an entry said may still stand in a context: asked when a line is gathered and whenever it is kept. */
import type { ReviewState, Status } from "../../entry/entry.js";
import { ERASED, REDACTED } from "../../entry/redaction.js";

/** What is asked of an entry here; heads have all of it. */
export interface Standing {
  status: Status;
  text: string;
  review?: { state: ReviewState } | undefined;
}

const NO_LONGER: Partial<Record<ReviewState, string>> = {
  rejected: "rejected in review",
  expired: "expired before anybody reviewed it",
  one_time_exception: "an exception for one time",
};

/**
 * Why a line that rests on an entry is not printed, in words that follow its id; undefined when it may be. A line that
 * a person wrote stays theirs when its entry is only forgotten or turned down: its words are not the entry's.
 */
export function goneBecause(entry: Standing, theirs = false): string | undefined {
  if (entry.text === REDACTED) return "redacted";
  if (entry.text === ERASED) return "erased";
  if (theirs) return undefined;
  if (entry.status === "forgotten") return "forgotten";
  return entry.review === undefined ? undefined : NO_LONGER[entry.review.state];
}

/** Its id is shown, its words are not. */
export function isSensitive({ review }: Pick<Standing, "review">): boolean {
  return review?.state === "sensitive";
}

/** What stands in the place of words that may not be shown. */
export const SENSITIVE = "[sensitive]";
