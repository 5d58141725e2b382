/** `--since` counts what happened in it: the very moment at which it begins included, and not a second earlier. */
import { describe, expect, it } from "vitest";
import { closingOf } from "../../../src/entry/near/closings.js";
import type { History } from "../../../src/report/history.js";
import { reportOf } from "../../../src/report/policy/report-of.js";
import type { Report } from "../../../src/report/report-schemas.js";
import type { Version } from "../../../src/store/rules/policy/version.js";
import {
  ago,
  COR,
  correction,
  draft,
  failed,
  held,
  historyOf,
  INS,
  insight,
  LOCAL,
  outcome,
  question,
} from "./histories.js";

const SINCE = 10;
const ONE_SECOND = 1 / 86_400;

/** What happened so many days ago, to what is older, and how often the report counts it. */
const HAPPENED: Record<string, [made: (days: number) => History, counted: (report: Report) => number | undefined]> = {
  "an answer": [
    (days) => historyOf([correction("A", 40, { stick: held(days) })]),
    ({ retention }) => retention.share.n,
  ],
  "a repeat": [
    (days) => historyOf([correction("A", 40), correction("B", days, { recurrence_of: COR("A") })]),
    ({ retention }) => retention.repeats.numerator,
  ],
  "a lesson that began": [(days) => historyOf([correction("A", days)]), ({ retention }) => retention.first_repeat.n],
  "a rating": [(days) => historyOf([correction("A", days)]), ({ calibration }) => calibration.low.n],
  "a first question that came up": [
    (days) => historyOf([correction("A", days + 3)]),
    ({ outcome_loop }) => outcome_loop.answered.n,
  ],
  "an outcome": [
    (days) => historyOf([insight("I", 40), outcome("O", days, INS("I"), { score: 7 })]),
    ({ outcome_loop }) => outcome_loop.score.n,
  ],
  "what an outcome judges": [
    (days) => historyOf([insight("I", 40), outcome("O", days, INS("I"))]),
    ({ calibration }) => calibration.table.find(({ stakes }) => stakes === "medium")?.wrong.n,
  ],
  "a wording": [
    (days) => historyOf([insight("I", 40, { evolution: [{ at: ago(days), text: "more", agent: "paul" }] })]),
    ({ evolution }) => evolution.by_others.numerator,
  ],
  "a second agent": [
    (days) => historyOf([insight("I", 40, { evolution: [{ at: ago(days), text: "more", agent: "paul" }] })]),
    ({ across_agents }) => across_agents.arrivals.length,
  ],
  "a rule": [
    (days) => {
      const version = {
        id: "0001-AAAAA",
        status: "active",
        created: ago(days),
        rules: [{ ids: [COR("A")], target: "SOUL.md" }],
      };
      const versions = [{ ...version, operations: [], folded: [], supporting: [] } as unknown as Version];
      return historyOf([correction("A", 40)], { versions });
    },
    ({ promotion }) => promotion.time_to_rule.n,
  ],
  "a failure, as a struggle": [
    (days) => historyOf([correction("A", 40, { stick: failed(days) })]),
    ({ struggles }) => struggles.reduce((sum, { total }) => sum + total, 0),
  ],
  "a search": [
    (days) => historyOf([], { local: { ...LOCAL, searches: [{ at: ago(days), found: false }] } }),
    ({ searches }) => searches?.n,
  ],
  "a draft": [(days) => historyOf([draft("D", days, 0.2)]), ({ editing }) => editing.now.n],
  "a question": [
    (days) => {
      const asked = question("Q", days);
      return historyOf([{ ...asked, closed: closingOf(asked, { at: ago(1), how: "answered", by: "ada" }) }]);
    },
    ({ questions }) => questions.answered.n,
  ],
  "an entry of an agent": [
    (days) => historyOf([correction("A", days)]),
    ({ agents }) => agents.reduce((sum, { entries }) => sum + entries, 0),
  ],
  "something of a week": [
    (days) => historyOf([correction("A", days)]),
    ({ weeks }) => weeks.reduce((sum, { corrections }) => sum + corrections, 0),
  ],
};

describe.each(Object.keys(HAPPENED))("%s", (name) => {
  const [made, counted] = HAPPENED[name] as (typeof HAPPENED)[string];
  it.each([
    ["at its very beginning", SINCE, 1],
    ["a second before", SINCE + ONE_SECOND, 0],
  ])("%s", (_, days, count) => {
    const report = reportOf(made(days), { since: new Date(ago(SINCE)) });
    expect(counted(report)).toBe(count);
    expect(counted(reportOf(made(days), {}))).toBe(1);
  });
});

it("a line of the daily log counts to the minute", () => {
  const history = historyOf([], { gate: [{ kind: "logged", day: "2026-03-22", time: "12:00" }] });
  const logged = (since: string) => reportOf(history, { since: new Date(since) }).noise.logged;
  expect([logged("2026-03-22T12:00:00Z"), logged("2026-03-22T12:01:00Z")]).toEqual([1, 0]);
});
