/**
 * Heads by column, as the head file stores them. Parsing 10,000 small objects costs three times what these columns do:
 * long values are cut out of one string, repeated ones are shared.
 */
import type { EntryType } from "../memory/entry.js";
import { HEAD_FIELDS, type Head, plainHead } from "./head.js";

/** Distinct values and, for each head, which one it has: for all heads (-1: none), or for those named in `rows`. */
interface Column {
  values: unknown[];
  at: number[];
  rows?: number[];
}

export interface HeadColumns {
  /** Ids and timestamps, each list joined by a space. */
  ids: string;
  timestamps: string;
  /** Hashes of 12 characters, joined without anything between. */
  claims: string;
  /** How many claims a head has, where it is not one: row, count, row, count, ... */
  claimCounts: number[];
  files: number[];
  lines: number[];
  fields: Record<string, Column>;
}

const OWN_COLUMNS: ReadonlySet<string> = new Set([
  "id",
  "type",
  "timestamp",
  "text",
  "claims",
  "file",
  "line",
  "unreadable",
]);
const TYPE_OF: Record<string, EntryType> = { COR: "correction", INS: "insight", OUT: "outcome" };
const HASH_LENGTH = 12;

class Collecting {
  readonly #values: unknown[] = [];
  readonly #known = new Map<unknown, number>();
  readonly #rows: number[] = [];
  readonly #at: number[] = [];

  add(row: number, value: unknown): void {
    const name = typeof value === "object" ? JSON.stringify(value) : value;
    let at = this.#known.get(name);
    if (at === undefined) {
      at = this.#values.push(value) - 1;
      this.#known.set(name, at);
    }
    this.#rows.push(row);
    this.#at.push(at);
  }

  column(count: number): Column {
    if (this.#rows.length * 2 < count) return { values: this.#values, at: this.#at, rows: this.#rows };
    const dense = new Array<number>(count).fill(-1);
    this.#rows.forEach((row, index) => {
      dense[row] = this.#at[index] ?? -1;
    });
    return { values: this.#values, at: dense };
  }
}

/** Columns of heads, without their texts: {@link packTexts}. */
export function packHeads(heads: readonly Head[], fileIndex: ReadonlyMap<string, number>): HeadColumns {
  const claimCounts: number[] = [];
  const fields = new Map<string, Collecting>();
  heads.forEach((head, row) => {
    if (head.claims.length !== 1) claimCounts.push(row, head.claims.length);
    for (const field of HEAD_FIELDS) {
      if (OWN_COLUMNS.has(field)) continue;
      const value = head[field];
      if (value === undefined) continue;
      let column = fields.get(field);
      if (column === undefined) {
        column = new Collecting();
        fields.set(field, column);
      }
      column.add(row, value);
    }
  });
  return {
    ids: heads.map((head) => head.id).join(" "),
    timestamps: heads.map((head) => head.timestamp).join(" "),
    claims: heads.map((head) => head.claims.join("")).join(""),
    claimCounts,
    files: heads.map((head) => fileIndex.get(head.file) ?? -1),
    lines: heads.map((head) => head.line),
    fields: Object.fromEntries([...fields].map(([field, column]) => [field, column.column(heads.length)])),
  };
}

/** All texts, one a line: kept apart from the columns, because one letter beyond Latin-1 doubles the string it is in. */
export function packTexts(heads: readonly Head[]): string {
  return heads.map((head) => head.text).join("\n");
}

/** Opened columns: what all heads of one head file read their fields from. */
interface OpenColumns {
  ids: string[];
  timestamps: string[];
  text(row: number): string;
  files: string[];
  lines: number[];
  claims(row: number): string[];
  fields: ReadonlyMap<string, { values: unknown[]; at: ArrayLike<number> }>;
}

/**
 * A head that looks its fields up when they are asked for: making 10,000 whole objects costs more than everything that
 * a list or a heartbeat asks of them. {@link plainHead} makes one that stands alone.
 */
class StoredHead {
  readonly columns: OpenColumns;
  readonly row: number;

  constructor(columns: OpenColumns, row: number) {
    this.columns = columns;
    this.row = row;
  }

  get id(): string {
    return this.columns.ids[this.row] as string;
  }
  get type(): EntryType {
    return TYPE_OF[this.id.slice(0, 3)] as EntryType;
  }
  get timestamp(): string {
    return this.columns.timestamps[this.row] as string;
  }
  get text(): string {
    return this.columns.text(this.row);
  }
  get file(): string {
    return this.columns.files[this.row] as string;
  }
  get line(): number {
    return this.columns.lines[this.row] as number;
  }
  get claims(): string[] {
    return this.columns.claims(this.row);
  }
  toJSON(): Head {
    return plainHead(this as unknown as Head);
  }
}

for (const field of HEAD_FIELDS) {
  if (OWN_COLUMNS.has(field)) continue;
  Object.defineProperty(StoredHead.prototype, field, {
    get(this: StoredHead) {
      const column = this.columns.fields.get(field);
      const at = column?.at[this.row] ?? -1;
      return at === -1 ? undefined : column?.values[at];
    },
  });
}

/** A column that names its rows, as one with a place for every row. */
function dense(column: Column, count: number): ArrayLike<number> {
  if (column.rows === undefined) return column.at;
  const at = new Int32Array(count).fill(-1);
  column.rows.forEach((row, index) => {
    at[row] = column.at[index] ?? -1;
  });
  return at;
}

/** Cuts a head's hashes out of the one string that holds all of them. */
function claimsIn(packed: string, counts: readonly number[], rows: number): (row: number) => string[] {
  const starts = new Int32Array(rows + 1);
  for (let row = 0, next = 0; row < rows; row++) {
    const differs = counts[next] === row;
    const held = differs ? (counts[next + 1] ?? 0) : 1;
    if (differs) next += 2;
    starts[row + 1] = (starts[row] as number) + held * HASH_LENGTH;
  }
  return (row) => {
    const claims: string[] = [];
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at += HASH_LENGTH) claims.push(packed.slice(at, at + HASH_LENGTH));
    return claims;
  };
}

/** Lines of a text by number. Their places are looked up at once, the lines cut out when they are asked for. */
function linesOf(text: string, count: number): (row: number) => string {
  const starts = new Int32Array(count + 1);
  let at = 0;
  for (let row = 0; row < count; row++) {
    const end = text.indexOf("\n", at);
    if ((end === -1) !== (row === count - 1)) throw new Error("uneven columns");
    at = end === -1 ? text.length + 1 : end + 1;
    starts[row + 1] = at;
  }
  return (row) => text.slice(starts[row] as number, (starts[row + 1] as number) - 1);
}

/** The heads again. Values that heads have in common are shared objects: never change them. */
export function unpackHeads(columns: HeadColumns, packedTexts: string, names: readonly string[]): Head[] {
  const count = columns.lines.length;
  if (count === 0) return [];
  const ids = columns.ids.split(" ");
  const timestamps = columns.timestamps.split(" ");
  if (ids.length !== count || timestamps.length !== count) throw new Error("uneven columns");
  const open: OpenColumns = {
    ids,
    timestamps,
    text: linesOf(packedTexts, count),
    files: columns.files.map((file) => names[file] as string),
    lines: columns.lines,
    claims: claimsIn(columns.claims, columns.claimCounts, count),
    fields: new Map(
      Object.entries(columns.fields).map(([field, column]) => [
        field,
        { values: column.values, at: dense(column, count) },
      ]),
    ),
  };
  const heads = new Array<Head>(count);
  for (let row = 0; row < count; row++) heads[row] = new StoredHead(open, row) as unknown as Head;
  return heads;
}
