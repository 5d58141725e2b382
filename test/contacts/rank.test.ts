import { describe, expect, test } from "vitest";
import { byFreshness, factWeight, HALF_LIFE_DAYS, MOST_FACTS } from "../../src/recall/policy/rank.js";
import { freshAt } from "../../src/store/contacts/asked-facts.js";

const AT = new Date("2026-08-14T00:00:00Z");
const daysAgo = (days: number) => new Date(AT.getTime() - days * 86_400_000).toISOString();
const said = (days: number, more: object = {}) => ({ id: "MEM-20260214-AAAA1", timestamp: daysAgo(days), ...more });

describe("0.5 ^ (age / 180 days) × confidence", () => {
  test.each([
    [0, 1, 1],
    [90, 1, Math.SQRT1_2],
    [180, 1, 0.5],
    [360, 1, 0.25],
    [0, 0.7, 0.7],
    [180, 0.9, 0.45],
    [180, 0, 0],
    // A record of the future is not older than new.
    [-30, 1, 1],
  ])("%i days, confidence %f: %f", (days, confidence, weight) => {
    expect(factWeight(said(days, { confidence }), AT)).toBeCloseTo(weight, 12);
  });

  test("is as fresh as it was said again or used last", () => {
    const again = { said: [{ at: daysAgo(180), tier: "self" }] };
    const used = { uses: [{ at: daysAgo(0), session: "s2", result: "cited" }] };
    expect(factWeight(said(720, again), AT)).toBeCloseTo(0.5, 12);
    expect(factWeight(said(720, { ...again, ...used }), AT)).toBe(1);
    expect(freshAt(said(10, again))).toBe(Date.parse(daysAgo(10)));
  });

  test("the numbers of the contract", () => {
    expect([HALF_LIFE_DAYS, MOST_FACTS]).toEqual([180, 8]);
  });
});

test("without a question the freshest come first, of two the surer one, then by id", () => {
  const facts = [
    { ...said(2), id: "MEM-20260214-BBBB1" },
    { ...said(1, { confidence: 0.7 }), id: "MEM-20260214-CCCC1" },
    { ...said(1, { confidence: 0.9 }), id: "MEM-20260214-DDDD1" },
    { ...said(2), id: "MEM-20260214-AAAA1" },
  ];
  expect(facts.sort(byFreshness).map(({ id }) => id.slice(-5))).toEqual(["DDDD1", "CCCC1", "AAAA1", "BBBB1"]);
});
