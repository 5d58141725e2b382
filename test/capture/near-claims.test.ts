/** Which known claims a new one is asked about, at every boundary. */
import { describe, expect, it } from "vitest";
import { type Comparable, nearClaims } from "../../src/capture/policy/near-claims.js";

const CUTS = { claim: 0.5, second: 0.6, close: 0.7, lexical: 0.27 };

/** A claim by name: its cosine, that to the prior belief, and its likeness by words. */
const known = (id: string, how: { claim?: number; prior?: number; lex?: number }): Comparable => ({
  id,
  ...(how.claim === undefined ? {} : { claim: how.claim }),
  ...(how.prior === undefined ? {} : { prior: how.prior }),
  lex: () => how.lex ?? 0,
});

const asked = (...all: Comparable[]) => nearClaims(all, CUTS).map(({ id, found, score }) => [id, found, score]);

describe("nearClaims", () => {
  it("the nearest from .50 on", () => {
    expect(asked(known("a", { claim: 0.5 }))).toEqual([["a", "claim", 0.5]]);
    expect(asked(known("a", { claim: 0.4999 }))).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it("the second from .60 on, the third never", () => {
    const first = known("a", { claim: 0.9 });
    expect(asked(known("b", { claim: 0.6 }), first)).toEqual([
      ["a", "claim", 0.9],
      ["b", "claim", 0.6],
    ]);
    expect(asked(first, known("b", { claim: 0.5999 }))).toEqual([["a", "claim", 0.9]]);
    expect(asked(first, known("b", { claim: 0.8 }), known("c", { claim: 0.79 }))).toHaveLength(2);
  });

  it("the nearest to the prior belief from .60 on, one alone", () => {
    expect(asked(known("a", { claim: 0.1, prior: 0.6 }))).toEqual([["a", "prior", 0.6]]);
    expect(asked(known("a", { claim: 0.1, prior: 0.5999 }))).toEqual([]);
    expect(asked(known("a", { claim: 0.1, prior: 0.8 }), known("b", { claim: 0.2, prior: 0.7 }))).toEqual([
      ["a", "prior", 0.8],
    ]);
  });

  it("for one id the prior belief comes before the claim, with the higher score", () => {
    expect(asked(known("a", { claim: 0.9, prior: 0.7 }))).toEqual([["a", "prior", 0.9]]);
    expect(asked(known("a", { claim: 0.4, prior: 0.7 }))).toEqual([["a", "prior", 0.7]]);
  });

  it("at most three: two by the claim, one by the prior belief", () => {
    const all = asked(
      known("a", { claim: 0.9 }),
      known("b", { claim: 0.8 }),
      known("c", { claim: 0.7, prior: 0.95 }),
      known("d", { lex: 0.9 }),
    );
    expect(all.map(([id]) => id).sort()).toEqual(["a", "b", "c"]);
  });

  it("by words from .27 on, and only where there is no cosine", () => {
    expect(asked(known("a", { lex: 0.27 }))).toEqual([["a", "words", 0.27]]);
    expect(asked(known("a", { lex: 0.264 }))).toEqual([]);
    expect(asked(known("a", { claim: 0.3, lex: 0.9 }))).toEqual([]);
    expect(asked(known("a", { lex: 0.5 }), known("b", { lex: 0.6 }))).toEqual([["b", "words", 0.6]]);
  });

  it("beside what was compared by meaning, one of those that could not be", () => {
    expect(asked(known("a", { claim: 0.7 }), known("b", { lex: 0.4 }))).toEqual([
      ["a", "claim", 0.7],
      ["b", "words", 0.4],
    ]);
  });
});
