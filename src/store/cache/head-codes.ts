/** A field of heads as a column: its distinct values, and which of them each head has. */
import type { EntryMeta } from "./entry-meta.js";
import type { HeadRuns } from "./head-runs.js";
import type { StoredField } from "./open-columns.js";
import { bytesOf, countBelow, type Integers, integerBytes, roomFor } from "./sections.js";

const BETWEEN = ",\n";
/** For so many look-ups a search costs less than an index. */
const FEW_LOOKS = 200;

/** The distinct values of a field, one on each line: neither parsed nor split unless one is looked for. */
class Values {
  readonly #stored: Buffer;
  readonly #few: boolean;
  #lines: string[] | undefined;
  #codes: Map<string, number> | undefined;
  #isChanged = false;

  constructor(stored: Buffer, few: boolean) {
    this.#stored = stored;
    this.#few = few;
  }

  get #all(): string[] {
    this.#lines ??= this.#stored.length === 0 ? [] : this.#stored.toString("utf8").slice(1, -1).split(BETWEEN);
    return this.#lines;
  }

  codeOf(value: unknown): number {
    const line = JSON.stringify(value);
    const lines = this.#all;
    if (!this.#few) this.#codes ??= new Map(lines.map((held, code) => [held, code]));
    const code = this.#codes === undefined ? lines.lastIndexOf(line) : (this.#codes.get(line) ?? -1);
    if (code >= 0) return code;
    this.#isChanged = true;
    this.#codes?.set(line, lines.length);
    return lines.push(line) - 1;
  }

  /** Leaves out the values that none of the codes means; the rest moves together, and the codes with it. */
  dropUnused(codes: Integers): void {
    const lines = this.#all;
    const used = new Uint8Array(lines.length);
    for (const code of codes) if (code >= 0) used[code] = 1;
    if (!used.includes(0)) return;
    const moved = new Int32Array(lines.length);
    const kept: string[] = [];
    used.forEach((isUsed, code) => {
      if (isUsed === 1) moved[code] = kept.push(lines[code] as string) - 1;
    });
    codes.forEach((code, row) => {
      if (code >= 0) codes[row] = moved[code] as number;
    });
    this.#lines = kept;
    this.#codes = undefined;
    this.#isChanged = true;
  }

  get bytes(): Uint8Array {
    return this.#isChanged ? Buffer.from(`[${this.#all.join(BETWEEN)}]`) : this.#stored;
  }
}

/** One number for each head of the runs: those of rows are copied. */
export function numbersOf({ runs, count }: HeadRuns, held: Integers, numberOf: (head: EntryMeta) => number): Integers {
  const more = runs.flatMap(({ heads }) => heads.map(numberOf));
  const numbers = roomFor(count, held, more);
  let [at, next] = [0, 0];
  for (const { start, end, heads } of runs) {
    numbers.set(held.subarray(start, end), at);
    at += end - start;
    for (const _ of heads) numbers[at++] = more[next++] as number;
  }
  return numbers;
}

/** The rows that have a code, and these codes. */
interface Coded {
  rows: Int32Array;
  codes: Integers;
}

/** Of a field that few heads had, or none. */
function codedRows({ runs }: HeadRuns, held: Coded, codeOf: (head: EntryMeta) => number): Coded {
  const most = runs.reduce((sum, { heads }) => sum + heads.length, held.rows.length);
  const [rows, codes] = [new Int32Array(most), new Int32Array(most)];
  let [at, filled] = [0, 0];
  for (const { start, end, heads } of runs) {
    const [first, last] = [countBelow(held.rows, start), countBelow(held.rows, end)];
    rows.set(held.rows.subarray(first, last), filled);
    codes.set(held.codes.subarray(first, last), filled);
    const [before, shift] = [filled, at - start];
    filled += last - first;
    if (shift !== 0) for (let place = before; place < filled; place++) rows[place] = (rows[place] as number) + shift;
    at += end - start;
    for (const head of heads) {
      const code = codeOf(head);
      if (code >= 0) {
        rows[filled] = at;
        codes[filled++] = code;
      }
      at++;
    }
  }
  return { rows: rows.subarray(0, filled), codes: codes.subarray(0, filled) };
}

function codedAmong(all: Integers): Coded {
  const rows: number[] = [];
  all.forEach((code, row) => {
    if (code >= 0) rows.push(row);
  });
  return { rows: Int32Array.from(rows), codes: Int32Array.from(rows, (row) => all[row] as number) };
}

function withPlaceForAll({ rows, codes }: Coded, count: number): Int32Array {
  const all = new Int32Array(count).fill(-1);
  rows.forEach((row, place) => {
    all[row] = codes[place] as number;
  });
  return all;
}

const NONE = { values: Buffer.alloc(0), codes: new Int8Array(0), rows: new Int32Array(0) };

/**
 * The sections of a field; undefined when no head has it. `anew`: values that no head has any more are left out, and
 * whether rows are named is decided again; otherwise that is left as it was, which costs no look at each row.
 */
export function packField(
  heads: HeadRuns,
  field: keyof EntryMeta,
  anew: boolean,
): [section: string, bytes: Uint8Array][] | undefined {
  const held: StoredField = heads.columns.storedField(field) ?? NONE;
  const few = heads.runs.reduce((sum, run) => sum + run.heads.length, 0) < FEW_LOOKS;
  const values = new Values(held.values, few);
  const codeOf = (head: EntryMeta): number => {
    const value = head[field];
    return value === undefined ? -1 : values.codeOf(value);
  };
  let all: Integers | undefined;
  let coded: Coded | undefined;
  if (held.rows !== undefined) coded = codedRows(heads, { rows: held.rows, codes: held.codes }, codeOf);
  else {
    all = numbersOf(heads, held.codes, codeOf);
    if (anew) coded = codedAmong(all);
  }
  if (coded?.rows.length === 0) return undefined;
  if (coded !== undefined) {
    if (anew) values.dropUnused(coded.codes);
    all = coded.rows.length * 2 < heads.count ? undefined : withPlaceForAll(coded, heads.count);
  }
  if (all !== undefined || coded === undefined) {
    return [
      [field, values.bytes],
      [`${field}@`, integerBytes(all ?? NONE.codes)],
    ];
  }
  return [
    [field, values.bytes],
    [`${field}@`, integerBytes(coded.codes)],
    [`${field}#`, bytesOf(coded.rows)],
  ];
}
