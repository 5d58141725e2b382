/** How a decision of a log turned out: as its author stated it, else by its score, never by what its words seem to mean. */
import { expect, it } from "vitest";
import { decisionItems, jsonRows } from "../../src/import/policy/formats/decision-log.js";
import type { DraftEntry } from "../../src/import/policy/plan.js";

const outcomeIn = (row: object) => {
  const decision = { decision: "Publish from CI only", stakes: "high: a broken release stays", ...row };
  const text = JSON.stringify(decision);
  const [item] = decisionItems(jsonRows(text), "UTC");
  const plan = item?.judge(text).plan as DraftEntry;
  const { verdict = plan.fields.outcome_note, result, score } = plan.outcome ?? {};
  return [verdict, result, score];
};

it.each([
  [{ outcome: "no outage in 3 months", score: 9 }, "validated", "no outage in 3 months", 9],
  [{ outcome: "Failed twice a week", score: "8/10" }, "validated", "Failed twice a week", 8],
  [{ outcome: "good so far", score: 7 }, "mixed", "good so far", 7],
  [{ outcome: "worked", score: 4 }, "mixed", "worked", 4],
  [{ outcome: "works", score: "3 of 10" }, "invalidated", "works", 3],
  [{ verdict: "Invalidated.", outcome: "worked", score: 9 }, "invalidated", "worked", 9],
  [{ verdict: "**mixed**" }, "mixed", "**mixed**", undefined],
  [{ outcome: "validated" }, "validated", "validated", undefined],
  [{ verdict: "no", outcome: "two outages", score: 2 }, "invalidated", "two outages no", 2],
  [{ score: 10 }, "validated", "10", 10],
])("%j is %s", (row, verdict, result, score) => {
  expect(outcomeIn(row)).toEqual([verdict, result, score]);
});

it.each([
  [{ outcome: "no outage in 3 months" }, "no outage in 3 months"],
  [{ outcome: "✅ worked" }, "✅ worked"],
  [{ verdict: "not validated", outcome: "two outages" }, "two outages\n\nnot validated"],
  [{ outcome: "four of five kept it", score: "4/5" }, "four of five kept it\n\n4/5"],
  [{ outcome: "nearly", score: 8.5 }, "nearly\n\n8.5"],
  [{ outcome: "off the scale", score: 11 }, "off the scale\n\n11"],
])("%j judges nothing and stays as a note", (row, note) => {
  expect(outcomeIn(row)).toEqual([note, undefined, undefined]);
});
