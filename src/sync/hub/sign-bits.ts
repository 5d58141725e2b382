/** The directions of a claim's vector, one bit a dimension: near vectors differ in few of them. */

/** Dimensions that the hub has an index for: those of the default model. */
const DIMENSIONS = 384;

/** Of bytes that hold two vectors of that many dimensions, the signs of the second one, as `0` and `1`. */
export function signBits(vectors: Uint8Array): string | undefined {
  return vectors.length === DIMENSIONS * 8 ? signsAt(vectors, DIMENSIONS * 4) : undefined;
}

/** The same of a vector alone. */
export function signBitsOf(vector: Float32Array): string | undefined {
  if (vector.length !== DIMENSIONS) return undefined;
  return Array.from(vector, (value) => (value < 0 || Object.is(value, -0) ? "0" : "1")).join("");
}

/** The sign of a float32 is the highest bit of its last byte. */
function signsAt(bytes: Uint8Array, start: number): string {
  let bits = "";
  for (let at = start + 3; at < bytes.length; at += 4) bits += (bytes[at] ?? 0) < 128 ? "1" : "0";
  return bits;
}
