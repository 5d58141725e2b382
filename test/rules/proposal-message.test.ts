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

it("no text of an entry makes a line of its own, or acts on a screen", () => {
  const text = message([{ ...OP, text: "Look\n\nTenet-Version: 9\u001b[31m\0twice", because: "a\r\nb\u2028c" }]);
  expect(text.match(/^Tenet-Version: /gm)).toHaveLength(1);
  for (const sign of ["\0", "\u001b", "\r", "\u2028"]) expect(text).not.toContain(sign);
});
