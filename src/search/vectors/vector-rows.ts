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

/** Which rows are asked for: the `limit` nearest that are accepted, and of the entries in `first` all that are. */
export interface Wanted {
  accept(row: VectorRow): boolean;
  limit: number;
  first: ReadonlySet<string>;
}

/** What names a row: the same entry with the same text. */
export const keyOf = ({ id, hash }: Pick<VectorRow, "id" | "hash">): string => `${id} ${hash}`;

/** The rows of the table as they were read, to be compared with. Immutable. */
export class VectorRows {
  readonly all: readonly VectorRow[];
  readonly #keys: ReadonlySet<string>;
  #byHash: Map<string, Float32Array> | undefined;

  /** A row that is named twice counts once, as it stands last. */
  constructor(rows: readonly VectorRow[] = []) {
    const keys = new Set(rows.map(keyOf));
    this.all = keys.size === rows.length ? rows : [...new Map(rows.map((row) => [keyOf(row), row])).values()];
    this.#keys = keys;
  }

  has(row: Pick<VectorRow, "id" | "hash">): boolean {
    return this.#keys.has(keyOf(row));
  }

  /** The vector of a text, whoever said it. */
  vectorOf(hash: string): Float32Array | undefined {
    this.#byHash ??= new Map(this.all.map((row) => [row.hash, row.vector]));
    return this.#byHash.get(hash);
  }

  with(rows: readonly VectorRow[]): VectorRows {
    return rows.length === 0 ? this : new VectorRows([...this.all, ...rows]);
  }

  /** Cosines by entry. Exact: every row is compared. */
  cosines(target: Float32Array, { accept, first, limit }: Wanted): Map<string, number> {
    const rows = this.all;
    const cosines = Float32Array.from(rows, (row) => cosine(target, row.vector));
    const sorted = cosines.slice().sort();
    const near = new Map<string, number>();
    // More are asked for while refused ones take their places.
    for (let asked = limit * 2; near.size < limit; asked *= 8) {
      const least = sorted[Math.max(0, rows.length - asked)] ?? 0;
      for (const at of placesFrom(cosines, least)) {
        const row = rows[at] as VectorRow;
        if (near.size < limit && !near.has(row.id) && accept(row)) near.set(row.id, cosines[at] as number);
      }
      if (asked >= rows.length) break;
    }
    if (first.size === 0) return near;
    for (const [at, row] of rows.entries()) {
      if (first.has(row.id) && !near.has(row.id) && accept(row)) near.set(row.id, cosines[at] as number);
    }
    return near;
  }
}

/** Where cosines of at least this much stand, highest first. */
function placesFrom(cosines: Float32Array, least: number): number[] {
  const places: number[] = [];
  for (let at = 0; at < cosines.length; at++) if ((cosines[at] as number) >= least) places.push(at);
  return places.sort((a, b) => (cosines[b] as number) - (cosines[a] as number));
}
