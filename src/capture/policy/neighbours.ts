/** Which known entries are near a new one: which of them count, in which order, and how a capture reports them. */
import type { Bands } from "../../config.js";
import { type Candidate, isOutsideModel, LEX_LINK, rounded } from "../../entry/bands.js";
import { claimOf, type Entry, type EntryType, isApproved, isLive } from "../../entry/entry.js";
import { isPrivate } from "../../entry/visible.js";
import { compareClaims, guardClaim } from "../../guard/change-guard.js";
import { oneLine, shorten } from "../../text/shorten.js";
import type { Neighbour } from "../capture-schemas.js";
import type { ComparedClaim, LikenessOf } from "./claims.js";

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
  /** Of two plain texts, under the tree's own word frequencies. */
  likeness: LikenessOf;
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

/** How near something is. */
export type Near = Pick<Candidate, "similarity" | "claim" | "lexical">;

/** How near it is by meaning, as a whole or by its claim; undefined without a model. */
const meaning = ({ similarity, claim }: Near): number | undefined =>
  similarity === undefined ? claim : Math.max(similarity, claim ?? -1);

/** How close a candidate is: the mean of both measures, or the lexical one where there is no cosine. */
export function closeness(candidate: Near): number {
  const cosine = meaning(candidate);
  return cosine === undefined ? candidate.lexical : 0.5 * candidate.lexical + 0.5 * cosine;
}

/** Closest first; equal ones by id, so that the same neighbours always come in the same order. */
export function byCloseness(a: Candidate, b: Candidate): number {
  return closeness(b) - closeness(a) || (a.entry.id < b.entry.id ? -1 : 1);
}

const RANK = { same: 0, maybe: 1, near: 2, far: 3 } as const;

/** The nearest claims first. */
export function byNearness(a: ComparedClaim, b: ComparedClaim): number {
  const claim = ({ candidate }: ComparedClaim) => candidate.claim ?? -1;
  return RANK[a.nearness] - RANK[b.nearness] || claim(b) - claim(a) || byCloseness(a.candidate, b.candidate);
}

/** Below this share of the link band a shared word tells nothing. */
const FAR_OFF = 0.6;

function isRelated(candidate: Candidate, bands: Bands | undefined): boolean {
  const cosine = bands === undefined ? undefined : meaning(candidate);
  // A word in common makes sentences of one form alike ("store times in UTC", "store cheese in paper").
  const isFarOff = bands !== undefined && cosine !== undefined && cosine < FAR_OFF * bands.link;
  if (candidate.lexical >= (bands?.lex_link ?? LEX_LINK) && !isFarOff) return true;
  return bands !== undefined && cosine !== undefined && closeness(candidate) >= bands.blend;
}

/**
 * The entries worth a link, closest first: of the nearest five by cosine and the nearest five by words those that
 * pass the lexical cut or the blend. Without bands words alone decide.
 */
export function relatedOf(candidates: readonly Candidate[], bands: Bands | undefined, maxLinks: number): Candidate[] {
  const cosine = (candidate: Candidate) => meaning(candidate) ?? Number.NEGATIVE_INFINITY;
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
 * `contest`, and entries of the same type that share enough words. The order is kept.
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
    ...nearest((one) => meaning(one) ?? Number.NEGATIVE_INFINITY, NEAREST),
  ]);
  const contest = bands?.contest ?? Number.POSITIVE_INFINITY;
  return found.filter(
    (one) => kept.has(one) || (sameType(one) && ((one.claim ?? -1) > contest || one.lexical >= LEAST_LEXICAL)),
  );
}

/** The band of a neighbour by the cosine of its claim (strictly greater), unless it says the very same. */
export function bandOf({ claim }: Near, bands: Bands | undefined, same: boolean, related: boolean): Neighbour["band"] {
  if (same) return "same";
  if (bands !== undefined && claim !== undefined) {
    for (const band of ["same", "evolve", "contest"] as const) if (claim > bands[band]) return band;
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
  const guarded = guardClaim(claim);
  const reported: Neighbour[] = [];
  for (const candidate of [...candidates].sort(byCloseness)) {
    if (reported.length === MOST_REPORTED) break;
    const known = guardClaim(claimOf(candidate.entry));
    const quotable = isQuotable(candidate.entry);
    const band = bandOf(candidate, bands, known.canonical === guarded.canonical, related.includes(candidate));
    if (band === "none" && (reported.length >= LEAST_REPORTED || closeness(candidate) <= 0)) continue;
    reported.push({
      id: candidate.entry.id,
      // words of an entry that may not be retrieved are not quoted either
      ...(quotable ? { text: known.text } : {}),
      ...(candidate.similarity === undefined ? {} : { similarity: rounded(candidate.similarity) }),
      ...(candidate.claim === undefined ? {} : { claim: rounded(candidate.claim) }),
      lexical: rounded(candidate.lexical),
      band,
      differs:
        band === "none" || !quotable ? [] : compareClaims(known, guarded).differences.map(({ message }) => message),
    });
  }
  return reported;
}

const LONGEST_QUOTE = 160;

/** May its words stand in an answer about something else? */
export const isQuotable = (entry: Entry): boolean => isApproved(entry) && !isPrivate(entry);

/** An entry in a sentence: its id, and its words unless they may not be retrieved. `whole`: however long they are. */
export function quoted(entry: Entry, whole = false): string {
  if (!isQuotable(entry)) return entry.id;
  const text = oneLine(claimOf(entry));
  return `${entry.id} ("${whole ? text : shorten(text, LONGEST_QUOTE)}")`;
}

/** Why a near claim is not taken for the same: three differences at most, none of an entry that may not be retrieved. */
export function reasonsOf({ entry, answer: { relation, differences } }: ComparedClaim): string[] {
  const which =
    relation === "contests"
      ? `At odds with ${quoted(entry)}, until someone decides.`
      : relation === "another"
        ? `Close to ${quoted(entry)}, which speaks of something else.`
        : `Close to ${quoted(entry)}, but not the same.`;
  return [which, ...(isQuotable(entry) ? differences.slice(0, 3).map(({ message }) => message) : [])];
}

/** Why it stands alone, or beside what it is linked to. */
export function relatedReason({ related, candidates, bands }: NearEntries): string {
  if (related.length > 0) return `Related to ${related.map(({ entry }) => quoted(entry)).join(", ")}.`;
  const nearest = [...candidates].filter(({ entry }) => isLive(entry)).sort(byCloseness)[0];
  const isNear =
    nearest !== undefined &&
    ((bands !== undefined && (meaning(nearest) ?? -1) > bands.link) || nearest.lexical >= LEAST_LEXICAL);
  return isNear
    ? `Nothing known says the same; the nearest is ${quoted(nearest.entry)}.`
    : "Nothing known is close to it.";
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
