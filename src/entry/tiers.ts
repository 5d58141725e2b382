/** How far sources are trusted, and what a less trusted one may not do. Every judgement asks here. */
import type { Tier } from "./entry.js";

/** How far a source is trusted, as a rank: owner > relayed = self > peer > external. */
const RANK: Readonly<Record<Tier, number>> = { owner: 3, relayed: 2, self: 2, peer: 1, external: 0 };

/** Positive when `a` is trusted more than `b`, 0 when equally. */
export function compareTiers(a: Tier, b: Tier): number {
  return RANK[a] - RANK[b];
}

/** A new text is superfluous only beside an equally or more trusted entry. */
export function maySkipOnto(draft: Tier, known: Tier): boolean {
  return compareTiers(known, draft) >= 0;
}

/** An idea grows only by words that are trusted as much as its own. */
export function mayEvolve(draft: Tier, known: Tier): boolean {
  return compareTiers(draft, known) === 0;
}

/** The same or a lower tier may be superseded. */
export function maySupersede(draft: Tier, known: Tier): boolean {
  return compareTiers(draft, known) >= 0;
}

/** Whether a repeat proves that a correction did not stick: by owner, relayed or self always, by a peer on peer and below, by external never. */
export function mayFail(draft: Tier, known: Tier): boolean {
  if (draft === "external") return false;
  return draft !== "peer" || compareTiers(known, "peer") <= 0;
}

/** A contest keeps an entry from becoming a rule; one by a less trusted entry holds back only that entry itself. */
export function contestBlocks(contesting: Tier, contested: Tier): boolean {
  return compareTiers(contesting, contested) >= 0;
}

/** The least trusted of several sources decides for what is made of them. Throws on none. */
export function leastTrusted(tiers: readonly Tier[]): Tier {
  return tiers.reduce((least, tier) => (compareTiers(tier, least) < 0 ? tier : least));
}
