import { describe, expect, it } from "vitest";
import { editDistance, LONGEST_EDIT, readEdit, tooLongEdit } from "../../../src/entry/near/edit-distance.js";
import { readEntry } from "../../../src/entry/read-entry.js";
import type { Fields } from "../../../src/entry/written-forms.js";

describe("how far two texts are apart", () => {
  it.each<[string, string | undefined, string | undefined, number, number]>([
    ["the same", "abcd", "abcd", 0, 0],
    ["one letter", "abcd", "abce", 1, 0.25],
    ["three of seven", "kitten", "sitting", 3, 0.43],
    ["rejected", "abc", undefined, 3, 1],
    ["nothing at all", undefined, undefined, 0, 0],
    ["just below .15", "a".repeat(100), `${"b".repeat(14)}${"a".repeat(86)}`, 14, 0.14],
    ["just .15", "a".repeat(100), `${"b".repeat(15)}${"a".repeat(85)}`, 15, 0.15],
    ["an emoji is one", "ok 👍", "ok 👎", 1, 0.2],
    ["a combining mark is none by itself", "e\u0301a", "éa", 0, 0],
    ["line ends are no change", "a\r\nb", "a\nb", 0, 0],
  ])("%s", (_, before, after, distance, ratio) => {
    expect(editDistance(before, after)).toEqual({ distance, ratio });
    expect(editDistance(after, before)).toEqual({ distance, ratio });
  });

  it("is found in bearable time for the longest texts, of as many kinds of characters", () => {
    const [one, other] = [0, 1].map((shift) =>
      Array.from({ length: LONGEST_EDIT }, (_, at) =>
        String.fromCodePoint(0x4e00 + ((at * 7 + shift * 3) % LONGEST_EDIT)),
      ).join(""),
    );
    const began = performance.now();
    expect(editDistance(one, other).ratio).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("a text that is too long", () => {
  it.each<[string, Fields, string | undefined]>([
    ["just fits", { original: "a".repeat(LONGEST_EDIT) }, undefined],
    ["one more", { original: "a".repeat(LONGEST_EDIT + 1) }, "original"],
    ["of the final one", { original: "a", final: "b".repeat(LONGEST_EDIT + 1) }, "final"],
    ["of what was asked", { original: "a", context: "b".repeat(LONGEST_EDIT + 1) }, "context"],
    ["emoji count once", { original: "👍".repeat(LONGEST_EDIT) }, undefined],
  ])("%s", (_, fields, field) => {
    expect(tooLongEdit(fields)?.field).toBe(field);
  });
});

const RECORD = { type: "edit", id: "EDT-20260215-K7Q2X", timestamp: "2026-02-15T10:00:00Z", agent: "main" };
const read = (fields: Fields) => readEntry({ ...RECORD, ...fields }, { agent: "main" });

describe("reading a record of an edit", () => {
  it.each<[string, Fields, string]>([
    ["without a text", { kind: "tone" }, "original is missing"],
    ["of an unknown kind", { original: "a", kind: "mood" }, "kind: "],
    ["that is too long", { original: "a".repeat(LONGEST_EDIT + 1) }, "original has 20001 characters (20000 at most)"],
  ])("one %s is broken", (_, fields, message) => {
    const { entry, troubles } = read(fields);
    expect(entry).toBeUndefined();
    expect(troubles[0]?.message).toContain(message);
  });

  it.each<[Fields, string]>([
    [{ original: "a" }, "rejected"],
    [{ original: "a", final: "b" }, "rewrite"],
    [{ original: "a", final: "b", kind: "fact" }, "fact"],
  ])("says what kind it is where nobody did: %j", (stated, kind) => {
    const fields = { ...stated };
    expect(readEdit(fields)).toBeUndefined();
    expect(fields["kind"]).toBe(kind);
  });
});
