/**
 * Looks up what was never compared: entries that were stored without a model or beside a partial index, and those that
 * another branch, a merge or a hand brought. It opens pairs and links; it never decides.
 */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { claimOf, type Entry, isLive, isSearched, type Near, templateOf } from "../entry/entry.js";
import { byAge } from "../entry/lessons.js";
import { type Candidate, cutsOf } from "../entry/near-cuts.js";
import { nearTo } from "../entry/pairs.js";
import { isComparedType } from "../entry/record-types.js";
import { isRestricted, type Scoped } from "../entry/visible.js";
import type { Search } from "../search/search.js";
import type { Neighbourhood } from "../search/search-results.js";
import { type Change, changeTree } from "../store/change.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { dropUnlooked, unlookedIn } from "../store/unlooked.js";
import { newerOf } from "./answer-pair.js";
import { type AskedTogether, askOf, isWorthOpening, rowsOf, together } from "./asks.js";
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

interface LookedAt {
  rows: Near[];
  linked: string[];
}

async function lookAt(
  ctx: Context,
  change: Change,
  entry: Entry,
  hood: Neighbourhood,
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
  const draft = { claim: claimOf(entry), search, neighbourhood: hood, profile: ctx.profile };
  const near = isComparedType(entry.type) ? nearAmong({ candidates }, draft, { without: new Set() }) : [];
  const rows = rowsOf(
    draft.claim,
    at,
    near,
    candidates.map((one) => one.entry),
  );
  const related = relatedOf(
    candidates.filter(({ entry: known }) => byAge(known, entry) < 0),
    hood.cuts,
  );
  return { rows: rows.filter((row) => isWorthOpening(row, cuts)), linked: related.map((one) => one.entry.id) };
}

/**
 * The row of a pair stands on the entry that came later; of what a correction refutes, on the correction. Returns what is
 * asked about it.
 */
async function openPair(ctx: Context, change: Change, entry: Entry, row: Near): Promise<Ask[]> {
  const other = await change.entry(row.with);
  const isNewer = row.by === "prior" || newerOf(entry, other)[0] === entry;
  const [carrier, named] = isNewer ? [entry, other] : [other, entry];
  const { near = [] } = await change.entry(carrier.id);
  const hashes = isNewer ? row.hashes : row.hashes?.toReversed();
  await change.update(carrier.id, { near: [...near, { ...row, with: named.id, hashes }] });
  const ask = askOf(change, carrier, { ...row, with: named.id }, named, ctx.steps);
  return ask === undefined ? [] : [ask];
}

/** Compared at once, and written as one change: what was stopped in between keeps what it had found. */
const LOOKED_UP_AT_ONCE = 200;

interface Recheck {
  /** So many at most. */
  most?: number;
  /** Of these alone. */
  among?: ReadonlySet<string>;
}

/** Looks at what was never compared; writes only what could be compared completely. */
export async function recheck(
  ctx: Context,
  tree: Store,
  search: Search,
  { most = Number.POSITIVE_INFINITY, among }: Recheck = {},
): Promise<RecheckResult[]> {
  const waiting = unlookedEntries(ctx, tree)
    .filter(({ id }) => among?.has(id) ?? true)
    .slice(0, most);
  if (waiting.length === 0) return [];
  const entries = (await tree.load(waiting.map(({ id }) => id))).map(({ entry }) => entry);
  const results: RecheckResult[] = [];
  const bar = ctx.progress.start("Comparing entries", entries.length);
  try {
    for (let at = 0; at < entries.length && !ctx.signal.aborted; at += LOOKED_UP_AT_ONCE) {
      const some = entries.slice(at, at + LOOKED_UP_AT_ONCE);
      results.push(...(await recheckSome(ctx, search, some, () => bar.step())));
    }
  } finally {
    bar.stop();
  }
  return results;
}

async function recheckSome(
  ctx: Context,
  search: Search,
  entries: readonly Entry[],
  step: () => void,
): Promise<RecheckResult[]> {
  const hoods = new Map<string, Neighbourhood>();
  for (const entry of entries) {
    if (ctx.signal.aborted) break;
    const prior = entry.type === "correction" ? entry.prior_belief : undefined;
    const hood = await search.neighbours(templateOf(entry), claimOf(entry), prior);
    if (hood.novelty === "checked") hoods.set(entry.id, hood);
    step();
  }
  if (hoods.size === 0) return [];
  const name = { op: "index", reason: `index: ${hoods.size} entries compared again` };
  return await changeTree(ctx, name, async (change) => {
    const results: RecheckResult[] = [];
    for (const [id, hood] of hoods) {
      if (change.head(id) === undefined) continue;
      const entry = await change.entry(id);
      const { rows, linked } = await lookAt(ctx, change, entry, hood, search);
      const asks: Ask[] = [];
      for (const row of rows) asks.push(...(await openPair(ctx, change, entry, row)));
      const links = [...new Set([...(entry.linked ?? []), ...linked])];
      await change.update(id, { novelty: undefined, ...(links.length === 0 ? {} : { linked: links }) });
      results.push({ id, linked, opened: rows.map((row) => row.with), asks });
    }
    await dropUnlooked(ctx.workspace, new Set(hoods.keys()));
    return results;
  });
}
