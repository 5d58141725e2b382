import { describe, expect, it } from "vitest";
import { survivalOf, type Watched } from "../../../src/report/policy/survival.js";
import fc from "../../properties.js";

/** `5` is repeated on day 5; `5+` was watched until day 5 without a repeat. */
const watched = (text: string): Watched[] =>
  text
    .split(" ")
    .filter((one) => one !== "")
    .map((one, at) => ({ id: `e${at}`, days: Number.parseFloat(one), repeated: !one.endsWith("+") }));

describe("the share that is kept", () => {
  // As printed in textbooks for the patients on 6-mercaptopurine of Freireich and others (1963), band on the log-log scale.
  it("is the published one for a published set", () => {
    const { keptAfter, median } = survivalOf(
      watched("6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+"),
    );
    const kept = [6, 7, 10, 13, 16, 22, 23].map((day) => {
      const { value, low, high } = keptAfter(day);
      return [day, value, low, high];
    });
    expect(kept).toEqual([
      [6, 0.857, 0.62, 0.952],
      [7, 0.807, 0.563, 0.923],
      [10, 0.753, 0.503, 0.889],
      [13, 0.69, 0.432, 0.849],
      [16, 0.627, 0.368, 0.805],
      [22, 0.538, 0.268, 0.747],
      [23, 0.448, 0.188, 0.68],
    ]);
    expect(median).toBe(23);
  });

  it.each<[string, number | null]>([
    ["", null],
    ["4+ 5+ 5+ 5+", null],
    // Five watched on day 4, two of them repeated: 3/5. Who is watched until then only was watched that day.
    ["4 4 4+ 6+ 9+", 0.6],
    // Watched until the day before: 3 of 5 are left, not 4 of 6; of four alone there is no figure.
    ["3+ 4 4 6+ 9+ 9+", 0.6],
    ["3+ 4 4 6+ 9+", null],
    ["0 1+ 2+ 3+ 4+", null],
    ["0 4+ 4+ 4+ 4+", 0.8],
  ])("of %j on day 4 is %s", (text, value) => {
    expect(survivalOf(watched(text)).keptAfter(4).value).toBe(value);
  });

  it("says nothing for certain where all were repeated", () => {
    // Wilson's upper bound of 0 of 6: z² / (6 + z²).
    expect(survivalOf(watched("4 4 4 4 4 4")).keptAfter(4)).toMatchObject({ value: 0, low: 0, high: 0.39 });
    const last = survivalOf(watched("1 2 3 4 5")).keptAfter(5);
    expect(last).toMatchObject({ value: 0, low: 0 });
    expect(last.high).toBeGreaterThan(0);
  });
});

describe("the median", () => {
  it.each<[string, number | null, string]>([
    ["1 2 3 4", null, "four are too few"],
    ["1 2 3 4 5", 3, "at day 3 two of five are left"],
    ["1 2 3 8+ 8+ 8+", 3, "just half is left"],
    ["1 2 8+ 8+ 8+", null, "more than half is left"],
    ["1+ 2+ 3+ 4+ 5+", null, "nothing was repeated"],
    ["1 2 3 4 5 6 7+ 7+ 7+ 7+ 7+ 7+", 6, "a half as a product of eight fractions"],
    ["", null, "nothing"],
  ])("of %j is %s: %s", (text, median) => {
    expect(survivalOf(watched(text)).median).toBe(median);
  });

  it("is not reached by rounding: 1,001 of 2,001 are left", () => {
    expect(survivalOf(watched(`${"1 ".repeat(1000)}${"9+ ".repeat(1001)}`)).median).toBeNull();
    expect(survivalOf(watched(`${"1 ".repeat(1001)}${"9+ ".repeat(1000)}`)).median).toBe(1);
  });
});

