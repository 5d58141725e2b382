/** What a rule weighs when a file is full: the weakest leaves. */
import type { Stakes } from "../../entry/entry.js";
import { daysBetween } from "../../text/durations.js";
import { type Evidence, supportOf } from "./evidence.js";
import type { Rule } from "./rule.js";

const HALF_LIFE_DAYS = 90;
const OF_STAKES: Readonly<Record<Stakes, number>> = { low: 1, medium: 2, high: 3 };

export interface Weighed {
  stakes: Stakes;
  support: number;
  /** Newest moment that supports it. */
  newest: string;
}

/**
 * `0.5^(age / 90 d) × stakes (1, 2, 3) × (1 + support)`, age in days since the newest supporting evidence. Evidence
 * from the future counts as of today.
 */
export function weightOf({ stakes, support, newest }: Weighed, now: Date): number {
  const age = Math.max(0, daysBetween(newest, now));
  return 0.5 ** (age / HALF_LIFE_DAYS) * OF_STAKES[stakes] * (1 + support);
}

const RANK: Readonly<Record<Stakes, number>> = { low: 0, medium: 1, high: 2 };

/** What a rule weighs by all that is known of its entries; nothing when none of them is known. */
export function weightOfRule(rule: Pick<Rule, "ids">, behind: ReadonlyMap<string, Evidence>, now: Date): number {
  const known = rule.ids.flatMap((id) => behind.get(id) ?? []);
  if (known.length === 0) return 0;
  const stakes = known.map((one) => one.stakes).reduce((most, one) => (RANK[one] > RANK[most] ? one : most));
  const newest = known.map((one) => one.newest).reduce((last, one) => (one > last ? one : last));
  return weightOf({ stakes, support: Math.max(...known.map(supportOf)), newest }, now);
}
