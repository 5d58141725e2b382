/** All live rows of a model by the directions of their vectors. Going through all of them is exact, and needs no index. */
import type { Query } from "./hub.js";

/** Bits are compared in blocks of twelve numbers of 32, as many as the default model has; what others need less or more is filled up. */
const UNITS = 12;
const BLOCK = UNITS * 4;

export class BitScan {
  #ids: Int32Array;
  /** Numbers of one row's bits. */
  #width: number;
  /** Those of one row after another. */
  #bits: Int32Array;
  /** In how many places each row differs from what was asked last. */
  #differences: Uint16Array;

  private constructor(ids: Int32Array, bits: Int32Array) {
    this.#ids = ids;
    this.#bits = bits;
    this.#width = ids.length === 0 ? 0 : bits.length / ids.length;
    this.#differences = new Uint16Array(ids.length);
  }

  /** Rows whose vectors have so many dimensions; what `bit_send` writes is how many bits there are, in four bytes, then the bits. */
  static async load(query: Query, model: string, dimensions: number): Promise<BitScan> {
    const [row] = await query<{ ids: Uint8Array | null; bits: Uint8Array | null }>(
      `select string_agg(int4send(id::int), ''::bytea order by id) as ids,
        string_agg(substring(bit_send(bits) from 5), ''::bytea order by id) as bits
      from tenet.rows where bits is not null and model = $1 and length(bits) = $2`,
      [model, dimensions],
    );
    const [ids, sent] = [row?.ids ?? new Uint8Array(), row?.bits ?? new Uint8Array()];
    const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
    const count = ids.length / 4;
    const [length, width] = [Math.ceil(dimensions / 8), Math.ceil(dimensions / 8 / BLOCK) * BLOCK];
    const bytes = new Uint8Array(count * width);
    for (let at = 0; at < count; at++) bytes.set(sent.subarray(at * length, (at + 1) * length), at * width);
    return new BitScan(
      Int32Array.from({ length: count }, (_, at) => view.getInt32(at * 4)),
      new Int32Array(bytes.buffer),
    );
  }

  /** Ids of the `most` rows that differ from these bits in the fewest places. */
  nearest(bits: string, most: number): number[] {
    const differences = this.#compare(bits);
    const counts = new Uint32Array(this.#width * 32 + 1);
    for (let at = 0; at < differences.length; at++) {
      const difference = differences[at] as number;
      counts[difference] = (counts[difference] as number) + 1;
    }
    let least = 0;
    for (let seen = counts[0] ?? 0; seen < most && least < counts.length - 1; ) seen += counts[++least] ?? 0;
    const ids = this.#ids;
    const nearer: number[] = [];
    const equal: number[] = [];
    for (let at = 0; at < differences.length; at++) {
      const difference = differences[at] as number;
      if (difference > least) continue;
      if (difference < least) nearer.push(ids[at] as number);
      else if (equal.length < most) equal.push(ids[at] as number);
    }
    return [...nearer, ...equal].slice(0, most);
  }

  /** In how many places each row differs. */
  #compare(bits: string): Uint16Array {
    const asked = askedFor(bits, this.#width);
    this.#differences.fill(0);
    for (let block = 0; block < this.#width; block += UNITS)
      this.#addBlock(asked.subarray(block, block + UNITS), block);
    return this.#differences;
  }

  /**
   * Twelve numbers are counted by their sums: a bit of `a ^ b ^ c` is the lower one of how many of the three are set, the
   * carry the higher one. Five are counted instead of twelve (Harley and Seal's counting, Warren, Hacker's Delight 5-1).
   */
  #addBlock(asked: Int32Array, block: number): void {
    const [bits, differences, width] = [this.#bits, this.#differences, this.#width];
    const [q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11] = asked as unknown as Twelve;
    for (let row = 0, at = block; row < differences.length; row++, at += width) {
      const a = (bits[at] as number) ^ q0;
      const b = (bits[at + 1] as number) ^ q1;
      const c = (bits[at + 2] as number) ^ q2;
      const d = (bits[at + 3] as number) ^ q3;
      const e = (bits[at + 4] as number) ^ q4;
      const f = (bits[at + 5] as number) ^ q5;
      const g = (bits[at + 6] as number) ^ q6;
      const h = (bits[at + 7] as number) ^ q7;
      const i = (bits[at + 8] as number) ^ q8;
      const j = (bits[at + 9] as number) ^ q9;
      const k = (bits[at + 10] as number) ^ q10;
      const l = (bits[at + 11] as number) ^ q11;
      const abc = a ^ b ^ c;
      const def = d ^ e ^ f;
      const ghi = g ^ h ^ i;
      const twosOfAbc = carry(a, b, c);
      const twosOfDef = carry(d, e, f);
      const twosOfGhi = carry(g, h, i);
      const twosOfJkl = carry(j, k, l);
      const twosOfOnes = carry(abc, def, ghi);
      const twos = twosOfAbc ^ twosOfDef ^ twosOfGhi;
      const ones = bitsIn(abc ^ def ^ ghi) + bitsIn(j ^ k ^ l) + 2 * bitsIn(twos ^ twosOfJkl ^ twosOfOnes);
      const fours = bitsIn(carry(twosOfAbc, twosOfDef, twosOfGhi)) + bitsIn(carry(twos, twosOfJkl, twosOfOnes));
      differences[row] = (differences[row] as number) + ones + 4 * fours;
    }
  }
}

type Twelve = [number, number, number, number, number, number, number, number, number, number, number, number];

/** As `bit_send` packs them: the first one highest, in a byte. */
function askedFor(bits: string, width: number): Int32Array {
  const bytes = new Uint8Array(width * 4);
  for (let at = 0; at < bits.length; at += 8) bytes[at / 8] = Number.parseInt(bits.slice(at, at + 8).padEnd(8, "0"), 2);
  return new Int32Array(bytes.buffer);
}

const carry = (a: number, b: number, c: number): number => (a & b) | ((a ^ b) & c);

/** How many bits of a number of 32 are set. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
