/**
 * Looks up what was never compared: entries that were stored without a model or beside a partial index, and those that
 * another branch, a merge or a hand brought. It opens pairs and links; it never decides.
 */

import type { Context } from "../context.js";
import { claimOf, type Entry, type Near, type Patch, templateOf } from "../entry/entry.js";
import { isLive, isRestricted, isSearched, type Scoped } from "../entry/gates/visible.js";
import { byAge } from "../entry/lessons.js";
import { type Candidate, cutsOf } from "../entry/near/near-cuts.js";
import { nearTo } from "../entry/near/pairs.js";
import { isComparedType } from "../entry/record-types.js";
import { CoreLines, type NearLine } from "../search/core-lines.js";
import { Search } from "../search/search.js";
import type { Neighbourhood } from "../search/search-results.js";
import { type Change, changeTree } from "../store/change/change.js";
import { tendVerb } from "../store/change/prepare-write.js";
import { type EntryMeta, openStore, type Store } from "../store/open-store.js";
import { dropUnlooked, unlookedIn } from "../store/unlooked.js";
import { stamp } from "../text/durations.js";
import { newerOf } from "./answer-pair.js";
import { type AskedTogether, askOf, askOfLine, isWorthOpening, rowsOf, together } from "./asks.js";
import type { Ask } from "./capture-schemas.js";
import { nearAmong } from "./compare.js";
import { relatedOf } from "./policy/links.js";
import { sameAudience } from "./policy/settle.js";

export interface RecheckResult {
  id: string;
  linked: string[];
  /** Entries with which a pair was opened. */
  opened: string[];
  /** What is asked about those pairs. */
  asks: Ask[];
}

/** What is asked of everything that was looked up together. */
export function askedOfAll(looked: readonly RecheckResult[]): AskedTogether {
  return together(
    looked,
    looked.reduce((sum, { opened }) => sum + opened.length, 0),
  );
}

/** Entries that nobody has compared with the rest yet. */
export function unlookedEntries(ctx: Context, tree: Store): EntryMeta[] {
  const noted = unlookedIn(ctx.workspace).flatMap((id) => tree.head(id) ?? []);
  const marked = tree.heads.filter((head) => head.novelty === "unchecked" || head.novelty === "partial");
  return [...new Map([...noted, ...marked].filter(isLive).map((head) => [head.id, head])).values()];
}

/** What one person or conversation told is tied to nothing of another's. */
function mayTie(known: EntryMeta, entry: Entry): boolean {
  if (!isRestricted(known) && !isRestricted(entry as Scoped)) return true;
  return known.type === "memory" && entry.type === "memory" && sameAudience(known, entry);
}

/** Does one of the two name the other already? Whatever was said of them stays. */
function areTied(one: EntryMeta, other: EntryMeta): boolean {
  const named = [one.supersedes, one.recurrence_of, one.exception_to, one.superseded_by].flat();
  return named.includes(other.id) || nearTo(one, other.id) !== undefined;
}

/** What was found around an entry, outside the lock. */
interface Around {
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
  { hood, lines: all }: Around,
  search: Search,
): Promise<LookedAt> {
  const head = change.head(entry.id) as EntryMeta;
  const candidates: Candidate[] = [];
  for (const { id, ...how } of hood.candidates) {
    const known = change.head(id);
    if (known === undefined || id === entry.id || !isSearched(known) || !mayTie(known, entry)) continue;
    if (areTied(head, known) || areTied(known, head)) continue;
    candidates.push({ entry: await change.entry(id), ...how });
  }
  const cuts = hood.cuts ?? cutsOf(ctx.profile);
  const at = stamp(ctx.clock.now());
  const lines = all.filter(({ line }) => nearTo(head, line.ref) === undefined);
  const draft = { claim: claimOf(entry), search, neighbourhood: hood, profile: ctx.profile, lines };
  const near = isComparedType(entry.type) ? nearAmong({ candidates }, draft, { without: new Set() }) : [];
  const known = { entries: candidates.map((one) => one.entry), lines: lines.map(({ line }) => line) };
  const rows = rowsOf(draft.claim, at, near, known);
  const related = relatedOf(
    candidates.filter(({ entry: known }) => byAge(known, entry) < 0),
    hood.cuts,
  );
  return { rows: rows.filter((row) => isWorthOpening(row, cuts)), linked: related.map((one) => one.entry.id) };
}

