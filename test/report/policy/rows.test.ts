/** Rows by agent, domain and week. */
import { describe, expect, it } from "vitest";
import { reportOf } from "../../../src/report/policy/report-of.js";
import { rowsOf } from "../../../src/report/policy/rows.js";
import { ago, COR, correction, failed, held, historyOf, INS, insight, outcome, says, times } from "./histories.js";

/** Two agents, two domains: paul holds 5 of 5, sybil 1 of 2. 2026-04-01, the present, is a Wednesday. */
const HISTORY = historyOf([
  ...times(5, (at) => correction(`P${at}`, 20, { agent: "paul", domain: "release", stick: held(2) })),
  correction("S1", 20, { domain: "code", stick: held(9) }),
  correction("S2", 20, { domain: "code", stick: failed(9) }),
  correction("S3", 8, { domain: "code", ...says(COR("S2")) }),
  insight("I1", 2, { evolution: [{ at: ago(1), text: "again", agent: "paul" }] }),
  outcome("O1", 1, INS("I1"), { score: 8 }),
]);

const cut = (by: "agent" | "domain" | "week", since?: Date) =>
  rowsOf(HISTORY, { since }, by).map(
    ({ key, entries, corrections, retention: { numerator, denominator, value }, repeats }) => [
      ...[key, entries, corrections, `${numerator} of ${denominator}`, value, repeats.numerator],
    ],
  );

describe("rows", () => {
  it("of agents, the one with most first: an outcome is its agent's", () => {
    expect(cut("agent")).toEqual([
      ["paul", 5, 5, "5 of 5", 1, 0],
      ["sybil", 5, 3, "1 of 2", null, 1],
    ]);
  });

  it("of domains: an outcome without one is of what it judges, and what names none has a row", () => {
    expect(cut("domain")).toEqual([
      ["release", 5, 5, "5 of 5", 1, 0],
      ["code", 3, 3, "1 of 2", null, 1],
      ["(no domain)", 2, 0, "0 of 0", null, 0],
    ]);
  });

  it("of weeks: what happened in each, by its Monday, weeks without anything included", () => {
    expect(cut("week")).toEqual([
      ["2026-03-09", 7, 7, "0 of 0", null, 0],
      ["2026-03-16", 0, 0, "0 of 0", null, 0],
      ["2026-03-23", 1, 1, "1 of 2", null, 1],
      ["2026-03-30", 2, 0, "5 of 5", 1, 0],
    ]);
  });

  it("of what others say: a repeat is the second one's, nobody is asked of the first, a verdict is the entry's own", () => {
    const history = historyOf([
      correction("C1", 20, { agent: "paul", domain: "a" }),
      correction("C2", 10, { domain: "b", ...says(COR("C1")) }),
      insight("I1", 20, { agent: "paul", domain: "a" }),
      outcome("O1", 1, INS("I1"), { domain: "b", verdict: "invalidated" }),
    ]);
    const whole = reportOf(history, {});
    expect([whole.retention.repeats.numerator, whole.outcome_loop.answered.denominator]).toEqual([1, 2]);
    for (const by of ["agent", "domain"] as const)
      expect(
        rowsOf(history, {}, by).map(({ repeats, answered, wrong }) => [
          [repeats.n, repeats.numerator],
          answered.n,
          [wrong.numerator, wrong.n],
        ]),
      ).toEqual([
        [[1, 0], 1, [2, 2]],
        [[1, 1], 1, [0, 0]],
      ]);
  });

  it("of a period: answers and repeats of it alone, and no row for who did nothing in it", () => {
    expect(cut("agent", new Date(ago(5)))).toEqual([["sybil", 2, 0, "0 of 0", null, 0]]);
  });
});
