/** How an entry stands, in the one word that is printed of it, that `--status` takes and shells complete. */
import type { ReviewState, Verdict } from "./entry.js";
import { ENDED, isLive, type Standing } from "./gates/visible.js";
import type { StickWord } from "./standing/standing.js";

/** Of an entry the first that holds. */
export const STATES = [
  "forgotten",
  "superseded",
  "rejected",
  "exception",
  "sensitive",
  "expired",
  "invalidated",
  "waiting",
  "promoted",
  "active",
] as const;
export type State = (typeof STATES)[number];

/** A review in force that goes before how it turned out. */
const WORD_OF_REVIEW: Partial<Record<ReviewState, State>> = {
  rejected: "rejected",
  one_time_exception: "exception",
  sensitive: "sensitive",
  expired: "expired",
};

/** A review as it stands in a sentence: `it is a one-time exception`. */
export const reviewText = (state: ReviewState): string =>
  state === "one_time_exception" ? "a one-time exception" : state.replaceAll("_", " ");

/** What `--status` takes: such a word, or `live` and `all`; what is sensitive is in no list. */
export type StatusFilter = State | "live" | "all";
export const STATUS_FILTERS: readonly StatusFilter[] = [
  ...STATES.filter((word) => word !== "sensitive"),
  "live",
  "all",
];

export function stateOf({ status, review, invalidated }: Standing): State {
  if (ENDED.has(status)) return status;
  const said = review && WORD_OF_REVIEW[review.state];
  if (said !== undefined) return said;
  if (invalidated === "ends") return "invalidated";
  return review?.state === "needs_review" ? "waiting" : status;
}

/** What a reader must know before trusting an entry. */
export const DOUBTS = ["forgotten", "superseded", "rejected", "exception", "expired", "invalidated", "failed"] as const;
type Doubt = (typeof DOUBTS)[number];

/** Said wherever it is printed; undefined where there is nothing. */
export function doubtsOf(entry: Standing & { kept?: StickWord; outcome?: Verdict | undefined }): Doubt[] | undefined {
  const words: readonly unknown[] = [stateOf(entry), entry.outcome, entry.kept];
  const doubts = DOUBTS.filter((word) => words.includes(word));
  return doubts.length === 0 ? undefined : doubts;
}

export const isMeantBy = (word: StatusFilter, entry: Standing): boolean =>
  word === "all" || (word === "live" ? isLive(entry) : stateOf(entry) === word);

/** `3 superseded, 1 rejected`. */
export const countsOfStates = (counts: Partial<Record<State, number>>): string =>
  Object.entries(counts)
    .map(([word, count]) => `${count} ${word}`)
    .join(", ");
