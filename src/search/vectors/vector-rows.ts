import { highestPlaces } from "../highest.js";
import { cosine } from "../model/embedder.js";

/** The vector of one text of one entry. */
export interface VectorRow {
  /** Whose text it is. */
  id: string;
  /** Hash of the text: an entry may have several texts, and one that changed has another hash. */
  hash: string;
  /** Of length 1. */
  vector: Float32Array;
}

export type RowName = Pick<VectorRow, "id" | "hash">;

/** Which rows to return: the `limit` nearest accepted ones, and all accepted ones in `first`. */
export interface Wanted {
  accept(row: RowName): boolean;
  limit: number;
  first: readonly RowName[];
  /** Keys of rows that can be accepted at all; the others are not even compared. */
  among?: ReadonlySet<string> | undefined;
}

/** What names a row: the same entry with the same text. */
export const keyOf = ({ id, hash }: RowName): string => `${id} ${hash}`;

export const idIn = (key: string): string => key.slice(0, key.indexOf(" "));
export const hashIn = (key: string): string => key.slice(key.indexOf(" ") + 1);

/** Rows as they lie in memory: their keys, and their vectors one after the other. */
export interface RowBlock {
  keys: readonly string[];
  numbers: Float32Array;
}

/** Nothing is that far away. */
const NOT_COMPARED = -2;

/** What one question was found to be near: cosines by place. */
interface Compared {
  target: Float32Array;
  among: ReadonlySet<string> | undefined;
  cosines: Float32Array;
}

/**
 * The rows of a table, for comparison. Immutable. Ten thousand objects and views would cost more than the comparison: a
 * row becomes an object on request.
 */
export class VectorRows {
  readonly #keys: readonly string[];
  readonly #blocks: readonly RowBlock[];
  readonly #width: number;
  /** Where a key stands, and one with this hash. */
  #places: Map<string, number> | undefined;
  #texts: Map<string, number> | undefined;
  #last: Compared | undefined;
  readonly #masks = new WeakMap<ReadonlySet<string>, Uint8Array>();

  private constructor(blocks: readonly RowBlock[]) {
    this.#blocks = blocks;
    this.#keys = blocks.flatMap(({ keys }) => keys);
    const [first] = blocks;
    this.#width = first === undefined ? 0 : first.numbers.length / first.keys.length;
  }

  /** Blocks without rows are left out; no key stands in two of them. */
  static ofBlocks(blocks: readonly RowBlock[]): VectorRows {
    return new VectorRows(blocks.filter(({ keys }) => keys.length > 0));
  }

  /** A row that is named twice counts once, as it stands last. */
  static of(rows: readonly VectorRow[]): VectorRows {
    const byKey = new Map(rows.map((row) => [keyOf(row), row.vector]));
    return VectorRows.ofBlocks(Array.from(byKey, ([key, numbers]) => ({ keys: [key], numbers })));
  }

  get size(): number {
    return this.#keys.length;
  }

  /** Every row as an object. */
  get all(): VectorRow[] {
    const width = this.#width;
    return this.#blocks.flatMap(({ keys, numbers }) =>
      keys.map((key, at) => ({ ...nameOf(key), vector: numbers.subarray(at * width, (at + 1) * width) })),
    );
  }

  has(key: string): boolean {
    return this.#placeOf(key) !== undefined;
  }

  /** The vector of a text, from any entry that has it. */
  vectorOf(hash: string): Float32Array | undefined {
    this.#texts ??= new Map(this.#keys.map((key, place) => [hashIn(key), place]));
    let place = this.#texts.get(hash);
    if (place === undefined) return undefined;
    for (const { keys, numbers } of this.#blocks) {
      if (place < keys.length) return numbers.subarray(place * this.#width, (place + 1) * this.#width);
      place -= keys.length;
    }
    return undefined;
  }

  #placeOf(key: string): number | undefined {
    this.#places ??= new Map(this.#keys.map((held, place) => [held, place]));
    return this.#places.get(key);
  }

  /** These and rows that are not among them. */
  with(rows: readonly VectorRow[]): VectorRows {
    return rows.length === 0 ? this : new VectorRows([...this.#blocks, ...VectorRows.of(rows).#blocks]);
  }

  /** Cosines by entry, of its nearest row that is wanted. Exact: every row is compared. */
  cosines(target: Float32Array, { accept, first, limit, among }: Wanted): Map<string, number> {
    const keys = this.#keys;
    const { cosines } = this.#compared(target, among);
    const near = new Map<string, number>();
    // Refused rows take places, so each round asks for more.
    for (let rowLimit = limit * 2; near.size < limit; rowLimit *= 8) {
      for (const place of nearestPlaces(cosines, rowLimit)) {
        const name = nameOf(keys[place] as string);
        if (near.size < limit && !near.has(name.id) && accept(name)) near.set(name.id, cosines[place] as number);
      }
      if (rowLimit >= keys.length) break;
    }
    const distances = new Map<string, number>();
    for (const name of first) {
      const place = near.has(name.id) ? undefined : this.#placeOf(keyOf(name));
      if (place === undefined || !accept(name)) continue;
      distances.set(name.id, Math.max(distances.get(name.id) ?? -1, cosines[place] as number));
    }
    return new Map([...near, ...distances]);
  }

  /** One question is compared several times: with whole texts, with claims, and type after type. */
  #compared(target: Float32Array, among: ReadonlySet<string> | undefined): Compared {
    const last = this.#last;
    if (last !== undefined && last.among === among && isSame(last.target, target)) return last;
    const mask = among === undefined ? undefined : this.#maskOf(among);
    const cosines = new Float32Array(this.#keys.length).fill(NOT_COMPARED);
    let place = 0;
    for (const { keys, numbers } of this.#blocks) {
      for (let row = 0; row < keys.length; row++, place++) {
        if (mask === undefined || mask[place] === 1) cosines[place] = cosine(target, numbers, row * target.length);
      }
    }
    this.#last = { target, among, cosines };
    return this.#last;
  }

  /** 1 for a row that is among these. */
  #maskOf(among: ReadonlySet<string>): Uint8Array {
    const mask = this.#masks.get(among) ?? Uint8Array.from(this.#keys, (key) => Number(among.has(key)));
    this.#masks.set(among, mask);
    return mask;
  }
}

const nameOf = (key: string): RowName => ({ id: idIn(key), hash: hashIn(key) });

const isSame = (a: Float32Array, b: Float32Array): boolean =>
  a === b || (a[0] === b[0] && a.every((number, at) => number === b[at]));

/** Where the `count` highest cosines stand, and a few more; highest first. */
function nearestPlaces(cosines: Float32Array, count: number): number[] {
  const places = highestPlaces(cosines, count, NOT_COMPARED, 1);
  return places.sort((a, b) => (cosines[b] as number) - (cosines[a] as number));
}
