import { describe, expect, it } from "vitest";
import { readEntry } from "../../src/entry/read-entry.js";
import { readInstant } from "../../src/entry/written-forms.js";
import { insight, memory, outcome } from "../store/entries.js";

const INSIGHT: Record<string, unknown> = { ...insight({ insight: "a", evidence: "b", stakes: "high", at_risk: "c" }) };
const { agent: _a, tier: _t, ...OUTCOME } = outcome({ verdict: "mixed" });

const read = (fields: Record<string, unknown>, base: Record<string, unknown> = INSIGHT) => {
  const { entry, troubles } = readEntry({ ...base, ...fields }, { agent: "main" });
  return { entry: entry as Record<string, unknown> | undefined, troubles };
};

describe("what is accepted on reading", () => {
  const at = (timestamp: string) => ({ timestamp });
  const NINE_THIRTY = at("2026-02-14T09:30:00Z");
  const DRIFT = "builds drift";
  const SAID = { at: "2026-02-14T00:00:00Z", tier: "self" };
  const ON_WINDOWS = ["2026-02-14 13:00 — also on Windows", "2026-02-15: and later", "no date"];
  const READ_EVOLUTION = [
    { at: "2026-02-14T13:00:00Z", text: "also on Windows" },
    { at: "2026-02-15T00:00:00Z", text: "and later" },
    { at: "2026-02-14T09:30:00Z", text: "no date" },
    { at: "2026-02-16T00:00:00Z", text: "x" },
  ];
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["nulls and empty values: not said", { context: null, tags: [], domain: "", said: null }, {}],
    ["an old id", { id: "INS-20260215-001" }, { id: "INS-20260215-001" }],
    ["an offset in the timestamp", at("2026-02-14T10:30:00+01:00"), NINE_THIRTY],
    ["a timestamp without offset", at("2026-02-14 09:30"), NINE_THIRTY],
    ["free text in stakes", { stakes: DRIFT, at_risk: null }, { stakes: "medium", at_risk: DRIFT }],
    ["the same beside at_risk", { stakes: DRIFT }, { stakes: "medium", at_risk: `${DRIFT}. c` }],
    ["a level with its reason", { stakes: `High: ${DRIFT}`, at_risk: null }, { stakes: "high", at_risk: DRIFT }],
    ["a level in capitals", { stakes: "LOW" }, { stakes: "low" }],
    ["no stakes at all", { stakes: null }, { stakes: "medium" }],
    ["nothing at risk", { at_risk: null }, { at_risk: undefined }],
    [
      "evolution in lines of text",
      { evolution: [...ON_WINDOWS, { at: "2026-02-16", text: "x" }] },
      { evolution: READ_EVOLUTION },
    ],
    ["nothing in a part of a row", { said: [{ at: "2026-02-14", tier: "self", agent: null }] }, { said: [SAID] }],
    ["a missing tier", { tier: null }, { tier: "self" }],
    ["a missing agent", { agent: null }, { agent: "main" }],
    ["one link without a list", { linked: "COR-20260215-K7Q2X" }, { linked: ["COR-20260215-K7Q2X"] }],
    ["tags in one text", { tags: "ci, npm" }, { tags: ["ci", "npm"] }],
    ["unknown fields, whatever they hold", { x: null, y: { z: [] }, w: "" }, { x: null, y: { z: [] }, w: "" }],
  ])("%s", (_, fields, expected) => {
    const given = read(fields);
    const stays = Object.entries(INSIGHT).filter(([field]) => fields[field] !== null || field in expected);
    expect(given).toEqual({ entry: { ...Object.fromEntries(stays), ...expected }, troubles: [] });
  });

  it("a correction with one fact, and an insight without evidence: what is missing stays missing", () => {
    const bare = { type: "correction", id: "COR-20260215-K7Q2X", timestamp: "2026-02-15T09:00:00Z", corrected_to: "a" };
    const told = read({}, bare);
    expect(told.troubles).toEqual([]);
    const assumed = { agent: "main", tier: "self" };
    expect(told.entry).toEqual({ ...bare, ...assumed, stakes: "medium" });
    const { evidence: _, ...unproven } = INSIGHT;
    expect(readEntry(unproven, { agent: "main" })).toEqual({ entry: unproven, troubles: [] });
    const { troubles } = readEntry({ ...bare, corrected_to: "" }, { agent: "main" });
    expect(troubles).toEqual([{ field: "corrected_to", message: "corrected_to is missing" }]);
  });

  it("paths: one glob for a list of it; one that is not sound breaks the record, with the reason", () => {
    expect(read({ paths: "packages/api/**" })).toMatchObject({ entry: { paths: ["packages/api/**"] }, troubles: [] });
    const { entry, troubles } = read({ paths: ["packages/api/**", "../x"] });
    expect(entry).toBeUndefined();
    const message = 'paths: "../x": it holds . or .. as a folder';
    expect(troubles).toEqual([{ field: "paths", message }]);
  });

  it("what stands there for bare eyes stands apart", () => {
    const copies = { status: "superseded", superseded_by: "COR-20260215-K7Q2X", outcome: "it went well" };
    expect(readEntry({ ...INSIGHT, ...copies }, { agent: "main" })).toEqual({ entry: INSIGHT, copies, troubles: [] });
  });

  it("an outcome needs no stakes", () => {
    expect(read({}, OUTCOME)).toMatchObject({ entry: { agent: "main", tier: "self" }, troubles: [] });
    const rated = { stakes: "medium", at_risk: "a lot", references: ["INS-20260214-M2XBA"] };
    const asText = { stakes: "a lot", references: "INS-20260214-M2XBA" };
    expect(read(asText, OUTCOME)).toMatchObject({ entry: rated, troubles: [] });
  });

  it("any order of fields; what is given stays as it was", () => {
    const uses = [{ at: "2026-02-14", session: "s", result: "cited" }];
    const raw = { ...INSIGHT, stakes: "builds drift", evolution: ["2026-02-14 13:00 — x"], uses };
    const before = structuredClone(raw);
    const { entry } = readEntry(raw, { agent: "main" });
    expect(raw).toEqual(before);
    expect(readEntry(Object.fromEntries(Object.entries(raw).reverse()), { agent: "main" }).entry).toEqual(entry);
  });
});

