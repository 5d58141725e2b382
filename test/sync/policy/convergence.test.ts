/** Who had a claim first, who came to it next, how much later, and whether on their own. */
import { describe, expect, it } from "vitest";
import { type ArrivalFact, convergenceOf } from "../../../src/sync/policy/convergence.js";
import fc from "../../properties.js";

const fact = (agent: string, day: number, more: Partial<ArrivalFact> = {}): ArrivalFact => ({
  claim: "m",
  agent,
  entry: `INS-202602${String(day).padStart(2, "0")}-AAAAA`,
  at: `2026-02-${String(day).padStart(2, "0")}T10:00:00Z`,
  ...more,
});

const SHOWN = { from: "amos" };
const LATER = { at: "2026-02-01T12:24:00Z" };

const told = (rows: readonly ArrivalFact[]) =>
  convergenceOf(rows).map(({ arrivals }) =>
    arrivals.map(({ agent, how, lag_days }) => `${agent} ${how} ${lag_days}`).join(", "),
  );

describe("convergenceOf", () => {
  it("tells the example of its description", () => {
    const rows = [
      fact("amos", 16),
      fact("bea", 18),
      fact("carl", 20, { claim: undefined, of: "amos/INS-20260216-AAAAA", from: "amos" }),
      fact("dora", 17, { claim: "w" }),
      fact("dora", 17, { claim: undefined, entry: "copy", of: "bea/INS-20260218-AAAAA", own: "INS-20260217-AAAAA" }),
    ];
    expect(told(rows)).toEqual(["amos first 0, dora independent 1, bea independent 2, carl learned 4"]);
    expect(convergenceOf(rows)[0]).toMatchObject({ claim: "m" });
  });

  it.each<[what: string, rows: ArrivalFact[], told: string[]]>([
    ["nobody", [], []],
    ["one agent", [fact("amos", 1)], []],
    ["one agent twice", [fact("amos", 1), fact("amos", 2)], []],
    ["each once", [fact("amos", 3), fact("amos", 1), fact("bea", 2)], ["amos first 0, bea independent 1"]],
    ["learned: not first by its clock", [fact("amos", 2), fact("bea", 1, SHOWN)], ["amos first 0, bea learned 0"]],
    ["all were shown it", [fact("amos", 2, SHOWN), fact("bea", 1, SHOWN)], ["bea first 0, amos learned 1"]],
    ["at one moment", [fact("bea", 1), fact("amos", 1)], ["amos first 0, bea independent 0"]],
    ["shown and not", [fact("amos", 1), fact("bea", 2, SHOWN), fact("bea", 2)], ["amos first 0, bea independent 1"]],
    ["two hours later", [fact("amos", 1), fact("bea", 1, LATER)], ["amos first 0, bea independent 0.1"]],
    [
      "two claims, the older one first",
      [fact("amos", 5, { claim: "z" }), fact("bea", 6, { claim: "z" }), fact("carl", 1), fact("dora", 2)],
      ["carl first 0, dora independent 1", "amos first 0, bea independent 1"],
    ],
    [
      "four entries of which each is the next one's same",
      [
        fact("amos", 1, { claim: "a" }),
        fact("bea", 2, { claim: undefined, of: "amos/INS-20260201-AAAAA" }),
        fact("carl", 3, { claim: undefined, of: "bea/INS-20260202-AAAAA" }),
        fact("dora", 4, { claim: undefined, of: "carl/INS-20260203-AAAAA" }),
      ],
      ["amos first 0, bea independent 1, carl independent 2, dora independent 3"],
    ],
    [
      "an arrival at what nobody here has read",
      [fact("amos", 1, { claim: undefined, of: "zoe/x" }), fact("bea", 2, { claim: undefined, of: "zoe/x" })],
      ["amos first 0, bea independent 1"],
    ],
  ])("%s", (_what, rows, wanted) => {
    expect(told(rows)).toEqual(wanted);
    expect(told([...rows].reverse())).toEqual(wanted);
  });

  const more = fc.record({
    claim: fc.constantFrom(..."pqrstu"),
    of: fc.constantFrom(undefined, "a/INS-20260201-AAAAA", "b/INS-20260202-AAAAA"),
    from: fc.constantFrom(undefined, "a"),
  });
  const facts = fc.uniqueArray(
    fc.tuple(fc.constantFrom(..."abcd"), fc.integer({ min: 1, max: 9 }), more).map((fields) => fact(...fields)),
    { maxLength: 12, selector: ({ agent, entry }) => `${agent}/${entry}` },
  );

  it("in any order names each agent of a group once, one as the first, and no claim in two groups", () => {
    const orders = facts.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    const whole = fc.property(orders, ([rows, others]) => {
      const claims = convergenceOf(rows);
      expect(convergenceOf(others)).toEqual(claims);
      for (const { arrivals } of claims) {
        expect(arrivals.length).toBeGreaterThan(1);
        expect(new Set(arrivals.map(({ agent }) => agent)).size).toBe(arrivals.length);
        expect(arrivals.filter(({ how }) => how === "first")).toEqual([arrivals[0]]);
        expect(arrivals.every(({ lag_days }) => lag_days >= 0)).toBe(true);
      }
      expect(new Set(claims.map(({ claim }) => claim)).size).toBe(claims.length);
    });
    fc.assert(whole, { numRuns: 300 });
  });

  it("joins a hundred thousand rows of one long chain", { tags: "proof" }, () => {
    const rows = Array.from({ length: 100_000 }, (_, at) =>
      fact(`a${at % 7}`, 1 + (at % 9), { entry: `${at}`, claim: undefined, of: `a${(at + 1) % 7}/${at + 1}` }),
    );
    expect(convergenceOf(rows)).toHaveLength(1);
  });
});
