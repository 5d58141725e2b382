/** One LanceDB table of vectors. Written only under the index lock; whatever is wrong with it, it is made again from the tree. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import type { RecordBatch } from "apache-arrow";
import { removeDisposable } from "../../store/files/disposable.js";
import type { LocatedModel } from "../model/embedder.js";
import { isKey, kindIn, nameIn, type RowFilter } from "./text-name.js";

/** The only version this code was measured with; a test holds it to the one installed. */
export const LANCEDB_VERSION = "0.30.0";
/** Raised when the columns or keys change. */
const SCHEMA = 5;
/** Rows written at once: a batch stands in memory three times. */
const BATCH = 8_192;
/** Keys named in one condition. */
const KEYS_AT_ONCE = 1_000;
/** From here on an approximate index pays: built in 3.6 s for 100,000 rows, which it searches in 8 ms instead of 80. */
export const INDEX_FROM = 30_000;
/** Partitions of it that a search looks into: among 100,000 rows the fifty nearest are found whole. */
const PROBES = 80;
/** A reader holds a version no longer than this; the files of older ones are removed. */
export const KEEP_VERSIONS_MS = 3_600_000;
/** How far rounding takes a product of two vectors of length 1. */
const ROUNDING = 0.01;

export interface VectorRow {
  key: string;
  /** Of length 1. */
  vector: Float32Array;
}

export interface NearRow {
  key: string;
  cosine: number;
}

/** Keys, and their vectors one after the other. */
export interface RowBlock {
  keys: readonly string[];
  numbers: Float32Array;
}

/** The product of two vectors of length 1; `start`: where the second begins among others. */
export function dot(a: Float32Array, b: Float32Array, start = 0): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[start + at] as number);
  return sum;
}

/** The table of a model: another model, version or layout has a table of another name. */
export const tableName = ({ fingerprint, dimensions }: Pick<LocatedModel, "fingerprint" | "dimensions">): string =>
  `vectors-${SCHEMA}-${LANCEDB_VERSION.replaceAll(".", "-")}-${fingerprint}-${dimensions}`;

/** The folder of a table. */
export const tableFolder = (index: string, name: string): string => join(index, `${name}.lance`);

export class VectorTable {
  readonly #table: Table;
  readonly #dimensions: number;

  private constructor(table: Table, dimensions: number) {
    this.#table = table;
    this.#dimensions = dimensions;
  }

  /** Rejects where LanceDB has no binary for this machine, or it does not load. */
  static load(): Promise<typeof import("./lancedb.js")> {
    return import("./lancedb.js");
  }

  /** Undefined where there is none. Rejects with LanceDB's error where it cannot be used. */
  static async open(index: string, model: LocatedModel): Promise<VectorTable | undefined> {
    const { lancedb } = await VectorTable.load();
    if (!existsSync(tableFolder(index, tableName(model)))) return undefined;
    const connection = await lancedb.connect(index);
    return new VectorTable(await connection.openTable(tableName(model)), model.dimensions);
  }

  /** A new table, in the place of one of this name that a killed writer left behind. */
  static async create(index: string, model: LocatedModel, name = tableName(model)): Promise<VectorTable> {
    const { arrow, lancedb } = await VectorTable.load();
    // LanceDB can overwrite as well, and warns on stderr where there is nothing to overwrite.
    removeDisposable(tableFolder(index, name));
    const connection = await lancedb.connect(index);
    const { schema } = columnsOf(arrow, model.dimensions);
    const table = await connection.createEmptyTable(name, schema, { mode: "create" });
    await table.setUnenforcedPrimaryKey("key");
    return new VectorTable(table, model.dimensions);
  }

  /** Rises with every write. */
  version(): Promise<number> {
    return this.#table.version();
  }

  /** Sees what others wrote since it was opened. */
  refresh(): Promise<void> {
    return this.#table.checkoutLatest();
  }

  count(): Promise<number> {
    return this.#table.countRows();
  }

  async nearest(vector: Float32Array, { kinds, part }: RowFilter, limit: number): Promise<NearRow[]> {
    const conditions = [`kind IN (${quoted(kinds)})`, ...(part === undefined ? [] : [`part = '${part}'`])];
    const query = this.#table
      .query()
      .nearestTo(vector)
      .distanceType("dot")
      .nprobes(PROBES)
      .where(conditions.join(" AND "))
      .select(["key", "_distance"])
      .limit(limit);
    const rows: NearRow[] = [];
    for await (const batch of query) {
      const distances = batch.getChild("_distance");
      for (const [at, key] of keysIn(batch).entries()) rows.push(plausible(key, 1 - (distances?.get(at) as number)));
    }
    return rows;
  }

