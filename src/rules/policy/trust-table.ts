/** The table of trust: what becomes of a tier's words when they are stored, retrieved, and made rules. */
import type { Tier } from "../../entry/entry.js";
import { bornReview } from "../../entry/review-states.js";
import { type ApplyMode, PASSAGES } from "./apply-mode.js";

/** From the most trusted to the least. */
export const TIERS_BY_TRUST = ["owner", "relayed", "self", "peer", "external"] as const satisfies readonly Tier[];

export const APPLY_MODES = ["auto", "approval", "curated"] as const satisfies readonly ApplyMode[];

/** What becomes of one tier's words under each mode, in plain words. */
export interface TrustRow {
  tier: Tier;
  stored: string;
  retrieved: Record<ApplyMode, string>;
  rule: Record<ApplyMode, string>;
}

const RULE = { apply: "by the rules", pending: "pending", "after-review": "pending, after review" } as const;

function each<T>(of: (mode: ApplyMode) => T): Record<ApplyMode, T> {
  return { auto: of("auto"), approval: of("approval"), curated: of("curated") };
}

/** The whole table, from the tables by which tenet decides. */
export function trustTable(): TrustRow[] {
  return TIERS_BY_TRUST.map((tier) => ({
    tier,
    stored: bornReview("auto", tier) === undefined ? "yes" : "needs review",
    retrieved: each((mode) => {
      if (bornReview(mode, tier) !== undefined) return "after review";
      return tier === "peer" ? "yes, marked" : "yes";
    }),
    rule: each((mode) => RULE[PASSAGES[tier][mode]]),
  }));
}
