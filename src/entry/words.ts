/** The closed lists of words of records: types, levels, states. Free of zod, so that reading commands do not load it. */

export const ENTRY_TYPES = ["correction", "insight", "outcome", "memory"] as const;
export const TIERS = ["owner", "relayed", "self", "peer", "external"] as const;
export const STAKES = ["high", "medium", "low"] as const;
export const STATUSES = ["active", "inconclusive", "promoted", "resolved", "superseded", "forgotten"] as const;
export const VERDICTS = ["validated", "invalidated", "mixed", "inconclusive"] as const;
/** What kind of fact a memory is, as its author states it. */
export const STATED_CATEGORIES = ["preference", "pattern", "fact", "instruction", "convention"] as const;
/** What records hold: `correction` was one before what is corrected became an entry of its own type. */
export const CATEGORIES = [...STATED_CATEGORIES, "correction"] as const;
/** How a memory became known; each has its usual confidence. */
export const BASES = ["explicit", "corrected", "inferred"] as const;
export const SCOPES = ["project", "conversation", "user", "global"] as const;
export const REVIEW_STATES = [
  "approved_for_reuse",
  "needs_review",
  "rejected",
  "one_time_exception",
  "sensitive",
  "expired",
] as const;
