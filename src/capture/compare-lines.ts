/**
 * Compares lines that people wrote into core files with older entries. Called after an import. Opens pairs, decides
 * nothing.
 */

import type { Context } from "../context.js";
import { claimOf, type Entry, type Near } from "../entry/entry.js";
import { isLive, isRestricted, isSearched } from "../entry/gates/visible.js";
import { type Candidate, cutsOf } from "../entry/near/near-cuts.js";
import { nearTo } from "../entry/near/pairs.js";
import { isComparedType } from "../entry/record-types.js";
import type { Search } from "../search/search.js";
import { type Change, changeTree } from "../store/change/change.js";
import { captureVerb } from "../store/change/prepare-write.js";
import type { Store } from "../store/open-store.js";
import { coreLines } from "../store/records/core-lines.js";
import type { PeoplesLine } from "../store/records/peoples-lines.js";
import { claimHash } from "../text/canonical.js";
import { stamp } from "../text/durations.js";
import { askOfLine, isWorthOpening } from "./asks.js";
import type { Ask } from "./capture-schemas.js";
import { nearAmong } from "./compare.js";

interface NearEntry {
  line: PeoplesLine;
  id: string;
  row: Pick<Near, "by" | "score">;
}

async function nearTheLine(ctx: Context, tree: Store, search: Search, line: PeoplesLine): Promise<NearEntry[]> {
  const neighbourhood = await search.neighbours(line.item, line.item);
  const isAsked = (id: string): boolean => {
    const head = tree.head(id);
    if (head === undefined || !isSearched(head) || !isComparedType(head.type) || isRestricted(head)) return false;
    return nearTo(head, line.ref) === undefined && !head.claims.includes(line.hash);
  };
  const candidateOf = new Map(neighbourhood.candidates.filter(({ id }) => isAsked(id)).map((one) => [one.id, one]));
  const candidates = (await tree.load(new Set(candidateOf.keys()))).map(
    ({ entry }) => ({ entry, ...candidateOf.get(entry.id) }) as Candidate,
  );
  const draft = { claim: line.item, search, neighbourhood, profile: ctx.profile, lines: [] };
  const cuts = neighbourhood.cuts ?? cutsOf(ctx.profile);
  return nearAmong({ candidates }, draft, { without: new Set() })
    .filter((row) => isWorthOpening(row, cuts))
    .map(({ id, ...row }) => ({ line, id, row }));
}

async function openPair(ctx: Context, change: Change, { line, id, row }: NearEntry): Promise<Ask[]> {
  const entry: Entry | undefined = change.head(id) && (await change.entry(id));
  if (entry === undefined || !isLive(entry) || nearTo(entry, line.ref) !== undefined) return [];
  const hashes = [claimHash(claimOf(entry)), line.hash];
  const pair: Near = { with: line.ref, hashes, ...row, state: "open", at: stamp(ctx.clock.now()) };
  await change.update(id, { near: [...(entry.near ?? []), pair] });
  return [askOfLine(entry, pair, line, ctx.steps)];
}

/**
 * Compares the lines of some core files with all entries, as an import does. Opens the pairs that are worth it, and
 * returns the questions about them.
 */
export async function compareLines(
  ctx: Context,
  tree: Store,
  search: Search,
  files: ReadonlySet<string>,
): Promise<Ask[]> {
  const nearEntries: NearEntry[] = [];
  for (const line of (await coreLines(ctx)).filter(({ file }) => files.has(file))) {
    if (ctx.signal.aborted) return [];
    nearEntries.push(...(await nearTheLine(ctx, tree, search, line)));
  }
  if (nearEntries.length === 0) return [];
  const reason = `import: ${nearEntries.length} ${nearEntries.length === 1 ? "line" : "lines"} of people beside what is known`;
  return await changeTree(ctx, { ...captureVerb("import"), reason }, async (change) => {
    const asks: Ask[] = [];
    for (const one of nearEntries) asks.push(...(await openPair(ctx, change, one)));
    return asks;
  });
}
