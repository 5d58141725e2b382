import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Table } from "@lancedb/lancedb";
import { WHOLE_ID } from "../../entry/id-form.js";
import { removeDisposable } from "../../store/files/disposable.js";
import { keyOf, type VectorRow } from "./vector-rows.js";

const TABLE = "entries";
const HASH = /^[0-9a-f]{32}$/;
/** Rows written at once: a batch stands in memory three times. */
const BATCH = 8_192;

/** Rows as a table holds them. */
export interface TableRows {
  rows: VectorRow[];
  /** False when some were damaged, and left out. */
  isWhole: boolean;
}

/**
 * One LanceDB table of vectors, written only under the index lock. A row is named by entry and text, and proves itself:
 * its vector has a checksum, so that no damage is taken for an answer. Rows are merged on their key, never added or
 * filtered: writers that race leave no row twice, and nothing that somebody wrote becomes part of a query.
 */
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

  static async open(folder: string, dimensions: number): Promise<VectorTable> {
    const { lancedb } = await VectorTable.load();
    const connection = await lancedb.connect(folder);
    return new VectorTable(await connection.openTable(TABLE), dimensions);
  }

  /** A new table. One that a killed writer left behind there is replaced. */
  static async create(folder: string, dimensions: number, rows: readonly VectorRow[]): Promise<VectorTable> {
    const { arrow, lancedb } = await VectorTable.load();
    // LanceDB can overwrite as well, and warns on stderr where there is nothing to overwrite.
    removeDisposable(join(folder, `${TABLE}.lance`));
    const connection = await lancedb.connect(folder);
    const { schema } = columnsOf(arrow, dimensions);
    const made = await connection.createEmptyTable(TABLE, schema, { mode: "create" });
    await made.setUnenforcedPrimaryKey("key");
    const table = new VectorTable(made, dimensions);
    await table.put(rows);
    return table;
  }

  /** Rises with every write. */
  version(): Promise<number> {
    return this.#table.version();
  }

  async read(): Promise<TableRows> {
    const read: TableRows = { rows: [], isWhole: true };
    for await (const batch of this.#table.query().select(["key", "sum", "vector"])) {
      const [keys, sums] = [batch.getChild("key"), batch.getChild("sum")];
      const numbers = batch.getChild("vector")?.getChildAt(0)?.toArray() as Float32Array;
      for (let at = 0; at < batch.numRows; at++) {
        const vector = numbers.subarray(at * this.#dimensions, (at + 1) * this.#dimensions);
        const row = vector.length === this.#dimensions ? rowOf(String(keys?.get(at)), vector) : undefined;
        if (row !== undefined && crc32(row.vector) === sums?.get(at)) read.rows.push(row);
        else read.isWhole = false;
      }
    }
    return read;
  }

  /** Adds rows that are not there. Throws before anything is written when a vector is not what it should be. */
  async put(rows: readonly VectorRow[]): Promise<void> {
    const byKey = new Map(
      rows.filter(({ id, hash }) => WHOLE_ID.test(id) && HASH.test(hash)).map((row) => [keyOf(row), row]),
    );
    const put = [...byKey.values()];
    for (const { id, vector } of put) {
      if (vector.length !== this.#dimensions || !vector.every(Number.isFinite)) {
        throw new Error(`the vector of ${id} is not ${this.#dimensions} numbers`);
      }
    }
    const { arrow } = await VectorTable.load();
    const { batch } = columnsOf(arrow, this.#dimensions);
    for (let at = 0; at < put.length; at += BATCH) {
      await this.#table
        .mergeInsert("key")
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(batch(put.slice(at, at + BATCH)));
    }
  }
}

function rowOf(key: string, vector: Float32Array): VectorRow | undefined {
  const [id = "", hash = "", ...more] = key.split(" ");
  return WHOLE_ID.test(id) && HASH.test(hash) && more.length === 0 ? { id, hash, vector } : undefined;
}

/** The table's columns, none of them nullable: on nullable ones merging fails. */
function columnsOf(arrow: typeof import("apache-arrow"), dimensions: number) {
  const vectorType = new arrow.FixedSizeList(dimensions, new arrow.Field("item", new arrow.Float32(), false));
  const schema = new arrow.Schema([
    new arrow.Field("key", new arrow.Utf8(), false),
    new arrow.Field("sum", new arrow.Uint32(), false),
    new arrow.Field("vector", vectorType, false),
  ]);
  const batch = (rows: readonly VectorRow[]) => {
    const length = rows.length;
    const numbers = new Float32Array(length * dimensions);
    for (const [row, { vector }] of rows.entries()) numbers.set(vector, row * dimensions);
    const [keys] = arrow.vectorFromArray(rows.map(keyOf), new arrow.Utf8()).data;
    if (keys === undefined) throw new Error("a column without data");
    const sums = Uint32Array.from(rows, ({ vector }) => crc32(vector));
    const items = { type: new arrow.Float32(), length: numbers.length, nullCount: 0, data: numbers };
    const children = [
      keys,
      arrow.makeData({ type: new arrow.Uint32(), length, nullCount: 0, data: sums }),
      arrow.makeData({ type: vectorType, length, nullCount: 0, child: arrow.makeData(items) }),
    ];
    const data = arrow.makeData({ type: new arrow.Struct(schema.fields), length, nullCount: 0, children });
    return new arrow.Table(schema, new arrow.RecordBatch(schema, data));
  };
  return { schema, batch };
}
