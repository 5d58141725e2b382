/**
 * Which entries an open pair keeps from `held` and from the rules. Asked by the heartbeat and by the rules; what a pair is,
 * and when it blocks at all, stands in `pairs.ts`.
 */
import type { NearCuts } from "../../settings.js";
import type { Near, Tier } from "../entry.js";
import { compareTiers } from "../gates/trust.js";
import { isBlocking, type Pair, type PairEntry } from "./pairs.js";

interface Ranked extends PairEntry {
  tier: Tier;
}

/** The other side of an open pair that keeps an entry back. */
export interface Blocker<E> {
  other: E;
  /** The pair is so old that it blocks only where both sides would be rules. */
  betweenRules: boolean;
}

export interface BlockingTime {
  cuts: Pick<NearCuts, "close">;
  now: Date;
}

/** By entry, what keeps it back: of each blocking pair the other side, where that is trusted at least as much. */
export function blockersByEntry<E extends Ranked>(
  pairs: readonly Pair<E>[],
  when: BlockingTime,
): Map<string, Blocker<E>[]> {
  const blockersBySide = new Map<string, Blocker<E>[]>();
  const note = (own: E, other: E, betweenRules: boolean) => {
    if (compareTiers(other.tier, own.tier) < 0) return;
    blockersBySide.set(own.id, [...(blockersBySide.get(own.id) ?? []), { other, betweenRules }]);
  };
  for (const pair of pairs) {
    if (!isBlocking(pair, { ...when, bothRules: true })) continue;
    const betweenRules = !isBlocking(pair, { ...when, bothRules: false });
    note(pair.newer, pair.older, betweenRules);
    note(pair.older, pair.newer, betweenRules);
  }
  return blockersBySide;
}

const isHeldBy = (entry: PairEntry, near: Near, when: BlockingTime): boolean =>
  near.state !== "unrelated" && isBlocking({ newer: entry, near }, { ...when, bothRules: true });

/**
 * Rows about people's lines (`FILE#hash`) that keep an entry from the rules of their file. A line counts as an owner's word and as a
 * rule, so that neither trust nor age opens the way; one that was said to say the same keeps it off for good.
 */
export function blockingLines(entry: PairEntry, when: BlockingTime): Near[] {
  const isSame = ({ hashes }: Near) => hashes === undefined || hashes[0] === entry.claims[0];
  return (entry.near ?? [])
    .filter((near) => near.with.includes("#") && isSame(near))
    .filter((near) => near.answered === "same" || isHeldBy(entry, near, when));
}
