/**
 * Chains and open pairs of a tree as its reader sees them: a chain is shown once, in the words of who speaks for it. Called
 * by recall, lists, contexts and the loop.
 */
import { type OpenPair, openPairs } from "../entry/standing/pairs.js";
import type { Row, Store } from "./open-store.js";
import type { PeoplesLine } from "./records/peoples-lines.js";

export type TreePair = OpenPair<Row, PeoplesLine>;

/** Live entries for whose chain another one speaks. */
export function silentIn(tree: Store): Row[] {
  const later = tree.where({ voice: { least: 2 } }, "live");
  const speaking = new Set(tree.speaking(later));
  return later.filter((row) => !speaking.has(row));
}

/** The open pairs in rows of these entries. `lines`: what people wrote into core files. */
export function openPairsOf(
  bearers: Iterable<Row>,
  speaker: (id: string) => Row | undefined,
  close: number,
  lines: readonly PeoplesLine[] = [],
): TreePair[] {
  const lineByRef = new Map(lines.map((line) => [line.ref, line]));
  return openPairs(bearers, { speaker, line: (ref) => lineByRef.get(ref), close });
}

/** Every open pair of a tree. */
export const openPairsIn = (tree: Store, close: number, lines: readonly PeoplesLine[] = []): TreePair[] =>
  openPairsOf(tree.where({ near: true }), (id) => tree.speaker(id), close, lines);

/** Printed together wherever one side is, and asked about again; others are asked about in one answer alone. */
export const isRaised = ({ isClose, isRefuted, near }: Pick<TreePair, "isClose" | "isRefuted" | "near">): boolean =>
  isClose || isRefuted || near.proposed !== undefined;
