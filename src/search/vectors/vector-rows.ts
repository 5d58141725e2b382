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

/** Which rows are asked for: the `limit` nearest that are accepted, and of those in `first` all that are. */
export interface Wanted {
  accept(row: RowName): boolean;
  limit: number;
  first: readonly RowName[];
}

/** What names a row: the same entry with the same text. */
export const keyOf = ({ id, hash }: RowName): string => `${id} ${hash}`;

export const idIn = (key: string): string => key.slice(0, key.indexOf(" "));
const hashIn = (key: string): string => key.slice(key.indexOf(" ") + 1);

/** Rows as they lie in memory: their keys, and their vectors one after the other. */
export interface RowBlock {
  keys: readonly string[];
  numbers: Float32Array;
}

/** What one question was found to be near: cosines by place, and the same in order. */
interface Compared {
  target: Float32Array;
  cosines: Float32Array;
  sorted: Float32Array;
}

/**
 * The rows of a table as they were read, to be compared with. Immutable. Ten thousand objects and views would cost more
 * than comparing them: a row becomes one when somebody wants it.
 */
export class VectorRows {
  readonly #keys: readonly string[];
  readonly #blocks: readonly RowBlock[];
  readonly #width: number;
  /** Where a key stands, and one with this hash. */
  #places: Map<string, number> | undefined;
  #texts: Map<string, number> | undefined;
  #last: Compared | undefined;

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

  /** Every row, as an object of its own. */
  get all(): VectorRow[] {
    const width = this.#width;
    return this.#blocks.flatMap(({ keys, numbers }) =>
      keys.map((key, at) => ({ ...nameOf(key), vector: numbers.subarray(at * width, (at + 1) * width) })),
    );
  }

  has(key: string): boolean {
    return this.#placeOf(key) !== undefined;
  }

  /** The vector of a text, whoever said it. */
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
  cosines(target: Float32Array, { accept, first, limit }: Wanted): Map<string, number> {
    const keys = this.#keys;
    const { cosines, sorted } = this.#compared(target);
    const near = new Map<string, number>();
    // More are asked for while refused ones take their places.
    for (let asked = limit * 2; near.size < limit; asked *= 8) {
      const least = sorted[Math.max(0, keys.length - asked)] ?? 0;
      for (const place of placesFrom(cosines, least)) {
        const name = nameOf(keys[place] as string);
        if (near.size < limit && !near.has(name.id) && accept(name)) near.set(name.id, cosines[place] as number);
      }
      if (asked >= keys.length) break;
    }
    const others = new Map<string, number>();
    for (const name of first) {
      const place = near.has(name.id) ? undefined : this.#placeOf(keyOf(name));
      if (place === undefined || !accept(name)) continue;
      others.set(name.id, Math.max(others.get(name.id) ?? -1, cosines[place] as number));
    }
    return new Map([...near, ...others]);
  }

  /** One question is asked several times: of whole texts, of claims, and of one type after another. */
  #compared(target: Float32Array): Compared {
    const known = this.#last;
    if (known?.target.every((number, at) => number === target[at])) return known;
    const cosines = new Float32Array(this.#keys.length);
    let place = 0;
    for (const { numbers } of this.#blocks) {
      for (let start = 0; start < numbers.length; start += this.#width) {
        cosines[place++] = cosine(target, numbers, start);
      }
    }
    this.#last = { target, cosines, sorted: cosines.slice().sort() };
    return this.#last;
  }
}

const nameOf = (key: string): RowName => ({ id: idIn(key), hash: hashIn(key) });

/** Where cosines of at least this much stand, highest first. */
function placesFrom(cosines: Float32Array, least: number): number[] {
  const places: number[] = [];
  for (let at = 0; at < cosines.length; at++) if ((cosines[at] as number) >= least) places.push(at);
  return places.sort((a, b) => (cosines[b] as number) - (cosines[a] as number));
}
