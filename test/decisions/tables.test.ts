import { expect, test } from "vitest";
import { CLASSES, type Fields, listsOf, pairsOf } from "./tables.js";

const claimOf = ({ insight, corrected_to, decision }: Fields) => insight ?? corrected_to ?? decision;

test.each(CLASSES)("%s: at least forty pairs, half of them held out, none in both halves", (name) => {
  const [tuned, heldOut] = [pairsOf(name, "pairs"), pairsOf(name, "held-out")];
  expect(tuned.length + heldOut.length).toBeGreaterThanOrEqual(40);
  expect(Math.abs(tuned.length - heldOut.length)).toBeLessThanOrEqual(2);
  const keys = [...tuned, ...heldOut].map((pair) => `${claimOf(pair.known)} | ${claimOf(pair.new)}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test("the lists hold forty captures", () => {
  const all = [...listsOf("pairs"), ...listsOf("held-out")];
  expect(all.flatMap(({ entries }) => entries).length).toBeGreaterThanOrEqual(40);
});
