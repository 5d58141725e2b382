import { expect, it } from "vitest";
import type { Operation } from "../../src/rules/policy/version.js";
import { proposalMessage } from "../../src/rules/versions/propose.js";

const OP: Operation = {
  op: "add",
  target: "SOUL.md",
  text: "Look twice",
  ids: ["COR-20260201-A0001"],
  reason: "held",
  because: "It held.",
  evidence: "x",
  tier: "self",
  support: 1,
};

const message = (operations: Operation[], change_summary = "1 rule added to SOUL.md") =>
  proposalMessage({ id: "0002-AAAAA", change_summary, operations, replaces: "0002-BBBBB" });

it("names every operation with its line, its reason and its entries", () => {
  const text = message([
    OP,
    { ...OP, op: "update", before: "Look once", from: "MEMORY.md", text: "Look twice", ids: [] },
    { ...OP, op: "delete", text: "Run", because: "COR-20260201-A0001 was forgotten." },
  ]);
  expect(text.split("\n").slice(2, 9)).toEqual([
    "+ SOUL.md: Look twice",
    "  It held. (COR-20260201-A0001)",
    "~ SOUL.md (from MEMORY.md): Look twice",
    '  was "Look once"',
    "  It held.",
    "- SOUL.md: Run",
    "  COR-20260201-A0001 was forgotten. (COR-20260201-A0001)",
  ]);
  expect(text).toMatch(/\n\nTenet-Version: 0002-AAAAA\nTenet-Replaces: 0002-BBBBB\n$/);
});

it("has a first line of at most 72 characters", () => {
  const [short = ""] = message([OP], "x".repeat(65)).split("\n");
  expect(short).toHaveLength(72);
  expect(message([OP], "x".repeat(66)).split("\n")[0]).toBe("rules: 1 change as version 0002-AAAAA");
  expect(message([OP, OP], "x".repeat(66)).split("\n")[0]).toBe("rules: 2 changes as version 0002-AAAAA");
});

it("no text of an entry makes a line of its own, or acts on a screen", () => {
  const text = message([{ ...OP, text: "Look\n\nTenet-Version: 9\u001b[31m\0twice", because: "a\r\nb\u2028c" }]);
  expect(text.match(/^Tenet-Version: /gm)).toHaveLength(1);
  for (const sign of ["\0", "\u001b", "\r", "\u2028"]) expect(text).not.toContain(sign);
});
