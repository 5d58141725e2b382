/**
 * Heads by column, as the head file stores them. Making 10,000 objects, or parsing them, costs more than everything that
 * a list or a heartbeat asks of them: long values are cut out of one string, repeated ones are shared.
 */
import { type Integers, integersIn, type Sections, type Words, wordAt } from "./sections.js";

/**
 * Sections: `ids` and `timestamps` (joined by a space), `files` (numbers of names), `lines`, `texts` (UTF-8) and
 * `textEnds`, `claims` (hashes of 12 characters, joined without anything between) and `claimCounts` (row and count, where
 * a head has not exactly one). Of every other field that any head has: `<field>` (the distinct values, as JSON with one on
 * each line) and `<field>@` (which of them a head has, -1 for none); where few have one `<field>#` names their rows.
 */
export interface HeadColumns {
  count: number;
  /** Of the ids and of the timestamps: {@link Words}. */
  widths: [ids: number, timestamps: number];
  /** How often they were changed since they were made anew: values that no head has any more stay until then. */
  changes: number;
  sections: Sections;
}

/** Fields that are not looked up by name: they have a place of their own in the head file, or are not kept. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set([
  "id",
  "timestamp",
  "text",
  "claims",
  "file",
  "line",
  "unreadable",
]);
export const CLAIM_LENGTH = 12;

/** A field as it is stored: the codes are those of the rows that have one where these are named, otherwise of all rows. */
export interface StoredField {
  values: Buffer;
  codes: Integers;
  rows?: Int32Array;
}

/** A field as it is read: its distinct values as JSON, and for each row which one it has (-1: none). */
export interface Codes {
  values: string;
  at: Integers;
  /** The rows that have one, where they are few. */
  rows?: Int32Array;
}

/** Opened columns: what all heads of one head file read their fields from, each opened when it is first asked for. */
export class OpenColumns {
  /** What they were opened from. */
  readonly stored: HeadColumns;
  /** The files that {@link HeadColumns} numbers. */
  readonly names: readonly string[];
  readonly count: number;
  readonly ids: Words;
  readonly timestamps: Words;
  readonly id: (row: number) => string;
  readonly timestamp: (row: number) => string;
  readonly #codes = new Map<string, Codes | false>();
  readonly #values = new Map<string, unknown[]>();
  readonly #numbers = new Map<string, Integers>();
  #claims: ((row: number) => string) | undefined;

  constructor(stored: HeadColumns, names: readonly string[]) {
    const { count, widths } = stored;
    this.stored = stored;
    this.names = names;
    this.count = count;
    this.ids = { text: this.#text("ids"), count, width: widths[0] };
    this.timestamps = { text: this.#text("timestamps"), count, width: widths[1] };
    this.id = wordAt(this.ids, " ");
    this.timestamp = wordAt(this.timestamps, " ");
  }

  /** The row of an id; -1 for none, undefined where only a look at each could tell. For a few: it is no index. */
  rowOf(id: string): number | undefined {
    const { text, width } = this.ids;
    if (width === 0) return undefined;
    if (id.length !== width) return -1;
    let at = text.indexOf(id);
    while (at >= 0 && at % (width + 1) !== 0) at = text.indexOf(id, at + 1);
    return at < 0 ? -1 : at / (width + 1);
  }

  /** The rows whose ids end like this; none where ids are of different lengths, whose ends are not found by searching. */
  rowsEndingWith(end: string): number[] {
    const { text, width } = this.ids;
    const step = width + 1;
    const rows: number[] = [];
    if (step === 1) return rows;
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
      if ((at + end.length + 1) % step === 0) rows.push((at + end.length + 1) / step - 1);
    }
    return rows;
  }

  /** The rows of a file, in order. */
  rowsIn(file: string): number[] {
    const number = this.names.indexOf(file);
    const files = this.numbers("files");
    const rows: number[] = [];
    if (number === -1) return rows;
    for (let row = files.indexOf(number); row >= 0; row = files.indexOf(number, row + 1)) rows.push(row);
    return rows;
  }

  /** Throws when there is no such section. */
  bytes(section: string): Buffer {
    const bytes = this.stored.sections.get(section);
    if (bytes === undefined) throw new Error(`no section ${section}`);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #text(section: string): string {
    return this.bytes(section).toString("utf8");
  }

  /** A section that holds one number a row. */
  numbers(section: string): Integers {
    let numbers = this.#numbers.get(section);
    if (numbers === undefined) {
      numbers = integersIn(this.bytes(section), this.count);
      this.#numbers.set(section, numbers);
    }
    return numbers;
  }

  #number(section: string, row: number): number {
    return this.numbers(section)[row] as number;
  }

