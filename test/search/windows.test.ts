import { describe, expect, it } from "vitest";
import { type Encode, specialTokens, WINDOW, windowsOf } from "../../src/search/model/embedder.js";

/** One token a word; 101 opens and 102 closes, as in BERT. */
const encode: Encode = (text, withSpecialTokens) => {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const tokens = words.map((_, number) => 1000 + number);
  return withSpecialTokens ? [101, ...tokens, 102] : tokens;
};
const special = specialTokens(encode);
const words = (count: number) => Array.from({ length: count }, () => "w").join(" ");

describe("windowsOf", () => {
  it("learns the special tokens from the tokenizer", () => expect(special).toEqual({ before: [101], after: [102] }));

  it.each([
    [0, [2]],
    [1, [3]],
    [254, [256]],
    [255, [130, 129]],
    [508, [256, 256]],
    [509, [172, 172, 171]],
  ])("%i tokens", (count, lengths) => {
    const windows = windowsOf(words(count), encode, special);
    expect(windows.map((window) => window.length)).toEqual(lengths);
    for (const window of windows) {
      expect(window.length).toBeLessThanOrEqual(WINDOW);
      expect([window[0], window.at(-1)]).toEqual([101, 102]);
    }
    expect(windows.flatMap((window) => window.slice(1, -1))).toEqual(encode(words(count), false));
  });

  it("ends: a text of a million words has a bounded number of windows", () => {
    expect(windowsOf(words(1_000_000), encode, special).length).toBeLessThanOrEqual(16);
  });

  it("knows tokenizers that only close", () => {
    const closing: Encode = (text, withSpecialTokens) =>
      withSpecialTokens ? [...encode(text, false), 1] : encode(text, false);
    expect(specialTokens(closing)).toEqual({ before: [], after: [1] });
  });
});
