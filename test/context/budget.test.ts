import { describe, expect, it } from "vitest";
import { assemble, bodyOf, layerText } from "../../src/context/policy/assemble.js";
import { coreWithin, tokensOf, wholeWithin, withinLayers } from "../../src/context/policy/budget.js";
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
  const exactly = (items: number) => Math.ceil((HEAD + items * LINE) / 4);
  const cases: [string, number, number, number][] = [
    ["nothing fits", 0, 3, 0],
    ["a title alone is nothing", 1, 3, 0],
    ["one less than two need", exactly(2) - 1, 3, 1],
    ["what two need", exactly(2), 3, 2],
    ["what all need", exactly(3), 3, 3],
    ["plenty", 2000, 3, 3],
    ["no items", 2000, 0, 0],
  ];
  for (const [name, layer_tokens, items, kept] of cases) {
    it(name, () => {
      const fitted = withinLayers([layer("learnings", items)], { layer_tokens });
      expect(count(fitted)).toEqual([kept]);
      const [first] = fitted;
      expect(tokensOf(layerText(first as Layer))).toBeLessThanOrEqual(layer_tokens);
    });
  }
});

describe("the whole", () => {
  const all = () => [layer("rules", 5), layer("reinforce", 3), layer("questions", 4)];

  it("keeps everything that fits", () => {
    expect(count(wholeWithin(all(), { layer_tokens: 2000, total_tokens: 12_000 }, textOf))).toEqual([5, 3, 4]);
  });

  it("is cut from its end, item by item, and never beyond its bound", () => {
    let before = Number.POSITIVE_INFINITY;
    for (let total_tokens = 500; total_tokens >= 120; total_tokens -= 5) {
      const fitted = wholeWithin(all(), { layer_tokens: 2000, total_tokens }, textOf);
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
      const fitted = wholeWithin(all(), { layer_tokens: 2000, total_tokens: 12_000, characters }, textOf);
      expect(textOf(fitted).length).toBeLessThanOrEqual(characters);
    }
  });

  it("the core takes two thirds at most, whatever stands beside it", () => {
    const limits = { layer_tokens: 100_000, total_tokens: 12_000, characters: 3000 };
    for (const items of [1, 10, 22, 23, 24, 40]) {
      const alone = coreWithin([layer("rules", items)], limits);
      const beside = coreWithin([layer("rules", items), layer("learnings", 30)], limits);
      expect(bodyOf(alone).length).toBeLessThanOrEqual(2000);
      expect(bodyOf(beside.filter(isCore))).toBe(bodyOf(alone));
      if (items <= 22) expect(count(alone)).toEqual([items]);
    }
  });
});
