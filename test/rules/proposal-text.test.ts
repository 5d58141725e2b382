import { describe, expect, it } from "vitest";
import { proposalText, wordedBy } from "../../src/rules/edited-wording.js";
import { lineTroubles } from "../../src/rules/policy/rule-line.js";
import type { Operation } from "../../src/rules/versions/version.js";

const base = { reason: "held", because: "It held.", evidence: "", tier: "self", support: 1 } as const;
const ADD: Operation = { op: "add", target: "SOUL.md", text: "Be brief", ids: ["COR-20260201-A0001"], ...base };
const CHANGE: Operation = {
  op: "update",
  target: "MEMORY.md",
  text: "Pin images",
  before: "Pin",
  ids: ["INS-20260201-B0002", "INS-20260201-C0003"],
  ...base,
};
const LEAVE: Operation = { op: "delete", target: "SOUL.md", text: "Old rule", ids: ["COR-20260201-D0004"], ...base };
const ALL = [ADD, CHANGE, LEAVE];
const TEXT = proposalText("0003-K7Q2X", ALL);

const STRUCTURE = "begins or holds a structure of its own (a list, a heading, a quote, a fence)";
const MARK = "holds a comment mark or a mark of tenet's own";

describe("a line of a rule", () => {
  for (const [text, says] of [
    ["Look first", undefined],
    ["x".repeat(240), undefined],
    ["x".repeat(241), "has 241 characters, 240 at most"],
    ["", "says nothing"],
    [" . ", "says nothing"],
    ["two\nlines", "has several lines"],
    ["a\u2028b", "has several lines"],
    ["a\tb", "holds control characters"],
    ["a <!-- b", MARK],
    ["a --> b", MARK],
    ["- a list", STRUCTURE],
    ["# a heading", STRUCTURE],
    ["1. a step", STRUCTURE],
    ["> a quotation", STRUCTURE],
    ["-5 degrees are cold", undefined],
    ["#4 is fixed", undefined],
    ["use ``` here", STRUCTURE],
  ] as const)
    it(JSON.stringify(text.slice(0, 30)), () => expect(lineTroubles(text)[0]).toBe(says));
});

describe("proposed lines that a person edits", () => {
  it("are all there, by file, and unchanged they are what they were", () => {
    expect(TEXT).toContain("+ Be brief <!-- COR-20260201-A0001 -->");
    expect(TEXT).toContain("~ Pin images <!-- INS-20260201-B0002 INS-20260201-C0003 -->");
    expect(TEXT).toContain("- Old rule <!-- COR-20260201-D0004 -->");
    expect(wordedBy(ALL, TEXT)).toEqual({ operations: ALL, reworded: [], dropped: [] });
    expect(wordedBy(ALL, TEXT.replaceAll("\n", "\r\n"))).toEqual({ operations: ALL, reworded: [], dropped: [] });
  });

  it("a change of words is the person's; a line that is gone is not made", () => {
    const text = TEXT.replace("Be brief", "Be very brief").replace(/^- Old.*\n/m, "");
    expect(wordedBy(ALL, text)).toEqual({
      operations: [{ ...ADD, text: "Be very brief" }, CHANGE],
      reworded: [{ ...ADD, text: "Be very brief" }],
      dropped: [LEAVE],
    });
  });

  for (const [what, text, line, says] of [
    ["a line of nobody's", `${TEXT}+ Mine\n`, /./, "no proposed line has these ids"],
    ["a line twice", `${TEXT}+ Be brief <!-- COR-20260201-A0001 -->\n`, /./, "it stands there twice"],
    ["another sign", TEXT.replace("+ Be", "- Be"), /./, "no proposed line has these ids"],
    ["an id less", TEXT.replace(" INS-20260201-C0003", ""), /./, "no proposed line has these ids"],
    [
      "a line that leaves, worded anew",
      TEXT.replace("Old rule", "New"),
      /./,
      "a line that leaves cannot be worded anew",
    ],
    ["a wrapped line", TEXT.replace("Be brief", "Be\nbrief"), /./, "no proposed line has these ids"],
    ["prose", `${TEXT}hello\n`, /./, "it is not a proposed line with its ids"],
  ] as const) {
    it(`${what} is refused with its line`, () => {
      const answer = wordedBy(ALL, text);
      if (!("wrong" in answer)) throw new Error("it was taken");
      expect(answer.wrong.map(({ message }) => message)).toContain(says);
      expect(String(answer.wrong[0]?.line)).toMatch(line);
    });
  }
});
