import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/entry/entry.js";
import { weeksOf } from "../../../src/report/policy/weeks.js";
import type { Version } from "../../../src/store/rules/policy/version.js";
import { ago, COR, correction, failed, held, historyOf, insight, outcome } from "./histories.js";

// NOW is a Wednesday: its week began on 2026-03-30, 2.5 days before.
const ENTRIES: Entry[] = [
  correction("A", 23, { stick: held(2) }),
  correction("B", 23, { recurrence_of: COR("A"), stick: failed(1) }),
  correction("C", 1, { stick: { verdict: "unknown", at: ago(1) } }),
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
    ...{ operations: [], folded: [COR("A")], supporting: [] },
  },
] as unknown as Version[];
const weekNames = (entries: readonly Entry[], more: object = {}) =>
  weeksOf(historyOf(entries, more), {}).map(({ week }) => week);

describe("weeks", () => {
  it("count what happened in each, those without anything between them included", () => {
    const none = { corrections: 0, insights: 0, outcomes: 0, held: 0, failed: 0, repeats: 0, promoted: 0, score: null };
    const verdicts = { validated: 0, mixed: 0, invalidated: 0, inconclusive: 0 };
    expect(weeksOf(historyOf(ENTRIES, { versions: VERSIONS }), {})).toEqual([
      { ...none, ...verdicts, week: "2026-03-09", corrections: 2, repeats: 1 },
      { ...none, ...verdicts, week: "2026-03-16" },
      { ...none, ...verdicts, week: "2026-03-23" },
      {
        ...{
          week: "2026-03-30",
          corrections: 1,
          insights: 1,
          outcomes: 3,
          held: 1,
          failed: 1,
          repeats: 0,
          promoted: 1,
        },
        ...{ ...verdicts, validated: 1, mixed: 1, invalidated: 1, score: 6.5 },
      },
    ]);
  });

  it("are none where nothing happened, or nothing of it in the period", () => {
    expect(weeksOf(historyOf([]), {})).toEqual([]);
    expect(weekNames([correction("A", -1)])).toEqual([]);
    expect(weeksOf(historyOf(ENTRIES), { since: new Date(ago(2.5)) }).map(({ insights }) => insights)).toEqual([1]);
    expect(weeksOf(historyOf(ENTRIES), { until: new Date(ago(2.5)) })).toHaveLength(1);
  });

  it("begin on the Monday of the clock of the profile", () => {
    const around = [
      correction("A", 0, { timestamp: "2026-03-01T18:10:00Z" }),
      correction("B", 0, { timestamp: "2026-03-01T18:40:00Z" }),
    ];
    expect(weekNames(around, { timezone: "Asia/Kolkata" })).toEqual(["2026-02-23", "2026-03-02"]);
    expect(weekNames(around)).toEqual(["2026-02-23"]);
  });

  it("read an instant with another offset for what it is", () => {
    const [a, b] = ["2026-03-01T23:10:00Z", "2026-03-01T23:10:00-05:00"];
    const both = [correction("A", 0, { timestamp: a }), correction("B", 0, { timestamp: b })];
    expect(weekNames(both)).toEqual(["2026-02-23", "2026-03-02"]);
  });

  it("are at most the last fifty-three", () => {
    const of = (weeks: number) => weekNames([insight("A", 7 * weeks), insight("B", 0)]);
    expect(of(52)).toHaveLength(53);
    expect(of(53)).toHaveLength(53);
    expect(of(53)[0]).toBe(of(52)[0]);
    expect(of(53).at(-1)).toBe("2026-03-30");
  });
});
