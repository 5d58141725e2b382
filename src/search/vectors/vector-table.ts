import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import type { Data, Utf8 } from "apache-arrow";
import { WHOLE_ID } from "../../entry/id-form.js";
import { removeDisposable } from "../../store/files/disposable.js";
import { keyOf, type RowBlock, type VectorRow, VectorRows } from "./vector-rows.js";

const TABLE = "entries";
const HASH = /^[0-9a-f]{32}$/;
/** An entry's id, or the hash of a text that is nobody's. */
const isRowName = (id: string): boolean => WHOLE_ID.test(id) || HASH.test(id);
/** Rows written at once: a batch stands in memory three times. */
const BATCH = 8_192;

/** Rows as a table holds them. */
export interface TableRows {
  rows: VectorRows;
  /** False when some were damaged, and left out. */
  isWhole: boolean;
}

/**
 * One LanceDB table of vectors, written only under the index lock. A row is named by entry and text, and proves itself:
 * it has a checksum, so that no damage is taken for an answer. Rows are merged on their key, never added or
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
    const emptyTable = await connection.createEmptyTable(TABLE, schema, { mode: "create" });
    await emptyTable.setUnenforcedPrimaryKey("key");
    const table = new VectorTable(emptyTable, dimensions);
    await table.put(rows);
    return table;
  }

  /** Rises with every write. */
  version(): Promise<number> {
    return this.#table.version();
  }

  async read(): Promise<TableRows> {
    const blocks: RowBlock[] = [];
    let isWhole = true;
    for await (const batch of this.#table.query().select(["key", "sum", "vector"])) {
      const keys = textsIn(batch.getChild("key")?.data ?? []);
      const sums = batch.getChild("sum")?.toArray() as Uint32Array;
      const numbers = batch.getChild("vector")?.getChildAt(0)?.toArray() as Float32Array;
      const words = wordsOf(numbers);
      const block = { keys, numbers };
      if (numbers.length !== keys.length * this.#dimensions) isWhole = false;
      else if (keys.every((key, at) => sums[at] === checksum(key, words, at * this.#dimensions, this.#dimensions))) {
        blocks.push(block);
      } else {
        isWhole = false;
        blocks.push(...this.#wholeRows(block, sums));
      }
    }
    return { rows: VectorRows.ofBlocks(blocks), isWhole };
  }

  /** The rows of a block that prove themselves. */
  #wholeRows({ keys, numbers }: RowBlock, sums: Uint32Array): RowBlock[] {
    const [words, width] = [wordsOf(numbers), this.#dimensions];
    return keys.flatMap((key, at) =>
      checksum(key, words, at * width, width) === sums[at]
        ? [{ keys: [key], numbers: numbers.subarray(at * width, (at + 1) * width) }]
        : [],
    );
  }

  /** Adds rows that are not there. Throws before anything is written when a vector is not what it should be. */
  async put(rows: readonly VectorRow[]): Promise<void> {
    const byKey = new Map(
      rows.filter(({ id, hash }) => isRowName(id) && HASH.test(hash)).map((row) => [keyOf(row), row]),
    );
    const uniqueRows = [...byKey.values()];
    for (const { id, vector } of uniqueRows) {
      if (vector.length !== this.#dimensions || !vector.every(Number.isFinite)) {
        throw new Error(`the vector of ${id} is not ${this.#dimensions} numbers`);
      }
    }
    const { arrow } = await VectorTable.load();
    const { batch } = columnsOf(arrow, this.#dimensions);
    for (let at = 0; at < uniqueRows.length; at += BATCH) {
      await this.#table
        .mergeInsert("key")
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(batch(uniqueRows.slice(at, at + BATCH)));
    }
  }
}

/** Keys are ASCII: cut out of one string, which costs a tenth of decoding each. */
function textsIn(column: readonly Pick<Data<Utf8>, "values" | "valueOffsets" | "length">[]): string[] {
  return column.flatMap(({ values, valueOffsets: ends, length }) => {
    const text = Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("latin1");
    return Array.from({ length }, (_, at) => text.slice(ends[at], ends[at + 1]));
  });
}

/** The bits of numbers. */
const wordsOf = ({ buffer, byteOffset, length }: Float32Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length);

/** Of a row: FNV-1a over its key and the bits of its numbers, `width` of them from `start` on. */
function checksum(key: string, words: Uint32Array, start: number, width: number): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) sum = Math.imul(sum ^ key.charCodeAt(at), 0x01000193);
  for (let at = start; at < start + width; at++) sum = Math.imul(sum ^ (words[at] as number), 0x01000193);
  return sum >>> 0;
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
    const sums = Uint32Array.from(rows, (row) => checksum(keyOf(row), wordsOf(row.vector), 0, dimensions));
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
