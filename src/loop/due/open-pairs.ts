/** What the rows of `near` in a tree come to, found once for each open tree: a command asks several times. */
import type { Context } from "../../context.js";
import { cutsOf } from "../../entry/near/near-cuts.js";
import { isRaised, openLinePairs, openPairs, type Pair } from "../../entry/near/pairs.js";
import { keptBackPairs } from "../../rules/planning/rules-status.js";
import type { Row, Store } from "../../store/open-store.js";
import { coreLines } from "../../store/records/core-lines.js";
import { type PeoplesLine, readLineRef } from "../../store/records/peoples-lines.js";
import type { AskedPair } from "../policy/outcome-loop.js";

const entriesByTree = new WeakMap<Store, readonly Row[]>();
const pairsByTree = new WeakMap<Store, readonly Pair<Row>[]>();

/** Entries with rows about others, or about lines that people wrote. */
function nearEntriesIn(tree: Store): readonly Row[] {
  const entries = entriesByTree.get(tree) ?? tree.withAny("near");
  entriesByTree.set(tree, entries);
  return entries;
}

/** The open pairs of entries. */
export function openPairsIn(tree: Store): readonly Pair<Row>[] {
  const pairs = pairsByTree.get(tree) ?? openPairs({ head: (id) => tree.head(id), withAny: () => nearEntriesIn(tree) });
  pairsByTree.set(tree, pairs);
  return pairs;
}

/** Lines of core files, where an entry of the tree is in a pair with one. */
export async function linesInPairs(
  ctx: Pick<Context, "workspace" | "profile">,
  tree: Store,
): Promise<readonly PeoplesLine[]> {
  const isPaired = nearEntriesIn(tree).some(({ near }) => near?.some((row) => readLineRef(row.with) !== undefined));
  return isPaired ? await coreLines(ctx) : [];
}

/** The pairs that are asked about again: those printed together, and those that keep a rule back. */
export function askedPairsIn(
  { profile }: Pick<Context, "profile">,
  tree: Store,
  lines: readonly PeoplesLine[],
): AskedPair<Row>[] {
  const pairs = [...openPairsIn(tree), ...(lines.length === 0 ? [] : openLinePairs(nearEntriesIn(tree), lines))];
  if (pairs.length === 0) return [];
  const cuts = cutsOf(profile);
  // It may have been found out since the tree was opened.
  const keptBack = keptBackPairs(tree.database.notes);
  return pairs.flatMap((pair) => {
    const keepsBack = keptBack.has(pair.key);
    return keepsBack || isRaised(pair.near, cuts) ? [{ ...pair, keepsBack }] : [];
  });
}
