import type { Bands } from "../../config.js";
import type { Category, Entry, Memory, ReviewState, Tier } from "../../entry/entry.js";
import type { Candidate, Neighbour } from "../../entry/neighbour.js";

/** What must be known of a new memory to judge it. */
export interface MemoryDraft {
  content: string;
  category: Category;
  key?: string | undefined;
  tier: Tier;
  timestamp: string;
  scope?: string | undefined;
  user?: string | undefined;
  session?: string | undefined;
  /** Absent: approved. */
  review?: { state: ReviewState } | undefined;
}

export interface MemoryInput {
  draft: MemoryDraft;
  /** Live neighbours of any type that its author may be shown. */
  candidates: readonly Candidate[];
  /** Entries whose claim has the draft's claim hash, whatever their review or status. */
  sameClaim: readonly Entry[];
  /** Memories that state the draft's key. */
  sameKey: readonly Memory[];
  /** Undefined without a model or without bands for it. */
  bands: Bands | undefined;
  /** `capture.max_links` of the profile. */
  maxLinks: number;
}

/** What is to be written about a new memory. */
export interface MemoryDecision {
  decision: "skipped" | "stored" | "linked" | "superseded";
  /** The known memory that says the same: `seen` goes up there, and nothing is stored. */
  target?: string;
  supersedes: string[];
  contests: string[];
  linked: string[];
  /** Set when no vectors could be compared. */
  novelty?: "unchecked";
  because: string[];
  neighbours: Neighbour[];
}
