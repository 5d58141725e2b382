import type { Bands } from "../../config.js";
import type { Entry, ReviewState, Tier } from "../../entry/entry.js";
import type { Candidate, Neighbour } from "../../entry/neighbour.js";

/** What must be known of a new insight to judge how new it is. */
export interface InsightDraft {
  insight: string;
  evidence: string;
  tier: Tier;
  scope?: string | undefined;
  /** Absent: approved. What waits for review neither grows into nor replaces what is approved. */
  review?: { state: ReviewState } | undefined;
}

export interface NoveltyInput {
  draft: InsightDraft;
  /** All live neighbours of any type; what may be compared is chosen here. */
  candidates: readonly Candidate[];
  /** Entries whose claim or evolution item has the draft's claim hash, whatever their review or status. */
  sameClaim: readonly Entry[];
  /** Undefined without a model or without bands for it. */
  bands: Bands | undefined;
  /** `capture.max_links` of the profile. */
  maxLinks: number;
}

/** Everything the operation needs to write what was decided about an insight. */
export interface NoveltyDecision {
  decision: "skipped" | "evolved" | "restated" | "stored" | "linked";
  /** The known entry that was skipped onto or evolved. */
  target?: string;
  /** For evolved and restated: the operation adds when, who and where from. */
  evolution?: { text: string; evidence: string; restated?: true };
  /** Ids whose `seen` goes up by one. */
  seen: string[];
  linked: string[];
  contests: string[];
  /** Known entries that the new one supersedes. */
  supersedes: string[];
  /** Set when no vectors could be compared. */
  novelty?: "unchecked";
  because: string[];
  neighbours: Neighbour[];
}