  /** The bytes of a text. */
  textBytes(row: number): Buffer {
    const start = row === 0 ? 0 : this.#number("textEnds", row - 1);
    return this.bytes("texts").subarray(start, this.#number("textEnds", row));
  }

  text(row: number): string {
    return this.textBytes(row).toString("utf8");
  }

  claims(row: number): string[] {
    const all = this.claimText(row);
    const claims: string[] = [];
    for (let at = 0; at < all.length; at += CLAIM_LENGTH) claims.push(all.slice(at, at + CLAIM_LENGTH));
    return claims;
  }

  /** A head's hashes, joined without anything between. */
  claimText(row: number): string {
    this.#claims ??= claimsIn(this.#text("claims"), this.listed("claimCounts"), this.count);
    return this.#claims(row);
  }

  /** The rows that hold this claim. */
  rowsClaiming(hash: string): number[] {
    const text = this.#text("claims");
    const counts = this.listed("claimCounts");
    const rows: number[] = [];
    for (let at = text.indexOf(hash); at >= 0; at = text.indexOf(hash, at + 1)) {
      if (at % CLAIM_LENGTH === 0) rows.push(rowOfClaim(at / CLAIM_LENGTH, counts));
    }
    return rows;
  }

  /** Numbers of which nobody knows how many there are. */
  listed(section: string): Int32Array {
    return new Int32Array(new Uint8Array(this.bytes(section)).buffer);
  }

  file(row: number): string {
    return this.names[this.#number("files", row)] as string;
  }

  line(row: number): number {
    return this.#number("lines", row);
  }

  /** Undefined when no head has the field. */
  codes(field: string): Codes | undefined {
    let codes = this.#codes.get(field);
    if (codes === undefined) {
      codes = this.#codesOf(field);
      this.#codes.set(field, codes);
    }
    return codes === false ? undefined : codes;
  }

  /** A column that names its rows is opened to one with a place for every row. */
  #codesOf(field: string): Codes | false {
    const stored = this.storedField(field);
    if (stored === undefined) return false;
    const { codes, rows } = stored;
    const values = stored.values.toString("utf8");
    if (rows === undefined) return { values, at: codes };
    const at = new Int32Array(this.count).fill(-1);
    for (let index = 0; index < rows.length; index++) at[rows[index] as number] = codes[index] as number;
    return { values, at, rows };
  }

  /** Undefined when no head has the field. */
  storedField(field: string): StoredField | undefined {
    if (!this.stored.sections.has(field)) return undefined;
    const values = this.bytes(field);
    const codes = this.bytes(`${field}@`);
    if (!this.stored.sections.has(`${field}#`)) return { values, codes: integersIn(codes, this.count) };
    const rows = this.listed(`${field}#`);
    return { values, codes: integersIn(codes, rows.length), rows };
  }

  field(name: string, row: number): unknown {
    const codes = this.codes(name);
    const at = codes?.at[row] ?? -1;
    if (codes === undefined || at === -1) return undefined;
    return this.values(name)[at];
  }

  /** The distinct values of a field. */
  values(field: string): readonly unknown[] {
    let values = this.#values.get(field);
    if (values === undefined) {
      values = JSON.parse(this.codes(field)?.values ?? "[]") as unknown[];
      this.#values.set(field, values);
    }
    return values;
  }
}

/** The row of the claim that is so many claims from the start. */
function rowOfClaim(place: number, counts: Int32Array): number {
  let more = 0;
  for (let next = 0; next < counts.length; next += 2) {
    const [row, held] = [counts[next] as number, counts[next + 1] as number];
    if (place < row + more) break;
    if (place < row + more + held) return row;
    more += held - 1;
  }
  return place - more;
}

/** Cuts a head's hashes out of the one string that holds all of them. */
function claimsIn(all: string, counts: Int32Array, rows: number): (row: number) => string {
  const starts = new Int32Array(rows + 1);
  for (let row = 0, next = 0; row < rows; row++) {
    const differs = counts[next] === row;
    const held = differs ? (counts[next + 1] ?? 0) : 1;
    if (differs) next += 2;
    starts[row + 1] = (starts[row] as number) + held * CLAIM_LENGTH;
  }
  return (row) => all.slice(starts[row] as number, starts[row + 1] as number);
}
