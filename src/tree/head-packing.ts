/** Heads into columns. Most heads of a change come from columns already: their codes are copied, not looked up again. */
import { HEAD_FIELDS, type Head } from "./head.js";
import {
  CLAIM_LENGTH,
  type Codes,
  type HeadColumns,
  type OpenColumns,
  OWN_COLUMNS,
  storedPlace,
} from "./head-columns.js";
import { integerBytes, wordsOf } from "./sections.js";

/** The columns most heads come from, and the row of each head there; -1 for one that stands alone. */
interface Places {
  columns: OpenColumns | undefined;
  rows: Int32Array;
}

function placesOf(heads: readonly Head[]): Places {
  const rows = new Int32Array(heads.length).fill(-1);
  let columns: OpenColumns | undefined;
  heads.forEach((head, at) => {
    const place = storedPlace(head);
    if (place === undefined) return;
    columns ??= place.columns;
    if (place.columns === columns) rows[at] = place.row;
  });
  return { columns, rows };
}

const keyOf = (value: unknown): unknown => (typeof value === "object" ? JSON.stringify(value) : value);

/** The distinct values of a field, parsed only when one is looked for or added. */
class Values {
  #json: string;
  #list: unknown[] | undefined;
  #known: Map<unknown, number> | undefined;

  constructor(json: string) {
    this.#json = json;
  }

  get list(): unknown[] {
    this.#list ??= JSON.parse(this.#json) as unknown[];
    return this.#list;
  }

  codeOf(value: unknown): number {
    this.#known ??= new Map(this.list.map((held, code) => [keyOf(held), code]));
    const key = keyOf(value);
    let code = this.#known.get(key);
    if (code === undefined) {
      code = this.list.push(value) - 1;
      this.#known.set(key, code);
      this.#json = "";
    }
    return code;
  }

  get json(): string {
    return this.#json === "" ? JSON.stringify(this.list) : this.#json;
  }
}

/** The codes of a field; undefined when no head has it. */
function codesOf(heads: readonly Head[], { columns, rows }: Places, field: keyof Head): Codes | undefined {
  const stored = columns?.codes(field);
  const values = new Values(stored?.values ?? "[]");
  const at = new Int32Array(heads.length).fill(-1);
  let highest = -1;
  for (let row = 0; row < rows.length; row++) {
    const from = rows[row] as number;
    let code = from < 0 ? -1 : (stored?.at[from] ?? -1);
    if (from < 0) {
      const value = (heads[row] as Head)[field];
      if (value !== undefined) code = values.codeOf(value);
    }
    at[row] = code;
    if (code > highest) highest = code;
  }
  return highest < 0 ? undefined : { values: withoutUnused(values, at, highest), at };
}

/** Values that no head has any more would pile up: where there are some, the rest moves together. */
function withoutUnused(values: Values, at: Int32Array, highest: number): string {
  const used = new Uint8Array(highest + 1);
  let distinct = 0;
  for (const code of at) {
    if (code < 0 || used[code] === 1) continue;
    used[code] = 1;
    distinct++;
  }
  if (distinct === highest + 1) return values.json;
  const moved = new Int32Array(highest + 1);
  const kept: unknown[] = [];
  used.forEach((is, code) => {
    if (is === 1) moved[code] = kept.push(values.list[code]) - 1;
  });
  at.forEach((code, row) => {
    if (code >= 0) at[row] = moved[code] as number;
  });
  return JSON.stringify(kept);
}

/** The rows that have a value, where they are fewer than half. */
function rowsWith({ at }: Codes): Int32Array | undefined {
  const rows: number[] = [];
  at.forEach((code, row) => {
    if (code >= 0) rows.push(row);
  });
  return rows.length * 2 < at.length ? Int32Array.from(rows) : undefined;
}

const textBytes = (text: string): Uint8Array => Buffer.from(text);
const bytesOf = (numbers: Int32Array): Uint8Array => new Uint8Array(numbers.buffer);

/** Columns of heads; `fileIndex` numbers the files they stand in. */
export function packHeads(heads: readonly Head[], fileIndex: ReadonlyMap<string, number>): HeadColumns {
  const places = placesOf(heads);
  const sections = new Map<string, Uint8Array>();
  const numbers = (number: (head: Head) => number) => integerBytes(Int32Array.from(heads, number));
  const [ids, timestamps] = [heads.map((head) => head.id), heads.map((head) => head.timestamp)].map((words) =>
    wordsOf(words, " "),
  ) as [ReturnType<typeof wordsOf>, ReturnType<typeof wordsOf>];
  sections.set("ids", textBytes(ids.text));
  sections.set("timestamps", textBytes(timestamps.text));
  sections.set(
    "files",
    numbers((head) => fileIndex.get(head.file) ?? -1),
  );
  sections.set(
    "lines",
    numbers((head) => head.line),
  );
  packTexts(heads, places, sections);
  packClaims(heads, places, sections);
  for (const field of HEAD_FIELDS) {
    const codes = OWN_COLUMNS.has(field) ? undefined : codesOf(heads, places, field);
    if (codes === undefined) continue;
    const rows = rowsWith(codes);
    const at = rows === undefined ? codes.at : Int32Array.from(rows, (row) => codes.at[row] as number);
    sections.set(field, textBytes(codes.values));
    sections.set(`${field}@`, integerBytes(at));
    if (rows !== undefined) sections.set(`${field}#`, bytesOf(rows));
  }
  return { count: heads.length, widths: [ids.width, timestamps.width], sections };
}

function packTexts(heads: readonly Head[], { columns, rows }: Places, sections: Map<string, Uint8Array>): void {
  const ends = new Int32Array(heads.length);
  let end = 0;
  const texts = heads.map((head, row) => {
    const from = rows[row] as number;
    const bytes = from < 0 || columns === undefined ? Buffer.from(head.text) : columns.textBytes(from);
    end += bytes.length;
    ends[row] = end;
    return bytes;
  });
  sections.set("texts", Buffer.concat(texts));
  sections.set("textEnds", integerBytes(ends));
}

function packClaims(heads: readonly Head[], { columns, rows }: Places, sections: Map<string, Uint8Array>): void {
  const counts: number[] = [];
  let claims = "";
  heads.forEach((head, row) => {
    const from = rows[row] as number;
    const own = from < 0 || columns === undefined ? head.claims.join("") : columns.claimText(from);
    const count = own.length / CLAIM_LENGTH;
    if (count !== 1) counts.push(row, count);
    claims += own;
  });
  sections.set("claims", textBytes(claims));
  sections.set("claimCounts", bytesOf(Int32Array.from(counts)));
}
