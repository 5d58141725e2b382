import { describe, expect, it } from "vitest";
import { calibrationOf, judgementsOf, wrongAmong } from "../../../src/report/policy/calibration.js";
import { ago, COR, correction, failed, held, historyOf, INS, insight, outcome } from "./histories.js";

const since = (days: number) => ({ since: new Date(ago(days)) });
const [high, low] = [{ stakes: "high" }, { stakes: "low" }] as const;

describe("what came of entries, by level", () => {
  // The worked example of docs/measures.md.
  const example = historyOf([
    insight("H1", 30, high),
    outcome("O1", 9, INS("H1"), { score: 9 }),
    insight("H2", 30, high),
    outcome("O2", 8, INS("H2"), { verdict: "invalidated", score: 2 }),
    correction("H3", 30, { ...high, stick: failed(7) }),
    correction("H4", 30, { ...high, stick: held(6) }),
    insight("H5", 30, high),
    outcome("O5", 5, INS("H5"), { verdict: "mixed", score: 6 }),
    insight("M1", 30),
    insight("L1", 30, low),
    outcome("O6", 4, INS("L1"), { score: 10 }),
    insight("L2", 30, low),
  ]);

  it("two of five rated high went wrong; of medium and low too little is known", () => {
    const { table } = calibrationOf(example, {});
    const none = { validated: 0, mixed: 0, invalidated: 0, inconclusive: 0, held: 0, failed: 0 };
    expect(table.map(({ wrong: _, score: __, ...row }) => row)).toEqual([
      { ...none, stakes: "high", entries: 5, validated: 1, mixed: 1, invalidated: 1, held: 1, failed: 1 },
      { ...none, stakes: "medium", entries: 1 },
      { ...none, stakes: "low", entries: 2, validated: 1 },
    ]);
    expect(table.map(({ wrong: { value, numerator, n } }) => [value, numerator, n])).toEqual([
      [0.4, 2, 5],
      [null, 0, 0],
      [null, 0, 1],
    ]);
    expect(table[0]?.wrong.entries).toEqual([COR("H3"), INS("H2")]);
    expect(table[0]?.score).toMatchObject({ value: null, numerator: 17, n: 3 });
    expect(wrongAmong(judgementsOf(example, {}))).toMatchObject({ value: 0.333, numerator: 2, n: 6 });
  });

  it("by when it turned out; rated are those written in the period", () => {
    const { table } = calibrationOf(example, since(7));
    expect(table[0]).toMatchObject({
      entries: 0,
      invalidated: 0,
      failed: 1,
      held: 1,
      mixed: 1,
      wrong: { numerator: 1, n: 3 },
    });
    expect(calibrationOf(example, since(6)).table[0]).toMatchObject({ failed: 0, wrong: { numerator: 0, n: 2 } });
  });

  it.each([
    ["one that proves nothing", ["inconclusive"], [0, 0]],
    ["mixed is not wrong", ["mixed"], [0, 1]],
    ["the newest counts: wrong", ["validated", "invalidated"], [1, 1]],
    ["the newest counts: right after all", ["invalidated", "validated"], [0, 1]],
    ["one that proves nothing takes nothing back", ["invalidated", "inconclusive"], [1, 1]],
  ] as const)("%s", (_, verdicts, [wrong, n]) => {
    const outcomes = verdicts.map((verdict, at) => outcome(`O${at}`, 9 - at, INS("I1"), { verdict }));
    expect(wrongAmong(judgementsOf(historyOf([insight("I1", 30), ...outcomes]), {}))).toMatchObject({
      numerator: wrong,
      n,
    });
  });

  it("what failed went wrong though it was validated before", () => {
    const history = historyOf([correction("C1", 30, { stick: failed(1) }), outcome("O1", 9, COR("C1"))]);
    expect(wrongAmong(judgementsOf(history, {}))).toMatchObject({ numerator: 1, n: 1 });
  });

  it("an outcome on two entries of a level is one outcome, and two entries went wrong by it", () => {
    const both = outcome("O1", 5, INS("I1"), { references: ["I1", "I2"].map(INS), verdict: "invalidated", score: 3 });
    const { table } = calibrationOf(historyOf([insight("I1", 9), insight("I2", 9), both]), {});
    expect(table[1]).toMatchObject({ invalidated: 1, score: { n: 1, numerator: 3 }, wrong: { numerator: 2, n: 2 } });
  });
});