  async cosinesTo(vector: Float32Array, keys: readonly string[]): Promise<NearRow[]> {
    const rows: NearRow[] = [];
    for await (const block of this.rowsOf(keys)) {
      for (const [at, key] of block.keys.entries()) {
        rows.push(plausible(key, dot(vector, block.numbers, at * this.#dimensions)));
      }
    }
    return rows;
  }

  /** Vectors of texts by their hashes, whoever's they are. */
  async vectorsOf(hashes: readonly string[]): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    for await (const { keys, numbers } of this.#rowsWhere("hash", hashes)) {
      for (const [at, key] of keys.entries()) {
        vectors.set(nameIn(key).hash, numbers.slice(at * this.#dimensions, (at + 1) * this.#dimensions));
      }
    }
    return vectors;
  }

  /** Rows by their keys, as far as they are there. */
  rowsOf(keys: readonly string[]): AsyncGenerator<RowBlock> {
    return this.#rowsWhere("key", keys.filter(isKey));
  }

  async *#rowsWhere(column: "key" | "hash", values: readonly string[]): AsyncGenerator<RowBlock> {
    for (let at = 0; at < values.length; at += KEYS_AT_ONCE) {
      yield* this.rows(`${column} IN (${quoted(values.slice(at, at + KEYS_AT_ONCE))})`);
    }
  }

  /** All rows, or those that meet a condition. Rejects where one is not what was written. */
  async *rows(condition?: string): AsyncGenerator<RowBlock> {
    const query = this.#table.query().select(["key", "vector"]);
    if (condition !== undefined) query.where(condition);
    for await (const batch of query) {
      const numbers = batch.getChild("vector")?.getChildAt(0)?.toArray() as Float32Array;
      yield { keys: keysIn(batch), numbers };
    }
  }

  /** All keys, or which of these there are. */
  async keys(wanted?: readonly string[]): Promise<Set<string>> {
    const keys = new Set<string>();
    const query = this.#table.query().select(["key"]);
    if (wanted !== undefined && wanted.length <= KEYS_AT_ONCE) query.where(`key IN (${quoted(wanted.filter(isKey))})`);
    if (wanted?.length === 0) return keys;
    for await (const batch of query) for (const key of keysIn(batch)) keys.add(key);
    return keys;
  }

  /** Adds rows that are not there. Throws before anything is written when a vector is not what it should be. */
  async put(rows: readonly VectorRow[]): Promise<void> {
    const uniqueRows = [...new Map(rows.filter(({ key }) => isKey(key)).map((row) => [row.key, row])).values()];
    for (const { key, vector } of uniqueRows) {
      if (vector.length !== this.#dimensions || !vector.every(Number.isFinite)) {
        throw new Error(`the vector of ${nameIn(key).owner} is not ${this.#dimensions} numbers`);
      }
    }
    const { arrow } = await VectorTable.load();
    const { batch } = columnsOf(arrow, this.#dimensions);
    for (let at = 0; at < uniqueRows.length; at += BATCH) {
      // Merged on the key, never added: writers that race leave no row twice.
      await this.#table
        .mergeInsert("key")
        .whenNotMatchedInsertAll()
        .execute(batch(uniqueRows.slice(at, at + BATCH)));
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const ownKeys = keys.filter(isKey);
    for (let at = 0; at < ownKeys.length; at += KEYS_AT_ONCE) {
      await this.#table.delete(`key IN (${quoted(ownKeys.slice(at, at + KEYS_AT_ONCE))})`);
    }
  }

  /**
   * Joins the pieces that single writes left, removes versions older than `keepMs`, and keeps the approximate index of a
   * large table level with its rows. True where the files of a version between are left for who may be reading it.
   */
  async tidy(keepMs = KEEP_VERSIONS_MS): Promise<boolean> {
    const { lancedb } = await VectorTable.load();
    const hasIndex = (await this.#table.listIndices()).length > 0;
    if (!hasIndex && (await this.count()) >= INDEX_FROM) {
      const config = lancedb.Index.ivfFlat({ distanceType: "dot" });
      await this.#table.createIndex("vector", { config });
    }
    const before = await this.version();
    await this.#table.optimize({ cleanupOlderThan: new Date(Date.now() - keepMs) });
    return (await this.version()) > before;
  }
}

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(", ");

const keysIn = (batch: RecordBatch): string[] => (batch.getChild("key")?.toArray() ?? []) as string[];

/** A cosine outside of -1 to 1 comes from a vector that nobody wrote. */
function plausible(key: string, cosine: number): NearRow {
  if (!(Math.abs(cosine) <= 1 + ROUNDING)) throw new Error(`the vector of ${nameIn(key).owner} is not of length 1`);
  return { key, cosine };
}

/** The table's columns, none of them nullable: on nullable ones merging fails. */
function columnsOf(arrow: typeof import("apache-arrow"), dimensions: number) {
  const vectorType = new arrow.FixedSizeList(dimensions, new arrow.Field("item", new arrow.Float32(), false));
  const texts = ["key", "kind", "part", "hash"].map((name) => new arrow.Field(name, new arrow.Utf8(), false));
  const schema = new arrow.Schema([...texts, new arrow.Field("vector", vectorType, false)]);
  const batch = (rows: readonly VectorRow[]) => {
    const length = rows.length;
    const numbers = new Float32Array(length * dimensions);
    for (const [row, { vector }] of rows.entries()) numbers.set(vector, row * dimensions);
    const text = (partOf: (key: string) => string) => {
      const [data] = arrow.vectorFromArray(
        rows.map(({ key }) => partOf(key)),
        new arrow.Utf8(),
      ).data;
      if (data === undefined) throw new Error("a column without data");
      return data;
    };
    const items = { type: new arrow.Float32(), length: numbers.length, nullCount: 0, data: numbers };
    const children = [
      text((key) => key),
      text((key) => kindIn(key) ?? ""),
      text((key) => nameIn(key).part),
      text((key) => nameIn(key).hash),
      arrow.makeData({ type: vectorType, length, nullCount: 0, child: arrow.makeData(items) }),
    ];
    const data = arrow.makeData({ type: new arrow.Struct(schema.fields), length, nullCount: 0, children });
    return new arrow.Table(schema, new arrow.RecordBatch(schema, data));
  };
  return { schema, batch };
}
