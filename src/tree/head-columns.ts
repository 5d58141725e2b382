/**
 * Heads by column, as the head file stores them. Parsing 10,000 small objects costs three times what these columns do:
 * long values are cut out of one string, repeated ones are shared.
 */
import type { EntryType } from "../memory/entry.js";
import { HEAD_FIELDS, type Head, plainHead } from "./head.js";

/** Whole numbers, as the base64 of 32-bit integers: a tenth of the time that a list of numbers takes to parse. */
type Numbers = string;

/** Distinct values and, for each head, which one it has: for all heads (-1: none), or for those named in `rows`. */
export interface Column {
  /** A list, as JSON of its own: parsed when the field is first asked for. */
  values: string;
  at: Numbers;
  rows?: Numbers;
}

export interface HeadColumns {
  /** Ids and timestamps, each list joined by a space. */
  ids: string;
  timestamps: string;
  /** Hashes of 12 characters, joined without anything between. */
  claims: string;
  /** How many claims a head has, where it is not one: row, count, row, count, ... */
  claimCounts: Numbers;
  files: Numbers;
  lines: Numbers;
  fields: Record<string, Column>;
}

/** Fields that are not looked up by name: they have a place of their own in the head file, or are not kept. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set([
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

/** Integers as the head file holds them. */
export function packed(numbers: Int32Array): Numbers {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString("base64");
}

function unpacked(numbers: Numbers): Int32Array {
  const bytes = Buffer.from(numbers, "base64");
  // A copy: the pool that Buffer cuts from is not aligned for 32-bit views.
  return new Int32Array(new Uint8Array(bytes).buffer);
}

/** Opened columns: what all heads of one head file read their fields from, each opened when it is first asked for. */
export class OpenColumns {
  readonly ids: string[];
  readonly timestamps: string[];
  readonly #stored: HeadColumns;
  readonly #texts: string;
  readonly #names: readonly string[];
  readonly #fields = new Map<string, { values: unknown[]; at: Int32Array } | undefined>();
  #text: ((row: number) => string) | undefined;
  #claims: ((row: number) => string) | undefined;
  #files: Int32Array | undefined;
  #lines: Int32Array | undefined;

  constructor(stored: HeadColumns, texts: string, names: readonly string[]) {
    this.#stored = stored;
    this.#texts = texts;
    this.#names = names;
    this.ids = stored.ids === "" ? [] : stored.ids.split(" ");
    this.timestamps = stored.timestamps === "" ? [] : stored.timestamps.split(" ");
    if (this.ids.length !== this.timestamps.length) throw new Error("uneven columns");
  }

  text(row: number): string {
    this.#text ??= linesOf(this.#texts, this.ids.length);
    return this.#text(row);
  }

  claims(row: number): string[] {
    const all = this.claimText(row);
    const claims: string[] = [];
    for (let at = 0; at < all.length; at += HASH_LENGTH) claims.push(all.slice(at, at + HASH_LENGTH));
    return claims;
  }

  /** A head's hashes, joined without anything between. */
  claimText(row: number): string {
    this.#claims ??= claimsIn(this.#stored.claims, unpacked(this.#stored.claimCounts), this.ids.length);
    return this.#claims(row);
  }

  /** A field as it is stored: its distinct values as JSON, and for each row which one it has (-1: none). */
  codes(name: string): { values: string; at: Int32Array } | undefined {
    const stored = this.#stored.fields[name];
    if (stored === undefined) return undefined;
    return { values: stored.values, at: this.#fields.get(name)?.at ?? dense(stored, this.ids.length) };
  }

  file(row: number): string {
    this.#files ??= unpacked(this.#stored.files);
    return this.#names[this.#files[row] as number] as string;
  }

  line(row: number): number {
    this.#lines ??= unpacked(this.#stored.lines);
    return this.#lines[row] as number;
  }

  field(name: string, row: number): unknown {
    let column = this.#fields.get(name);
    if (column === undefined) {
      const stored = this.#stored.fields[name];
      if (stored === undefined) return undefined;
      column = { values: JSON.parse(stored.values) as unknown[], at: dense(stored, this.ids.length) };
      this.#fields.set(name, column);
    }
    const at = column.at[row] ?? -1;
    return at === -1 ? undefined : column.values[at];
  }
}

/**
 * A head that looks its fields up when they are asked for: making 10,000 whole objects costs more than everything that
 * a list or a heartbeat asks of them. {@link plainHead} makes one that stands alone.
 */
class StoredHead {
  readonly #columns: OpenColumns;
  readonly #row: number;

  constructor(columns: OpenColumns, row: number) {
    this.#columns = columns;
    this.#row = row;
  }

  get id(): string {
    return this.#columns.ids[this.#row] as string;
  }
  get type(): EntryType {
    return TYPE_OF[this.id.slice(0, 3)] as EntryType;
  }
  get timestamp(): string {
    return this.#columns.timestamps[this.#row] as string;
  }
  get text(): string {
    return this.#columns.text(this.#row);
  }
  get file(): string {
    return this.#columns.file(this.#row);
  }
  get line(): number {
    return this.#columns.line(this.#row);
  }
  get claims(): string[] {
    return this.#columns.claims(this.#row);
  }
  /** A field without a getter of its own. */
  field(name: string): unknown {
    return this.#columns.field(name, this.#row);
  }
  get place(): { columns: OpenColumns; row: number } {
    return { columns: this.#columns, row: this.#row };
  }
  toJSON(): Head {
    return plainHead(this as unknown as Head);
  }
}

/** The columns and the row that a head reads its fields from; undefined for one that stands alone. */
export function storedPlace(head: Head): { columns: OpenColumns; row: number } | undefined {
  return head instanceof StoredHead ? head.place : undefined;
}

for (const field of HEAD_FIELDS) {
  if (OWN_COLUMNS.has(field)) continue;
  Object.defineProperty(StoredHead.prototype, field, {
    get(this: StoredHead) {
      return this.field(field);
    },
  });
}

/** A column that names its rows, as one with a place for every row. */
function dense(column: Column, count: number): Int32Array {
  const at = unpacked(column.at);
  if (column.rows === undefined) return at;
  const full = new Int32Array(count).fill(-1);
  unpacked(column.rows).forEach((row, index) => {
    full[row] = at[index] ?? -1;
  });
  return full;
}

/** Cuts a head's hashes out of the one string that holds all of them. */
function claimsIn(all: string, counts: Int32Array, rows: number): (row: number) => string {
  const starts = new Int32Array(rows + 1);
  for (let row = 0, next = 0; row < rows; row++) {
    const differs = counts[next] === row;
    const held = differs ? (counts[next + 1] ?? 0) : 1;
    if (differs) next += 2;
    starts[row + 1] = (starts[row] as number) + held * HASH_LENGTH;
  }
  return (row) => all.slice(starts[row] as number, starts[row + 1] as number);
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
  const open = new OpenColumns(columns, packedTexts, names);
  const heads = new Array<Head>(open.ids.length);
  for (let row = 0; row < heads.length; row++) heads[row] = new StoredHead(open, row) as unknown as Head;
  return heads;
}
