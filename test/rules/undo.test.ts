import { describe, expect, it } from "vitest";
import { applied } from "../../src/rules/policy/operations.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import { isDecided } from "../../src/rules/policy/rule.js";
import type { Operation } from "../../src/rules/policy/version.js";
import { needsPerson, rulesBefore, undone } from "../../src/rules/versions/three-way.js";

const rule = (text: string, tail: string, more: Partial<Rule> = {}): Rule => ({
  target: "SOUL.md",
  text,
  ids: [`COR-20260201-${tail}`],
  since: "0001-K7Q2X",
  ...more,
});
const base = { reason: "held", because: "It held.", evidence: "a1", tier: "self", support: 1 } as const;
const A = rule("First rule", "A0001");
const B = rule("Second rule", "B0002");
const ADD: Operation = { op: "add", target: "SOUL.md", text: "Third rule", ids: ["COR-20260201-C0003"], ...base };
const CHANGE: Operation = {
  op: "update",
  target: "MEMORY.md",
  from: "SOUL.md",
  text: "First rule, better",
  before: "First rule",
  ids: A.ids,
  ...base,
};
const LEAVE: Operation = { op: "delete", target: "SOUL.md", text: B.text, ids: B.ids, ...base };
const BEFORE = [A, B];
const ID = "0002-M2XBA";
const VERSION = { id: ID, operations: [ADD, CHANGE, LEAVE], rules: applied(BEFORE, [ADD, CHANGE, LEAVE], ID) };
const back = (now: readonly Rule[]) => undone(VERSION, BEFORE, now, { id: "0009-ZZZZZ", because: "Taken back." });
const said = (rules: readonly Rule[]) => rules.map(({ target, text }) => `${target} ${text}`).sort();

describe("taking a version back", () => {
  it("undoes what it added, changed, moved and took out", () => {
    const { rules, operations, undone: what, kept } = back(VERSION.rules);
    expect(said(rules)).toEqual(said(BEFORE));
    expect(operations.map(({ op }) => op).sort()).toEqual(["add", "delete", "update"]);
    expect(operations.every(({ reason, evidence }) => reason === "rolled-back" && evidence === "a1")).toBe(true);
    expect(what).toEqual([ADD, CHANGE, LEAVE]);
    expect(kept).toEqual([]);
  });

  it("works from its operations alone when its base has left the tree", () => {
    const version = { ...VERSION, previous: "0001-K7Q2X" };
    expect(said(rulesBefore(version, { version: () => undefined }))).toEqual(said(BEFORE));
  });
});

describe("who may take a version back", () => {
  const decided = (how: "mode" | "typed" | "edited" | "merge", by = "x", operations: Operation[] = []) => ({
    decided: { by, at: "2026-02-09T09:00:00Z", how },
    operations,
  });
  const removed = { ...ADD, op: "delete" } as Operation;
  const inForce = [rule(ADD.text, "C0003")];
  const needs = (mode: "auto" | "approval" | "curated", version: Parameters<typeof needsPerson>[1], rules = inForce) =>
    needsPerson(mode, version, { operations: [removed] }, rules, isDecided);

  it("anybody what the mode let in, in auto; everything else, and in the other modes, a person", () => {
    for (const mode of ["auto", "approval", "curated"] as const)
      for (const how of ["mode", "typed", "edited", "merge"] as const)
        expect(needs(mode, decided(how)) === undefined, `${mode} ${how}`).toBe(mode === "auto" && how === "mode");
    expect(needs("auto", { operations: [] }), "nobody knows who decided").toBeDefined();
  });

  it.each(["approved", "forced", "edited"] as const)("a person, one of whose rules was %s by one since", (how) => {
    const theirs = inForce.map((one) => ({ ...one, decided_by: { by: "x", how, at: "2026-02-09T09:00:00Z" } }));
    expect(needs("auto", decided("mode"), theirs)).toBe("taking back a person's rule");
  });

  it("of lines by hand and by nobody who is proven: anybody in auto those that came, and none that went", () => {
    expect(needs("auto", decided("edited", "unproven", [ADD]))).toBeUndefined();
    expect(needs("auto", decided("edited", "unproven", [removed]))).toBeDefined();
    expect(needs("approval", decided("edited", "unproven", [ADD]))).toBeDefined();
  });
});
