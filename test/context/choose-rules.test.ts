import { describe, expect, it } from "vitest";
import { chosenRules, type WeighedLine } from "../../src/context/policy/choose-rules.js";

const rule = (text: string, more: Partial<WeighedLine> = {}): WeighedLine => ({
  text,
  ids: [`COR-20260201-${text}`],
  target: "MEMORY.md",
  theirs: false,
  isPeoples: false,
  stakes: "medium",
  support: 1,
  newest: "2026-02-01T00:00:00Z",
  ...more,
});
const texts = (rules: readonly WeighedLine[]) => rules.map(({ text }) => text);

describe("which rules are printed", () => {
  const ten = Array.from({ length: 10 }, (_, at) => rule(`R${at}`));

  it("at most so many, at every bound", () => {
    for (const most of [0, 1, 9, 10, 11]) {
      const { chosen, rest } = chosenRules(ten, most);
      expect(chosen).toHaveLength(Math.min(10, most));
      expect(rest).toHaveLength(10 - Math.min(10, most));
    }
  });

  it("by weight: stakes, support, and how new the evidence is", () => {
    const heavier: Partial<WeighedLine>[] = [{ stakes: "high" }, { support: 2 }, { newest: "2026-02-02T00:00:00Z" }];
    for (const more of heavier) {
      const { chosen } = chosenRules([...ten, rule("HEAVY", more)], 1);
      expect(texts(chosen)).toEqual(["HEAVY"]);
    }
    const { rest } = chosenRules([rule("LIGHT", { stakes: "low" }), ...ten], 10);
    expect(texts(rest)).toEqual(["LIGHT"]);
  });

  it("a person's line is never left out for one that is heavier", () => {
    const theirs = rule("THEIRS", { theirs: true, stakes: "low", support: 0, newest: undefined, ids: [] });
    const high = ten.map((one) => ({ ...one, stakes: "high" as const }));
    expect(texts(chosenRules([...high, theirs], 0).chosen)).toEqual(["THEIRS"]);
    expect(texts(chosenRules([...high, theirs], 1).chosen)).toEqual(["THEIRS", "R0"]);
  });

  it("a rule behind which a person stands is not counted, and not left out for a thousand of an agent's", () => {
    const flood = Array.from({ length: 1_000 }, (_, at) =>
      rule(`F${at}`, { target: "SOUL.md", stakes: "high", support: 50 }),
    );
    const owners = Array.from({ length: 10 }, (_, at) =>
      rule(`O${at}`, { isPeoples: true, stakes: "low", support: 0 }),
    );
    const { chosen, rest } = chosenRules([...flood, ...owners], 10);
    expect(texts(chosen)).toEqual([...texts(flood.slice(0, 10)), ...texts(owners)]);
    expect(rest).toHaveLength(990);
  });

  it("what is obeyed first has its place first, however much a later file weighs", () => {
    const heavy = ten.map((one) => ({ ...one, stakes: "high" as const, support: 50 }));
    const soul = rule("SOUL", { target: "SOUL.md", stakes: "low" });
    expect(texts(chosenRules([...heavy, soul], 1).chosen)).toEqual(["SOUL"]);
  });

  it("in the order in which they are obeyed: people, SOUL.md, procedures, MEMORY.md, each from top to bottom", () => {
    const { chosen } = chosenRules(
      [
        rule("M1"),
        rule("M2", { theirs: true }),
        rule("P1", { target: "memory/core/procedures.md", stakes: "high" }),
        rule("S1", { target: "SOUL.md", stakes: "low" }),
        rule("S2", { target: "SOUL.md", stakes: "high" }),
      ],
      10,
    );
    expect(texts(chosen)).toEqual(["M2", "S1", "S2", "P1", "M1"]);
  });
});
