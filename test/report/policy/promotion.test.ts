import { describe, expect, it } from "vitest";
import { promotedIn, promotionOf } from "../../../src/report/policy/promotion.js";
import type { Version } from "../../../src/rules/policy/version.js";
import { ago, COR, correction, historyOf, INS, insight, OUT, outcome, says } from "./histories.js";

const version = (number: number, days: number, names: readonly string[], more: object = {}): Version =>
  ({
    id: `000${number}-AAAAA`,
    version: number,
    status: "superseded",
    created: ago(days + 1),
    decided: { by: "auto", how: "mode", at: ago(days) },
    operations: [],
    rules: names.map((name) => ({ text: name, target: "AGENTS.md", since: `000${number}-AAAAA`, ids: [COR(name)] })),
    ...more,
  }) as unknown as Version;

const removed = (reason: string, name: string) => ({ op: "delete", reason, ids: [COR(name)] });

describe("what qualifies", () => {
  it("is promoted or not; what is gone does not count", () => {
    const names = ["A", "B", "C", "D", "E", "F"];
    const versions = [version(1, 5, ["A"], { status: "active" })];
    const qualified = [...names, "GONE"].map(COR);
    const history = historyOf(
      names.map((name) => correction(name, 9)),
      { qualified, versions },
    );
    const told = promotionOf(history, {});
    expect(told.qualified.count).toBe(6);
    expect(told.promoted).toMatchObject({ numerator: 1, n: 6, value: 0.167, entries: [COR("A")] });
  });
});

describe("from birth to rule", () => {
  const names = ["A", "B", "C", "D", "E"];
  // The example of docs/measures.md: born 40 days ago, rules after 2, 4, 10, 20 and 30 days.
  const entries = names.map((name) => correction(name, 40));
  const versions = [2, 4, 10, 20, 30].map((after, at) => version(at + 1, 40 - after, names.slice(0, at + 1)));

  it("is the median of the days to the first version that held it", () => {
    const { time_to_rule } = promotionOf(historyOf(entries, { versions }), {});
    expect(time_to_rule).toMatchObject({ value: 10, n: 5 });
  });
  it("counts rules by when they came into force, its very moment included", () => {
    const history = historyOf(entries, { versions });
    expect(promotionOf(history, { since: new Date(ago(30)) }).time_to_rule.n).toBe(3);
    expect(promotionOf(history, { since: new Date(Date.parse(ago(30)) + 1) }).time_to_rule.n).toBe(2);
  });
  it("leaves out what waits or was turned down, and entries that are gone", () => {
    const others = [
      version(1, 5, ["A"], { status: "pending", decided: undefined }),
      version(2, 4, ["A"], { status: "rejected" }),
      version(3, 3, ["GONE"]),
    ];
    expect(promotedIn(historyOf(entries, { versions: others }))).toEqual([]);
  });
});

describe("what left", () => {
  const versions = [
    version(1, 20, [], {
      operations: [removed("evicted", "A"), removed("rolled-back", "B"), removed("forgotten", "C")],
    }),
    version(2, 10, ["E"], {
      status: "active",
      operations: [removed("edited", "D"), { op: "add", reason: "rolled-back", ids: [COR("E")] }],
    }),
    version(3, 5, [], { status: "pending", decided: undefined, operations: [removed("evicted", "E")] }),
  ];
  const of = (since?: Date) => promotionOf(historyOf([], { versions }), { since });
  it("was evicted or taken back by versions that took effect, in the period", () => {
    expect(of()).toMatchObject({ evicted: { entries: [COR("A")] }, taken_back: { entries: [COR("B"), COR("D")] } });
    expect(of(new Date(ago(10)))).toMatchObject({ evicted: { count: 0 }, taken_back: { entries: [COR("D")] } });
    expect(of().in_force).toBe(1);
  });
});

describe("a rule that names more than one entry, or another one of its lesson", () => {
  const versionOf = (ids: readonly string[]): Version =>
    version(1, 2, [], {
      status: "active",
      operations: [{ op: "add", reason: "held", ids }],
      rules: [{ target: "SOUL.md", text: "Do so", ids, since: "0001-AAAAA" }],
    });
  const lesson = [insight("K", 9), outcome("K1", 4, INS("K"))];

  it.each<[string, Version[], string, boolean]>([
    ["where one names it", [versionOf([COR("A")])], COR("A"), true],
    ["where one names what it repeats", [versionOf([COR("B")])], COR("C"), true],
    ["where one names what repeats it", [versionOf([COR("C")])], COR("B"), true],
    ["where its outcome's lesson is one", [versionOf([OUT("K1"), INS("K")])], INS("K"), true],
    ["not where none is in force", [], COR("A"), false],
    ["not by another lesson's", [versionOf([COR("B")])], COR("A"), false],
  ])("an entry is one %s", (_, versions, id, isRule) => {
    const repeated = [correction("A", 9), correction("B", 9), correction("C", 5, { ...says(COR("B")) })];
    const history = historyOf([...repeated, ...lesson], { versions, qualified: [id] });
    expect(promotionOf(history, {}).promoted.entries).toEqual(isRule ? [id] : []);
  });

  it("an entry became one where the rule says it, not where it only speaks for it, unless it was one before", () => {
    const both = { ...versionOf([OUT("K1"), INS("K")]), version: 2 };
    const became = (...versions: Version[]) => promotedIn(historyOf(lesson, { versions })).map(({ entry }) => entry.id);
    expect(became(both)).toEqual([OUT("K1")]);
    expect(became(versionOf([INS("K")]), both)).toEqual([INS("K"), OUT("K1")]);
  });
});
