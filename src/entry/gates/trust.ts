/** How far sources are trusted: the tier of a new entry, and what a less trusted one may not do. */

import type { Tier } from "../entry.js";
import { TIERS } from "../words.js";

/** Positive when `a` is trusted more than `b`, 0 when equally: owner > relayed > self > peer > external. */
export const compareTiers = (a: Tier, b: Tier): number => TIERS.indexOf(b) - TIERS.indexOf(a);

/** By a person's own hand, or as an agent tells. */
export const isPeoples = (tier: Tier): boolean => compareTiers(tier, "relayed") >= 0;

/** Against what a person did any person may speak, spoken to an agent too; else whoever is trusted as much. */
export const mayAnswer = (who: Tier, by: Tier): boolean =>
  isPeoples(by) ? isPeoples(who) : compareTiers(who, by) >= 0;

const first = (tiers: readonly Tier[], by: typeof compareTiers): Tier =>
  tiers.reduce((one, other) => (by(other, one) < 0 ? other : one));

/** The tier of something made of several sources. Throws on none. */
export const leastTrusted = (tiers: readonly Tier[]): Tier => first(tiers, compareTiers);
export const mostTrusted = (tiers: readonly Tier[]): Tier => first(tiers, (a, b) => compareTiers(b, a));
