/**
 * Standing: what is computed of every entry from what records say, without the time: that is a comparison (`at-time.ts`).
 * Computed by `pass.ts`; the cache keeps it as columns, and rows have it under these names.
 */
import type { Profile } from "../../settings.js";
import type { Entry, Near, Review, ReviewState, Status, Tier, Verdict } from "../entry.js";
import type { Copies, OwnWords } from "./copies.js";

/** A record as standing reads it. */
export interface StatedRecord {
  entry: Entry;
  /** The hash of its canonical claim (`claimHash`). */
  claim: string;
  /** What its file says for bare eyes, and of its fate in its own words. */
  copies?: Copies;
}

export interface StandingInput {
  /** All that are tied to one another by answered rows, equal words, one key or outcomes; the order does not matter. */
  records: readonly StatedRecord[];
  /** Names of people's lines that stand: `#` and a hash, as rows name them. */
  lines: ReadonlySet<string>;
  mode: Profile["apply_mode"];
  /** The score from which two claims are close (`near.close`). */
  close: number;
  /** Whether the workspace has a record of that id, among these or not. */
  isHere: (id: string) => boolean;
}

/** How its lesson turned out: the newest approved outcome of its chain, a person's before an agent's. */
export interface JudgedBy {
  verdict: Verdict;
  /** The outcome record; absent where the record says it in its own words. */
  id?: string;
  score?: number;
  lesson?: string;
  tier: Tier;
  at: string;
}

/** Facts about whether a correction was kept. What they come to at a time says `stickAt`. */
export interface StickFacts {
  /** When the window began: it was said first, or failed last. */
  since: string;
  /** It failed last then. */
  failed?: string;
  /** The newest answer that it held, since the window began. */
  held?: { at: string; byPerson: boolean };
  /** A trigger came up last then, in a session that did not say it. */
  cameUp?: string;
}

/** From an instant on, until one that is no part of it, or for good. */
export type Period = readonly [from: string, until?: string];

/** A row of this entry that nobody has answered with effect. */
export interface OpenRow extends Pick<Near, "with" | "score" | "found" | "at"> {
  /** An answer that takes effect once a person with enough trust repeats it. */
  proposed?: NonNullable<Near["answer"]>;
  by?: string;
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
  /** `ends`: the outcome ends it. `contested`: it is less trusted, and put to a person. */
  invalidated?: "ends" | "contested";
  stuck?: StickFacts;
  /** The people's line that says it. */
  known?: string;
  /** The chain of the general entry to which it is an exception. */
  exceptionTo?: string;
  /** Who ended it, the most trusted: only somebody as trusted begins it anew. */
  endedBy?: Tier;
}

export interface Standing extends ChainStanding {
  /** Rows know which one is a rule. */
  status: Status;
  /** What replaced it: an id, a people's line, or the words of its source. */
  superseded_by?: string;
  /** The review in force, a refusal of any member included; undefined: nobody needs to look at it. */
  review?: StandingReview;
  /** It has expired from this instant on, as long as it waits. */
  expires?: string;
  /** Its place among those of its chain that may speak: 1 is the carrier. */
  voice?: number;
  open: OpenRow[];
  /** People's lines of which an answer says that this one replaces them. */
  changes?: string[];
  /** When another fact about the contact holds in its place. */
  covered?: readonly Period[];
  /** Its fate in its own words. */
  own?: OwnWords;
  /** A sentence about a copy that no record speaks for. */
  finding?: string;
}
