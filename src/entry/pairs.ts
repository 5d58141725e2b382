/** Pairs of entries about which somebody has to decide. The newer entry names the older. */
import { isApproved, isLive } from "./entry.js";
import { byAge, type LessonEntry } from "./lessons.js";

/** Relations that stay open until a decision: `tenet resolve`, or an answer over MCP. */
export const PAIR_FIELDS = ["contests", "maybe_recurrence_of", "maybe_same_as", "maybe_supersedes"] as const;
export type PairKind = (typeof PAIR_FIELDS)[number];

type Named = { [kind in PairKind]?: string | readonly string[] | undefined };

/** One open pair, seen from its newer entry. */
export interface OpenPair {
  kind: PairKind;
  /** The older entry. */
  other: string;
}

/** The open pairs that an entry, or its metadata, states: contradictions first. */
export function openPairsOf(entry: Named): OpenPair[] {
  return PAIR_FIELDS.flatMap((kind) => [entry[kind] ?? []].flat().map((other) => ({ kind, other })));
}

/** What is asked of an entry here; heads of a tree have all of it. */
export type PairEntry = LessonEntry & Named;

/** An open pair of two entries that count. */
export interface PairToDecide<E extends PairEntry = PairEntry> {
  key: string;
  kind: PairKind;
  /** The one that names the other. */
  newer: E;
  older: E;
}

/** One name for a pair, whichever of the two is named first. */
export function pairKey(a: string, b: string): string {
  return [a, b].sort().join("+");
}

/** What is asked of a tree here; a store has it. */
export interface PairTree<E extends PairEntry> {
  head(id: string): E | undefined;
  withAny(...fields: (typeof PAIR_FIELDS)[number][]): readonly E[];
}

const isInUse = (head: PairEntry | undefined): head is PairEntry =>
  head !== undefined && isLive(head) && isApproved(head);

/**
 * Every open pair of live, approved entries, the oldest first. Each stands once, whichever of the two names the other
 * and for how many reasons: by the first kind of {@link PAIR_FIELDS}. The loop asks by it, the index page announces by
 * it, a review lists by it.
 */
export function pairsToDecide<E extends PairEntry>(tree: PairTree<E>): PairToDecide<E>[] {
  const pairs = new Map<string, PairToDecide<E>>();
  for (const head of tree.withAny(...PAIR_FIELDS)) {
    if (!isInUse(head)) continue;
    for (const { kind, other } of openPairsOf(head)) {
      const against = tree.head(other);
      if (!isInUse(against) || against.id === head.id) continue;
      const key = pairKey(head.id, other);
      const known = pairs.get(key);
      if (known !== undefined && PAIR_FIELDS.indexOf(known.kind) <= PAIR_FIELDS.indexOf(kind)) continue;
      pairs.set(key, { key, kind, newer: head, older: against });
    }
  }
  return [...pairs.values()].sort((a, b) => byAge(a.newer, b.newer) || (a.key < b.key ? -1 : 1));
}
