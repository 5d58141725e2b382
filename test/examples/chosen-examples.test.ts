import { describe, expect, it } from "vitest";
import type { Edit } from "../../src/entry/entry.js";
import { chosenExamples, exampleLines, isExample } from "../../src/store/examples/policy/chosen-examples.js";
import { addedWords, type ComparedEdit, likeEdits } from "../../src/store/examples/policy/like-edits.js";

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
    distance: 9,
    ratio: 0.6,
    status: "active",
    ...more,
  }) as Edit;

describe("whether an edit is an example", () => {
  it.each<[string, Partial<Edit>, boolean]>([
    ["much is new", { ratio: 0.6 }, true],
    ["just enough is new", { ratio: 0.15 }, true],
    ["a little less", { ratio: 0.14 }, false],
    ["the same", { ratio: 0 }, false],
    ["rejected outright", { final: undefined, ratio: 1 }, true],
    ["a line of their own", { original: undefined, ratio: 1 }, false],
    ["its words were erased", { original: "[erased]", final: undefined, ratio: 1 }, false],
    ["the final ones were redacted", { final: "[redacted]", ratio: 1 }, false],
  ])("%s", (_, fields, expected) => {
    expect(isExample(edit("A", fields))).toBe(expected);
  });
});

describe("which examples are chosen", () => {
  const jane = { scope: "contact:jane" };
  it.each<[string, Edit[], string | undefined, string[]]>([
    ["none of none", [], undefined, []],
    ["three at most, the likeliest first", [edit("A"), edit("B"), edit("C"), edit("D")], undefined, ["A", "B", "C"]],
    ["those that are no examples make room", [edit("A", { ratio: 0.1 }), edit("B"), edit("C")], undefined, ["B", "C"]],
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

describe("words that are added", () => {
  it.each<[string, string, string, string[]]>([
    ["content words alone", "We are closed.", "We are closed on Monday, sorry.", ["monday", "sorry"]],
    [
      "not those that stood there in another form",
      "We book you",
      "We booked you a slot, slots are free",
      ["free", "slot"],
    ],
    ["none where words go", "We are closed, sorry", "closed", []],
  ])("%s", (_, original, final, expected) => {
    expect([...addedWords({ original, final }).values()].sort()).toEqual(expected);
  });
});

describe("three edits that amount to a correction", () => {
  const made = (id: string, session: string, final: string, kind = "tone"): ComparedEdit => ({
    id,
    session,
    kind,
    original: "We are closed.",
    final,
  });
  const SLOT = "We are closed, the next slot is free.";
  it.each<[string, ComparedEdit[], string[] | undefined]>([
    ["none of two", [made("A", "1", SLOT), made("B", "2", SLOT)], undefined],
    [
      "three sessions, like words",
      [made("A", "1", SLOT), made("B", "2", "Take the next slot."), made("C", "3", "Next slot?")],
      ["A", "B", "C"],
    ],
    ["two sessions", [made("A", "1", SLOT), made("B", "2", SLOT), made("C", "2", SLOT)], undefined],
    ["another kind", [made("A", "1", SLOT), made("B", "2", SLOT), made("C", "3", SLOT, "fact")], undefined],
    [
      "one word in common of many",
      [made("A", "1", SLOT), made("B", "2", "Next year."), made("C", "3", "Next door, sorry.")],
      undefined,
    ],
    [
      "one word that is all they add",
      [made("A", "1", "We are closed, sorry."), made("B", "2", "Sorry, closed."), made("C", "3", "closed. Sorry!")],
      ["A", "B", "C"],
    ],
    [
      "the newest of more",
      [
        made("A", "1", "Hello there."),
        made("B", "1", SLOT),
        made("C", "2", SLOT),
        made("D", "3", SLOT),
        made("E", "4", SLOT),
      ],
      ["B", "C", "D"],
    ],
    ["nothing added", [made("A", "1", "closed"), made("B", "2", "closed"), made("C", "3", "closed")], undefined],
  ])("%s", (_, edits, expected) => {
    expect(likeEdits(edits)?.ids).toEqual(expected);
  });
});
