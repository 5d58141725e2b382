/** What embedding is made of: a text in windows of tokens, a vector of each, their mean. */

/** A text to store among others, or a question put to them. */
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
  /** As answers name it: `Xenova/all-MiniLM-L6-v2`. */
  name: string;
  /** Absolute path. */
  folder: string;
  dtype: string;
  /** Vectors of different fingerprints are never compared: model, dtype, window, template, runtime and processor. */
  fingerprint: string;
  dimensions: number;
}

/** Tokens a model sees at once, its special tokens included. Beyond that its quality falls, and beyond 512 it cuts. */
export const WINDOW = 256;
/** About ten pages. What is longer is judged by its beginning: embedding must end. */
const MOST_WINDOWS = 16;
/** No vocabulary makes one token of more characters than this, on average, out of real text. */
const CHARACTERS_PER_TOKEN = 12;

/** Token ids of a text, with or without the model's special tokens. */
export type Encode = (text: string, withSpecialTokens: boolean) => number[];

/** The special tokens a model wants before and after a text, learnt by asking its tokenizer. */
export function specialTokens(encode: Encode): { before: number[]; after: number[] } {
  const bare = encode("a", false);
  const full = encode("a", true);
  const start = full.indexOf(bare[0] as number);
  return { before: full.slice(0, start), after: full.slice(start + bare.length) };
}

/**
 * A text as windows of at most {@link WINDOW} tokens, each opened and closed by the special tokens. Longer texts are
 * cut into windows of about the same length, so that no scrap at the end counts as much as a page.
 */
export function windowsOf(text: string, encode: Encode, special: { before: number[]; after: number[] }): number[][] {
  const room = WINDOW - special.before.length - special.after.length;
  // Cut before a tokenizer works on all of it.
  const enough = text.slice(0, WINDOW * MOST_WINDOWS * CHARACTERS_PER_TOKEN);
  const tokens = encode(enough, false).slice(0, room * MOST_WINDOWS);
  const count = Math.max(1, Math.ceil(tokens.length / room));
  const length = Math.ceil(tokens.length / count);
  return Array.from({ length: count }, (_, number) => [
    ...special.before,
    ...tokens.slice(number * length, (number + 1) * length),
    ...special.after,
  ]);
}

/** A text as windows of token ids, as a model takes them. */
export type Windows = (text: string) => number[][];

/** A loaded model that turns the windows of one text into its vector. */
export interface Inference {
  vectorOf(windows: readonly (readonly number[])[]): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/** A model's last hidden state. */
interface States {
  data: unknown;
  dims: readonly number[];
}

/** What a network is given for one window. */
type Inputs<T> = { input_ids: T; attention_mask: T; token_type_ids: T };

/** Vectors from a loaded network, one window after the other; `Tensor` and `run` are its library's. */
export function inferenceOf<T>(
  Tensor: new (type: "int64", values: BigInt64Array, dims: number[]) => T,
  run: (inputs: Inputs<T>) => Promise<States>,
  dispose: () => Promise<void>,
): Inference {
  const vectorOf = async (tokens: readonly number[]): Promise<Float32Array> => {
    const tensor = (values: BigInt64Array) => new Tensor("int64", values, [1, tokens.length]);
    const states = await run({
      input_ids: tensor(BigInt64Array.from(tokens, BigInt)),
      attention_mask: tensor(new BigInt64Array(tokens.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(tokens.length)),
    });
    return pool(states.data as Float32Array, tokens.length, states.dims[2] as number);
  };
  return {
    async vectorOf(windows) {
      const vectors: Float32Array[] = [];
      for (const window of windows) vectors.push(await vectorOf(window));
      return meanDirection(vectors);
    },
    dispose,
  };
}

/** Cuts texts by a model's own tokenizer. */
export function windowsBy(encode: Encode): Windows {
  const special = specialTokens(encode);
  return (text) => windowsOf(text, encode, special);
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
export function pool(states: ArrayLike<number>, tokens: number, width: number): Float32Array {
  const vector = new Float32Array(width);
  for (let token = 0; token < tokens; token++) {
    for (let at = 0; at < width; at++)
      vector[at] = (vector[at] as number) + (states[token * width + at] as number) / tokens;
  }
  return normalise(vector);
}
