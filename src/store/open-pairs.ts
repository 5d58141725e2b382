/**
 * Chains and open pairs of a tree as its reader sees them: a chain is shown once, in the words of who speaks for it. Everything
 * that prints, asks, counts or makes rules takes the consequences of a pair from here.
 */
import { compareTiers } from "../entry/gates/trust.js";
import type { OpenRow, Standing } from "../entry/standing/standing.js";
import { isClose, pairKey } from "../entry/standing/ties.js";
import type { Row, Store } from "./open-store.js";
import type { PeoplesLine } from "./records/peoples-lines.js";

interface Side extends Pick<Standing, "chain" | "trust" | "open"> {
  id: string;
  timestamp: string;
}

/** One question between two chains, each in the words of its carrier. */
export interface OpenPair<E> {
  key: string;
  newer: E;
  /** Exactly one of the two. */
  older?: E;
  line?: PeoplesLine;
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
export type TreePair = OpenPair<Row>;

/** Live entries for whose chain another one speaks. */
export function silentIn(tree: Store): Row[] {
  const later = tree.where({ voice: { least: 2 } }, "live");
  const speaking = new Set(tree.speaking(later));
  return later.filter((row) => !speaking.has(row));
}

/**
 * Every pair in rows of these that is open while both sides live, the oldest first; of two chains the newest row. `close`: the
 * score from which a pair is close. `lines`: what people wrote into core files.
 */
export function openPairsOf<E extends Side>(
  bearers: Iterable<E>,
  speaker: (id: string) => E | undefined,
  close: number,
  lines: readonly PeoplesLine[] = [],
): OpenPair<E>[] {
  const lineByRef = new Map(lines.map((line) => [line.ref, line]));
  const pairOf = (bearer: E, near: OpenRow): OpenPair<E>[] => {
    const [newer, older, line] = [speaker(bearer.id), speaker(near.with), lineByRef.get(near.with)];
    if (newer === undefined || newer.chain === older?.chain || (older ?? line) === undefined) return [];
    const trust = older === undefined ? -1 : compareTiers(newer.trust, older.trust);
    const isRefuted = near.found === "prior" && trust >= 0;
    const side = older !== undefined && (trust > 0 || isRefuted) ? older : newer;
    return [
      {
        key: pairKey(newer.chain, older?.chain ?? near.with),
        newer,
        ...(older !== undefined && { older }),
        ...(line !== undefined && { line }),
        near,
        at: near.at ?? bearer.timestamp,
        isClose: isClose(near, close),
        isRefuted,
        keptOut: { side, always: trust !== 0 || isRefuted },
      },
    ];
  };
  const pairs = [...bearers].flatMap((bearer) => bearer.open.flatMap((near) => pairOf(bearer, near)));
  const byTime = (a: OpenPair<E>, b: OpenPair<E>) =>
    Date.parse(a.at) - Date.parse(b.at) || (a.newer.id < b.newer.id ? -1 : 1);
  return [...new Map(pairs.sort(byTime).map((pair) => [pair.key, pair])).values()].sort(byTime);
}

/** Every open pair of a tree. */
export const openPairsIn = (tree: Store, close: number, lines: readonly PeoplesLine[] = []): TreePair[] =>
  openPairsOf(tree.where({ near: true }), (id) => tree.speaker(id), close, lines);

/** Printed together wherever one side is, and asked about again; others are asked about in one answer alone. */
export const isRaised = ({ isClose, isRefuted, near }: Pick<TreePair, "isClose" | "isRefuted" | "near">): boolean =>
  isClose || isRefuted || near.proposed !== undefined;
