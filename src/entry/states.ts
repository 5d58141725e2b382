/** How an entry stands, in the words that lists show, `--status` takes and shells complete. */
import type { ReviewState, Status, Verdict } from "./entry.js";
import { isLive } from "./gates/visible.js";
import type { StickWord } from "./standing/at-time.js";

/** Every word that a list can show of an entry; true: a reader must know it before trusting the entry. */
const WORDS = {
  active: false,
  promoted: false,
  superseded: true,
  forgotten: true,
  ended: false,
  open: false,
  closed: false,
  waiting: false,
  rejected: true,
  exception: true,
  expired: true,
  validated: false,
  invalidated: true,
  mixed: false,
  inconclusive: true,
  failed: true,
} as const;
export type State = keyof typeof WORDS;
export const STATES = Object.keys(WORDS) as [State, ...State[]];

/** A review in force as one word; an approved entry needs none, and a sensitive one is not listed. */
const WORD_OF_REVIEW: Partial<Record<ReviewState, State>> = {
  needs_review: "waiting",
  rejected: "rejected",
  one_time_exception: "exception",
  expired: "expired",
};

/** A review as it stands in a sentence: `it is a one-time exception`. */
export const reviewText = (state: ReviewState): string =>
  state === "one_time_exception" ? "a one-time exception" : state.replaceAll("_", " ");

/** What `--status` takes: such a word, or `live` and `all`. */
export const STATUS_FILTERS = [...STATES, "live", "all"] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/**
 * `ended`: a fact about a contact that no longer holds. `open`: in a pair that is printed together because nobody has
 * decided. `closed`: a question with an end. `failed`: a correction that was not kept.
 */
export interface Standing extends Partial<Record<"ended" | "open" | "closed" | "failed", boolean | undefined>> {
  status: Status;
  review?: ReviewState | undefined;
  outcome?: Verdict | undefined;
}

/** Everything to be said of an entry; `active` where there is nothing else. */
export function statesOf(standing: Standing): State[] {
  const { status, review, outcome } = standing;
  const isSo = (word: "ended" | "open" | "closed" | "failed") => (standing[word] === true ? word : undefined);
  const reviewed = review && WORD_OF_REVIEW[review];
  const words = [status, isSo("ended"), isSo("open"), isSo("closed"), reviewed, outcome, isSo("failed")];
  const states = [...new Set(words.filter((word) => word !== undefined))];
  return states.length === 1 ? states : states.filter((word) => word !== "active");
}

/** What a reader must know before trusting an entry, said wherever it is printed; undefined where there is nothing. */
export function doubtsOf({ status, review, outcome, kept }: Doubtful): State[] | undefined {
  const states = statesOf({ status, review: review?.state, outcome, failed: kept === "failed" });
  const doubts = states.filter((word) => WORDS[word]);
  return doubts.length === 0 ? undefined : doubts;
}

interface Doubtful extends Pick<Standing, "status" | "outcome"> {
  review?: { state: ReviewState } | undefined;
  kept?: StickWord | undefined;
}

/** Is an entry meant by a word of `--status`? `active` is what counts and is nothing more yet, whatever else is said of it. */
export function isMeantBy(word: StatusFilter, entry: Standing): boolean {
  const { status, review } = entry;
  const live = isLive({ status, review: review === undefined ? undefined : { state: review } });
  if (word === "all") return true;
  if (word === "live") return live;
  return word === "active" ? live && status === "active" : statesOf(entry).includes(word);
}

/** `3 superseded, 1 rejected`. */
export const countsOfStates = (counts: Partial<Record<State, number>>): string =>
  Object.entries(counts)
    .map(([word, count]) => `${count} ${word}`)
    .join(", ");