describe("what is kept after a day", () => {
  // The worked example of docs/measures.md.
  const example = watched("2 3+ 5 5+ 8 8 10+ 12+");
  it("is 7/8 × 5/6 after a week, and just half of that after day 8", () => {
    const { keptAfter, median } = survivalOf(example);
    expect([2, 5, 8].map((day) => keptAfter(day).value)).toEqual([0.875, 0.729, 0.365]);
    expect(median).toBe(8);
    expect(keptAfter(7)).toEqual({
      ...{ kind: "share", value: 0.729, numerator: 4, denominator: 6, n: 6, low: 0.276, high: 0.925 },
      ...{ entries: ["e4", "e5", "e6", "e7"], others: ["e0", "e2"] },
    });
  });

  it.each([
    ["1 9+ 9+ 9+ 9+", 1, [4, 5, 0.8]],
    ["1.1 9+ 9+ 9+ 9+", 1, [5, 5, 1]],
    ["7+ 7+ 7+ 7+ 7+", 7, [5, 5, 1]],
    ["6.9+ 7+ 7+ 7+ 7+", 7, [4, 4, null]],
    // Twenty seconds after the seventh day is no longer within seven days, in the share as in what was counted.
    ["7.0002 9+ 9+ 9+ 9+", 7, [5, 5, 1]],
    ["", 7, [0, 0, null]],
    ["3", 7, [0, 1, null]],
    // Whoever was watched for nine days at most tells nothing of thirty, unless nobody stood any more.
    ["1 2 3 4 5 9+ 9+", 30, [0, 0, null]],
    ["1 2 3 4 5", 30, [0, 5, 0]],
  ])("of %j after day %d", (text, day, [numerator, denominator, value]) => {
    expect(survivalOf(watched(text)).keptAfter(day)).toMatchObject({ numerator, denominator, n: denominator, value });
  });

  it("is bounded as a share before the first repeat: five of five prove no more than that", () => {
    expect(survivalOf(watched("9+ 9+ 9+ 9+ 9+")).keptAfter(7)).toMatchObject({ value: 1, low: 0.566, high: 1 });
    expect(survivalOf(watched("9+ 9+ 9+ 9+")).keptAfter(7)).not.toHaveProperty("low");
  });
});

const lives = (one: fc.Arbitrary<boolean>) =>
  fc
    .array(fc.record({ days: fc.integer({ min: 0, max: 60 }), repeated: one }), { maxLength: 60 })
    .map((all) => all.map((life, at): Watched => ({ id: `e${at}`, ...life })));

describe("whatever was watched", () => {
  it("less is kept the later it is, within the band, which lies within 0 and 1", () => {
    fc.assert(
      fc.property(lives(fc.boolean()), (all) => {
        const { keptAfter } = survivalOf(all);
        let before = 1;
        for (const day of [0, 7, 20, 40, 60, 61]) {
          const { value, low = -1, high = 2 } = keptAfter(day);
          if (value === null) continue;
          expect(value).toBeLessThanOrEqual(before);
          expect(0 <= low && low <= value && value <= high && high <= 1).toBe(true);
          before = value;
        }
      }),
    );
  });

  it("without censoring it is the share that is left", () => {
    fc.assert(
      fc.property(lives(fc.constant(true)), fc.nat(70), (all, day) => {
        const left = all.filter(({ days }) => days > day).length;
        const { value, numerator, denominator } = survivalOf(all).keptAfter(day);
        expect([numerator, denominator]).toEqual([left, all.length]);
        if (all.length < 5) expect(value).toBeNull();
        else expect(value).toBeCloseTo(left / all.length, 3);
      }),
    );
  });

  it("a figure is of the entries it names, and lies within its bounds", () => {
    fc.assert(
      fc.property(lives(fc.boolean()), fc.nat(70), (all, day) => {
        const { value, numerator = -1, n, low = 0, high = 0, entries, others = [] } = survivalOf(all).keptAfter(day);
        expect(numerator).toBe(entries.length);
        expect(n).toBe(entries.length + others.length);
        expect(new Set([...entries, ...others]).size).toBe(n);
        if (value !== null) expect(low <= value && value <= high).toBe(true);
      }),
    );
  });
});
