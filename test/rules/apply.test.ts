import { expect, it } from "vitest";
import { applied } from "../../src/rules/policy/operations.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import type { Operation } from "../../src/rules/policy/version.js";

const [ONE, TWO] = ["COR-20260201-A0001", "COR-20260202-B0002"] as const;
const rule = (text: string, ...ids: string[]): Rule => ({ target: "SOUL.md", text, ids, since: "0001-K7Q2X" });
const update = (before: string, text: string, id: string): Operation => ({
  op: "update",
  target: "SOUL.md",
  text,
  before,
  ids: [id],
  reason: "reworded",
  because: "Worded anew.",
  evidence: "",
  tier: "self",
  support: 1,
});

it("two rules of which one takes the other's words stay two, each with its entry", () => {
  const rules = [rule("Look first", TWO), rule("Ask first", ONE)];
  const changes = [update("Look first", "Ask first", TWO), update("Ask first", "Wait first", ONE)];
  const after = applied(rules, changes, "0002-M2XBA");
  expect(after.map(({ text, ids }) => [text, ...ids])).toEqual([
    ["Ask first", TWO],
    ["Wait first", ONE],
  ]);
});
