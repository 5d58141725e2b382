/**
 * Standing: what is computed of every entry from what records say, without the time. Computed by `pass.ts`; the cache keeps
 * it as columns, and rows have it under these names. What it comes to at a time is a comparison, at the foot.
 */
import type { Profile } from "../../settings.js";
import { daysBetween } from "../../text/durations.js";
import type { Entry, Near, Review, ReviewState, Status, Tier, Verdict } from "../entry.js";
import type { Copies, OwnWords } from "./copies.js";

/** A record with the hash of its canonical claim, and what its file says for bare eyes. */
export interface StatedRecord {
  entry: Entry;
  claim: string;
  copies?: Copies;
}

export interface StandingInput {
  /** All that are tied to one another by answered rows, equal words, one key or outcomes, in any order. */
  records: readonly StatedRecord[];
  /** People's lines that stand, as rows name them. */
  lines: ReadonlySet<string>;
  mode: Profile["apply_mode"];
  /** The score from which two claims are close (`near.close`). */
  close: number;
  /** Whether the workspace has a record of that id, among these or not. */
  isHere: (id: string) => boolean;
}

/** The newest approved outcome of a chain, a person's before an agent's; without `id` the record says it in its own words. */
export interface JudgedBy extends Pick<Near, "score"> {
  verdict: Verdict;
  id?: string;
  lesson?: string;
  tier: Tier;
  at: string;
}

/** Facts about whether a correction was kept, each the last of its kind; all but `failed` since the window began. */
export interface StickFacts {
  /** The window: it was said first, or failed last. */
  since: string;
  failed?: string;
  held?: { at: string; byPerson: boolean };
  /** A trigger came up in a session that did not say it. */
  cameUp?: string;
}

/** From an instant on, until one that is no part of it, or for good. */
export type Period = readonly [from: string, until?: string];

/** A row that nobody has answered with effect. `proposed`: what `by` answered, which only somebody trusted more may. */
export interface OpenRow extends Pick<Near, "with" | "score" | "found" | "at" | "by"> {
  proposed?: Near["answer"];
}

/** What a person said of an entry, or why it waits for one. */
export type StandingReview = Pick<Review, "by" | "tier" | "at" | "reason"> & { state: ReviewState };

/** What all members of a chain have in common. */
export interface ChainStanding {
  /** The id of its oldest member. */
  chain: string;
  trust: Tier;
  /** Since when its outcome is asked for: when its newest member was written, an import when it came. */
  born: string;
  /** How often it was said again. */
  repeats: number;
  judged?: JudgedBy;
  /** `contested`: who says so is trusted less, so that it is put to a person. */
  invalidated?: "ends" | "contested";
  stuck?: StickFacts;
  /** The people's line that says it. */
  known?: string;
  /** The chain to which it is an exception. */
  exceptionTo?: string;
  /** The most trusted who ended it: only somebody as trusted begins it anew. */
  endedBy?: Tier;
}

export interface Standing extends ChainStanding {
  /** `promoted` is added by rows, which know the rules. */
  status: Status;
  /** What replaced it: an id, a people's line, or the words of its source. */
  superseded_by?: string;
  /** The review in force, a refusal of any member included; undefined: nobody needs to look at it. */
  review?: StandingReview;
  /** While it waits it has expired from then on. */
  expires?: string;
  /** Its place among those of its chain that may speak: 1 is the carrier. */
  voice?: number;
  open: OpenRow[];
  /** When another fact about the contact holds in its place. */
  covered?: readonly Period[];
  own?: OwnWords;
  /** A sentence about a copy that no record speaks for. */
  finding?: string;
}

/** Days in which a correction must not be repeated to count as not repeated, or by an agent's word as held. */
export const STICK_DAYS = 7;
/** Days after which an entry without an answer is called inconclusive. */
const LAST_QUESTION_DAYS = 14;

export const STICK_WORDS = ["held", "failed", "not repeated"] as const;
export type StickWord = (typeof STICK_WORDS)[number];

/** Whether a correction was kept, as far as is known by then. */
export function stickAt(facts: StickFacts | undefined, now: Date): StickWord | undefined {
  if (facts === undefined) return undefined;
  const { since, failed, held, cameUp } = facts;
  const isOver = daysBetween(since, now) >= STICK_DAYS;
  if (held !== undefined && (held.byPerson || isOver)) return "held";
  if (cameUp !== undefined && isOver) return "not repeated";
  return failed === undefined ? undefined : "failed";
}

/** Whether its last question is past, and there is neither an outcome nor word of how it was kept. */
export const isInconclusive = (
  { born, judged, stuck }: Pick<Standing, "born" | "judged" | "stuck">,
  now: Date,
): boolean => (judged ?? stickAt(stuck, now)) === undefined && daysBetween(born, now) >= LAST_QUESTION_DAYS;

export const isExpired = ({ expires }: Pick<Standing, "expires">, now: Date): boolean =>
  expires !== undefined && daysBetween(expires, now) >= 0;
