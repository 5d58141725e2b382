/** Which known entries are near a new one: which of them count, in which order, and how a capture reports them. */
import type { Bands } from "../../config.js";
import { type Candidate, isOutsideModel, LEX_LINK, rounded } from "../../entry/bands.js";
import { claimOf, type Entry, type EntryType, isApproved, isLive } from "../../entry/entry.js";
import { canonicalClaim } from "../../guard/canonical.js";
import { changeGuard } from "../../guard/change-guard.js";
import type { Difference } from "../../guard/difference.js";
import type { Neighbour } from "../capture-schemas.js";

/** What a judgement gets besides the draft, whatever its type. */
export interface JudgementInput {
  /** Live neighbours of any type that the author may be shown; what may be compared is chosen by the judgement. */
  candidates: readonly Candidate[];
  /** Entries that hold one of the draft's claims in the same words, whatever their review or status. */
  sameClaim: readonly Entry[];
  /** Undefined without a model or without bands for it. */
  bands: Bands | undefined;
  /** `capture.max_links` of the profile. */
  maxLinks: number;
}

/** What is decided about a new text, whatever its type. */
export interface JudgementDecision {
  linked: string[];
  /** Known entries with which it cannot both be right. */
  contests: string[];
  /** Known entries whose place it takes. */
  supersedes: string[];
  /** Set when no vectors could be compared. */
  novelty?: "unchecked";
  because: string[];
  neighbours: Neighbour[];
}

/** How many neighbours by each measure are looked at for links. */
const NEAREST = 5;

/** At most so many neighbours are reported, and at least so many when any share a word or a thought. */
const MOST_REPORTED = 10;
const LEAST_REPORTED = 3;

/** Below this no belief can say what a correction of the same tree taught: both stand in the compared texts. */
const LEAST_LEXICAL = 0.1;

type Near = Pick<Candidate, "similarity" | "lexical">;

/** How close a candidate is: the mean of both measures, or the lexical one where there is no cosine. */
export function closeness(candidate: Near): number {
  return candidate.similarity === undefined ? candidate.lexical : 0.5 * candidate.lexical + 0.5 * candidate.similarity;
}

/** Closest first; equal ones by id, so that the same neighbours always come in the same order. */
export function byCloseness(a: Candidate, b: Candidate): number {
  return closeness(b) - closeness(a) || (a.entry.id < b.entry.id ? -1 : 1);
}

function isRelated(candidate: Candidate, bands: Bands | undefined): boolean {
  if (candidate.lexical >= (bands?.lex_link ?? LEX_LINK)) return true;
  return bands !== undefined && candidate.similarity !== undefined && closeness(candidate) >= bands.blend;
}

/**
 * The entries worth a link, closest first: of the nearest five by cosine and the nearest five by words those that
 * pass the lexical cut or the blend. Without bands words alone decide.
 */
export function relatedOf(candidates: readonly Candidate[], bands: Bands | undefined, maxLinks: number): Candidate[] {
  const cosine = (candidate: Candidate) => candidate.similarity ?? Number.NEGATIVE_INFINITY;
  const byCosine = candidates
    .filter((candidate) => bands !== undefined && cosine(candidate) > bands.link)
    .sort((a, b) => cosine(b) - cosine(a) || byCloseness(a, b))
    .slice(0, NEAREST);
  const byWords = [...candidates].sort((a, b) => b.lexical - a.lexical || byCloseness(a, b)).slice(0, NEAREST);
  const near = new Set([...byCosine, ...byWords]);
  return [...near]
    .filter((candidate) => isRelated(candidate, bands))
    .sort(byCloseness)
    .slice(0, maxLinks);
}

/**
 * Of all that was found near, what some rule may speak of: the nearest by each measure and by both, whatever is above
 * `evolve`, and entries of the same type that share enough words. The order is kept.
 */
export function worthComparing<T extends Near>(
  found: readonly T[],
  bands: Bands | undefined,
  sameType: (one: T) => boolean,
): T[] {
  const nearest = (by: (one: T) => number, most: number) => [...found].sort((a, b) => by(b) - by(a)).slice(0, most);
  const kept = new Set([
    ...nearest(closeness, MOST_REPORTED),
    ...nearest((one) => one.lexical, NEAREST),
    ...nearest((one) => one.similarity ?? Number.NEGATIVE_INFINITY, NEAREST),
  ]);
  const evolve = bands?.evolve ?? Number.POSITIVE_INFINITY;
  return found.filter(
    (one) => kept.has(one) || (one.similarity ?? -1) > evolve || (sameType(one) && one.lexical >= LEAST_LEXICAL),
  );
}

/** The band of a neighbour by its cosine alone (strictly greater), unless it says the very same. */
export function bandOf(
  { similarity }: Near,
  bands: Bands | undefined,
  same: boolean,
  related: boolean,
): Neighbour["band"] {
  if (same) return "same";
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
      differs: band === "none" || !quotable ? [] : changeGuard(known, claim).map((difference) => difference.message),
    });
  }
  return reported;
}

/** The differences as a reason quotes them, three at most; words of an entry that may not be retrieved are not quoted. */
export function quotedDifferences(known: Entry, differences: readonly Difference[]): string[] {
  return isApproved(known) ? differences.slice(0, 3).map(({ message }) => message) : [];
}

/** Why a near text is not taken for the same. */
export function closeReason(id: string, contested: boolean): string {
  return contested ? `Close to ${id} and at odds with it, until someone decides.` : `Close to ${id}, but not the same.`;
}

/** Why it stands alone, or beside what it is linked to. */
export function relatedReason(linked: readonly string[]): string {
  return linked.length > 0 ? `Related to ${linked.join(", ")}.` : "Nothing known is close to it.";
}

/** What is near a claim, as far as the model understands both. */
export interface NearEntries {
  claim: string;
  /** The claim is written in letters that the model does not know. */
  foreign: boolean;
  /** Undefined without a model that understands the claim. */
  bands: Bands | undefined;
  /** Without cosines that mean nothing. */
  candidates: readonly Candidate[];
  /** The live ones that are worth a link. */
  related: Candidate[];
}

/** Candidates as a judgement takes them. `type`: entries of it that the model does not understand have no cosine either. */
export function nearEntries(
  claim: string,
  input: Pick<JudgementInput, "candidates" | "bands" | "maxLinks">,
  type?: EntryType,
): NearEntries {
  const foreign = isOutsideModel(claim);
  const bands = foreign ? undefined : input.bands;
  const candidates = input.candidates.map((one) =>
    bands === undefined || (one.entry.type === type && isOutsideModel(claimOf(one.entry)))
      ? { entry: one.entry, lexical: one.lexical }
      : one,
  );
  const live = candidates.filter(({ entry }) => isLive(entry));
  return { claim, foreign, bands, candidates, related: relatedOf(live, bands, input.maxLinks) };
}

/** A decision with what is told of any: what was near, and why no meanings were compared. */
export function withNeighbours<T extends { because: readonly string[] }>(decided: T, near: NearEntries) {
  const { claim, foreign, bands, candidates, related } = near;
  const neighbours = neighboursOf(claim, candidates, bands, related);
  if (bands !== undefined) return { ...decided, because: [...decided.because], neighbours };
  const unchecked = foreign
    ? "Mostly written in letters the model does not know: compared by its words alone."
    : "Compared by its words alone: there was no model to compare meanings.";
  return { ...decided, novelty: "unchecked" as const, because: [...decided.because, unchecked], neighbours };
}
