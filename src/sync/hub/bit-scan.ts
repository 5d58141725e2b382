/** All live rows of a model by the directions of their vectors. Going through all of them is exact, and needs no index. */
import type { Query } from "./hub.js";

/** Bits are compared in blocks of as many bytes as the default model needs; what others need less or more is filled up. */
const BLOCK = 48;
const PAGE = 65_536;

/** `(rows, from, step, asked, to)`: adds to each row's 16 bits at `to` in how many bits its block at `from` differs from that at `asked`. */
type AddDifferences = (rows: number, from: number, step: number, asked: number, to: number) => void;

/**
 * That function for WebAssembly, since 16 bytes at once are counted ten times as fast as numbers of JavaScript: a large
 * push compares a billion rows. Each line is what stands behind it, as the text form of the language has it.
 */
// biome-ignore format: one instruction a line
const CODE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 9, 1, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0, // type (func (param i32 i32 i32 i32 i32))
  2, 8, 1, 1, 0x6d, 1, 0x6d, 2, 0, 0, // import "m" "m" (memory 0)
  3, 2, 1, 0, // (func 0)
  7, 5, 1, 1, 0x66, 0, 0, // export "f" (func 0)
  10, 0x85, 1, 1, 0x82, 1, 1, 1, 0x7b, // (local 5 v128)
  2, 0x40, // block
  0x20, 0, 0x45, 0x0d, 0, // br_if 0 (i32.eqz rows)
  3, 0x40, // loop
  0x20, 1, 0xfd, 0, 4, 0, 0x20, 3, 0xfd, 0, 4, 0, 0xfd, 0x51, 0xfd, 0x62, // i8x16.popcnt (v128.xor (v128.load offset=0 from) (v128.load offset=0 asked))
  0x20, 1, 0xfd, 0, 4, 0x10, 0x20, 3, 0xfd, 0, 4, 0x10, 0xfd, 0x51, 0xfd, 0x62, 0xfd, 0x6e, // i8x16.popcnt (v128.xor (v128.load offset=16 from) (v128.load offset=16 asked)); i8x16.add
  0x20, 1, 0xfd, 0, 4, 0x20, 0x20, 3, 0xfd, 0, 4, 0x20, 0xfd, 0x51, 0xfd, 0x62, 0xfd, 0x6e, // i8x16.popcnt (v128.xor (v128.load offset=32 from) (v128.load offset=32 asked)); i8x16.add
  0xfd, 0x7d, 0xfd, 0x7f, 0x21, 5, // i16x8.extadd_pairwise_i8x16_u; i32x4.extadd_pairwise_i16x8_u; local.set 5
  0x20, 4, 0x20, 4, 0x2f, 1, 0, // to; i32.load16_u to
  0x20, 5, 0xfd, 0x1b, 0, 0x6a, // i32.add (i32x4.extract_lane 0 local 5)
  0x20, 5, 0xfd, 0x1b, 1, 0x6a, // i32.add (i32x4.extract_lane 1 local 5)
  0x20, 5, 0xfd, 0x1b, 2, 0x6a, // i32.add (i32x4.extract_lane 2 local 5)
  0x20, 5, 0xfd, 0x1b, 3, 0x6a, // i32.add (i32x4.extract_lane 3 local 5)
  0x3b, 1, 0, // i32.store16
  0x20, 4, 0x41, 2, 0x6a, 0x21, 4, // to += 2
  0x20, 1, 0x20, 2, 0x6a, 0x21, 1, // from += step
  0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, // br_if 0 (rows -= 1)
  0x0b, 0x0b, 0x0b, // end end end
);

export class BitScan {
  #ids: Int32Array;
  /** Bytes of one row's bits. */
  #width: number;
  #memory: WebAssembly.Memory;
  #add: AddDifferences;

  private constructor(ids: Int32Array, width: number) {
    this.#ids = ids;
    this.#width = width;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil((this.#to + ids.length * 2) / PAGE) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(CODE), { m: { m: this.#memory } });
    this.#add = exports["f"] as AddDifferences;
  }

  /** In memory lie the bits that are asked about, those of one row after another, and here how many of these differ. */
  get #to(): number {
    return this.#width * (1 + this.#ids.length);
  }

  /** Rows whose vectors have so many dimensions; what `bit_send` writes is how many bits there are, in four bytes, then the bits. */
  static async load(query: Query, model: string, dimensions: number): Promise<BitScan> {
    const [row] = await query<{ ids: Uint8Array | null; bits: Uint8Array | null }>(
      `select string_agg(int4send(id::int), ''::bytea order by id) as ids,
        string_agg(substring(bit_send(bits) from 5), ''::bytea order by id) as bits
      from tenet.rows where bits is not null and model = $1 and length(bits) = $2`,
      [model, dimensions],
    );
    const [ids, bits] = [row?.ids ?? new Uint8Array(), row?.bits ?? new Uint8Array()];
    const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
    const sent = Math.ceil(dimensions / 8);
    const scan = new BitScan(
      Int32Array.from({ length: ids.length / 4 }, (_, at) => view.getInt32(at * 4)),
      Math.ceil(sent / BLOCK) * BLOCK,
    );
    const bytes = new Uint8Array(scan.#memory.buffer);
    for (let at = 0; at < scan.#ids.length; at++)
      bytes.set(bits.subarray(at * sent, (at + 1) * sent), scan.#width * (1 + at));
    return scan;
  }

  /** Ids of the `most` rows that differ from these bits in the fewest places. */
  nearest(bits: string, most: number): number[] {
    const differences = this.#compare(bits);
    const counts = new Uint32Array(this.#width * 8 + 1);
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
    const { buffer } = this.#memory;
    const asked = new Uint8Array(buffer, 0, this.#width).fill(0);
    // As `bit_send` packs them: the first one highest.
    for (let at = 0; at < bits.length; at += 8)
      asked[at / 8] = Number.parseInt(bits.slice(at, at + 8).padEnd(8, "0"), 2);
    const differences = new Uint16Array(buffer, this.#to, this.#ids.length).fill(0);
    for (let block = 0; block < this.#width; block += BLOCK)
      this.#add(this.#ids.length, this.#width + block, this.#width, block, this.#to);
    return differences;
  }
}
