/** The directions of a claim's vector, one bit a dimension: near vectors differ in few of them. */

/** Dimensions for which pgvector keeps an index, where it is there: those of the default model. */
export const INDEXED = 384;

/** Of bytes that hold two vectors of as many dimensions, the signs of the second one, as `0` and `1`; undefined where they do not. */
export function signBits(vectors: Uint8Array): string | undefined {
  if (vectors.length === 0 || vectors.length % 8 !== 0) return undefined;
  let bits = "";
  // The sign of a float32 is the highest bit of its last byte.
  for (let at = vectors.length / 2 + 3; at < vectors.length; at += 4) bits += (vectors[at] ?? 0) < 128 ? "1" : "0";
  return bits;
}
