import { type AutoReview, ownAgents, type Profile } from "../../config.js";

/** What records are read under: the same record may stand otherwise under another. */
export interface ReadFor {
  /** Stands in where a record names no agent. */
  agent: string;
  /** Decides how an entry without a review stands. */
  mode: Profile["apply_mode"];
  /** Decides, beside a base, which reviews that nobody gave count. */
  auto: readonly AutoReview[];
}

export const readForOf = (profile: Profile): ReadFor => ({
  agent: ownAgents(profile)[0] ?? "main",
  mode: profile.apply_mode,
  auto: profile.review.auto,
});
