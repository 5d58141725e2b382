import type { Bands } from "../../config.js";
import type { Entry, ReviewState, Tier } from "../../entry/entry.js";
import type { Candidate, Neighbour } from "../../entry/neighbour.js";

/** What must be known of a new correction to judge what it does to known ones. */
export interface CorrectionDraft {
  prior_belief: string;
  corrected_to: string;
  tier: Tier;
  /** Absent: approved. What waits for review takes nothing approved away. */
  review?: { state: ReviewState } | undefined;
}

export interface CorrectionInput {
  draft: CorrectionDraft;
  /** All live neighbours of any type. */
  candidates: readonly Candidate[];
  /** Live entries with the claim hash of `corrected_to` or of `prior_belief`. */
  sameClaim: readonly Entry[];
  bands: Bands | undefined;
  /** `capture.max_links` of the profile. */
  maxLinks: number;
  /** `lex(a, b)` of two plain texts under the tree's own word frequencies: for beliefs, which have no template. */
  lex: (a: string, b: string) => number;
}

/** Everything the operation needs to write what was decided about a correction, which is always stored. */
export interface CorrectionDecision {
  decision: "stored" | "linked" | "recurrence" | "superseded";
  recurrence_of?: string;
  maybe_recurrence_of?: string;
  supersedes: string[];
  /** Ids whose stick becomes `failed`, with the new correction as evidence. */
  failed: string[];
  contests: string[];
  linked: string[];
  novelty?: "unchecked";
  because: string[];
  neighbours: Neighbour[];
}
