import type { Bands } from "../../config.js";
import { LEX_LINK } from "../../entry/bands.js";
import type { Candidate } from "../../entry/neighbour.js";

/** How many neighbours by each measure are looked at for links. */
const NEAREST = 5;

/** As many are reported at most, whether they count or not. */
const REPORTED = 10;

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
  const byCosine =
    bands === undefined
      ? []
      : candidates
          .filter((candidate) => cosine(candidate) > bands.link)
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
    ...nearest(closeness, REPORTED),
    ...nearest((one) => one.lexical, NEAREST),
    ...nearest((one) => one.similarity ?? Number.NEGATIVE_INFINITY, NEAREST),
  ]);
  const evolve = bands?.evolve ?? Number.POSITIVE_INFINITY;
  return found.filter(
    (one) => kept.has(one) || (one.similarity ?? -1) > evolve || (sameType(one) && one.lexical >= LEAST_LEXICAL),
  );
}