describe("what is broken", () => {
  const useless = { ...INSIGHT, uses: [{ at: "2026-02-14T00:00:00Z", result: "cited" }] };
  it.each<[string, unknown, string | undefined, RegExp]>([
    ["a list", [], undefined, /not a list of `field: value` lines/],
    ["nothing", null, undefined, /not a list/],
    ["no type", { ...INSIGHT, type: undefined }, "type", /type is missing/],
    ["an unknown type", { ...INSIGHT, type: "note" }, "type", /type is "note"/],
    ["no id", { ...INSIGHT, id: undefined }, "id", /id is missing/],
    ["an id that is a path", { ...INSIGHT, id: "../INS-20260214-M2XBA" }, "id", /id is/],
    ["an id that is a number", { ...INSIGHT, id: 7 }, "id", /id is 7/],
    ["an id of another type", { ...INSIGHT, id: "COR-20260214-M2XBA" }, "id", /another type/],
    ["no claim", { ...INSIGHT, insight: null }, "insight", /insight is missing/],
    ["an unknown tier", { ...INSIGHT, tier: "boss" }, "tier", /tier/],
    ["a score out of range", { ...OUTCOME, score: 11 }, "score", /score/],
    ["an outcome about nothing", { ...OUTCOME, references: [] }, "references", /references is missing/],
    ["a timestamp in words", { ...INSIGHT, timestamp: "yesterday" }, "timestamp", /timestamp/],
    ["a day that does not exist", { ...INSIGHT, timestamp: "2026-02-30T00:00:00Z" }, "timestamp", /timestamp/],
    ["a use without its session", useless, "uses", /uses\.0\.session/],
    ["a link that is no id", { ...INSIGHT, linked: ["k7q2x"] }, "linked", /linked\.0/],
    ["a map where text belongs", { ...INSIGHT, insight: { a: 1 } }, "insight", /insight/],
  ])("%s", (_, raw, field, says) => {
    const { entry, troubles } = readEntry(raw, { agent: "main" });
    expect(entry).toBeUndefined();
    const message = expect.stringMatching(says);
    expect(troubles[0]).toMatchObject({ message, ...(field && { field }) });
  });
});

it.each<[text: string, at: string | undefined]>([
  ["2026-02-15", "2026-02-15T00:00:00Z"],
  ["2026-02-15 14:02", "2026-02-15T14:02:00Z"],
  ["2026-02-15T14:02:03z", "2026-02-15T14:02:03Z"],
  ["2026-02-15T14:02:03.999Z", "2026-02-15T14:02:03Z"],
  ["2026-02-15T00:30:00+0530", "2026-02-14T19:00:00Z"],
  ["2026-02-15T23:30:00-05:00", "2026-02-16T04:30:00Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"],
  ["2026-02-29T00:00:00Z", undefined],
  ["2026-13-01", undefined],
  ["2026-02-15T25:00:00Z", undefined],
  ["15.02.2026", undefined],
  ["", undefined],
])("the instant %j is %s", (text, at) => {
  expect(readInstant(text)?.at).toBe(at);
});

describe("memories written by hand", () => {
  const { basis: _b, confidence: _c, category: _k, ...bare } = memory();

  it("need no more than what they say, and are as sure as how they became known", () => {
    const said = readEntry(bare, { agent: "main" });
    expect(said.entry).toEqual(memory({ category: "fact" }));
    const { entry } = readEntry({ ...bare, category: "pattern", basis: "inferred" }, { agent: "main" });
    expect(entry).toMatchObject({ confidence: 0.7 });
  });
});
