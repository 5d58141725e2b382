/**
 * Heads by column, as the head file stores them. Making 10,000 objects, or parsing them, costs more than everything that
 * a list or a heartbeat asks of them: long values are cut out of one string, repeated ones are shared.
 */
import { HEAD_FIELDS, type Head, plainHead } from "./head.js";
import { type Integers, integersIn, type Sections, wordAt } from "./sections.js";

/**
 * Sections: `ids` and `timestamps` (joined by a space), `files` (numbers of names), `lines`, `texts` (UTF-8) and
 * `textEnds`, `claims` (hashes of 12 characters, joined without anything between) and `claimCounts` (row and count, where
 * a head has not exactly one). Of every other field that any head has: `<field>` (the distinct values, as JSON) and
 * `<field>@` (which of them a head has, -1 for none); where few have one `<field>#` names their rows.
 */
export interface HeadColumns {
  count: number;
  /** Of the ids and of the timestamps: {@link Words}. */
  widths: [ids: number, timestamps: number];
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

/** A field as it is stored: its distinct values as JSON, and for each row which one it has (-1: none). */
export interface Codes {
  values: string;
  at: Integers;
  /** The rows that have one, where they are few. */
  rows?: Int32Array;
}

/** Opened columns: what all heads of one head file read their fields from, each opened when it is first asked for. */
export class OpenColumns {
  readonly id: (row: number) => string;
  readonly timestamp: (row: number) => string;
  readonly #ids: string;
  readonly #width: number;
  readonly #count: number;
  readonly #sections: Sections;
  readonly #names: readonly string[];
  readonly #codes = new Map<string, Codes | false>();
  readonly #values = new Map<string, unknown[]>();
  readonly #numbers = new Map<string, Integers>();
  #claims: ((row: number) => string) | undefined;