/** The rows of pairs, where they stand, and what is asked about them. */
interface OpenedPairs {
  /** On the entry that was looked up. */
  own: Near[];
  asks: Ask[];
}

/** The row of a pair stands on the entry that came later; of what a correction refutes, on the correction. */
async function openPairs(
  ctx: Context,
  change: Change,
  entry: Entry,
  rows: readonly Near[],
  lines: readonly NearLine[],
): Promise<OpenedPairs> {
  const opened: OpenedPairs = { own: [], asks: [] };
  for (const row of rows) {
    const written = lines.find(({ line }) => line.ref === row.with)?.line;
    if (written !== undefined) {
      opened.own.push(row);
      opened.asks.push(askOfLine(entry, row, written, ctx.steps));
      continue;
    }
    const other = await change.entry(row.with);
    const isNewer = row.by === "prior" || newerOf(entry, other)[0] === entry;
    const [carrier, named] = isNewer ? [entry, other] : [other, entry];
    const placed: Near = { ...row, with: named.id, hashes: isNewer ? row.hashes : row.hashes?.toReversed() };
    if (isNewer) opened.own.push(placed);
    else await change.update(other.id, { near: [...(other.near ?? []), placed] });
    opened.asks.push(...[askOf(change, carrier, placed, named, ctx.steps) ?? []].flat());
  }
  return opened;
}

interface Recheck {
  /** So many at most. */
  most?: number;
  /** Of these alone. */
  among?: ReadonlySet<string>;
  /** Called for each that was compared. */
  step?: () => void;
}

/**
 * Looks at what was never compared; writes only what could be compared completely, as one change. Tree and search are then
 * of the state before it: they find nothing more.
 */
export async function recheck(
  ctx: Context,
  tree: Store,
  search: Search,
  { most = Number.POSITIVE_INFINITY, among, step }: Recheck = {},
): Promise<RecheckResult[]> {
  const waiting = unlookedEntries(ctx, tree)
    .filter(({ id }) => among?.has(id) ?? true)
    .slice(0, most);
  const coreLines = new CoreLines(ctx);
  const hoods = new Map<string, Around>();
  for (const { entry } of await tree.load(waiting.map(({ id }) => id))) {
    if (ctx.signal.aborted) break;
    const prior = entry.type === "correction" ? entry.prior_belief : undefined;
    const hood = await search.neighbours(templateOf(entry), claimOf(entry), prior);
    const { lines } = await coreLines.near({ claim: claimOf(entry), prior, vectorOf: search.vectorOf });
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
      const { own, asks } = await openPairs(ctx, change, entry, rows, around.lines);
      const known = entry.linked ?? [];
      const links = linked.filter((one) => !known.includes(one));
      const patch: Patch = {
        ...("novelty" in entry ? { novelty: undefined } : {}),
        ...(links.length === 0 ? {} : { linked: [...known, ...links] }),
        ...(own.length === 0 ? {} : { near: [...(entry.near ?? []), ...own] }),
      };
      // A record is written once, and only where something was found: each time its whole file is gone through.
      if (Object.keys(patch).length > 0) await change.update(id, patch);
      results.push({ id, linked, opened: rows.map((row) => row.with), asks });
    }
    await dropUnlooked(ctx.workspace, new Set(hoods.keys()));
    return results;
  });
}

/** What is stopped keeps what so many at a time had found. */
const AT_ONCE = 500;

/** The same for everything that waits, from one state of the tree to the next. */
export async function recheckAll(
  ctx: Context,
  tree: Store,
  search: Search,
  { atOnce = AT_ONCE } = {},
): Promise<RecheckResult[]> {
  const waiting = unlookedEntries(ctx, tree).length;
  const bar = ctx.progress.start("Comparing entries", waiting);
  const how = { most: atOnce, step: () => bar.step() };
  try {
    let last = await recheck(ctx, tree, search, how);
    const looked = [...last];
    while (last.length > 0 && looked.length < waiting && !ctx.signal.aborted) {
      const next = await openStore(ctx);
      const fresh = new Search(ctx, next);
      last = await recheck(ctx, next, fresh, how).finally(() => fresh.close());
      looked.push(...last);
    }
    return looked;
  } finally {
    bar.stop();
  }
}
