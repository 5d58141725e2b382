/**
 * Which fact about a contact holds when. Of those with one key the one that began last and has not ended holds, and none
 * displaces one that is trusted more; a forgotten one keeps its period until a fact is recorded after the forgetting. Pure.
 */
import { compareText } from "../../text/claims/canonical.js";
import type { Memory } from "../entry.js";
import { compareTiers } from "../gates/trust.js";
import { isApproved } from "../gates/visible.js";
import { byAge } from "../lessons.js";
import type { Member } from "./member.js";
import type { Period } from "./standing.js";

const beganAt = ({ valid_from, timestamp }: Pick<Memory, "valid_from" | "timestamp">): string =>
  valid_from ?? timestamp;

const isWithin = ([from, until]: readonly [string, (string | undefined)?], at: Date): boolean =>
  Date.parse(from) <= at.getTime() && (until === undefined || at.getTime() < Date.parse(until));

/** Whether a fact holds at an instant: at its first it does, at its last it no longer does. `covered`: see {@link coversOf}. */
export const holdsAt = (
  fact: Pick<Memory, "valid_from" | "valid_to" | "timestamp"> & { covered?: readonly Period[] | undefined },
  at: Date,
): boolean =>
  isWithin([beganAt(fact), fact.valid_to], at) && !(fact.covered ?? []).some((period) => isWithin(period, at));

/** When a fact ends for good: as it was stated, or when another one took its place without an end. */
export function endOf({
  valid_to,
  covered = [],
}: Pick<Memory, "valid_to"> & { covered?: readonly Period[] | undefined }): string | undefined {
  const ends = covered.flatMap(([from, until]) => (until === undefined ? [from] : []));
  return [...ends, ...(valid_to === undefined ? [] : [valid_to])].sort()[0];
}

/** Says of each of the facts with one key when another one holds in its place. */
export function coverFacts(facts: readonly Member[]): void {
  const kept = facts.filter(({ entry }) => entry.forgotten === undefined).map(({ timestamp }) => timestamp);
  const recordedLast = kept.sort().at(-1) ?? "";
  const isHolding = ({ entry: { forgotten }, standing }: Member) =>
    standing.status !== "superseded" &&
    isApproved(standing) &&
    (forgotten === undefined || recordedLast <= forgotten.at);
  const began = ({ entry }: Member) => beganAt(entry as Memory);
  const weakestFirst = facts
    .filter(isHolding)
    .sort((a, b) => compareTiers(a.tier, b.tier) || compareText(began(a), began(b)) || byAge(a, b));
  const periods = weakestFirst.map((fact): Period => {
    const { valid_to } = fact.entry as Memory;
    return valid_to === undefined ? [began(fact)] : [began(fact), valid_to];
  });
  for (const [place, { standing }] of weakestFirst.entries())
    if (place + 1 < periods.length) standing.covered = periods.slice(place + 1);
}
