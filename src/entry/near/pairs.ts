/**
 * Pairs of near claims without an answer. A pair is one row of `near` on the later entry. Everything that prints, asks,
 * counts or makes rules takes the consequences from here.
 */
import type { NearCuts } from "../../settings.js";
import type { Near } from "../entry.js";
import { isInUse } from "../gates/visible.js";
import { byAge, type LessonEntry } from "../lessons.js";
import { LEX_CLOSE } from "./near-cuts.js";

/** The fields of an entry that this file reads; heads of a tree have all of them. */
export interface PairEntry extends LessonEntry {
  /** Hashes of its claims; the first is that of the claim it is known by. */
  claims: readonly string[];
  near?: readonly Near[] | undefined;
}

/** A pair that is open. */
export interface Pair<E extends PairEntry = PairEntry> {
  key: string;
  /** The one that carries the row. */
  newer: E;
  older: E;
  near: Near;
}

/** One name for a pair, whichever of the two is named first. */
export function pairKey(a: string, b: string): string {
  return [a, b].sort().join(BETWEEN);
}

/** No id has it. */
const BETWEEN = "+";

export const isPairKey = (key: string): boolean => key.includes(BETWEEN);

/** The row of an entry about another one. */
export function nearTo(entry: { near?: readonly Near[] | undefined }, other: string): Near | undefined {
  return entry.near?.find((row) => row.with === other);
}

/** The rows of an entry that are not closed. */
export function openPairsOf(entry: { near?: readonly Near[] | undefined }): Near[] {
  return (entry.near ?? []).filter(({ state }) => state !== "unrelated");
}

/** The part of a store that this file needs. */
export interface PairTree<E extends PairEntry> {
  head(id: string): E | undefined;
  withAny(field: "near"): readonly E[];
}

/** What may not be retrieved prints nothing beside others, refutes nothing and blocks nothing. */
const counts = (head: PairEntry | undefined): head is PairEntry => head !== undefined && isInUse(head);

/** Do both claims still read as they did when they were compared? */
function readsAsThen({ hashes }: Near, newer: PairEntry, older: PairEntry): boolean {
  if (hashes === undefined || hashes.length < 2) return true;
  return newer.claims[0] === hashes[0] && older.claims[0] === hashes[1];
}

/** Every pair of live, approved entries that is not closed, the oldest first. Where both name each other it stands once. */
export function openPairs<E extends PairEntry>(tree: PairTree<E>): Pair<E>[] {
  const pairs = new Map<string, Pair<E>>();
  for (const newer of tree.withAny("near")) {
    if (!counts(newer)) continue;
    for (const near of openPairsOf(newer)) {
      const older = tree.head(near.with);
      if (!counts(older) || older.id === newer.id) continue;
      const key = pairKey(newer.id, older.id);
      if (!pairs.has(key) && readsAsThen(near, newer, older)) pairs.set(key, { key, newer, older, near });
    }
  }
  return [...pairs.values()].sort((a, b) => byAge(a.newer, b.newer) || (a.key < b.key ? -1 : 1));
}

/** A line that people wrote into a core file, as far as a pair names it. */
interface PairLine {
  ref: string;
  hash: string;
}

/** An entry and a line that people wrote, which nobody has judged. */
export interface LinePair<E extends PairEntry, L extends PairLine> {
  key: string;
  newer: E;
  line: L;
  near: Near;
}

/** Every pair of one of these entries and a line that stands as it did, not closed; the oldest first. */
export function openLinePairs<E extends PairEntry, L extends PairLine>(
  entries: readonly E[],
  lines: readonly L[],
): LinePair<E, L>[] {
  const byRef = new Map(lines.map((line) => [line.ref, line]));
  const pairs = entries.filter(isInUse).flatMap((newer) =>
    openPairsOf(newer).flatMap((near): LinePair<E, L>[] => {
      const line = byRef.get(near.with);
      const readsSame = near.hashes === undefined || near.hashes[0] === newer.claims[0];
      return line === undefined || !readsSame ? [] : [{ key: pairKey(newer.id, line.ref), newer, line, near }];
    }),
  );
  return pairs.sort((a, b) => byAge(a.newer, b.newer) || (a.key < b.key ? -1 : 1));
}

/** Is the claim of one side as near to the other as two that say the same or the contrary often are? */
export function isClose({ by, score }: Pick<Near, "by" | "score">, cuts: Pick<NearCuts, "close">): boolean {
  return score >= (by === "lex" ? LEX_CLOSE : cuts.close);
}

/** The older side was found by what a correction says was believed before: it is not printed without the correction. */
export function isRefuted({ by }: Pick<Near, "by">): boolean {
  return by === "prior";
}

/** Is the pair printed together wherever one side is, and asked about again? Others are asked about in one answer alone. */
export function isRaised(near: Near, cuts: Pick<NearCuts, "close">): boolean {
  return isClose(near, cuts) || isRefuted(near) || near.proposed !== undefined;
}

/** What tells when a pair was opened. */
interface Opened {
  newer: { timestamp: string };
  near: Near;
}

/** When the pair was opened. */
export const openedAt = ({ newer, near }: Opened): string => near.at ?? newer.timestamp;

/** Ages in days at which a pair that is printed together raises its question again. */
export const PAIR_DAYS: readonly number[] = [1, 7, 21];