  constructor({ count, widths, sections }: HeadColumns, names: readonly string[]) {
    this.#count = count;
    this.#sections = sections;
    this.#names = names;
    this.#ids = this.#text("ids");
    this.#width = widths[0];
    this.id = wordAt({ text: this.#ids, count, width: this.#width }, " ");
    this.timestamp = wordAt({ text: this.#text("timestamps"), count, width: widths[1] }, " ");
  }

  /** The row of an id; -1 for none, undefined where only a look at each could tell. For a few: it is no index. */
  rowOf(id: string): number | undefined {
    if (this.#width === 0) return undefined;
    return id.length === this.#width ? (this.rowsEndingWith(id)[0] ?? -1) : -1;
  }

  /** The rows whose ids end like this; none where ids are of different lengths, whose ends are not found by searching. */
  rowsEndingWith(end: string): number[] {
    const step = this.#width + 1;
    const rows: number[] = [];
    if (step === 1) return rows;
    for (let at = this.#ids.indexOf(end); at >= 0; at = this.#ids.indexOf(end, at + 1)) {
      if ((at + end.length + 1) % step === 0) rows.push((at + end.length + 1) / step - 1);
    }
    return rows;
  }

  #bytes(section: string): Buffer {
    const bytes = this.#sections.get(section);
    if (bytes === undefined) throw new Error(`no section ${section}`);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #text(section: string): string {
    return this.#bytes(section).toString("utf8");
  }

  #number(section: string, row: number): number {
    let numbers = this.#numbers.get(section);
    if (numbers === undefined) {
      numbers = integersIn(this.#bytes(section), this.#count);
      this.#numbers.set(section, numbers);
    }
    return numbers[row] as number;
  }

  /** The bytes of a text. */
  textBytes(row: number): Buffer {
    const start = row === 0 ? 0 : this.#number("textEnds", row - 1);
    return this.#bytes("texts").subarray(start, this.#number("textEnds", row));
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
    this.#claims ??= claimsIn(this.#text("claims"), this.#listed("claimCounts"), this.#count);
    return this.#claims(row);
  }

  /** Numbers of which nobody knows how many there are. */
  #listed(section: string): Int32Array {
    return new Int32Array(new Uint8Array(this.#bytes(section)).buffer);
  }

  file(row: number): string {
    return this.#names[this.#number("files", row)] as string;
  }

  line(row: number): number {
    return this.#number("lines", row);
  }

  /** Undefined when no head has the field. */
  codes(field: string): Codes | undefined {
    let codes = this.#codes.get(field);
    if (codes === undefined) {
      codes = this.#sections.has(field) ? this.#codesOf(field) : false;
      this.#codes.set(field, codes);
    }
    return codes === false ? undefined : codes;
  }

  /** A column that names its rows is opened to one with a place for every row. */
  #codesOf(field: string): Codes {
    const values = this.#text(field);
    const held = this.#bytes(`${field}@`);
    if (!this.#sections.has(`${field}#`)) return { values, at: integersIn(held, this.#count) };
    const rows = this.#listed(`${field}#`);
    const codes = integersIn(held, rows.length);
    const at = new Int32Array(this.#count).fill(-1);
    for (let index = 0; index < rows.length; index++) at[rows[index] as number] = codes[index] as number;
    return { values, at, rows };
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

/**
 * A head that looks its fields up when they are asked for. {@link plainHead} makes one that stands alone. Its two own
 * properties are plain and declared ones: there may be 10,000 to make, and `#` or a field takes four times as long.
 */
class StoredHead {
  declare readonly columns: OpenColumns;
  declare readonly row: number;

  constructor(columns: OpenColumns, row: number) {
    this.columns = columns;
    this.row = row;
  }

  get id(): string {
    return this.columns.id(this.row);
  }
  get timestamp(): string {
    return this.columns.timestamp(this.row);
  }
  get text(): string {
    return this.columns.text(this.row);
  }
  get file(): string {
    return this.columns.file(this.row);
  }
  get line(): number {
    return this.columns.line(this.row);
  }
  get claims(): string[] {
    return this.columns.claims(this.row);
  }
  /** A field without a getter of its own. */
  field(name: string): unknown {
    return this.columns.field(name, this.row);
  }
  toJSON(): Head {
    return plainHead(this as unknown as Head);
  }
}

/** The columns and the row that a head reads its fields from; undefined for one that stands alone. */
export function storedPlace(head: Head): { columns: OpenColumns; row: number } | undefined {
  return head instanceof StoredHead ? head : undefined;
}

for (const field of HEAD_FIELDS) {
  if (OWN_COLUMNS.has(field)) continue;
  Object.defineProperty(StoredHead.prototype, field, {
    get(this: StoredHead) {
      return this.field(field);
    },
  });
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

/** All heads of a tree, by timestamp, then id. Those from columns are made when somebody asks for them. */
export class HeadList {
  readonly length: number;
  /** Where all of them come from, row by row, unless any was made anew. */
  readonly columns: OpenColumns | undefined;
  #all: readonly Head[] | undefined;

  private constructor(length: number, columns: OpenColumns | undefined, all: readonly Head[] | undefined) {
    this.length = length;
    this.columns = columns;
    this.#all = all;
  }

  static of(heads: readonly Head[]): HeadList {
    return new HeadList(heads.length, undefined, heads);
  }

  /** From the head file; `names` are the files. Values that heads have in common are shared objects: never change them. */
  static stored(stored: HeadColumns, names: readonly string[]): HeadList {
    return new HeadList(stored.count, new OpenColumns(stored, names), undefined);
  }

  at(row: number): Head {
    if (this.#all === undefined && this.columns !== undefined) return headAt(this.columns, row);
    return this.all[row] as Head;
  }

  get all(): readonly Head[] {
    if (this.#all === undefined) {
      const all: Head[] = [];
      for (let row = 0; row < this.length; row++) all.push(this.at(row));
      this.#all = all;
    }
    return this.#all;
  }
}

const headAt = (columns: OpenColumns, row: number): Head => new StoredHead(columns, row) as unknown as Head;
