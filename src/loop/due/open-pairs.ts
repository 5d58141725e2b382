/** The pairs that are asked about again. Called by the agenda and by reviews. */
import type { Context } from "../../context.js";
import { keptBackPairs } from "../../rules/planning/rules-status.js";
import { cutsOf } from "../../search/near-cuts.js";
import { isRaised, openPairsIn } from "../../store/open-pairs.js";
import type { Store } from "../../store/open-store.js";
import { coreLines, isLineRef, type PeoplesLine } from "../../store/records/peoples-lines.js";
import type { AskedPair } from "../policy/outcome-loop.js";

/** Lines of core files, where an entry of the tree is in a pair with one. */
export async function linesInPairs(
  ctx: Pick<Context, "workspace" | "profile">,
  tree: Store,
): Promise<readonly PeoplesLine[]> {
  const isPaired = tree.where({ near: true }).some(({ open }) => open.some((row) => isLineRef(row.with)));
  return isPaired ? await coreLines(ctx) : [];
}

/** The pairs that are asked about again: those printed together, and those that keep a rule back. */
export function askedPairsIn(
  { profile }: Pick<Context, "profile">,
  tree: Store,
  lines: readonly PeoplesLine[],
): AskedPair[] {
  const pairs = openPairsIn(tree, cutsOf(profile).close, lines);
  if (pairs.length === 0) return [];
  // It may have been found out since the tree was opened.
  const keptBack = keptBackPairs(tree.database);
  return pairs.flatMap((pair) => {
    const keepsBack = keptBack.has(pair.key);
    return keepsBack || isRaised(pair) ? [{ ...pair, keepsBack }] : [];
  });
}
