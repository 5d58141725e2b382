/**
 * Which fact about a contact holds when. Of those with one key the one that began last and has not ended holds, and none
 * displaces one that is trusted more; a forgotten one keeps its period until a fact is recorded after the forgetting. Pure.
 */
import type { Memory } from "../entry.js";
import { compareTiers } from "../gates/trust.js";
import type { Standing } from "./standing.js";

/** From an instant on, until one that is no part of it, or for good. */
export type Period = readonly [from: string, until?: string];

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

/** For facts about one contact with one key: the periods of each in which another one holds in its place, by id. */
export function coversOf(
  facts: readonly Memory[],
  standingOf: (id: string) => Standing | undefined,
): Map<string, Period[]> {
  const kept = facts.filter(({ forgotten }) => forgotten === undefined).map(({ timestamp }) => timestamp);
  const recordedLast = kept.sort().at(-1) ?? "";
  const holding = facts.filter(({ id, forgotten }) => {
    const { status, review } = standingOf(id) ?? {};
    const isRefused = review !== undefined && review.state !== "approved_for_reuse";
    return status !== "superseded" && !isRefused && (forgotten === undefined || recordedLast <= forgotten.at);
  });
  const ages = (fact: Memory) => [beganAt(fact), fact.timestamp].map(Date.parse) as [number, number];
  const weakestFirst = holding.sort((a, b) => {
    const [[began, said], [otherBegan, otherSaid]] = [ages(a), ages(b)];
    return compareTiers(a.tier, b.tier) || began - otherBegan || said - otherSaid || (a.id < b.id ? -1 : 1);
  });
  const periods = weakestFirst.map(
    (fact): Period => (fact.valid_to === undefined ? [beganAt(fact)] : [beganAt(fact), fact.valid_to]),
  );
  return new Map(weakestFirst.map(({ id }, at) => [id, periods.slice(at + 1)]));
}
