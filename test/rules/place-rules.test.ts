/** Weights and caps, at every boundary. */
import { describe, expect, it } from "vitest";
import { type Bounds, type Placeable, placeRules, weightOf, weightOfRule } from "../../src/rules/policy/place-rules.js";
import { ruleLine } from "../../src/rules/policy/rule.js";
import { CAPS, cor, evidence, ins, NOW, ruleOf, sessions } from "./facts.js";

const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

describe("a weight", () => {
  it.each([
    ["today, low, no support", { stakes: "low", support: 0, newest: ago(0) }, 1],
    ["today, medium", { stakes: "medium", support: 0, newest: ago(0) }, 2],
    ["today, high, 3 facts", { stakes: "high", support: 3, newest: ago(0) }, 12],
    ["90 days: half", { stakes: "high", support: 3, newest: ago(90) }, 6],
    ["180 days: a quarter", { stakes: "high", support: 3, newest: ago(180) }, 3],
    ["from the future: as of today", { stakes: "low", support: 1, newest: ago(-400) }, 2],
  ] as const)("%s", (_, weighed, expected) => {
    expect(weightOf(weighed, NOW)).toBeCloseTo(expected, 9);
  });

  it("of a rule takes the highest stakes, the newest support and the most facts of its entries", () => {
    const [a, b] = [
      evidence(cor("AAAA1", { stakes: "high" }), { newest: ago(180) }),
      evidence(ins("BBBB2", { stakes: "low" }), { newest: ago(0), sessions: sessions(2) }),
    ];
    const behind = new Map([a, b].map((one) => [one.id, one]));
    expect(weightOfRule({ ids: [a.id, b.id] }, behind, NOW)).toBeCloseTo(9, 9);
    expect(weightOfRule({ ids: ["COR-20260101-GNE99"] }, behind, NOW)).toBe(0);
  });
});

const rules = (count: number, more: Partial<Placeable> = {}): Placeable[] =>
  Array.from({ length: count }, (_, at) => ({
    rule: ruleOf(evidence(ins(`AAA${String(at + 10)}`)), { target: "SOUL.md" }),
    isSafe: false,
    isPeoples: false,
    tier: "self",
    weight: at + 10,
    ...more,
  }));
const BOUNDS = { caps: CAPS, fileChars: 12_000 };
const outOf = (all: readonly Placeable[], bounds: Bounds = BOUNDS) => [...placeRules(all, bounds).crowded];
const tails = (all: readonly Placeable[], bounds?: Bounds) =>
  outOf(all, bounds).map(([{ rule }]) => rule.ids[0]?.slice(-2));

describe("a file", () => {
  it("holds exactly its cap", () => {
    expect(outOf(rules(10))).toEqual([]);
  });

  it("gives up the weakest beyond it, and says by what weight", () => {
    expect(tails(rules(12))).toEqual(["11", "10"]);
    expect(outOf(rules(12))[1]?.[1].because).toBe(
      "SOUL.md is full (10 rules, 12000 characters), and this one weighs least (10.00).",
    );
  });

  it("gives up the least trusted before the weakest, and says so", () => {
    const [weakest, ...others] = rules(11) as [Placeable, ...Placeable[]];
    const heavy = { ...weakest, tier: "peer", weight: 99 } as const;
    expect(outOf([heavy, ...others])).toEqual([
      [heavy, { because: "SOUL.md is full (10 rules, 12000 characters), and this one is trusted least (peer)." }],
    ]);
    expect(tails([{ ...weakest, tier: "relayed" }, ...others])).toEqual(["11"]);
  });

  it("never gives up one that may not leave, even beyond its cap", () => {
    expect(outOf(rules(12, { isSafe: true }))).toEqual([]);
    const [weakest, ...others] = rules(11) as [Placeable, ...Placeable[]];
    expect(tails([{ ...weakest, isSafe: true }, ...others])).toEqual(["11"]);
    const peoples = rules(10, { isSafe: true, isPeoples: true });
    expect(outOf([weakest, ...peoples])[0]?.[1].because).toMatch(
      /all of them people's: it waits until a person makes room/,
    );
  });

  it("holds exactly so many characters, and lets a short one stay where a long one does not fit", () => {
    const three = rules(3);
    const size = three.reduce((sum, { rule }) => sum + ruleLine(rule).length + 1, 0);
    expect(outOf(three, { ...BOUNDS, fileChars: size })).toEqual([]);
    expect(tails(three, { ...BOUNDS, fileChars: size - 1 })).toEqual(["10"]);
  });
});
