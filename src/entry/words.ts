/** The closed lists of words of records. Free of zod, so that reading commands do not load it. */

export { ENTRY_TYPES } from "./record-types.js";
/** From the most trusted to the least. */
export const TIERS = ["owner", "relayed", "self", "peer", "external"] as const;
export const STAKES = ["high", "medium", "low"] as const;
/** Where somebody has to choose a level. */
export const LEVELS_MEAN =
  "high (core behaviour, several decisions, or a correction from authority), medium (one project, alternatives considered), low (minor but uncertain)";
/** How an entry stands, as its file says it for bare eyes: computed, see `standing/`. */
export const STATUSES = ["active", "promoted", "superseded", "forgotten"] as const;
export const VERDICTS = ["validated", "invalidated", "mixed", "inconclusive"] as const;
export const STATED_CATEGORIES = ["preference", "pattern", "fact", "instruction", "convention"] as const;
/** As lists of memories are asked for. */
export const CATEGORIES = [...STATED_CATEGORIES, "correction"] as const;
/** How a memory became known. */
export const BASES = ["explicit", "corrected", "inferred"] as const;
/** `private`: shown only to readers who ask for private facts of that contact. */
export const SENSITIVITIES = ["normal", "private"] as const;
/** What a person did to what an agent wrote. */
export const EDIT_KINDS = ["rejected", "rewrite", "tone", "fact", "approach", "escalate"] as const;
export const SCOPES = ["project", "conversation", "user", "global"] as const;
export const SAID_REVIEWS = ["approved_for_reuse", "rejected", "one_time_exception", "sensitive"] as const;
/** With the two that are computed. */
export const REVIEW_STATES = [...SAID_REVIEWS, "needs_review", "expired"] as const;

/** What a near claim was like: the claim, the prior belief of a correction, or by words alone. */
export const FOUND_BY = ["claim", "prior", "words"] as const;
export const PAIR_ANSWERS = ["same", "replaces", "exception", "unrelated"] as const;
/** An answer from the side that bears the row. */
export const ROW_ANSWERS = [...PAIR_ANSWERS, "replaced_by", "has_exception"] as const;
