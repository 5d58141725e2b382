/** All live rows of a model by the directions of their vectors: for many queries at once, going through all is exact and takes less than the index does. */
import type { Query } from "./hub.js";

/** 384 bits. */
const UNITS = 12;
/** What `bit_send` writes: how many bits there are, in four bytes, then the bits. */
const SENT = 4 + UNITS * 4;

export class BitScan {
  #ids: Int32Array;
  /** Bits of one row after another. */
  #bits: Int32Array;
  #differences: Uint16Array;

  private constructor(ids: Int32Array, bits: Int32Array) {
    this.#ids = ids;
    this.#bits = bits;
    this.#differences = new Uint16Array(ids.length);
  }

  static async load(query: Query, model: string): Promise<BitScan> {
    const [row] = await query<{ ids: Uint8Array | null; bits: Uint8Array | null }>(
      `select string_agg(int4send(id::int), ''::bytea order by id) as ids, string_agg(bit_send(bits), ''::bytea order by id) as bits
      from tenet.rows where bits is not null and model = $1`,
      [model],
    );
    const [ids, sent] = [viewOf(row?.ids), viewOf(row?.bits)];
    const count = ids.byteLength / 4;
    const units = Int32Array.from({ length: count * UNITS }, (_, at) =>
      sent.getInt32(Math.floor(at / UNITS) * SENT + 4 + (at % UNITS) * 4),
    );
    return new BitScan(
      Int32Array.from({ length: count }, (_, at) => ids.getInt32(at * 4)),
      units,
    );
  }

  /** Ids of the `most` rows that differ from these bits in the fewest places. */
  nearest(bits: string, most: number): number[] {
    const counts = this.#compare(unitsOf(bits));
    let least = 0;
    for (let seen = counts[0] ?? 0; seen < most && least < counts.length - 1; ) seen += counts[++least] ?? 0;
    const [ids, differences] = [this.#ids, this.#differences];
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

  /** Notes in how many places each row differs; answers how many rows differ in so many. */
  #compare(units: Int32Array): Uint32Array {
    const counts = new Uint32Array(UNITS * 32 + 1);
    const [bits, differences] = [this.#bits, this.#differences];
    for (let at = 0, from = 0; at < differences.length; at++, from += UNITS) {
      let bytes = 0;
      for (let unit = 0; unit < UNITS; unit++)
        bytes += onesByByte((bits[from + unit] as number) ^ (units[unit] as number));
      const halves = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff);
      const difference = (halves + (halves >>> 16)) & 0xffff;
      differences[at] = difference;
      counts[difference] = (counts[difference] as number) + 1;
    }
    return counts;
  }
}

const viewOf = (bytes: Uint8Array | null | undefined) =>
  bytes ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new DataView(new ArrayBuffer(0));

const unitsOf = (bits: string) =>
  Int32Array.from({ length: UNITS }, (_, unit) => Number.parseInt(bits.slice(unit * 32, unit * 32 + 32), 2) | 0);

/** How many bits of each byte of a number are set, in that byte: of a row's twelve, the sums stay below 128. */
function onesByByte(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (nibbles + (nibbles >>> 4)) & 0x0f0f0f0f;
}
