/** Ranks facts about a contact by score, age and confidence. Pure. */
import { freshAt } from "../../store/contacts/asked-facts.js";
import type { Row } from "../../store/open-store.js";
import { DAY_MS } from "../../text/durations.js";

/** The most facts about a contact in one answer. */
export const MOST_FACTS = 8;
/** After so many days a fact counts half. */
export const HALF_LIFE_DAYS = 180;

/** What a fact is weighed by; heads have it. */
export interface WeighedFact extends Pick<Row, "timestamp" | "said" | "uses"> {
  id: string;
  confidence?: number | undefined;
}

/** By how much what was found of it counts: 0.5 ^ (age / 180 days) × confidence. What is younger than `at` is not older than new. */
export function factWeight(fact: WeighedFact, at: Date): number {
  const days = Math.max(0, at.getTime() - freshAt(fact)) / DAY_MS;
  return 0.5 ** (days / HALF_LIFE_DAYS) * (fact.confidence ?? 1);
}

/** The order without a query: the freshest first, of two the surer one. */
export function byFreshness(a: WeighedFact, b: WeighedFact): number {
  return freshAt(b) - freshAt(a) || (b.confidence ?? 1) - (a.confidence ?? 1) || (a.id < b.id ? -1 : 1);
}
