/** Tokens a model sees at once, its special tokens included. Beyond that its quality falls, and beyond 512 it cuts. */
export const WINDOW = 256;
/** About ten pages. What is longer is judged by its beginning: embedding must end. */
const MOST_WINDOWS = 16;
/** No vocabulary makes one token of more characters than this, on average, out of real text. */
const CHARACTERS_PER_TOKEN = 12;

/** Token ids of a text, with or without the model's special tokens. */
export type Encode = (text: string, withSpecialTokens: boolean) => number[];

/** A text cut to what {@link windowsOf} can use, before a tokenizer works on all of it. */
export function cutText(text: string): string {
  return text.slice(0, WINDOW * MOST_WINDOWS * CHARACTERS_PER_TOKEN);
}

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
  const tokens = encode(cutText(text), false).slice(0, room * MOST_WINDOWS);
  const count = Math.max(1, Math.ceil(tokens.length / room));
  const length = Math.ceil(tokens.length / count);
  return Array.from({ length: count }, (_, number) => [
    ...special.before,
    ...tokens.slice(number * length, (number + 1) * length),
    ...special.after,
  ]);
}
