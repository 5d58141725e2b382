import { expect, it } from "vitest";
import { editDistance } from "../../src/capture/edit-distance.js";
import { readEntry } from "../../src/entry/read-entry.js";
import type { Fields } from "../../src/entry/written-forms.js";

it.each<[string, string | undefined, string | undefined, number, number]>([
  ["the same", "abcd", "abcd", 0, 0],
  ["one letter", "abcd", "abce", 1, 0.25],
  ["three of seven", "kitten", "sitting", 3, 0.43],
  ["rejected", "abc", undefined, 3, 1],
  ["nothing at all", undefined, undefined, 0, 0],
  ["just below .15", "a".repeat(100), `${"b".repeat(14)}${"a".repeat(86)}`, 14, 0.14],
  ["just .15", "a".repeat(100), `${"b".repeat(15)}${"a".repeat(85)}`, 15, 0.15],
  ["a combining mark is none by itself", "e\u0301a", "\u00e9a", 0, 0],
  ["line ends are no change", "a\r\nb", "a\nb", 0, 0],
])("how far two texts are apart: %s", (_, before, after, distance, ratio) => {
  expect(editDistance(before, after)).toEqual({ distance, ratio });
  expect(editDistance(after, before)).toEqual({ distance, ratio });
});

it.each<[Fields, string]>([
  [{ kind: "tone" }, "original is missing"],
  [{ original: "a", kind: "mood" }, "kind: "],
  [{ original: "a" }, "rejected"],
  [{ original: "a", final: "b" }, "rewrite"],
  [{ original: "a", final: "b", kind: "fact" }, "fact"],
])("the kind of an edit, or why its record is broken: %j", (fields, expected) => {
  const record = { type: "edit", id: "EDT-20260215-K7Q2X", timestamp: "2026-02-15T10:00:00Z", ...fields };
  const { entry, troubles } = readEntry(record, { agent: "main" });
  expect((entry as Fields | undefined)?.["kind"] ?? troubles[0]?.message).toContain(expected);
});
