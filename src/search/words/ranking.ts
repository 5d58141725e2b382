import type { CacheDatabase } from "../../store/cache/database.js";
import { type Bm25, damped, damping, OUTSIDE_CLAIM } from "./bm25.js";
import { allOf, isInClaim, templateCountOf } from "./document.js";
import { ITEM_NUMBERS, numbersIn } from "./word-index.js";

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

/** So many are put in order at first; those who look further pay for further. */
const FIRST = 128;

/** The entries that share terms with a text, by BM25; put in order as far as somebody looks. */
export class Ranking {
  readonly #database: CacheDatabase;
  /** By entry: 0 for one that shares no term. */
  readonly scores: Float64Array;
  /** By entry: the weights of the terms it holds, in a ranking of all fields those outside its claim for less. */
  readonly held: Float64Array;
  readonly #ranked: Ranked[] = [];
  /** All scores above 0, ascending. */
  #sorted: Float64Array | undefined;

  /** `weights` by term. They are added in this order: sums of floating point numbers depend on it. */
  constructor(
    database: CacheDatabase,
    weights: ReadonlyMap<number, number>,
    by: { field: Field; averageLength: number; parameters: Bm25 },
  ) {
    this.#database = database;
    const last = database.column<number | null>("SELECT max(entry) FROM documents")[0] ?? 0;
    this.scores = new Float64Array(last + 1);
    this.held = new Float64Array(last + 1);
    for (const [term, weight] of weights) {
      const parts = database.column<Uint8Array>("SELECT items FROM postings WHERE term = ? ORDER BY part", term);
      for (const part of parts) this.#add(numbersIn(part), weight, by);
    }
  }

  #add(
    items: Uint32Array,
    weight: number,
    { field, averageLength, parameters }: { field: Field; averageLength: number; parameters: Bm25 },
  ): void {
    const { scores, held } = this;
    const isAll = field === "all";
    for (let at = 0; at < items.length; at += ITEM_NUMBERS) {
      const packed = items[at + 1] as number;
      const count = isAll ? allOf(packed) : templateCountOf(packed);
      if (count === 0) continue;
      const entry = items[at] as number;
      const length = items[at + (isAll ? 2 : 3)] as number;
      const own = isAll && !isInClaim(packed) ? OUTSIDE_CLAIM * weight : weight;
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
    this.#sorted ??= this.scores.filter((score) => score > 0).sort();
    const sorted = this.#sorted;
    const done = this.#ranked.length;
    if (done === sorted.length) return false;
    const least = sorted[Math.max(0, sorted.length - Math.max(FIRST, 2 * done))] as number;
    const below = this.#ranked[done - 1]?.score ?? Number.POSITIVE_INFINITY;
    const entries: number[] = [];
    this.scores.forEach((score, entry) => {
      if (score >= least && score < below) entries.push(entry);
    });
    const rows = this.#database.rows<[number, string]>(
      "SELECT number, id FROM entries WHERE number IN (SELECT value FROM json_each(?))",
      JSON.stringify(entries),
    );
    const more = rows.map(([entry, id]): Ranked => ({ entry, id, score: this.scores[entry] as number }));
    this.#ranked.push(...more.sort(byScore));
    return true;
  }
}
