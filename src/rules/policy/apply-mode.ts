/** Whether a change of the rules takes effect by itself, waits for a person, or waits for a review first. */
import type { Tier } from "../../entry/entry.js";
import { bornReview } from "../../entry/status.js";

export type ApplyMode = "auto" | "approval" | "curated";

/** `apply`: by the rules, at once. `pending`: a person approves the version. `after-review`: the entry is reviewed first. */
type Passage = "apply" | "pending" | "after-review";

type Row = Readonly<Record<ApplyMode, Passage>>;

const BY_THE_RULES: Row = { auto: "apply", approval: "pending", curated: "pending" };
const REVIEWED_WHEN_CURATED: Row = { auto: "apply", approval: "pending", curated: "after-review" };

/** How entries of a tier become rules, by apply mode. */
const PASSAGES: Readonly<Record<Tier, Row>> = {
  owner: BY_THE_RULES,
  relayed: REVIEWED_WHEN_CURATED,
  self: REVIEWED_WHEN_CURATED,
  peer: { auto: "pending", approval: "pending", curated: "after-review" },
  external: { auto: "after-review", approval: "after-review", curated: "after-review" },
};

/** Reasons that make an operation a person's decision in every mode. */
const FOR_PEOPLE = {
  decided: "A person let this rule in, so a person decides on changing it.",
  owner: "It rests on an owner's own words, so a person decides on changing it.",
  declined: "A person turned it down before, so a person decides on it.",
  personal: "It holds personal data, so a person decides on it.",
} as const;
export type ForPeople = keyof typeof FOR_PEOPLE;

/**
 * Whether one operation takes effect without a person. By now every entry behind it is approved, so `after-review`
 * means that a person still approves the version. `stake`: what a person did with it before.
 */
export function passing(
  mode: ApplyMode,
  tier: Tier,
  stake: ForPeople | undefined,
): { passes: boolean; because: string } {
  if (stake !== undefined) return { passes: false, because: FOR_PEOPLE[stake] };
  if (PASSAGES[tier][mode] === "apply")
    return { passes: true, because: `In ${mode} mode, ${tier} passes by the rules.` };
  return { passes: false, because: `In ${mode} mode, what ${tier} says waits for a person.` };
}

/** From the most trusted to the least. */
export const TIERS_BY_TRUST = ["owner", "relayed", "self", "peer", "external"] as const satisfies readonly Tier[];

export const APPLY_MODES = ["auto", "approval", "curated"] as const satisfies readonly ApplyMode[];

/** The effect of each mode on one tier's words, in plain words. */
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
    stored: bornReview("auto", tier, "insight") === undefined ? "yes" : "needs review",
    retrieved: each((mode) => {
      if (bornReview(mode, tier, "insight") !== undefined) return "after review";
      return tier === "peer" ? "yes, marked" : "yes";
    }),
    rule: each((mode) => RULE[PASSAGES[tier][mode]]),
  }));
}
