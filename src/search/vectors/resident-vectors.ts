/** The vectors of a whole index in memory: for a process that is asked again and again, faster than any table. */

import type { Wanted } from "../nearest.js";
import type { IndexRows } from "./index-rows.js";
import type { VectorCache } from "./vector-cache.js";

/** More would take more memory than a server should: 150 MB of numbers. */
export const MOST_RESIDENT = 100_000;

/** Compares with every entry of one state of the index. Immutable. */
export class ResidentVectors {
  readonly #ids: readonly string[];
  readonly #matrix: Float32Array;
  readonly #width: number;
  readonly #places: ReadonlyMap<string, number>;

  private constructor(
    ids: readonly string[],
    matrix: Float32Array,
    width: number,
    places: ReadonlyMap<string, number>,
  ) {
    this.#ids = ids;
    this.#matrix = matrix;
    this.#width = width;
    this.#places = places;
  }

  /**
   * Takes the vectors of an index that is level with the tree from those that are kept, or from an earlier state where
   * they stand in it. Undefined when one is missing or damaged, or there are too many: then the table is asked.
   */
  static of(
    rows: IndexRows,
    cache: VectorCache,
    width: number,
    before: ResidentVectors | undefined,
  ): ResidentVectors | undefined {
    const all = [...rows.files.rows()];
    if (all.length > MOST_RESIDENT) return undefined;
    const matrix = new Float32Array(all.length * width);
    // Of a state that is known most vectors are; the first time all are read at once.
    const kept = before === undefined ? cache.all() : undefined;
    const known = (hash: string) => (before === undefined ? kept?.get(hash) : before.#vector(hash));
    const places = new Map<string, number>();
    for (const [row, [, hash]] of all.entries()) {
      const vector = known(hash) ?? cache.get(hash);
      if (vector?.length !== width) return undefined;
      matrix.set(vector, row * width);
      places.set(hash, row);
    }
    return new ResidentVectors(
      all.map(([id]) => id),
      matrix,
      width,
      places,
    );
  }

  #vector(hash: string): Float32Array | undefined {
    const row = this.#places.get(hash);
    return row === undefined ? undefined : this.#matrix.subarray(row * this.#width, (row + 1) * this.#width);
  }

  /** Cosines by id: of the `limit` nearest that are accepted, and of those in `first` that are. */
  cosines(target: Float32Array, { accept, first, limit }: Wanted): Map<string, number> {
    const count = this.#ids.length;
    const width = this.#width;
    const all = new Float32Array(count);
    for (let row = 0; row < count; row++) all[row] = cosineIn(this.#matrix, row * width, target, width);
    const sorted = all.slice().sort();
    const near = new Map<string, number>();
    for (let asked = limit * 2; ; asked *= 8) {
      const least = sorted[Math.max(0, count - asked)] ?? 0;
      for (const row of this.#from(all, least)) {
        const id = this.#ids[row] as string;
        if (near.size < limit && !near.has(id) && accept(id)) near.set(id, all[row] as number);
      }
      if (near.size === limit || asked >= count) break;
    }
    if (first.size === 0) return near;
    for (let row = 0; row < count; row++) {
      const id = this.#ids[row] as string;
      if (first.has(id) && !near.has(id) && accept(id)) near.set(id, all[row] as number);
    }
    return near;
  }

  /** Rows with at least this cosine, highest first. */
  #from(all: Float32Array, least: number): number[] {
    const rows: number[] = [];
    for (let row = 0; row < all.length; row++) if ((all[row] as number) >= least) rows.push(row);
    return rows.sort((a, b) => (all[b] as number) - (all[a] as number));
  }
}

/** Four sums at once take two thirds of the time of one, in which each addition waits for the one before it. */
function cosineIn(matrix: Float32Array, start: number, target: Float32Array, width: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = 0;
  for (; at + 3 < width; at += 4) {
    const place = start + at;
    a += (target[at] as number) * (matrix[place] as number);
    b += (target[at + 1] as number) * (matrix[place + 1] as number);
    c += (target[at + 2] as number) * (matrix[place + 2] as number);
    d += (target[at + 3] as number) * (matrix[place + 3] as number);
  }
  for (; at < width; at++) a += (target[at] as number) * (matrix[start + at] as number);
  return a + b + c + d;
}
