/** A text to store among others, or a question put to them: some models were trained to tell the two apart. */
export type TextRole = "passage" | "query";

/** A model that turns one text into one vector. One text a call: over a batch the quantised model scales activations. */
export interface Embedder {
  /** A vector of length 1. Rejects when the model cannot be run. */
  embed(text: string, role: TextRole): Promise<Float32Array>;
  /** Gives native memory back. */
  dispose(): Promise<void>;
}

/** A model found on this machine: everything a worker needs to load it. */
export interface LocatedModel {
  /** As bands and answers name it: `Xenova/all-MiniLM-L6-v2`. */
  name: string;
  /** Absolute path. */
  folder: string;
  dtype: string;
  /** Runs on the two small libraries directly; others need the larger one. */
  direct: boolean;
  /** Vectors of different fingerprints are never compared: model, dtype, window, template, runtime and processor. */
  fingerprint: string;
  dimensions: number;
  pooling: "mean" | "cls";
  /** Put before a text, by its role. */
  prefix: Record<TextRole, string>;
}

/** Scales to length 1, in place. A vector of zeros stays. */
export function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] as number) / length;
  return vector;
}

/** The mean direction of several vectors of length 1. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  const [first] = vectors;
  if (first === undefined) throw new Error("no vectors to take the mean of");
  if (vectors.length === 1) return first;
  const mean = new Float32Array(first.length);
  for (const vector of vectors) {
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] as number) + (vector[at] as number);
  }
  return normalise(mean);
}

/**
 * Cosine of two vectors of length 1; the second may stand among other numbers, from `start` on. Four sums at once take two
 * thirds of the time of one, in which each addition waits for the one before it.
 */
export function cosine(a: Float32Array, b: Float32Array, start = 0): number {
  let [s, t, u, v] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < a.length; at += 4) {
    const place = start + at;
    s += (a[at] as number) * (b[place] as number);
    t += (a[at + 1] as number) * (b[place + 1] as number);
    u += (a[at + 2] as number) * (b[place + 2] as number);
    v += (a[at + 3] as number) * (b[place + 3] as number);
  }
  for (; at < a.length; at++) s += (a[at] as number) * (b[start + at] as number);
  return s + t + u + v;
}

/** One vector from a model's last hidden state (`tokens` × `width`, one text without padding), length 1. */
export function pool(states: ArrayLike<number>, tokens: number, width: number, pooling: "mean" | "cls"): Float32Array {
  const vector = new Float32Array(width);
  const rows = pooling === "cls" ? 1 : tokens;
  for (let token = 0; token < rows; token++) {
    for (let at = 0; at < width; at++)
      vector[at] = (vector[at] as number) + (states[token * width + at] as number) / rows;
  }
  return normalise(vector);
}
