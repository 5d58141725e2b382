/** Entries that were stored while nothing, or not everything, could be compared: looked at again once it can. */

import { stamp } from "../clock.js";
import { overlap } from "../contacts/policy/validity.js";
import type { Context } from "../context.js";
import type { Candidate } from "../entry/bands.js";
import { contactOf } from "../entry/contact-scope.js";
import { claimOf, comparedClaims, type Entry, isLive, isSearched, type Patch, templateOf } from "../entry/entry.js";
import { bornReview, inForce } from "../entry/status.js";
import { isRestricted } from "../entry/visible.js";
import { compareClaims, guardClaim } from "../guard/change-guard.js";
import type { Search } from "../search/search.js";
import type { Neighbourhood } from "../search/search-results.js";
import { type Change, changeTree } from "../store/change.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { sameAudience } from "./policy/memories.js";
import { relatedOf } from "./policy/neighbours.js";
import { linesOf, repeatedFrom } from "./policy/repeats.js";

export interface RecheckResult {
  id: string;
  linked: string[];
  contests: string[];
}

const union = (known: readonly string[] | undefined, added: readonly string[]) => [
  ...new Set([...(known ?? []), ...added]),
];

/** What a late look may add: links and contests. It never merges, since others may have read the entry meanwhile. */
function ties(entry: Entry, candidates: readonly Candidate[], hood: Neighbourhood, maxLinks: number) {
  const near = hood.bands?.contest ?? Number.POSITIVE_INFINITY;
  const claim = guardClaim(claimOf(entry));
  const contests = candidates.filter(({ entry: known, claim: cosine = -1 }) => {
    if (known.type !== entry.type || known.type === "outcome" || cosine <= near) return false;
    if (known.type === "memory" && entry.type === "memory") {
      if (!sameAudience(known, entry) || (contactOf(known) !== undefined && !overlap(known, entry))) return false;
    }
    return comparedClaims(known).some((wording) => compareClaims(wording, claim).relation === "contests");
  });
  const related = relatedOf(candidates, hood.bands, maxLinks);
  return { linked: related.map(({ entry: { id } }) => id), contests: contests.map(({ entry: { id } }) => id) };
}

/** A link stands on the newer entry and is shown on both; two that were born at once go by their ids. */
function isOlder(known: Pick<Entry, "id" | "timestamp">, entry: Entry): boolean {
  const apart = Date.parse(entry.timestamp) - Date.parse(known.timestamp);
  return apart > 0 || (apart === 0 && known.id < entry.id);
}

/** What one person or conversation told is tied to nothing of another's. */
function mayTie(known: EntryMeta, entry: Entry): boolean {
  if (!isRestricted(known) && entry.type !== "memory") return true;
  if (known.type !== "memory" || entry.type !== "memory") return !isRestricted(known) && !isRestricted(entry);
  return sameAudience(known, entry) || (!isRestricted(known) && !isRestricted(entry));
}

async function candidatesOf(change: Change, entry: Entry, hood: Neighbourhood): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const { id, ...how } of hood.candidates) {
    const head = change.tree.head(id);
    if (head === undefined || !isSearched(head) || !isOlder(head, entry) || !mayTie(head, entry)) continue;
    candidates.push({ entry: await change.entry(id), ...how });
  }
  return candidates;
}

/** What was not seen to repeat a less trusted source when it was written is bound to it now. */
function boundTo(
  { profile, clock }: Context,
  entry: Entry,
  candidates: readonly Candidate[],
  { bands }: Neighbourhood,
  { likeness }: Search,
): Patch {
  const judged = candidates.map((one) => ({ ...one, entry: inForce(one.entry, profile.apply_mode) }));
  const input = { draft: entry, claims: linesOf(entry), candidates: judged, sameClaim: [], bands, likeness };
  const sources = repeatedFrom(input);
  const [first] = sources;
  if (first === undefined) return {};
  const review = bornReview(profile.apply_mode, first.tier, entry.type);
  return {
    tier: first.tier,
    derived_from: union(
      entry.derived_from,
      sources.map(({ id }) => id),
    ),
    ...(review === undefined ? {} : { review: { ...review, at: stamp(clock.now()) } }),
  };
}

/** Compares what could not be compared when it was written; writes only entries for which that is now complete. */
export async function recheck(ctx: Context, tree: Store, search: Search): Promise<RecheckResult[]> {
  const waiting = tree.heads.filter(
    (head) => isLive(head) && (head.novelty === "unchecked" || head.novelty === "partial"),
  );
  const hoods = new Map<string, Neighbourhood>();
  for (const { entry } of await tree.load(waiting.map(({ id }) => id))) {
    const hood = await search.neighbours(templateOf(entry), claimOf(entry));
    if (hood.novelty === "checked") hoods.set(entry.id, hood);
  }
  if (hoods.size === 0) return [];
  return await changeTree(
    ctx,
    { op: "index", reason: `index: ${hoods.size} entries compared again` },
    async (change) => {
      const results: RecheckResult[] = [];
      for (const [id, hood] of hoods) {
        if (change.tree.head(id) === undefined) continue;
        const entry = await change.entry(id);
        const candidates = await candidatesOf(change, entry, hood);
        const added = ties(entry, candidates, hood, ctx.profile.capture.max_links);
        const linked = union(entry.linked, added.linked);
        const contests = union(entry.contests, added.contests);
        await change.update(id, {
          novelty: undefined,
          ...boundTo(ctx, entry, candidates, hood, search),
          ...(linked.length === 0 ? {} : { linked }),
          ...(contests.length === 0 ? {} : { contests }),
        });
        results.push({ id, linked: added.linked, contests: added.contests });
      }
      return results;
    },
  );
}
