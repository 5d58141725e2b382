/**
 * Vectors in memory: of a process that searches again and again, below the size from which a table has an index of its
 * own, and those that could not be written. Comparing 20,000 here takes 8 ms, a search by LanceDB 20.
 */
import { highestPlaces } from "../highest.js";
import { kindIn, nameIn, type RowFilter } from "./text-name.js";
import { dot, type Nearness, type NearRow, type RowBlock, type VectorRow } from "./vector-table.js";

/** Nothing is that far away. */
const NOT_COMPARED = -2;

export class MemoryRows implements Nearness {
  /** By kind and part. */
  readonly #groups = new Map<string, Map<string, Float32Array>>();

  static of(rows: readonly VectorRow[]): MemoryRows {
    const memory = new MemoryRows();
    memory.put(rows);
    return memory;
  }

  #groupOf(key: string): Map<string, Float32Array> {
    const name = `${kindIn(key)} ${nameIn(key).part}`;
    const group = this.#groups.get(name) ?? new Map<string, Float32Array>();
    this.#groups.set(name, group);
    return group;
  }

  has(key: string): boolean {
    return this.#groupOf(key).has(key);
  }

  get keys(): string[] {
    return [...this.#groups.values()].flatMap((group) => [...group.keys()]);
  }

  get rows(): VectorRow[] {
    return [...this.#groups.values()].flatMap((group) => Array.from(group, ([key, vector]) => ({ key, vector })));
  }

  get isEmpty(): boolean {
    return [...this.#groups.values()].every((group) => group.size === 0);
  }

  put(rows: readonly VectorRow[]): void {
    for (const { key, vector } of rows) this.#groupOf(key).set(key, vector);
  }

  /** The same of rows as a table hands them over. `width`: numbers of one vector. */
  putBlock({ keys, numbers }: RowBlock, width: number): void {
    this.put(keys.map((key, at) => ({ key, vector: numbers.subarray(at * width, (at + 1) * width) })));
  }

  remove(keys: Iterable<string>): void {
    for (const key of keys) this.#groupOf(key).delete(key);
  }

  async nearest(vector: Float32Array, { kinds, part }: RowFilter, limit: number): Promise<NearRow[]> {
    const parts = part === undefined ? (["whole", "claim"] as const) : [part];
    const groups = kinds.flatMap((kind) => parts.map((one) => this.#groups.get(`${kind} ${one}`) ?? new Map()));
    const keys = groups.flatMap((group) => [...group.keys()] as string[]);
    const cosines = new Float32Array(keys.length);
    let place = 0;
    for (const group of groups) for (const other of group.values()) cosines[place++] = dot(vector, other);
    return highestPlaces(cosines, limit, NOT_COMPARED, 1)
      .map((at): NearRow => ({ key: keys[at] as string, cosine: cosines[at] as number }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, limit);
  }

  async cosinesTo(vector: Float32Array, keys: readonly string[]): Promise<NearRow[]> {
    return keys.flatMap((key) => {
      const other = this.#groupOf(key).get(key);
      return other === undefined ? [] : [{ key, cosine: dot(vector, other) }];
    });
  }
}
