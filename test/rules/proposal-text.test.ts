import { describe, expect, it } from "vitest";
import { proposalText, wordedBy } from "../../src/rules/edited-wording.js";
import type { Operation } from "../../src/rules/policy/version.js";

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

  const NOBODYS = "no proposed line has these ids";
  it.each([
    ["a line of nobody's", `${TEXT}+ Mine\n`, NOBODYS],
    ["a line twice", `${TEXT}+ Be brief <!-- COR-20260201-A0001 -->\n`, "it stands there twice"],
    ["another sign", TEXT.replace("+ Be", "- Be"), NOBODYS],
    ["an id less", TEXT.replace(" INS-20260201-C0003", ""), NOBODYS],
    ["a line that leaves, worded anew", TEXT.replace("Old rule", "New"), "a line that leaves cannot be worded anew"],
    ["a wrapped line", TEXT.replace("Be brief", "Be\nbrief"), NOBODYS],
    ["prose", `${TEXT}hello\n`, "it is not a proposed line with its ids"],
  ])("%s is refused with its line", (_, text, says) => {
    const answer = wordedBy(ALL, text);
    expect(answer).toMatchObject({ wrong: expect.arrayContaining([{ line: expect.any(Number), message: says }]) });
  });
});
