/**
 * Compares entries that were never compared: stored without a model or beside a partial index, or brought by a branch,
 * a merge or a hand. Opens pairs and links, decides nothing. Called by captures, `tenet index`, imports and sync.
 */

import type { Context } from "../../context.js";
import { claimOf, comparedClaim, type Entry, type Near, type Patch, templateOf } from "../../entry/entry.js";
import { isLive, isRestricted, isSearched, type Scoped } from "../../entry/gates/visible.js";
import { byAge } from "../../entry/lessons.js";
import { type Candidate, cutsOf } from "../../entry/near/near-cuts.js";
import { nearTo } from "../../entry/near/pairs.js";
import { isComparedType } from "../../entry/record-types.js";
import { CoreLines, type NearLine } from "../../search/core-lines.js";
import { Search } from "../../search/search.js";
import type { Neighbourhood } from "../../search/search-results.js";
import { type Change, changeTree } from "../../store/change/change.js";
import { tendVerb } from "../../store/change/prepare-write.js";
import { openStore, type Row, type Store } from "../../store/open-store.js";
import { dropUnlooked, unlookedIn } from "../../store/state/unlooked.js";
import { stamp } from "../../text/durations.js";
import { newerOf } from "../answers/answer-pair.js";
import { type AskedTogether, askOf, askOfLine, isWorthOpening, nearestTogether, rowsOf } from "../answers/asks.js";
import type { Ask } from "../capture-schemas.js";
import { relatedOf } from "../policy/links.js";
import { sameAudience } from "../policy/settle.js";
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
  const notedHeads = unlookedIn(ctx.workspace).flatMap((id) => tree.head(id) ?? []);
  const markedHeads = tree.where({ novelty: ["unchecked", "partial"] });
  return [...new Map([...notedHeads, ...markedHeads].filter(isLive).map((head) => [head.id, head])).values()];
}

/** Whether two entries may be tied: one user's or conversation's only to its own. */
function mayTie(knownHead: Row, entry: Entry): boolean {
  if (!isRestricted(knownHead) && !isRestricted(entry as Scoped)) return true;
  return knownHead.type === "memory" && entry.type === "memory" && sameAudience(knownHead, entry);
}

/** Whether one of the two names the other: such a relation stays. */
function areTied(one: Row, other: Row): boolean {
  const namedIds = [one.supersedes, one.recurrence_of, one.exception_to, one.superseded_by].flat();
  return namedIds.includes(other.id) || nearTo(one, other.id) !== undefined;
}

/** The neighbourhood of an entry, found outside the lock. */
interface Surroundings {
  hood: Neighbourhood;
  lines: readonly NearLine[];
}

interface LookedAt {
  rows: Near[];
  linked: string[];
}

async function lookAt(
  ctx: Context,
  change: Change,
  entry: Entry,
  { hood, lines: allLines }: Surroundings,
  search: Search,
): Promise<LookedAt> {
  const head = change.head(entry.id) as Row;
  const candidates: Candidate[] = [];
  for (const { id, ...how } of hood.candidates) {
    const knownHead = change.head(id);
    if (knownHead === undefined || id === entry.id || !isSearched(knownHead) || !mayTie(knownHead, entry)) continue;
    if (areTied(head, knownHead) || areTied(knownHead, head)) continue;
    candidates.push({ entry: await change.entry(id), ...how });
  }
  const cuts = hood.cuts ?? cutsOf(ctx.profile);
  const at = stamp(ctx.clock.now());
  const lines = allLines.filter(({ line }) => nearTo(head, line.ref) === undefined);
  const draft = {
    claim: claimOf(entry),
    compared: comparedClaim(entry),
    search,
    neighbourhood: hood,
    profile: ctx.profile,
    lines,
  };
  const near = isComparedType(entry.type) ? nearAmong({ candidates }, draft, { without: new Set() }) : [];
  const knownTexts = { entries: candidates.map((one) => one.entry), lines: lines.map(({ line }) => line) };
  const rows = rowsOf(draft.claim, at, near, knownTexts);
  const related = relatedOf(
    candidates.filter(({ entry: candidate }) => byAge(candidate, entry) < 0),
    hood.cuts,
  );
  return { rows: rows.filter((row) => isWorthOpening(row, cuts)), linked: related.map((one) => one.entry.id) };
}

/** The rows of opened pairs, and the questions about them. */
interface OpenedPairs {
  /** Rows for the entry that was compared. */
  own: Near[];
  asks: Ask[];
}

/** Places each row on the newer entry; for a refutation on the correction. */
async function openPairs(
  change: Change,
  entry: Entry,
  rows: readonly Near[],
  lines: readonly NearLine[],
): Promise<OpenedPairs> {
  const openedPairs: OpenedPairs = { own: [], asks: [] };
  for (const row of rows) {
    const peoplesLine = lines.find(({ line }) => line.ref === row.with)?.line;
    if (peoplesLine !== undefined) {
      openedPairs.own.push(row);
      openedPairs.asks.push(askOfLine(entry, row, peoplesLine));
      continue;
    }
    const other = await change.entry(row.with);
    const isNewer = row.by === "prior" || newerOf(entry, other)[0] === entry;
    const [carrier, namedEntry] = isNewer ? [entry, other] : [other, entry];
    const placed: Near = { ...row, with: namedEntry.id, hashes: isNewer ? row.hashes : row.hashes?.toReversed() };
    if (isNewer) openedPairs.own.push(placed);
    else await change.update(other.id, { near: [...(other.near ?? []), placed] });
    openedPairs.asks.push(...[askOf(change, carrier, placed, namedEntry) ?? []].flat());
  }
  return openedPairs;
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
      if (change.head(id) === undefined) continue;
      const entry = await change.entry(id);
      const { rows, linked } = await lookAt(ctx, change, entry, around, search);
      const { own, asks } = await openPairs(change, entry, rows, around.lines);
      const existingLinks = entry.linked ?? [];
      const links = linked.filter((one) => !existingLinks.includes(one));
      const patch: Patch = {
        ...("novelty" in entry ? { novelty: undefined } : {}),
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
