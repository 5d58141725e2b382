/** Weights and caps, at every boundary. */
import { describe, expect, it } from "vitest";
import { crowdedOut, weightOfRule } from "../../src/rules/policy/fit.js";
import type { Planned } from "../../src/rules/policy/planned.js";
import { ruleLine } from "../../src/rules/policy/rule.js";
import { weightOf } from "../../src/rules/policy/weight.js";
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

const planned = (count: number): Planned[] =>
  Array.from({ length: count }, (_, at) => {
    const rule = ruleOf(evidence(ins(`AAA${String(at + 10)}`)), { target: "SOUL.md" });
    return {
      rule,
      was: rule,
      operation: { op: "keep", because: "", reason: "held", evidence: "", tier: "self", support: 0, ...rule },
    };
  });
const bounds = (more: Partial<Parameters<typeof crowdedOut>[1]> = {}) => ({
  caps: CAPS,
  fileChars: 12_000,
  weightOf: ({ ids }: { ids: readonly string[] }) => Number(ids[0]?.slice(-2)),
  mayLeave: () => true,
  ...more,
});

describe("a file", () => {
  it("holds exactly its cap", () => {
    expect(crowdedOut(planned(10), bounds())).toEqual([]);
  });

  it("gives up the weakest beyond it, and says by what weight", () => {
    const out = crowdedOut(planned(12), bounds());
    expect(out.map(({ planned: { rule } }) => rule.ids[0]?.slice(-2))).toEqual(["11", "10"]);
    expect(out[1]?.because).toBe("SOUL.md is full (10 rules, 12000 characters), and this one weighs least (10.00).");
  });

  it("never gives up one that may not leave, even beyond its cap", () => {
    expect(crowdedOut(planned(12), bounds({ mayLeave: () => false }))).toEqual([]);
    const kept = crowdedOut(planned(11), bounds({ mayLeave: ({ rule }) => rule.ids[0]?.endsWith("10") !== true }));
    expect(kept.map(({ planned: { rule } }) => rule.ids[0]?.slice(-2))).toEqual(["11"]);
  });

  it("holds exactly so many characters, and lets a short one stay where a long one does not fit", () => {
    const rules = planned(3);
    const size = rules.reduce((sum, { rule }) => sum + ruleLine(rule).length + 1, 0);
    expect(crowdedOut(rules, bounds({ fileChars: size }))).toEqual([]);
    expect(
      crowdedOut(rules, bounds({ fileChars: size - 1 })).map(({ planned: { rule } }) => rule.ids[0]?.slice(-2)),
    ).toEqual(["10"]);
  });
});
