/**
 * Compares entries that were never compared: stored without a model or beside a partial index, or brought by a branch,
 * a merge or a hand. Opens pairs and links, decides nothing. Called by captures, `tenet index`, imports and sync.
 */

import type { Context } from "../../context.js";
import { claimOf, comparedClaim, type Entry, type Near, type Patch, templateOf } from "../../entry/entry.js";
import { audienceOf, isLive, isRestricted, isSearched, type Scoped } from "../../entry/gates/visible.js";
import { byAge } from "../../entry/lessons.js";
import { isComparedType } from "../../entry/record-types.js";
import { CoreLines, type NearLine } from "../../search/core-lines.js";
import { cutsOf } from "../../search/near-cuts.js";
import { Search } from "../../search/search.js";
import type { Neighbourhood } from "../../search/search-results.js";
import { entryOf } from "../../store/cache/row.js";
import { type Change, changeTree } from "../../store/change/change.js";
import { tendVerb } from "../../store/change/prepare-write.js";
import { openStore, type Row, type Store } from "../../store/open-store.js";
import { dropUnlooked, unlookedIn } from "../../store/state/unlooked.js";
import { stamp } from "../../text/durations.js";
import { type AskedTogether, askOf, askOfLine, isWorthOpening, nearestTogether, rowsOf } from "../answers/asks.js";
import type { Ask } from "../capture-schemas.js";
import { type Candidate, relatedOf } from "../policy/links.js";
import { nearAmong } from "./compare.js";

export interface RecheckResult {
  id: string;
  linked: string[];
  /** Entries with which a pair was opened. */
  opened: string[];
  /** The questions about those pairs. */
  asks: Ask[];
}

/** The questions about all entries that were compared together. */
export function askedOfAll(results: readonly RecheckResult[]): AskedTogether {
  return nearestTogether(
    results,
    results.reduce((sum, { opened }) => sum + opened.length, 0),
  );
}

/** Entries that were not yet compared with the rest. */
export function unlookedEntries(ctx: Context, tree: Store): Row[] {
  return unlookedIn(ctx.workspace)
    .flatMap((id) => tree.head(id) ?? [])
    .filter(isLive);
}

/** Whether two entries may be tied: one user's or conversation's only to its own. */
function mayTie(knownHead: Row, entry: Entry): boolean {
  if (!isRestricted(knownHead) && !isRestricted(entry as Scoped)) return true;
  return (
    knownHead.type === "memory" && entry.type === "memory" && audienceOf(knownHead) === audienceOf(entry as Scoped)
  );
}

const rowAbout = ({ near = [] }: Pick<Row, "near">, name: string) => near.find((row) => row.with === name);

/** Whether the two are one already, or something was asked or answered about them. */
const areTied = (one: Row, other: Row): boolean =>
  one.chain === other.chain || rowAbout(one, other.id) !== undefined || rowAbout(other, one.id) !== undefined;

/** Of an entry, found outside the lock. */
interface Surroundings {
  hood: Neighbourhood;
  lines: readonly NearLine[];
}

async function lookAt(
  ctx: Context,
  change: Change,
  entry: Entry,
  { hood, lines: allLines }: Surroundings,
  search: Search,
): Promise<{ rows: Near[]; linked: string[] }> {
  const head = change.tree.head(entry.id) as Row;
  const candidates: Candidate[] = [];
  for (const { id, ...how } of hood.candidates) {
    const knownHead = change.tree.head(id);
    if (knownHead === undefined || id === entry.id || !isSearched(knownHead) || !mayTie(knownHead, entry)) continue;
    if (areTied(head, knownHead)) continue;
    candidates.push({ entry: entryOf(knownHead), ...how });
  }
  const cuts = hood.cuts ?? cutsOf(ctx.profile);
  const lines = allLines.filter(({ line }) => rowAbout(head, line.ref) === undefined);
  const draft = {
    claim: claimOf(entry),
    compared: comparedClaim(entry),
    search,
    neighbourhood: hood,
    profile: ctx.profile,
    lines,
  };
  const near = isComparedType(entry.type) ? nearAmong({ candidates }, draft, new Set()) : [];
  const rows = rowsOf(stamp(ctx.clock.now()), near);
  const related = relatedOf(
    candidates.filter(({ entry: candidate }) => byAge(candidate, entry) < 0),
    hood.cuts,
  );
  return { rows: rows.filter((row) => isWorthOpening(row, cuts)), linked: related.map((one) => one.entry.id) };
}

