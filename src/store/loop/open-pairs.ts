/** What the rows of `near` in a tree come to, found once for each open tree: a command asks several times. */
import { openPairs, type Pair } from "../../entry/near/pairs.js";
import type { EntryMeta, Store } from "../open-store.js";

const entriesByTree = new WeakMap<Store, readonly EntryMeta[]>();
const pairsByTree = new WeakMap<Store, readonly Pair<EntryMeta>[]>();

/** Entries with rows about others, or about lines that people wrote. */
export function nearEntriesIn(tree: Store): readonly EntryMeta[] {
  const entries = entriesByTree.get(tree) ?? tree.withAny("near");
  entriesByTree.set(tree, entries);
  return entries;
}

/** The open pairs of entries. */
export function openPairsIn(tree: Store): readonly Pair<EntryMeta>[] {
  const pairs = pairsByTree.get(tree) ?? openPairs({ head: (id) => tree.head(id), withAny: () => nearEntriesIn(tree) });
  pairsByTree.set(tree, pairs);
  return pairs;
}
