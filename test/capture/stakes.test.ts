import { describe, expect, it } from "vitest";
import { fillInStub, missingFields, openFields } from "../../src/capture/policy/questions.js";
import { lowShareWarning, parseRisk, saysNothing, stakesGate } from "../../src/capture/policy/stakes.js";

describe("parseRisk", () => {
  it.each<[string, object]>([
    ["high: releases break", { stakes: "high", at_risk: "releases break" }],
    ["Medium: one project stalls", { stakes: "medium", at_risk: "one project stalls" }],
    ["LOW - a typo stays", { stakes: "low", at_risk: "a typo stays" }],
    ["high, releases break", { stakes: "high", at_risk: "releases break" }],
    ["high — releases break", { stakes: "high", at_risk: "releases break" }],
    ["high (releases break)", { stakes: "high", at_risk: "releases break" }],
    ["high stakes: releases break", { stakes: "high", at_risk: "releases break" }],
    ["high. Releases break", { stakes: "high", at_risk: "Releases break" }],
    ["high:", { stakes: "high" }],
    ["high", { stakes: "high" }],
    ["releases break", { at_risk: "releases break" }],
    ["high latency breaks the API", { at_risk: "high latency breaks the API" }],
    ["low-level drivers break", { at_risk: "low-level drivers break" }],
    ["highway closes", { at_risk: "highway closes" }],
    ["none", { at_risk: "none" }],
    ["low: none", { stakes: "low", at_risk: "none" }],
    ["medium: unknown", { stakes: "medium" }],
    ["not sure", {}],
    ["I don't know.", {}],
    ["???", {}],
    ["idk", {}],
    ["meh, idk", {}],
    ["low: meh", { stakes: "low" }],
    ["meh, the release is late", { at_risk: "meh, the release is late" }],
    ["unknown hosts connect", { at_risk: "unknown hosts connect" }],
    ["", { at_risk: "none" }],
    ["   ", { at_risk: "none" }],
    ["high: two\nlines", { stakes: "high", at_risk: "two\nlines" }],
  ])("%j", (text, expected) => {
    expect(parseRisk(text)).toEqual(expected);
  });

  it("of an insight a doubt is nothing, with a level, too", () => {
    expect(parseRisk("medium: unknown", "insight")).toEqual({ stakes: "medium", at_risk: "none" });
    expect(parseRisk("medium: unknown", "correction")).toEqual({ stakes: "medium" });
    expect(parseRisk("unknown hosts connect", "insight")).toEqual({ at_risk: "unknown hosts connect" });
  });
});

describe("saysNothing", () => {
  it.each([
    "",
    " ",
    "none",
    "None.",
    "NONE!",
    "ｎｏｎｅ",
    "no\u200bne",
    "nothing",
    "Nothing really",
    "nothing at all",
    "nothing at risk",
    "absolutely nothing",
    "there is nothing at stake",
    "n/a",
    "N/A",
    "n / a",
    "n.a.",
    "na",
    "n-a".replace("-", "/"),
    "not applicable",
    "nil",
    "null",
    "undefined",
    "no",
    "nope",
    "no risk",
    "no real risk",
    "No risks at all",
    "zero risk",
    "without any risk",
    "no consequences",
    "it doesn't matter",
    "does not matter",
    "harmless",
    "-",
    "--",
    "—",
    "...",
    '""',
    "(none)",
    "`none`",
    "nichts",
    "keine",
    "kein Risiko",
    "nada",
    "ninguno",
    "sin riesgo",
    "nenhum",
    "rien",
    "niente",
    "无",
    "没有",
    "không",
    "なし",
    "none, n/a",
    "0",
  ])("nothing: %j", (text) => {
    expect(saysNothing(text)).toBe(true);
  });

  it.each([
    "releases break",
    "nothing works any more",
    "no one can log in",
    "none of the tests run",
    "nobody notices the outage",
    "no backups",
    "na\u00efve callers crash",
    "nullable column breaks",
    "unknown",
    "not sure",
    "?",
    "no risk of data loss but the release is late",
    "zero customers can pay",
    "Every build decision.",
    "keine Anmeldung möglich",
    "没有备份就丢数据",
  ])("something: %j", (text) => {
    expect(saysNothing(text)).toBe(false);
  });
});

