import { describe, expect, it } from "vitest";
import { assemble, bodyOf, layerText } from "../../src/context/policy/assemble.js";
import { coreWithin, LAYER_TOKENS, tokensOf, wholeWithin, withinLayers } from "../../src/context/policy/budget.js";
import { isCore, type Layer, type LayerName } from "../../src/context/policy/layer.js";

const layer = (name: LayerName, count: number, length = 60): Layer => ({
  name,
  title: "T",
  items: Array.from({ length: count }, (_, at) => ({
    id: `INS-20260201-A${String(at).padStart(4, "0")}`,
    tier: "self",
    text: "x".repeat(length),
  })),
});
/** Characters of one line of such a layer with its line end. */
const LINE = "\nINS-20260201-A0000 self | ".length + 60;
const HEAD = "T:".length;
const count = (layers: readonly Layer[]) => layers.map(({ items }) => items.length);
const textOf = (layers: readonly Layer[]) => assemble({ layers, says: [], nonce: "0".repeat(12) }).text;

it.each([
  [0, 0],
  [1, 1],
  [4, 1],
  [5, 2],
  [8001, 2001],
])("%s characters are %s tokens", (characters, tokens) => expect(tokensOf("x".repeat(characters))).toBe(tokens));

describe("a layer is cut at the border of the first item that does not fit", () => {
  const fits = Math.floor((LAYER_TOKENS * 4 - HEAD) / LINE);
  it.each([
    [0, 0],
    [1, 1],
    [fits, fits],
    [fits + 1, fits],
    [2 * fits, fits],
  ])("of %s items %s are kept", (items, kept) => {
    const fitted = withinLayers([layer("learnings", items)], {});
    expect(count(fitted)).toEqual([kept]);
    expect(tokensOf(layerText(fitted[0] as Layer))).toBeLessThanOrEqual(LAYER_TOKENS);
  });
});

describe("the whole", () => {
  const all = () => [layer("rules", 5), layer("reinforce", 3), layer("questions", 4)];

  it("keeps everything that fits", () => {
    expect(count(wholeWithin(all(), { total_tokens: 12_000 }, textOf))).toEqual([5, 3, 4]);
  });

  it("is cut from its end, item by item, and never beyond its bound", () => {
    let before = Number.POSITIVE_INFINITY;
    for (let total_tokens = 500; total_tokens >= 120; total_tokens -= 5) {
      const fitted = wholeWithin(all(), { total_tokens }, textOf);
      const [rules = 0, reinforce = 0, questions = 0] = count(fitted);
      const kept = rules + reinforce + questions;
      expect(kept).toBeLessThanOrEqual(before);
      before = kept;
      if (kept > 0) expect(tokensOf(textOf(fitted))).toBeLessThanOrEqual(total_tokens);
      if (questions > 0) expect([rules, reinforce]).toEqual([5, 3]);
      if (reinforce > 0) expect(rules).toBe(5);
    }
  });

  it("a host's bound in characters is hard", () => {
    for (const characters of [9000, 1500, 1200, 1000, 800]) {
      const fitted = wholeWithin(all(), { total_tokens: 12_000, characters }, textOf);
      expect(textOf(fitted).length).toBeLessThanOrEqual(characters);
    }
  });

  it("the core takes two thirds at most, whatever stands beside it", () => {
    const limits = { total_tokens: 12_000, characters: 3000 };
    for (const items of [1, 10, 22, 23, 24, 40]) {
      const alone = coreWithin([layer("rules", items)], limits);
      const beside = coreWithin([layer("rules", items), layer("learnings", 30)], limits);
      expect(bodyOf(alone).length).toBeLessThanOrEqual(2000);
      expect(bodyOf(beside.filter(isCore))).toBe(bodyOf(alone));
      if (items <= 22) expect(count(alone)).toEqual([items]);
    }
  });
});
