import { describe, expect, it } from "vitest";
import { missingFields, openFields } from "../../src/capture/policy/questions.js";
import { parseRisk, saysNothing, stakesGate } from "../../src/capture/policy/stakes.js";
import type { EntryType } from "../../src/entry/entry.js";

describe("parseRisk", () => {
  it.each<[string, object]>([
    ["high: releases break", { stakes: "high", at_risk: "releases break" }],
    ["LOW - a typo stays", { stakes: "low", at_risk: "a typo stays" }],
    ["high — releases break", { stakes: "high", at_risk: "releases break" }],
    ["high (releases break)", { stakes: "high", at_risk: "releases break" }],
    ["high stakes: releases break", { stakes: "high", at_risk: "releases break" }],
    ["high", { stakes: "high" }],
    ["releases break", { at_risk: "releases break" }],
    ["high latency breaks the API", { at_risk: "high latency breaks the API" }],
    ["highway closes", { at_risk: "highway closes" }],
    ["low: none", { stakes: "low", at_risk: "none" }],
    ["medium: unknown", { stakes: "medium", at_risk: "unknown" }],
    ["unknown hosts connect", { at_risk: "unknown hosts connect" }],
    ["", { at_risk: "none" }],
    ["high: two\nlines", { stakes: "high", at_risk: "two\nlines" }],
  ])("%j", (text, expected) => {
    expect(parseRisk(text)).toEqual(expected);
  });
});

describe("saysNothing", () => {
  it.each(["", "None.", "nothing", "n/a", "idk", "unknown", "whatever", "meh", "not much", "—", "(none)"])(
    "nothing: %j",
    (text) => {
      expect(saysNothing(text)).toBe(true);
    },
  );

  it.each(["nothing works any more", "no one can log in", "none of the tests run", "not sure"])(
    "something: %j",
    (text) => {
      expect(saysNothing(text)).toBe(false);
    },
  );
});

describe("stakesGate", () => {
  const medium = { verdict: "store", stakes: "medium" };
  it.each<[draft: Parameters<typeof stakesGate>[0], gate: object]>([
    [{ type: "insight" }, { verdict: "daily-log" }],
    [
      { type: "insight", stakes: "high", at_risk: "n/a" },
      { verdict: "daily-log", isRiskless: true },
    ],
    [
      { type: "insight", stakes: "low", at_risk: "one project" },
      { verdict: "store", stakes: "low", at_risk: "one project" },
    ],
    [
      { type: "insight", at_risk: "a gap" },
      { ...medium, at_risk: "a gap" },
    ],
    [
      { type: "correction", at_risk: "none", stakes: "high" },
      { verdict: "store", stakes: "high", isRiskless: true },
    ],
    [
      { type: "correction", at_risk: "none" },
      { verdict: "store", stakes: "low", isRiskless: true },
    ],
    [{ type: "correction" }, medium],
    [
      { type: "correction", stakes: "high" },
      { verdict: "store", stakes: "high" },
    ],
    [{ type: "outcome" }, { verdict: "store" }],
    [
      { type: "outcome", stakes: "high", at_risk: "none" },
      { verdict: "store", stakes: "high" },
    ],
  ])("%j: %j", (draft, gate) => {
    expect(stakesGate(draft)).toEqual(gate);
  });
});

describe("openFields", () => {
  const high = { corrected_to: "a", stakes: "high" };
  // All that a person is asked, in that order; the first ones are needed.
  it.each<[type: EntryType, stated: object, open: string[], needed: string[]]>([
    ["correction", {}, ["corrected_to", "at_risk"], ["corrected_to"]],
    ["correction", { corrected_to: "a" }, ["at_risk"], []],
    ["correction", high, ["prior_belief", "at_risk", "behavioral_change"], []],
    ["correction", { ...high, stakes: "medium" }, [], []],
    ["correction", { ...high, stakes: "low" }, [], []],
    ["correction", { corrected_to: "a", at_risk: "a gap" }, [], []],
    ["correction", { corrected_to: "a", prior_belief: "b", at_risk: "none", behavioral_change: "c" }, [], []],
    ["insight", {}, ["insight", "at_risk"], ["insight"]],
    ["insight", { insight: "a", evidence: "b", stakes: "high" }, ["at_risk"], []],
    ["insight", { insight: "a", stakes: "low" }, [], []],
    ["insight", { insight: "a", at_risk: "a gap" }, [], []],
    ["insight", { insight: "a", at_risk: "a gap", stakes: "high" }, ["evidence"], []],
    ["insight", { at_risk: "none" }, ["insight"], ["insight"]],
    ["outcome", { references: [], result: "  ", verdict: "mixed" }, ["references", "result"], ["references", "result"]],
  ])("of a %s with %j", (type, stated, open, needed) => {
    expect(openFields(type, { ...stated }).map(({ field }) => field)).toEqual(open);
    expect(missingFields(type, { ...stated }).map(({ field }) => field)).toEqual(needed);
  });
});