describe("stakesGate", () => {
  it("sends an insight without risk to the daily log", () => {
    expect(stakesGate({ type: "insight", at_risk: "none" }).verdict).toBe("daily-log");
    expect(stakesGate({ type: "insight", stakes: "high", at_risk: "n/a" }).verdict).toBe("daily-log");
    expect(stakesGate({ type: "insight" }).verdict).toBe("daily-log");
  });

  it("stores an insight with something at risk", () => {
    const gate = stakesGate({ type: "insight", stakes: "medium", at_risk: "one project" });
    expect(gate).toMatchObject({ verdict: "store", stakes: "medium", at_risk: "one project" });
  });

  it("stores a correction without risk, as low, with the finding", () => {
    expect(stakesGate({ type: "correction", at_risk: "none", stakes: "high" })).toMatchObject({
      verdict: "store",
      stakes: "low",
      finding: "stakes-empty",
    });
  });

  it("stores a correction of which nobody says how bad it is, as medium, with the finding", () => {
    const medium = { verdict: "store", stakes: "medium", finding: "stakes-not-stated" };
    expect(stakesGate({ type: "correction" })).toEqual(medium);
    expect(stakesGate({ type: "correction", at_risk: "a gap" })).toEqual({ ...medium, at_risk: "a gap" });
    expect(stakesGate({ type: "insight", at_risk: "a gap" })).toEqual({ ...medium, at_risk: "a gap" });
    expect(stakesGate({ type: "correction", stakes: "high" })).toEqual({ verdict: "store", stakes: "high" });
  });

  it("stores every outcome as it rates itself", () => {
    expect(stakesGate({ type: "outcome" })).toMatchObject({ verdict: "store" });
    expect(stakesGate({ type: "outcome" }).stakes).toBeUndefined();
    expect(stakesGate({ type: "outcome", stakes: "high", at_risk: "none" }).stakes).toBe("high");
  });
});

describe("openFields", () => {
  const named = (...args: Parameters<typeof openFields>) => openFields(...args).map(({ field }) => field);

  it("needs what holds of a correction, of an insight its claim and what is at risk, and nothing else", () => {
    const needed = (...args: Parameters<typeof openFields>) => missingFields(...args).map(({ field }) => field);
    expect(needed("correction", {})).toEqual(["corrected_to"]);
    expect(needed("correction", { corrected_to: "a" })).toEqual([]);
    expect(needed("insight", {})).toEqual(["insight", "at_risk"]);
    expect(needed("insight", { insight: "a", stakes: "high" })).toEqual(["at_risk"]);
    expect(needed("outcome", {})).toEqual(["references", "result", "verdict"]);
  });

  it("lists all of a type, in the order in which a person is asked", () => {
    expect(named("correction", {})).toEqual(["corrected_to", "prior_belief", "at_risk", "stakes", "behavioral_change"]);
    expect(named("insight", {})).toEqual(["insight", "evidence", "at_risk", "stakes"]);
    expect(named("outcome", {})).toEqual(["references", "result", "verdict"]);
  });

  it("needs no level where nothing is at risk, and of an insight nothing else", () => {
    expect(
      named("correction", { corrected_to: "a", prior_belief: "b", at_risk: "none", behavioral_change: "c" }),
    ).toEqual([]);
    expect(named("insight", { insight: "a", at_risk: "none" })).toEqual([]);
    expect(named("insight", { at_risk: "none" })).toEqual(["insight"]);
  });

  it("takes blanks and empty lists for missing", () => {
    expect(named("outcome", { references: [], result: "  ", verdict: "mixed" })).toEqual(["references", "result"]);
  });

  it("asks for the level alone, or for the sentence alone", () => {
    const rest = { insight: "a", evidence: "b" };
    expect(named("insight", { ...rest, at_risk: "releases break" })).toEqual(["stakes"]);
    expect(named("insight", { ...rest, stakes: "high" })).toEqual(["at_risk"]);
  });

  it("gives a stub with what is stated filled in", () => {
    expect(fillInStub("correction", { prior_belief: 'use "npm i"', stakes: "high", tags: ["ci"] })).toBe(
      [
        "type: correction",
        'corrected_to: "<what holds from now on>"',
        'prior_belief: "use \\"npm i\\""',
        'stakes: "high"',
        'tags: ["ci"]',
      ].join("\n"),
    );
  });
});

describe("lowShareWarning", () => {
  const rated = (low: number, high: number) => [...Array(low).fill("low"), ...Array(high).fill("high")];

  it.each<[low: number, high: number, warns: boolean]>([
    [1, 0, false],
    [10, 0, false],
    [10, 10, false],
    [11, 0, true],
    [11, 9, true],
    [20, 0, true],
    [9, 11, false],
  ])("%i low, %i high", (low, high, warns) => {
    expect(lowShareWarning(rated(low, high)) !== undefined).toBe(warns);
  });

  it("looks at the newest window only, unrated entries apart", () => {
    expect(lowShareWarning([...rated(0, 10), ...rated(11, 0)])).toBeUndefined();
    expect(lowShareWarning([undefined, undefined, ...rated(11, 9)])).toContain("11 of the last 20");
  });
});
