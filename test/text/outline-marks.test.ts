import { describe, expect, it } from "vitest";
import { bar, shareOut, sparkline } from "../../src/text/outline/marks.js";
import { terminalText } from "../../src/text/outline/terminal.js";
import { PLAIN } from "../../src/text/paint.js";

describe("cells shared out", () => {
  it.each([
    [[0, 0], 10, [0, 0]],
    [[], 10, []],
    [[2, 1], 10, [7, 3]],
    [[1000, 1], 10, [9, 1]],
    [[1000, 1, 1, 1], 4, [1, 1, 1, 1]],
    [[5, 1, 1], 2, [2, 0, 0]],
    [[1, 1, 1], 10, [4, 3, 3]],
  ])("%j over %i", (counts, cells, expected) => {
    expect(shareOut(counts, cells)).toEqual(expected);
  });

  it("always fills the bar, and never gives a cell to nothing", () => {
    for (let seed = 1; seed < 400; seed++) {
      const counts = [0, 1, 2, 3].map((at) => (seed * 7919 * (at + 1)) % (at === seed % 4 ? 3 : 97));
      const given = shareOut(counts, 20);
      expect(given.reduce((sum, one) => sum + one, 0)).toBe(counts.some((count) => count > 0) ? 20 : 0);
      expect(given.map((one) => one > 0)).toEqual(counts.map((count) => count > 0));
    }
  });
});

it("tells parts apart by their marks", () => {
  const parts = [
    ["held", 2],
    ["failed", 1],
    ["unknown", 0],
    ["open", 1],
  ] as const;
  const screen = terminalText([{ kind: "bar", label: "", parts }], { ...PLAIN, width: 80, terminal: true });
  expect(screen.split("\n").slice(0, 2)).toEqual([
    `${"█".repeat(12)}${"▒".repeat(6)}${"·".repeat(6)}`,
    "█ 2 held  ▒ 1 failed  ░ 0 unknown  · 1 open",
  ]);
});

it.each([
  [0, 8, 4, ""],
  [8, 8, 4, "████"],
  [9, 8, 4, "████"],
  [1, 8, 4, "▌"],
  [3, 8, 4, "█▌"],
  [1, 1_000_000, 4, "▏"],
  [1, 0, 4, ""],
])("a bar of %d among %d in %d cells", (value, most, cells, drawn) => {
  expect(bar(value, most, cells)).toBe(drawn);
});

it.each([
  [[], 0, 5, ""],
  [[0, 1, 7], 0, 7, "▁▂█"],
  [[0, 1, 700], 0, 700, "▁▂█"],
  [[null, 3, null], 3, 3, "·▁·"],
  [[0, 0], 0, 0, "▁▁"],
  [[2, 6, 10], 2, 10, "▁▅█"],
])("a sparkline of %j from %d to %d", (values, least, most, drawn) => {
  expect(sparkline(values, least, most)).toBe(drawn);
});
