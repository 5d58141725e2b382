import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/entry/entry.js";
import { weeksOf } from "../../../src/report/policy/weeks.js";
import type { Version } from "../../../src/rules/policy/version.js";
import { ago, COR, correction, failed, held, historyOf, insight, outcome, says, times } from "./histories.js";

// NOW is a Wednesday: its week began on 2026-03-30, 2.5 days before.
const ENTRIES: Entry[] = [
  correction("A", 23, { stick: held(2) }),
  correction("B", 23, { ...says(COR("A")), stick: failed(1) }),
  correction("C", 1),
  insight("D", 2.5),
  outcome("E", 2, COR("A"), { score: 4 }),
  outcome("F", 1, COR("A"), { score: 9, verdict: "invalidated" }),
  outcome("G", 1, COR("A"), { verdict: "mixed" }),
];
const VERSIONS = [
  {
    id: "0001-AAAAA",
    status: "active",
    created: ago(3),
    decided: { by: "auto", at: ago(2) },
    rules: [{ ids: [COR("A")] }],
    ...{ operations: [] },
  },
] as unknown as Version[];
const _weekNames = (entries: readonly Entry[], more: object = {}) =>
  weeksOf(historyOf(entries, more), {}).map(({ week }) => week);

describe("weeks", () => {
  it("count what happened in each, those without anything between them included", () => {
    const none = { corrections: 0, insights: 0, outcomes: 0, held: 0, failed: 0, repeats: 0, promoted: 0, score: null };
    const verdicts = { validated: 0, mixed: 0, invalidated: 0, inconclusive: 0 };
    expect(weeksOf(historyOf(ENTRIES, { versions: VERSIONS }), {})).toEqual([
      { ...none, ...verdicts, week: "2026-03-09", corrections: 2, repeats: 1, failed: 1 },
      { ...none, ...verdicts, week: "2026-03-16" },
      { ...none, ...verdicts, week: "2026-03-23" },
      {
        ...{
          week: "2026-03-30",
          corrections: 1,
          insights: 1,
          outcomes: 3,
          held: 0,
          failed: 1,
          repeats: 0,
          promoted: 1,
          score: null,
        },
        ...{ ...verdicts, validated: 1, mixed: 1, invalidated: 1 },
      },
    ]);
  });

  it("run to today: a tree that was silent for three weeks has them, the running one included", () => {
    const silent = [correction("A", 31), insight("B", 24)];
    expect(
      weeksOf(historyOf(silent), {}).map(({ week, corrections, insights }) => [week, corrections + insights]),
    ).toEqual([
      ["2026-02-23", 1],
      ["2026-03-02", 1],
      ["2026-03-09", 0],
      ["2026-03-16", 0],
      ["2026-03-23", 0],
      ["2026-03-30", 0],
    ]);
    const [late] = [historyOf(silent, { now: new Date("2026-04-05T23:59:59Z") }), historyOf(silent)];
    expect(weeksOf(late, {}).at(-1)?.week).toBe("2026-03-30");
    expect(weeksOf({ ...late, now: new Date("2026-04-06T00:00:00Z") }, {}).at(-1)?.week).toBe("2026-04-06");
    expect(
      weeksOf({ ...late, timezone: "America/New_York", now: new Date("2026-04-06T00:00:00Z") }, {}).at(-1)?.week,
    ).toBe("2026-03-30");
  });

  it("of a period begin with it where the tree is older, silent ones included, and else with the tree", () => {
    const of = (days: number) =>
      weeksOf(historyOf([correction("A", 31), insight("B", 3)]), { since: new Date(ago(days)) }).map(
        ({ week }) => week,
      );
    expect(of(16)).toEqual(["2026-03-16", "2026-03-23", "2026-03-30"]);
    expect(of(300)[0]).toBe("2026-02-23");
    expect(of(2)).toEqual([]);
  });

  it.each([
    [4, null],
    [5, 7],
  ])("have the mean of %i scores: %s", (count, score) => {
    const scored = times(count, (at) => outcome(`S${at}`, 1, COR("A"), { score: 7 }));
    expect(weeksOf(historyOf([correction("A", 2), ...scored, outcome("N", 1, COR("A"))]), {}).at(-1)?.score).toBe(
      score,
    );
  });
});
