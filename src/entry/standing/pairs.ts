/**
 * Open pairs at reading time: near claims about which nobody answered with effect. Everything that prints, asks, counts or
 * makes rules takes the consequences from here. Pure.
 */

import type { Near } from "../entry.js";
import { compareTiers } from "../gates/trust.js";
import type { OpenRow, Standing } from "./standing.js";

/** Ages in days at which a close pair is asked about again. */
export const PAIR_DAYS: readonly number[] = [3, 7, 14];

/** An entry with its standing. */
interface PairSide extends Pick<Standing, "chain" | "trust" | "open"> {
  id: string;
  timestamp: string;
}

/**
 * How the sides of a row are found: who speaks for the chain of an entry, and a line that people wrote, by its name. `close`:
 * the score from which a pair is close.
 */
interface PairLook<E extends PairSide, L> {
  speaker: (id: string) => E | undefined;
  line: (name: string) => L | undefined;
  close: number;
}

/** One question between two chains, each in the words of its carrier. */
export interface OpenPair<E extends PairSide, L = unknown> {
  key: string;
  newer: E;
  /** Exactly one of the two. */
  older?: E;
  line?: L;
  near: OpenRow;
  /** When it was opened. */
  at: string;
  /** Marked where one side is printed, and asked about again. */
  isClose: boolean;
  /** The older was found by what a correction trusted as much says was believed: never printed without it. */
  isRefuted: boolean;
  /** The side that becomes no rule; `always`: whatever the other is, else beside a rule or what would be one. */
  keptOut: { side: E; always: boolean };
}

/** Whether it was found by words, or without a score: there is no measure, and it counts as close. */
export const isClose = ({ found, score }: Pick<Near, "found" | "score">, cut: number): boolean =>
  found === "words" || score === undefined || score >= cut;

/** No id has it. */
const BETWEEN = "+";
/** One name for a pair, whichever of the two is named first. */
export const pairKey = (a: string, b: string): string => [a, b].sort().join(BETWEEN);
export const isPairKey = (key: string): boolean => key.includes(BETWEEN);

function openPair<E extends PairSide, L>(bearer: E, near: OpenRow, look: PairLook<E, L>): OpenPair<E, L> | undefined {
  const [newer, older, line] = [look.speaker(bearer.id), look.speaker(near.with), look.line(near.with)];
  if (newer === undefined || newer.chain === older?.chain || (older === undefined && line === undefined))
    return undefined;
  const trust = older === undefined ? -1 : compareTiers(newer.trust, older.trust);
  const isRefuted = near.found === "prior" && trust >= 0;
  const side = older !== undefined && (trust > 0 || isRefuted) ? older : newer;
  return {
    key: pairKey(newer.chain, older?.chain ?? near.with),
    newer,
    ...(older !== undefined && { older }),
    ...(line !== undefined && { line }),
    near,
    at: near.at ?? bearer.timestamp,
    isClose: isClose(near, look.close),
    isRefuted,
    keptOut: { side, always: trust !== 0 || isRefuted },
  };
}

/** Every pair in rows of these that is open while both sides live, the oldest first; of two chains the newest row. */
export function openPairs<E extends PairSide, L>(bearers: Iterable<E>, look: PairLook<E, L>): OpenPair<E, L>[] {
  const pairs = [...bearers].flatMap((bearer) => bearer.open.flatMap((near) => openPair(bearer, near, look) ?? []));
  const byTime = (a: OpenPair<E, L>, b: OpenPair<E, L>) =>
    Date.parse(a.at) - Date.parse(b.at) || (a.newer.id < b.newer.id ? -1 : 1);
  return [...new Map(pairs.sort(byTime).map((pair) => [pair.key, pair])).values()].sort(byTime);
}
