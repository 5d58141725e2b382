import { describe, expect, it } from "vitest";
import type { Decision, Entry } from "../../../src/entry/entry.js";
import { outcomeLoopOf } from "../../../src/report/policy/outcome-loop.js";
import {
  ago,
  COR,
  correction,
  failed,
  held,
  historyOf,
  INS,
  idOf,
  insight,
  outcome,
  replaces,
  says,
} from "./histories.js";

const since = (days: number) => ({ since: new Date(ago(days)) });

const decision = (name: string, days: number, more: Partial<Decision> = {}): Decision => ({
  ...{ type: "decision", id: idOf("DEC", name), timestamp: ago(days), agent: "sybil", tier: "owner", status: "active" },
  ...{ situation: `What of ${name}?`, action: "do it", rationale: "it works" },
  ...more,
});

describe("who is asked and answers", () => {
  // The worked example of docs/measures.md: asked on day 3, and with low stakes on day 7.
  const example = [
    insight("I1", 10, { outcome: "validated" }),
    correction("C1", 10, { stick: held(1) }),
    correction("C2", 3, { stakes: "high" }),
    insight("I2", 6, { stakes: "low" }),
    insight("I3", 8, { stakes: "low" }),
    insight("I4", 5, { outcome: "mixed" }),
  ];

  it("three of the five that are old enough", () => {
    const { answered } = outcomeLoopOf(historyOf(example), {});
    expect(answered).toMatchObject({ value: 0.6, numerator: 3, denominator: 5 });
    expect(answered.entries).toEqual([COR("C1"), INS("I1"), INS("I4")]);
    expect(answered.others).toEqual([INS("I3"), COR("C2")]);
  });

  it.each([
    [7, 5],
    [6.9, 3],
    [1, 2],
    [0, 1],
  ])("whose first question came up in the last %f days: %i", (days, n) => {
    expect(outcomeLoopOf(historyOf(example), since(days)).answered.n).toBe(n);
  });

  const second = 1 / 86_400;
  it.each<[string, Entry[], [answered: number, asked: number]]>([
    ["a second too young", [insight("I1", 3 - second)], [0, 0]],
    ["just old enough", [insight("I1", 3)], [0, 1]],
    [
      "old, and imported two days ago",
      [insight("I1", 90, { imported: { at: ago(2), from: "notes", hash: "h" } })],
      [0, 0],
    ],
    ["failed", [correction("C1", 9, { stick: failed(1) })], [1, 1]],
    ["set inconclusive, since nobody answered", [insight("I1", 30)], [0, 1]],
    [
      "inconclusive by an outcome",
      [insight("I1", 30), outcome("O1", 9, INS("I1"), { verdict: "inconclusive" })],
      [1, 1],
    ],
    ["superseded", [insight("I1", 30), insight("I2", 1, replaces(INS("I1")))], [0, 0]],
    ["that waits for a person", [insight("I1", 30, { tier: "external" })], [0, 0]],
    ["a decision with nothing at stake", [decision("D1", 30)], [0, 0]],
    ["a decision with stakes", [decision("D1", 30, { stakes: "high" })], [0, 1]],
    ["an outcome, which is an answer itself", [outcome("O1", 30, INS("I1"))], [0, 0]],
    [
      "a lesson said three times: only the newest",
      [
        correction("C1", 40, { stick: failed(30) }),
        correction("C2", 30, { ...says(COR("C1")) }),
        correction("C3", 20, { ...says(COR("C2")) }),
      ],
      [1, 1],
    ],
    [
      "a lesson whose newest repeat was superseded: the one before",
      [correction("C1", 40, { stick: held(20) }), correction("C2", 30, { ...says(COR("C1")), status: "superseded" })],
      [1, 1],
    ],
  ])("%s", (_, entries, [answered, asked]) => {
    expect(outcomeLoopOf(historyOf(entries), {}).answered).toMatchObject({ numerator: answered, denominator: asked });
  });

  it("never an entry whose days of questions lie where a rule is no longer asked", () => {
    const entries = [insight("I1", 60), insight("I2", 60)];
    const days = { days: [21, 30] };
    expect(outcomeLoopOf(historyOf(entries, { days, rules: [INS("I1")] }), {}).answered).toMatchObject({
      others: [INS("I2")],
    });
  });
});

describe("how it turned out", () => {
  const scored = [9, 7, 8, 6, 10].map((score, at) => outcome(`O${at}`, 5 - at, INS("I1"), { score }));
  const others = [
    outcome("P1", 4, INS("I1"), { verdict: "mixed" }),
    outcome("P2", 3, INS("I1"), { verdict: "invalidated" }),
    outcome("P3", 2, INS("I1"), { verdict: "inconclusive" }),
  ];
  it("is counted by verdict, and the mean of the scores that are stated", () => {
    const { outcomes, validated, mixed, invalidated, inconclusive, score } = outcomeLoopOf(
      historyOf([insight("I1", 9), ...scored, ...others]),
      {},
    );
    expect([outcomes, validated, mixed, invalidated, inconclusive]).toEqual([8, 5, 1, 1, 1]);
    expect(score).toMatchObject({ value: 8, numerator: 40, n: 5, unit: "of 10" });
    // By when it was recorded.
    const told = outcomeLoopOf(historyOf([insight("I1", 9), ...scored, ...others]), since(3));
    expect([told.outcomes, told.validated, told.mixed, told.score.n, told.score.value]).toEqual([5, 3, 0, 3, null]);
  });
});
