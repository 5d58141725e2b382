import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import { WHOLE_ID } from "../../entry/id-form.js";
import { removeDisposable } from "../../store/files/disposable.js";

/** The only version this code was measured with; a test holds it to the one installed. */
export const LANCEDB_VERSION = "0.30.0";

const TABLE = "entries";
/** The one file LanceDB writes again with every version. It only saves a look at the folder. */
const VERSION_HINT = "latest_version_hint.json";
/** The only ids that ever reach a filter. */
const HOUR_MS = 3_600_000;

export interface VectorRow {
  id: string;
  /** Hash of the text the vector was made from. */
  hash: string;
  vector: Float32Array;
}

export interface Similar {
  id: string;
  cosine: number;
}

const isSafe = (id: string) => WHOLE_ID.test(id);
const listed = (ids: readonly string[]) => ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(", ");

/** One LanceDB table of vectors. Written only under the index lock, by merging on the id: never by adding. */
export class VectorTable {
  readonly #folder: string;
  readonly #table: Table;
  readonly #dimensions: number;

  private constructor(folder: string, table: Table, dimensions: number) {
    this.#folder = folder;
    this.#table = table;
    this.#dimensions = dimensions;
  }

  static async open(folder: string, dimensions: number): Promise<VectorTable> {
    const { connect } = await import("@lancedb/lancedb");
    const connection = await connect(folder);
    const table = await connection.openTable(TABLE);
    // A table someone else made: of another width, distances would be computed over cut or padded vectors.
    const width = (await table.schema()).fields.find((field) => field.name === "vector")?.type?.listSize;
    if (width !== dimensions) throw new Error(`the table holds vectors of ${width} numbers instead of ${dimensions}`);
    return new VectorTable(folder, table, dimensions);
  }

  /** An empty table. One that a killed writer left behind before it was recorded is replaced. */
  static async create(folder: string, dimensions: number): Promise<VectorTable> {
    const { connect } = await import("@lancedb/lancedb");
    const { schema } = arrowOf(dimensions);
    // LanceDB can overwrite as well, and warns on stderr where there is nothing to overwrite.
    removeDisposable(join(folder, `${TABLE}.lance`));
    const connection = await connect(folder);
    const table = await connection.createEmptyTable(TABLE, schema, { mode: "create" });
    // Without it writers that raced would leave an id twice.
    await table.setUnenforcedPrimaryKey("id");
    return new VectorTable(folder, table, dimensions);
  }

  /** Files of the table with size and time: they are written once, so that a difference is damage. */
  static files(folder: string): Record<string, string> {
    const files: Record<string, string> = {};
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      // What lies in the folder itself is our own record, which has a checksum.
      if (!entry.isFile() || entry.parentPath === folder || entry.name === VERSION_HINT) continue;
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      files[path.slice(folder.length + 1).replaceAll("\\", "/")] = `${size}|${mtimeMs}`;
    }
    return files;
  }

  files(): Record<string, string> {
    return VectorTable.files(this.#folder);
  }

  version(): Promise<number> {
    return this.#table.version();
  }

  /** The nearest rows by cosine, nearest first. Exact. */
  async nearest(vector: Float32Array, limit: number): Promise<Similar[]> {
    const rows = await this.#table
      .vectorSearch(vector)
      .distanceType("cosine")
      .select(["id", "_distance"])
      .limit(limit)
      .toArray();
    return rows.map((row) => ({ id: String(row.id), cosine: 1 - Number(row._distance) }));
  }

  /** Cosine to these rows alone; ids without a row are left out. */
  async cosines(vector: Float32Array, ids: readonly string[]): Promise<Map<string, number>> {
    const known = ids.filter(isSafe);
    if (known.length === 0) return new Map();
    const rows = await this.#table
      .vectorSearch(vector)
      .distanceType("cosine")
      .where(`id IN (${listed(known)})`)
      .select(["id", "_distance"])
      .limit(known.length)
      .toArray();
    return new Map(rows.map((row) => [String(row.id), 1 - Number(row._distance)]));
  }

  /** Which ids are in the table, and the hashes of their texts. */
  async contents(): Promise<Map<string, string>> {
    const rows = await this.#table.query().select(["id", "hash"]).toArray();
    return new Map(rows.map((row) => [String(row.id), String(row.hash)]));
  }

  /** All rows, in pieces that fit in memory. */
  async *all(): AsyncGenerator<VectorRow[]> {
    for await (const batch of this.#table.query()) {
      const [ids, hashes, vectors] = ["id", "hash", "vector"].map((name) => batch.getChild(name));
      yield Array.from({ length: batch.numRows }, (_, row) => ({
        id: String(ids?.get(row)),
        hash: String(hashes?.get(row)),
        vector: Float32Array.from(vectors?.get(row)),
      }));
    }
  }

  /** Puts rows in place of those with the same id, or beside the others. */
  async put(rows: readonly VectorRow[]): Promise<void> {
    const byId = new Map(rows.filter(({ id }) => isSafe(id)).map((row) => [row.id, row]));
    for (const { id, vector } of byId.values()) {
      if (vector.length !== this.#dimensions || !vector.every(Number.isFinite)) {
        throw new Error(`the vector of ${id} is not ${this.#dimensions} numbers`);
      }
    }
    if (byId.size === 0) return;
    const { batch } = arrowOf(this.#dimensions);
    await this.#table
      .mergeInsert("id")
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .execute(batch([...byId.values()]));
  }

  async remove(ids: readonly string[]): Promise<void> {
    const known = ids.filter(isSafe);
    if (known.length > 0) await this.#table.delete(`id IN (${listed(known)})`);
  }

  /** Joins small pieces. Versions of the last hour stay, since someone may be reading them. */
  async tidy(now: Date): Promise<void> {
    await this.#table.optimize({ cleanupOlderThan: new Date(now.getTime() - HOUR_MS) });
  }

  close(): void {
    this.#table.close();
  }
}

/** The table's columns, none of them nullable: on nullable ones merging fails. */
function arrowOf(dimensions: number) {
  // LanceDB requires the CommonJS copy; tables made with the other one are strange to it, and it would load twice.
  const arrow = createRequire(import.meta.url)("apache-arrow") as typeof import("apache-arrow");
  const item = new arrow.Field("item", new arrow.Float32(), false);
  const vectorType = new arrow.FixedSizeList(dimensions, item);
  const schema = new arrow.Schema([
    new arrow.Field("id", new arrow.Utf8(), false),
    new arrow.Field("hash", new arrow.Utf8(), false),
    new arrow.Field("vector", vectorType, false),
  ]);
  const batch = (rows: readonly VectorRow[]) => {
    const numbers = new Float32Array(rows.length * dimensions);
    for (const [row, { vector }] of rows.entries()) numbers.set(vector, row * dimensions);
    const length = rows.length;
    const texts = (values: string[]) => {
      const [data] = arrow.vectorFromArray(values, new arrow.Utf8()).data;
      if (data === undefined) throw new Error("a column without data");
      return data;
    };
    const vectors = arrow.makeData({
      type: vectorType,
      length,
      nullCount: 0,
      child: arrow.makeData({ type: new arrow.Float32(), length: numbers.length, nullCount: 0, data: numbers }),
    });
    const children = [texts(rows.map(({ id }) => id)), texts(rows.map(({ hash }) => hash)), vectors];
    const type = new arrow.Struct(schema.fields);
    return new arrow.Table(
      schema,
      new arrow.RecordBatch(schema, arrow.makeData({ type, length, nullCount: 0, children })),
    );
  };
  return { schema, batch };
}
