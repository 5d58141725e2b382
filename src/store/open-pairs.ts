/**
 * Chains and open pairs of a tree as its reader sees them: a chain is shown once, in the words of who speaks for it. Called
 * by recall, lists, contexts and the loop.
 */
import { type OpenPair, openPairs } from "../entry/standing/pairs.js";
import type { Row, Store } from "./open-store.js";
import type { PeoplesLine } from "./records/peoples-lines.js";

export type TreePair = OpenPair<Row, PeoplesLine>;

/** Who speaks for the chain of an entry, of those that a tree shows. */
export function speakerIn(tree: Pick<Store, "head" | "chainOf">, id: string): Row | undefined {
  const row = tree.head(id);
  if (row === undefined || row.voice === 1) return row;
  return lowestVoice(tree.chainOf(id));
}

const lowestVoice = (members: readonly Row[]): Row | undefined =>
  members
    .filter(({ voice }) => voice !== undefined)
    .sort((a, b) => (a.voice ?? 0) - (b.voice ?? 0))
    .at(0);

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

const bearersByTree = new WeakMap<Store, readonly Row[]>();

/** Entries with open rows, found once for each open tree: a command asks several times. */
export function bearersIn(tree: Store): readonly Row[] {
  const bearers = bearersByTree.get(tree) ?? tree.having("near").filter(({ open }) => open.length > 0);
  bearersByTree.set(tree, bearers);
  return bearers;
}

/** Every open pair of a tree. */
export const openPairsIn = (tree: Store, close: number, lines: readonly PeoplesLine[] = []): TreePair[] =>
  openPairsOf(bearersIn(tree), (id) => speakerIn(tree, id), close, lines);

/** Printed together wherever one side is, and asked about again; others are asked about in one answer alone. */
export const isRaised = ({ isClose, isRefuted, near }: Pick<TreePair, "isClose" | "isRefuted" | "near">): boolean =>
  isClose || isRefuted || near.proposed !== undefined;
