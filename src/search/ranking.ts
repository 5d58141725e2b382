import { joinedFloats } from "../text/arrays.js";
import { damping, GAIN } from "./words/bm25.js";
import type { HeldSegment } from "./words/lexicon-follow.js";
import { findTerm, idOf, type Lists, type Segment } from "./words/lexicon-segment.js";

export interface Hit {
  id: string;
  score: number;
}

/** Best first; equal ones by id, so that the same tree always answers the same. */
export const byScore = (a: Hit, b: Hit): number => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** A hit and where its document stands. */
export interface Ranked extends Hit {
  segment: number;
  document: number;
}

/** Which numbers of a segment a score is about: all fields of an entry, or its template alone. */
export type Field = "all" | "template";

/** So many are put in order at first; those who look further pay for further. */
const FIRST = 128;

/**
 * Adds what a term is worth to the scores of the documents that hold it. It runs tens of thousands of times in a process
 * that lives for less than a second: `damped` written out, a loop that calls nothing.
 */
function addWorth(scores: Float64Array, postings: Lists, term: number, weight: number, by: Measures): void {
  const { offsets, items, codes } = postings;
  const { counts, lengths, dampings } = by;
  const gain = GAIN;
  const end = offsets[term + 1] as number;
  for (let at = offsets[term] as number; at < end; at++) {
    const document = items[at] as number;
    const count = counts[codes[at] as number] as number;
    const damping = dampings[lengths[document] as number] as number;
    scores[document] = (scores[document] as number) + weight * ((count * gain) / (count + damping));
  }
}

interface Measures {
  /** By code. */
  counts: Uint16Array;
  /** By document. */
  lengths: Uint32Array;
  /** By length. */
  dampings: Float64Array;
}

function measuresOf(segment: Segment, field: Field, averageLength: number): Measures {
  const lengths = field === "all" ? segment.lengths : segment.templateLengths;
  const longest = longestOf(lengths);
  const dampings = new Float64Array(longest + 1);
  for (let length = 0; length <= longest; length++) dampings[length] = damping(length, averageLength);
  return { counts: field === "all" ? segment.counts : segment.templateCounts, lengths, dampings };
}

function longestOf(lengths: Uint32Array): number {
  let longest = 0;
  for (let document = 0; document < lengths.length; document++) {
    if ((lengths[document] as number) > longest) longest = lengths[document] as number;
  }
  return longest;
}

/** The documents that share terms with a query, by BM25; put in order as far as somebody looks. */
export class Ranking {
  readonly #held: readonly HeldSegment[];
  /** By segment and document: 0 for one that shares no term. */
  readonly scores: readonly Float64Array[];
  readonly #ranked: Ranked[] = [];
  /** All scores above 0, ascending. */
  #sorted: Float64Array | undefined;

  /** Terms are added in the order of `weights`: sums of floating point numbers depend on it. */
  constructor(
    held: readonly HeldSegment[],
    weights: ReadonlyMap<number, number>,
    { field, averageLength }: { field: Field; averageLength: number },
  ) {
    this.#held = held;
    this.scores = held.map(({ segment, gone }) => {
      const scores = new Float64Array(segment.size);
      const measures = measuresOf(segment, field, averageLength);
      for (const [hash, weight] of weights) {
        const term = findTerm(segment, hash);
        if (term >= 0) addWorth(scores, segment.postings, term, weight, measures);
      }
      for (const document of gone) scores[document] = 0;
      return scores;
    });
  }

  /** Best first; equal ones by id. */
  *[Symbol.iterator](): IterableIterator<Ranked> {
    for (let at = 0; ; at++) {
      if (at === this.#ranked.length && !this.#rankMore()) return;
      yield this.#ranked[at] as Ranked;
    }
  }

  #rankMore(): boolean {
    this.#sorted ??= sortedScores(this.scores);
    const sorted = this.#sorted;
    const done = this.#ranked.length;
    if (done === sorted.length) return false;
    const least = sorted[Math.max(0, sorted.length - Math.max(FIRST, 2 * done))] as number;
    const below = this.#ranked[done - 1]?.score ?? Number.POSITIVE_INFINITY;
    const more: Ranked[] = [];
    this.scores.forEach((scores, number) => {
      const { segment } = this.#held[number] as HeldSegment;
      for (const document of between(scores, least, below))
        more.push({ id: idOf(segment, document), score: scores[document] as number, segment: number, document });
    });
    this.#ranked.push(...more.sort(byScore));
    return true;
  }
}

/** The scores above 0, ascending: sorting numbers costs a tenth of sorting what they stand for. */
function sortedScores(lists: readonly Float64Array[]): Float64Array {
  const all = joinedFloats(lists).sort();
  const zeros = all.lastIndexOf(0);
  return all.subarray(zeros + 1);
}

/** Documents with scores from `least` to below `most`. */
function between(scores: Float64Array, least: number, most: number): number[] {
  const found: number[] = [];
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] as number;
    if (score >= least && score < most) found.push(document);
  }
  return found;
}
