import { describe, expect, it } from "vitest";
import type { Edit } from "../../src/entry/entry.js";
import { chosenExamples, exampleLines, isExample } from "../../src/examples/policy/chosen-examples.js";
import { type CountedEdit, editsOfAKind } from "../../src/examples/policy/edits-of-a-kind.js";

const edit = (id: string, more: Partial<Edit> = {}): Edit =>
  ({
    type: "edit",
    id,
    timestamp: "2026-02-15T10:00:00Z",
    agent: "main",
    tier: "self",
    context: "asks for Sunday",
    original: "We are closed.",
    final: "Monday is free.",
    kind: "approach",
    status: "active",
    ...more,
  }) as Edit;

/** So many of a hundred letters are others. */
const newBy = (letters: number) => ({
  original: "a".repeat(100),
  final: "a".repeat(100 - letters).padStart(100, "b"),
});

describe("whether an edit is an example", () => {
  it.each<[string, Partial<Edit>, boolean]>([
    ["much is new", newBy(60), true],
    ["just enough is new", newBy(15), true],
    ["a little less", newBy(14), false],
    ["the same", newBy(0), false],
    ["rejected outright", { final: undefined }, true],
    ["a line of their own", { original: undefined }, false],
    ["its words were erased", { original: "[erased]", final: undefined }, false],
    ["the final ones were redacted", { final: "[redacted]" }, false],
  ])("%s", (_, fields, expected) => {
    expect(isExample(edit("A", fields))).toBe(expected);
  });
});

describe("which examples are chosen", () => {
  const jane = { scope: "contact:jane" };
  it.each<[string, Edit[], string | undefined, string[]]>([
    ["none of none", [], undefined, []],
    ["three at most, the likeliest first", [edit("A"), edit("B"), edit("C"), edit("D")], undefined, ["A", "B", "C"]],
    ["those that are no examples make room", [edit("A", newBy(10)), edit("B"), edit("C")], undefined, ["B", "C"]],
    [
      "the contact's own first",
      [edit("A"), edit("B"), edit("C"), edit("D", jane), edit("E", jane)],
      "jane",
      ["D", "E", "A"],
    ],
    ["nobody's own where nobody is named", [edit("A"), edit("B", jane)], undefined, ["A", "B"]],
  ])("%s", (_, likeliest, contact, expected) => {
    expect(chosenExamples(likeliest, contact).map(({ id }) => id)).toEqual(expected);
  });
});

describe("the lines of an example", () => {
  it.each<[string, Partial<Edit>, object]>([
    ["asked, wrote, sent", {}, { asked: "asks for Sunday", wrote: "We are closed.", sent: "Monday is free." }],
    ["with the reason", { why: "offer more" }, { sent: "Monday is free.; why: offer more" }],
    ["rejected", { final: undefined }, { sent: "nothing, it was rejected" }],
    ["on one line each", { original: "We\nare\r\nclosed." }, { wrote: "We are closed." }],
    ["of a rule", { context: undefined, target: "SOUL.md" }, { asked: "a rule for SOUL.md" }],
    ["an erased reason is none", { why: "[erased]" }, { sent: "Monday is free." }],
  ])("%s", (_, fields, expected) => {
    expect(exampleLines(edit("A", fields))).toMatchObject(expected);
  });
});

describe("three edits that may amount to a correction", () => {
  const made = (id: string, session: string, kind = "tone"): CountedEdit => ({ id, session, kind });
  it.each<[string, CountedEdit[], string[] | undefined]>([
    ["none of two", [made("A", "1"), made("B", "2")], undefined],
    ["three sessions", [made("A", "1"), made("B", "2"), made("C", "3")], ["A", "B", "C"]],
    ["two sessions", [made("A", "1"), made("B", "2"), made("C", "2")], undefined],
    ["another kind", [made("A", "1"), made("B", "2"), made("C", "3", "fact")], undefined],
    ["the newest of each session", [made("A", "1"), made("B", "1"), made("C", "2"), made("D", "3")], ["A", "C", "D"]],
    [
      "of two kinds the one with the newest",
      [made("A", "1", "fact"), ...["1", "2", "3"].flatMap((n) => [made(`T${n}`, n), made(`F${n}`, n, "fact")])],
      ["A", "F2", "F3"],
    ],
  ])("%s", (_, edits, expected) => {
    expect(editsOfAKind(edits)?.map(({ id }) => id)).toEqual(expected);
  });
});