/** Places each row on the newer entry; for a refutation on the correction. `own`: rows for the entry that was compared. */
async function openPairs(
  change: Change,
  entry: Entry,
  rows: readonly Near[],
  lines: readonly NearLine[],
): Promise<{ own: Near[]; asks: Ask[] }> {
  const own: Near[] = [];
  const asks: Ask[] = [];
  for (const row of rows) {
    const peoplesLine = lines.find(({ line }) => line.ref === row.with)?.line;
    if (peoplesLine !== undefined) {
      own.push(row);
      asks.push(askOfLine(entry, row, peoplesLine));
      continue;
    }
    const other = await change.entry(row.with);
    const isNewer = row.found === "prior" || byAge(entry, other) > 0;
    const [carrier, namedEntry] = isNewer ? [entry, other] : [other, entry];
    const placed: Near = { ...row, with: namedEntry.id };
    if (isNewer) own.push(placed);
    else await change.update(other.id, { near: [...(other.near ?? []), placed] });
    asks.push(...[askOf(change, carrier, placed, namedEntry) ?? []].flat());
  }
  return { own, asks };
}

interface Recheck {
  /** At most this many. */
  most?: number;
  /** Only these entries. */
  among?: ReadonlySet<string>;
  /** Called after each compared entry. */
  step?: () => void;
}

/**
 * Compares entries that were never compared; writes only complete comparisons, as one change. Afterwards tree and
 * search are outdated: open them again.
 */
export async function recheck(
  ctx: Context,
  tree: Store,
  search: Search,
  { most = Number.POSITIVE_INFINITY, among, step }: Recheck = {},
): Promise<RecheckResult[]> {
  const uncompared = unlookedEntries(ctx, tree)
    .filter(({ id }) => among?.has(id) ?? true)
    .slice(0, most);
  const coreLines = new CoreLines(ctx);
  const hoods = new Map<string, Surroundings>();
  for (const { entry } of await tree.load(uncompared.map(({ id }) => id))) {
    if (ctx.signal.aborted) break;
    const prior = entry.type === "correction" ? entry.prior_belief : undefined;
    const hood = await search.neighbours(templateOf(entry), comparedClaim(entry), prior);
    const { lines } = await coreLines.near({ claim: comparedClaim(entry), prior, vectorOf: search.vectorOf });
    if (hood.novelty === "checked") hoods.set(entry.id, { hood, lines });
    step?.();
  }
  if (hoods.size === 0) return [];
  const name = { ...tendVerb("index"), reason: `index: ${hoods.size} entries compared again` };
  return await changeTree(ctx, name, async (change) => {
    const results: RecheckResult[] = [];
    for (const [id, around] of hoods) {
      if (change.tree.head(id) === undefined) continue;
      const entry = await change.entry(id);
      const { rows, linked } = await lookAt(ctx, change, entry, around, search);
      const { own, asks } = await openPairs(change, entry, rows, around.lines);
      const existingLinks = entry.linked ?? [];
      const links = linked.filter((one) => !existingLinks.includes(one));
      const patch: Patch = {
        ...(links.length === 0 ? {} : { linked: [...existingLinks, ...links] }),
        ...(own.length === 0 ? {} : { near: [...(entry.near ?? []), ...own] }),
      };
      // Each update goes through the whole file, so an entry without a result is not written.
      if (Object.keys(patch).length > 0) await change.update(id, patch);
      results.push({ id, linked, opened: rows.map((row) => row.with), asks });
    }
    dropUnlooked(ctx.workspace, new Set(hoods.keys()));
    return results;
  });
}

/** Entries per change: an interrupted call keeps the changes it completed. */
const AT_ONCE = 500;

/** Compares everything that waits, change by change. */
export async function recheckAll(
  ctx: Context,
  tree: Store,
  search: Search,
  { atOnce = AT_ONCE } = {},
): Promise<RecheckResult[]> {
  const total = unlookedEntries(ctx, tree).length;
  const bar = ctx.progress.start("Comparing entries", total);
  const how = { most: atOnce, step: () => bar.step() };
  try {
    let latest = await recheck(ctx, tree, search, how);
    const results = [...latest];
    while (latest.length > 0 && results.length < total && !ctx.signal.aborted) {
      const nextTree = await openStore(ctx);
      const nextSearch = new Search(ctx, nextTree);
      latest = await recheck(ctx, nextTree, nextSearch, how).finally(() => nextSearch.close());
      results.push(...latest);
    }
    return results;
  } finally {
    bar.stop();
  }
}
