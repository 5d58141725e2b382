import { describe, expect, it } from "vitest";
import { type ApprovalCheck, checkApproval, contentsOf } from "../../src/rules/policy/approval-check.js";
import type { Evidence } from "../../src/rules/policy/evidence.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import type { Operation } from "../../src/rules/policy/version.js";
import { CAPS, cor, evidence, ins, sessions } from "./facts.js";

const held = (tail: string, more: Partial<Evidence> = {}) =>
  evidence(cor(tail), { held: "2026-02-08T09:00:00Z", ...more });

function op(ids: readonly string[], more: Partial<Operation> = {}): Operation {
  return {
    op: "add",
    target: "SOUL.md",
    text: "Settle the case",
    ids,
    reason: "held",
    because: "It held.",
    evidence: "",
    tier: "self",
    support: 1,
    ...more,
  };
}

const rule = (text: string, ids: readonly string[] = [], more: Partial<Rule> = {}): Rule => ({
  target: "SOUL.md",
  text,
  ids,
  since: "0001-K7Q2X",
  ...more,
});

function bound(operations: readonly Operation[], known: readonly Evidence[], more: Partial<ApprovalCheck> = {}) {
  const behind = new Map(known.map((one) => [one.id, one]));
  const contents = contentsOf(operations, behind);
  const { holding, fallen } = checkApproval({
    operations,
    behind,
    contents,
    rules: [],
    caps: CAPS,
    fileChars: 12_000,
    ...more,
  });
  return { holding, fallen, because: fallen.map((one) => one.because) };
}

describe("an operation that brings or changes a line", () => {
  it("holds while nothing changed", () => {
    const a = held("A0001");
    expect(bound([op([a.id])], [a])).toMatchObject({ holding: [{ ids: [a.id] }], fallen: [] });
  });

  it("falls with any word of its author, and not with what tenet writes", () => {
    const a = held("A0001");
    const contents = contentsOf([op([a.id])], new Map([[a.id, a]]));
    const other = { ...a, entry: { ...a.entry, at_risk: "Something else" } } as Evidence;
    expect(bound([op([a.id])], [other], { contents }).because).toEqual([
      `${a.id} was changed since this was proposed.`,
    ]);
    const seen = {
      ...a,
      entry: { ...a.entry, seen: 3, status: "promoted", linked: ["INS-20260201-B0002"] },
    } as Evidence;
    expect(bound([op([a.id])], [seen], { contents }).because).toEqual([]);
  });

  it("binds to every entry behind it", () => {
    const [a, b] = [held("A0001"), held("B0002")];
    const both = op([a.id, b.id]);
    const contents = contentsOf([both], new Map([a, b].map((one) => [one.id, one])));
    expect(Object.keys(contents)).toEqual([a.id, b.id]);
    const changed = { ...b, entry: { ...b.entry, context: "on Tuesdays" } } as Evidence;
    expect(bound([both], [a, changed], { contents }).because).toEqual([`${b.id} was changed since this was proposed.`]);
  });

  it("without a record of what it was proposed on, it is judged by its standing alone", () => {
    const a = held("A0001");
    expect(bound([op([a.id])], [a], { contents: {} }).because).toEqual([]);
  });

  it("3 of 3 sessions hold, 2 fall", () => {
    for (const count of [3, 2]) {
      const used = evidence(ins("U0001"), { sessions: sessions(count, "worked"), held: undefined });
      const applied = op([used.id], { reason: "applied", target: "memory/core/procedures.md" });
      expect(bound([applied], [used]).because).toEqual(
        count === 3 ? [] : [expect.stringMatching(/no longer qualifies \(worked in 2 of 3 sessions/)],
      );
    }
  });

  it.each<[string, Partial<Evidence>, RegExp]>([
    ["undecided beside another", { blockedBy: ["COR-20260201-X0009"] }, /open question beside COR-20260201-X0009/],
    ["failed since it held", { failed: "2026-02-09T09:00:00Z" }, /failed since/],
    ["external, unseen by a person", { tier: "external" }, /outside/],
    ["superseded", { entry: cor("A0001", { status: "superseded" }) }, /superseded/],
    ["forgotten", { entry: cor("A0001", { status: "forgotten" }) }, /forgotten/],
    ["rejected", { entry: cor("A0001", { review: { state: "rejected" } }) }, /rejected/],
    ["sensitive", { entry: cor("A0001", { review: { state: "sensitive" } }) }, /sensitive/],
    ["waiting for a review again", { entry: cor("A0001", { review: { state: "needs_review" } }) }, /not approved/],
    ["wrong", { entry: cor("A0001", { outcome: "invalidated" }) }, /wrong/],
  ])("%s: falls", (_, more, says) => {
    expect(bound([op(["COR-20260201-A0001"])], [held("A0001", more)]).because).toEqual([expect.stringMatching(says)]);
  });

  it("a rule that is only said again has nothing to prove", () => {
    const a = evidence(cor("A0001"), { failed: "2026-02-09T09:00:00Z" });
    expect(bound([op([a.id], { op: "update", reason: "repeated" })], [a]).because).toEqual([]);
  });

  it("an entry that left the tree takes it along", () => {
    expect(bound([op(["COR-20260201-GONE1"])], []).because).toEqual(["COR-20260201-GONE1 is no longer in the tree."]);
  });

  it("what was in force before, or is a person's: its grounds are no question", () => {
    for (const reason of ["joined", "edited", "returned", "rolled-back"] as const)
      expect(bound([op(["COR-20260201-GONE1"], { reason })], []).because).toEqual([]);
  });
});

describe("an operation that takes a line out", () => {
  const gone = evidence({ ...cor("A0001"), status: "superseded" } as never);
  const leaves = op([gone.id], { op: "delete", reason: "superseded" });

  it("holds while its ground is gone, and falls when it counts again", () => {
    expect(bound([leaves], [gone]).because).toEqual([]);
    expect(bound([leaves], [held("A0001")]).because).toEqual([expect.stringMatching(/carries it again/)]);
  });

  it("for want of room: one for each new rule that still comes", () => {
    const rules = Array.from({ length: 10 }, (_, at) => rule(`Rule ${at}`, [`COR-20260201-R000${at}`]));
    const evict = (at: number) =>
      op([`COR-20260201-R000${at}`], { op: "delete", reason: "evicted", text: `Rule ${at}` });
    const [a, b] = [held("A0001"), held("B0002")];
    const add = (one: Evidence) => op([one.id], { text: `Settle ${one.id}` });
    const operations = [evict(0), evict(1), add(a), add(b)];
    expect(bound(operations, [a, b], { rules }).because).toEqual([]);
    const lost = bound(operations, [a], { rules });
    expect(lost.holding.map(({ op: what }) => what)).toEqual(["delete", "add"]);
    expect(lost.because).toEqual([`${b.id} is no longer in the tree.`, "SOUL.md has room for it again."]);
    expect(bound(operations, [], { rules }).holding).toEqual([]);
  });
});
