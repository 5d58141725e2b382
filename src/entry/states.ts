/** How an entry stands, in the words that lists show, `--status` takes and shells complete. */
import type { ReviewState, Status, Stick, Verdict } from "./entry.js";
import { isLive } from "./gates/visible.js";
import { STATUSES } from "./words.js";

/** A review in force as one word; an approved entry needs none, and a sensitive one is not listed. */
const WORD_OF_REVIEW = {
  needs_review: "waiting",
  rejected: "rejected",
  one_time_exception: "exception",
  expired: "expired",
} as const satisfies Partial<Record<ReviewState, string>>;

/** A review as it stands in a sentence: `it is a one-time exception`. */
export const reviewText = (state: ReviewState): string =>
  state === "one_time_exception" ? "a one-time exception" : state.replaceAll("_", " ");

/** Every word that a list can show of an entry. */
export const STATES = [
  ...STATUSES,
  "ended",
  "open",
  "closed",
  ...Object.values(WORD_OF_REVIEW),
  "validated",
  "invalidated",
  "mixed",
  "failed",
] as const;
export type State = (typeof STATES)[number];

/** What `--status` takes: such a word, or `live` and `all`. */
export const STATUS_FILTERS = [...STATES, "live", "all"] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export interface Standing {
  status: Status;
  review?: ReviewState | undefined;
  outcome?: Verdict | undefined;
  /** A fact about a contact that no longer holds. */
  ended?: boolean | undefined;
  /** It is in a pair that is printed together because nobody has decided. */
  open?: boolean | undefined;
  /** Questions that were answered, or closed without an answer. */
  closed?: boolean | undefined;
  /** A correction that did not stick. */
  failed?: boolean | undefined;
}

/** Everything to be said of an entry; `active` where there is nothing else. */
export function statesOf({ status, review, outcome, ended, open, closed, failed }: Standing): State[] {
  const words: (State | undefined)[] = [
    status === "active" ? undefined : status,
    ended === true ? "ended" : undefined,
    open === true ? "open" : undefined,
    closed === true ? "closed" : undefined,
    (WORD_OF_REVIEW as Partial<Record<ReviewState, State>>)[review ?? "approved_for_reuse"],
    outcome,
    failed === true ? "failed" : undefined,
  ];
  const statedWords = new Set(words.filter((word) => word !== undefined));
  return statedWords.size === 0 ? ["active"] : [...statedWords];
}

const DOUBTS: ReadonlySet<State> = new Set<State>([
  "inconclusive",
  "superseded",
  "forgotten",
  "rejected",
  "exception",
  "expired",
  "invalidated",
  "failed",
]);

/** What a reader must know before trusting an entry, said wherever it is printed; undefined where there is nothing. */
export function doubtsOf(entry: {
  status: Status;
  review?: { state: ReviewState } | undefined;
  outcome?: Verdict | undefined;
  stick?: Pick<Stick, "verdict"> | undefined;
}): State[] | undefined {
  const { status, review, outcome, stick } = entry;
  const states = statesOf({ status, review: review?.state, outcome, failed: stick?.verdict === "failed" });
  const doubts = states.filter((word) => DOUBTS.has(word));
  return doubts.length === 0 ? undefined : doubts;
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
