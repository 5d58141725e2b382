/** When a fact about a contact holds: from an instant on, until one that is no longer a part of it. Pure. */

/** What tells when a fact holds; records and heads have it. */
export interface Validity {
  /** When it was said: it holds from then on unless it says another instant. */
  timestamp: string;
  valid_from?: string | undefined;
  valid_to?: string | undefined;
}

/** From when it holds, in milliseconds. */
function beginOf({ valid_from, timestamp }: Validity): number {
  return Date.parse(valid_from ?? timestamp);
}

/** From when it no longer holds; infinite while nothing ended it. */
export function endOf({ valid_to }: Validity): number {
  return valid_to === undefined ? Number.POSITIVE_INFINITY : Date.parse(valid_to);
}

/** Did it hold at an instant? At its first it did, at its last it no longer does. */
export function holdsAt(fact: Validity, at: Date): boolean {
  return beginOf(fact) <= at.getTime() && at.getTime() < endOf(fact);
}

/** Is there an instant at which both hold? What ended where it began held at none. */
export function overlap(a: Validity, b: Validity): boolean {
  return Math.max(beginOf(a), beginOf(b)) < Math.min(endOf(a), endOf(b));
}

/**
 * The relation of a new fact to a known one about the same. `apart`: they held one after the other. `closes`: the new
 * one began later and holds as long or longer, so that the known one ends. `splits`: the known one holds around the new
 * one, before and after. `overlaps`: the new one began earlier and reaches into the known one, and a person has to decide.
 */
export function succession(earlier: Validity, fact: Validity): "apart" | "closes" | "splits" | "overlaps" {
  if (!overlap(earlier, fact)) return "apart";
  if (beginOf(fact) < beginOf(earlier)) return "overlaps";
  return endOf(fact) < endOf(earlier) ? "splits" : "closes";
}

/** When a known fact ends that another takes the place of: as that one begins, never before itself, never later than it did. */
export function closedBy(earlier: Validity, fact: Validity): string {
  const end = Math.max(beginOf(earlier), Math.min(endOf(earlier), beginOf(fact)));
  return `${new Date(end).toISOString().slice(0, 19)}Z`;
}
