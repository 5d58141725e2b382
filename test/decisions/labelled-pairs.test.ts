import { expect, test } from "vitest";
import { ANSWERS, background, claimIn, foreignClaims, HALVES, labelledPairs } from "./labelled-pairs.js";

const ALL = HALVES.flatMap((half) => labelledPairs(half));

test("120 pairs and 60 held out, no claim twice in two pairs", () => {
  expect(labelledPairs("pairs").length).toBeGreaterThanOrEqual(120);
  expect(labelledPairs("held-out").length).toBeGreaterThanOrEqual(60);
  const firsts = [...ALL.map(({ first }) => claimIn(first)), ...background().map(claimIn)];
  expect(firsts.filter((claim, at) => firsts.indexOf(claim) !== at)).toEqual([]);
});

test("of each answer there are at least eight in each half", () => {
  for (const half of HALVES)
    for (const answer of ANSWERS)
      expect(labelledPairs(half).filter((pair) => pair.answer === answer).length, answer).toBeGreaterThanOrEqual(8);
});

test("both halves hold the same classes", () => {
  const [tuned, heldOut] = HALVES.map((half) => [...new Set(labelledPairs(half).map((pair) => pair.class))]);
  expect(tuned).toEqual(heldOut);
});

test("twenty claims in letters of other languages", () => {
  expect(new Set(foreignClaims()).size).toBe(20);
});
