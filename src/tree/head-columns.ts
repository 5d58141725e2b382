/**
 * Heads by column, as the head file stores them. Parsing 10,000 small objects costs three times what these columns do:
 * long values are cut out of one string, repeated ones are shared.
 */
import type { EntryType } from "../memory/entry.js";
import type { Head } from "./head.js";

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
    for (const [field, value] of Object.entries(head)) {
      if (OWN_COLUMNS.has(field)) continue;
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

/** The heads again. Values that heads have in common are shared objects: never change them. */
export function unpackHeads(columns: HeadColumns, packedTexts: string, names: readonly string[]): Head[] {
  if (columns.lines.length === 0) return [];
  const ids = columns.ids.split(" ");
  const timestamps = columns.timestamps.split(" ");
  const texts = packedTexts.split("\n");
  const count = columns.lines.length;
  if (ids.length !== count || timestamps.length !== count || texts.length !== count) throw new Error("uneven columns");
  const counts = columns.claimCounts;
  let nextCount = 0;
  let hash = 0;
  const heads = new Array<Head>(count);
  const nothing = "" as never;
  for (let row = 0; row < count; row++) {
    const id = ids[row] as string;
    const claims: string[] = [];
    let held = 1;
    if (counts[nextCount] === row) {
      held = counts[nextCount + 1] ?? 0;
      nextCount += 2;
    }
    for (; held > 0; held--) {
      claims.push(columns.claims.slice(hash, hash + HASH_LENGTH));
      hash += HASH_LENGTH;
    }
    heads[row] = {
      id,
      type: TYPE_OF[id.slice(0, 3)] as EntryType,
      timestamp: timestamps[row] as string,
      status: nothing,
      tier: nothing,
      text: texts[row] as string,
      agent: nothing,
      file: names[columns.files[row] as number] as string,
      line: columns.lines[row] as number,
      claims,
    };
  }
  for (const [field, { values, at, rows }] of Object.entries(columns.fields)) {
    for (let index = 0; index < at.length; index++) {
      const value = at[index] as number;
      const head = heads[rows === undefined ? index : (rows[index] as number)] as unknown as Record<string, unknown>;
      if (value !== -1) head[field] = values[value];
    }
  }
  return heads;
}
