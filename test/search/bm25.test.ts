import { describe, expect, it } from "vitest";
import { type Corpus, idf, LEX, lex, NO_CORPUS, saturation } from "../../src/search/words/bm25.js";

const corpus = (size: number, averageLength: number, frequencies: Record<string, number>): Corpus => ({
  size,
  averageLength,
  documentFrequency: (term) => frequencies[term] ?? 0,
});

describe("idf", () => {
  it("is smoothed as ln(1 + (N - df + 0.5) / (df + 0.5))", () => {
    expect(idf(10, 1)).toBeCloseTo(Math.log(1 + 9.5 / 1.5), 12);
    expect(idf(2, 2)).toBeCloseTo(Math.log(1 + 0.5 / 2.5), 12);
  });
});

describe("saturation", () => {
  it("has k1 1.5 and b 0.75", () => {
    expect(saturation(1, 10, 10, LEX)).toBeCloseTo(2.5 / 2.5, 12);
    expect(saturation(2, 20, 10, LEX)).toBeCloseTo((2 * 2.5) / (2 + 1.5 * (0.25 + 1.5)), 12);
  });
});

describe("lex", () => {
  it("is the mean of both directions, each divided by the text against itself", () => {
    // a: alpha beta; b: alpha gamma gamma. N = 1 + 2, df: alpha 1 + 2, beta 1, gamma 1.
    const known = corpus(1, 4, { alpha: 1 });
    const average = (4 + 2 + 3) / 3;
    const weight = (df: number) => Math.log(1 + (3 - df + 0.5) / (df + 0.5));
    const worth = (tf: number, length: number) => (tf * 2.5) / (tf + 1.5 * (0.25 + (0.75 * length) / average));
    const ab = weight(3) * worth(1, 3);
    const aa = weight(3) * worth(1, 2) + weight(1) * worth(1, 2);
    const ba = weight(3) * worth(1, 2);
    const bb = weight(3) * worth(1, 3) + weight(1) * worth(2, 3);
    expect(lex("alpha beta", "alpha gamma gamma", known)).toBeCloseTo((ab / aa + ba / bb) / 2, 12);
  });

  it.each([
    ["the same words", "pin the version", "Pin the versions", 1],
    ["no word in common", "pin the version", "announce downtime", 0],
    ["nothing to compare", "", "announce downtime", 0],
    ["stop words alone", "the of and", "the of and", 0],
  ])("%s", (_, a, b, expected) => expect(lex(a, b, NO_CORPUS)).toBeCloseTo(expected, 12));

  it("weighs a rare shared word more than a common one", () => {
    const known = corpus(100, 3, { kernel: 80, lockfil: 1 });
    expect(lex("lockfile one two", "lockfile three four", known)).toBeGreaterThan(
      lex("kernel one two", "kernel three four", known),
    );
  });
});
