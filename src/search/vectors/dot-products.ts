/** Questions beside rows of vectors, several at once: fetching a row from memory takes longer than multiplying it. */
import { cosine } from "../model/embedder.js";

/** So many numbers of rows are held beside all questions before the next are fetched. */
const TILE_NUMBERS = 24_576;

/**
 * The dot product of each question with each wanted row, to the last bit as {@link cosine} has it, put into `found[question]`
 * at `place` and after. `numbers`: rows of the questions' width, one after the other. `isWanted`: 1 for a row that is; all
 * where there is none.
 */
export function dotProducts(
  questions: readonly Float32Array[],
  numbers: Float32Array,
  isWanted: Uint8Array | undefined,
  found: readonly Float32Array[],
  place: number,
): void {
  const width = questions[0]?.length ?? 0;
  const pairs = Array.from({ length: questions.length >> 1 }, (_, pair) => {
    const [one, other] = questions.slice(2 * pair, 2 * pair + 2) as [Float32Array, Float32Array];
    return { one, other, both: interleaved(one, other), of: found.slice(2 * pair, 2 * pair + 2) };
  });
  const isOdd = questions.length % 2 === 1;
  const [last, ofLast] = [questions.at(-1) as Float32Array, found.at(-1) as Float32Array];
  const rows = width === 0 ? 0 : numbers.length / width;
  const tile = Math.max(1, Math.floor(TILE_NUMBERS / (width || 1)));
  for (let from = 0; from < rows; from += tile) {
    const to = Math.min(rows, from + tile);
    for (const pair of pairs) multiplyBoth(pair, numbers, { from, to, isWanted, place });
    for (let row = from; isOdd && row < to; row++) {
      if (isWanted === undefined || isWanted[place + row] === 1)
        ofLast[place + row] = cosine(last, numbers, row * width);
    }
  }
}

/** Four numbers of the one, four of the other, and so on; what is beyond the last four stays out. */
function interleaved(one: Float32Array, other: Float32Array): Float64Array {
  const both = new Float64Array(2 * (one.length - (one.length % 4)));
  for (let at = 0; at + 3 < one.length; at += 4) {
    both.set(one.subarray(at, at + 4), 2 * at);
    both.set(other.subarray(at, at + 4), 2 * at + 4);
  }
  return both;
}

interface Pair {
  one: Float32Array;
  other: Float32Array;
  both: Float64Array;
  of: readonly Float32Array[];
}

interface Rows {
  from: number;
  to: number;
  isWanted: Uint8Array | undefined;
  place: number;
}

/** One row beside two questions. Sums in the order of {@link cosine}: floating point depends on it. */
function multiplyBoth(
  { one, other, both, of }: Pair,
  numbers: Float32Array,
  { from, to, isWanted, place }: Rows,
): void {
  const [mine, theirs] = of as [Float32Array, Float32Array];
  const width = one.length;
  for (let row = from; row < to; row++) {
    if (isWanted !== undefined && isWanted[place + row] !== 1) continue;
    let [s, t, u, v, w, x, y, z] = [0, 0, 0, 0, 0, 0, 0, 0];
    let at = row * width;
    for (let pair = 0; pair < both.length; pair += 8, at += 4) {
      const a = numbers[at] as number;
      const b = numbers[at + 1] as number;
      const c = numbers[at + 2] as number;
      const d = numbers[at + 3] as number;
      s += (both[pair] as number) * a;
      t += (both[pair + 1] as number) * b;
      u += (both[pair + 2] as number) * c;
      v += (both[pair + 3] as number) * d;
      w += (both[pair + 4] as number) * a;
      x += (both[pair + 5] as number) * b;
      y += (both[pair + 6] as number) * c;
      z += (both[pair + 7] as number) * d;
    }
    for (let rest = both.length / 2; rest < width; rest++, at++) {
      s += (one[rest] as number) * (numbers[at] as number);
      w += (other[rest] as number) * (numbers[at] as number);
    }
    mine[place + row] = s + t + u + v;
    theirs[place + row] = w + x + y + z;
  }
}
