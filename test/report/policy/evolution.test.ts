import { describe, expect, it } from "vitest";
import type { EvolutionItem } from "../../../src/entry/entry.js";
import { evolutionOf } from "../../../src/report/policy/evolution.js";
import { ago, correction, historyOf, INS, insight, says } from "./histories.js";

const item = (days: number, agent?: string, text = `Said ${days} days ago`): EvolutionItem => ({
  at: ago(days),
  text,
  ...(agent === undefined ? {} : { agent }),
});

const since = (days: number) => ({ since: new Date(ago(days)) });

/** As `tenet resolve --same` leaves them. */
const merged = [
  insight("B", 25, { evolution: [item(23, "paul"), item(13, "sybil")] }),
  insight("D", 8, { agent: "paul", ...says(INS("B")) }),
];

describe("threads", () => {
  // The worked example of docs/measures.md.
  const example = historyOf([
    insight("A", 30, { evolution: [item(26, "paul"), item(20, "sybil"), item(12, "paul")] }),
    ...merged,
    insight("C", 10, { near: [{ with: INS("A"), score: 0.9, found: "claim" }] }),
    insight("E", 9),
  ]);

  it("are two, with six items: four by others", () => {
    const { threads, length, by_others } = evolutionOf(example, {});
    expect(threads).toEqual({ count: 2, entries: ["A", "B"].map(INS) });
    expect(length).toMatchObject({ value: null, n: 2, unit: "wordings", entries: ["A", "B"].map(INS) });
    expect(by_others).toMatchObject({ value: 0.667, numerator: 4, denominator: 6 });
    expect(by_others.entries).toEqual(["A", "A", "B", "B"].map(INS));
    expect(by_others.others).toEqual(["A", "B"].map(INS));
  });

  it("converge: one entry came to a known claim, five items grew into one; an open question is neither", () => {
    expect(evolutionOf(example, {}).converging).toMatchObject({
      ...{ value: 0.167, numerator: 1, denominator: 6 },
      ...{ entries: [INS("D")], others: ["A", "A", "A", "B", "B"].map(INS) },
    });
  });

  it.each([
    [26, 2, 6, 1],
    [12, 2, 2, 1],
    [11, 1, 1, 1],
    [8, 1, 1, 1],
    [7, 0, 0, 0],
  ])("since %i days ago: %i threads that grew by %i items, %i entries that converged", (days, threads, items, met) => {
    const told = evolutionOf(example, since(days));
    expect([told.threads.count, told.by_others.n, told.converging?.numerator]).toEqual([threads, items, met]);
  });

  it("count as a whole, whenever they grew", () => {
    const five = ["A", "B", "C", "D", "E"].map((name) => insight(name, 30, { evolution: [item(20), item(1)] }));
    const { length } = evolutionOf(historyOf(five), since(2));
    expect(length).toMatchObject({ value: 3, n: 5 });
  });
});

describe("converging", () => {
  it("is no figure with one agent, whatever it merged, and one as soon as a second tells of insights", () => {
    const alone = ["A", "B", "C", "D", "E"].map((name) => insight(name, 9, { ...says(INS("F")) }));
    const thread = insight("F", 20);
    expect(evolutionOf(historyOf([thread, ...alone]), {})).not.toHaveProperty("converging");
    const others = [correction("C", 3, { agent: "paul" }), thread, ...alone];
    expect(evolutionOf(historyOf(others), {})).not.toHaveProperty("converging");
    const two = evolutionOf(historyOf([thread, ...alone, insight("G", 3, { agent: "paul" })]), {});
    expect(two.converging).toMatchObject({ value: 1, numerator: 5, denominator: 5 });
  });
});

describe("what was merged", () => {
  it("with wordings of its own is one thread with the other: each counts once, and only its first words converged", () => {
    const own = item(6, "ada", "Grown into D");
    const history = historyOf([
      insight("B", 25),
      insight("D", 8, { agent: "paul", ...says(INS("B")), evolution: [own] }),
    ]);
    const { threads, by_others, converging } = evolutionOf(history, {});
    expect(threads.entries).toEqual([INS("B")]);
    expect(by_others).toMatchObject({ numerator: 2, denominator: 2 });
    expect(converging).toMatchObject({ entries: [INS("D")], others: [INS("B")] });
  });
});
