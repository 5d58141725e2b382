import { highestPlaces } from "../highest.js";
import { type Bm25, damped, damping, OUTSIDE_CLAIM } from "./bm25.js";
import { allOf, isInClaim, placeIn, templateCountOf } from "./document.js";
import type { Postings, WordsRead } from "./words-read.js";

export interface Hit {
  id: string;
  score: number;
}

/** Best first; equal ones by id, so that the same tree always answers the same. */
export const byScore = (a: Hit, b: Hit): number => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** A hit and its entry's number. */
export interface Ranked extends Hit {
  entry: number;
}

/** What a score is about: all fields of an entry, words outside its claim for less, or its template alone. */
export type Field = "all" | "template";

/** So many are put in order at first. */
const FIRST = 128;

/** The entries that share terms with a text, by BM25, sorted as far as a caller reads; what is gone by then is left out. */
export class Ranking {
  readonly #words: WordsRead;
  /** By entry: 0 for one that shares no term. */
  readonly scores: Float64Array;
  /** By entry: the weights of the terms it holds, in a ranking of all fields those outside its claim for less. */
  readonly held: Float64Array;
  readonly #ranked: Ranked[] = [];
  #highest: number | undefined;

  /** `weights` by term. They are added in this order: sums of floating point numbers depend on it. */
  constructor(
    words: WordsRead,
    weights: ReadonlyMap<number, number>,
    by: { field: Field; averageLength: number; parameters: Bm25 },
  ) {
    this.#words = words;
    this.scores = new Float64Array(words.entriesEnd);
    this.held = new Float64Array(words.entriesEnd);
    for (const [term, weight] of weights) {
      for (const part of words.postingsOf(term)) this.#add(part, weight, by);
    }
  }

  #add(
    { first, items, lengths }: Postings,
    weight: number,
    { field, averageLength, parameters }: { field: Field; averageLength: number; parameters: Bm25 },
  ): void {
    const { scores, held } = this;
    const isAll = field === "all";
    for (const item of items) {
      const count = isAll ? allOf(item) : templateCountOf(item);
      if (count === 0) continue;
      const place = placeIn(item);
      const entry = first + place;
      const length = isAll ? lengths.all(place) : lengths.template(place);
      const own = isAll && !isInClaim(item) ? OUTSIDE_CLAIM * weight : weight;
      scores[entry] =
        (scores[entry] as number) + own * damped(count, damping(length, averageLength, parameters), parameters);
      held[entry] = (held[entry] as number) + own;
    }
  }

  /** Best first; equal ones by id. */
  *[Symbol.iterator](): IterableIterator<Ranked> {
    for (let at = 0; ; at++) {
      if (at === this.#ranked.length && !this.#rankMore()) return;
      yield this.#ranked[at] as Ranked;
    }
  }

  #rankMore(): boolean {
    const { scores } = this;
    this.#highest ??= scores.reduce((highest, score) => Math.max(highest, score), 0);
    const rankedCount = this.#ranked.length;
    const below = this.#ranked[rankedCount - 1]?.score ?? Number.POSITIVE_INFINITY;
    const places = highestPlaces(scores, Math.max(FIRST, 2 * rankedCount), 0, this.#highest);
    const entries = places.filter((entry) => (scores[entry] as number) < below);
    if (entries.length === 0) return false;
    const ids = this.#words.idsOf(entries);
    const more = entries.flatMap((entry): Ranked[] => {
      const id = ids.get(entry);
      return id === undefined ? [] : [{ entry, id, score: scores[entry] as number }];
    });
    this.#ranked.push(...more.sort(byScore));
    return more.length > 0;
  }
}
