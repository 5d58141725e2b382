import type { Bands } from "../../config.js";
import { claimOf, isApproved } from "../../entry/entry.js";
import { type Band, type Candidate, type Neighbour, rounded } from "../../entry/neighbour.js";
import { canonicalClaim } from "../../guard/canonical.js";
import { changeGuard } from "../../guard/change-guard.js";
import { byCloseness, closeness } from "./relate.js";

/** At most so many neighbours are reported, and at least so many when any share a word or a thought. */
const MOST_REPORTED = 10;
const LEAST_REPORTED = 3;

/** The band of a neighbour by its cosine alone (strictly greater), unless it says the very same. */
export function bandOf(candidate: Candidate, bands: Bands | undefined, same: boolean, related: boolean): Band {
  if (same) return "same";
  const { similarity } = candidate;
  if (bands !== undefined && similarity !== undefined) {
    if (similarity > bands.duplicate) return "duplicate";
    if (similarity > bands.evolve) return "evolve";
  }
  return related ? "related" : "none";
}

/** Neighbours as a capture reports them: those that counted, closest first, filled up with the nearest others. */
export function neighboursOf(
  claim: string,
  candidates: readonly Candidate[],
  bands: Bands | undefined,
  related: readonly Candidate[],
): Neighbour[] {
  const canonical = canonicalClaim(claim);
  const reported: Neighbour[] = [];
  for (const candidate of [...candidates].sort(byCloseness)) {
    if (reported.length === MOST_REPORTED) break;
    const known = claimOf(candidate.entry);
    const quotable = isApproved(candidate.entry);
    const band = bandOf(candidate, bands, canonicalClaim(known) === canonical, related.includes(candidate));
    if (band === "none" && (reported.length >= LEAST_REPORTED || closeness(candidate) <= 0)) continue;
    reported.push({
      id: candidate.entry.id,
      // words of an entry that may not be retrieved are not quoted either
      ...(quotable ? { text: known } : {}),
      ...(candidate.similarity === undefined ? {} : { similarity: rounded(candidate.similarity) }),
      lexical: rounded(candidate.lexical),
      band,
      differs: band === "none" || !quotable ? [] : changeGuard(known, claim).map((difference) => difference.says),
    });
  }
  return reported;
}
