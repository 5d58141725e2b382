/** When the ground of a rule is gone, and the guard against losing rules. */
import { describe, expect, it } from "vitest";
import type { Evidence } from "../../src/rules/policy/evidence.js";
import { expiryOf } from "../../src/rules/policy/expiry.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import { cor, ended, evidence, ins, ruleOf, sessions, wrong } from "./facts.js";

const used = { sessions: sessions(3) };
const behind = (...all: Evidence[]) => new Map(all.map((one) => [one.id, one]));

describe("a rule leaves", () => {
  const ID = "INS-20260201-AAAA1";
  const reviewed = (state: "needs_review" | "rejected" | "sensitive") =>
    evidence(ins("AAAA1"), { ...used, stands: { status: "active", review: { state } } });
  it.each<[string, Evidence, string | undefined]>([
    ["not while its entry stands", evidence(ins("AAAA1"), used), undefined],
    ["not because its entry failed", evidence(cor("AAAA1"), { failed: "2026-03-01T00:00:00Z" }), undefined],
    ["not because its entry waits for review", reviewed("needs_review"), undefined],
    [
      "when an open question keeps it from the rules",
      evidence(ins("AAAA1"), { ...used, blockedBy: ["COR-20260201-ZZZZ9"] }),
      `unfit An open question beside COR-20260201-ZZZZ9 keeps it from the rules: tenet resolve ${ID} COR-20260201-ZZZZ9`,
    ],
    [
      "when it is superseded",
      ended(ins("AAAA1"), "superseded", "INS-20260301-BBBB2"),
      `superseded ${ID} was superseded by INS-20260301-BBBB2.`,
    ],
    ["when it is forgotten", ended(ins("AAAA1"), "forgotten"), `forgotten ${ID} was forgotten.`],
    ["when it turned out wrong", evidence(ins("AAAA1"), wrong()), `invalidated ${ID} turned out to be wrong.`],
    [
      "when it holds for some files only",
      evidence(ins("AAAA1", { paths: ["packages/api/**"] }), used),
      `unfit ${ID} holds for packages/api/** only.`,
    ],
    ["when it was rejected", reviewed("rejected"), `unfit ${ID} is rejected and may be no rule.`],
    ["when it is sensitive", reviewed("sensitive"), `unfit ${ID} is sensitive and may be no rule.`],
  ])("%s", (_, facts, expected) => {
    const { kind, leaving } = expiryOf(ruleOf(facts), behind(facts)) ?? {};
    const told = leaving && `${leaving.reason} ${leaving.because}`;
    expect([kind, told]).toEqual(expected === undefined ? [undefined, undefined] : ["leaves", expected]);
  });

  it.each(["edited", "forced"] as const)("not for an open question where a person %s it", (how) => {
    const facts = evidence(ins("AAAA1"), { ...used, blockedBy: ["COR-20260201-ZZZZ9"] });
    const rule = ruleOf(facts, { decided_by: { by: "bridget", how, at: "2026-03-01T10:00:00Z" } });
    expect(expiryOf(rule, behind(facts))).toBeUndefined();
  });

  it("when its entry is gone from the tree", () => {
    expect(expiryOf(ruleOf(evidence(ins("AAAA1"))), new Map())?.leaving.reason).toBe("forgotten");
  });

  it("keeps what still qualifies, and goes where the rest does not", () => {
    const lost = ended(ins("AAAA1"), "forgotten");
    const rule = ruleOf(lost, { ids: [lost.id, "INS-20260201-BBBB2"] });
    const strong = evidence(ins("BBBB2"), used);
    const weak = evidence(ins("BBBB2"), { sessions: sessions(2) });
    expect(expiryOf(rule, behind(lost, strong))).toMatchObject({ kind: "shrinks", remaining: [strong.id] });
    expect(expiryOf(rule, behind(lost, weak))).toMatchObject({
      kind: "leaves",
      leaving: { because: expect.stringContaining("What is left does not carry the rule.") },
    });
    const approved: Rule = { ...rule, decided_by: { by: "bridget", how: "approved", at: "2026-02-01T00:00:00Z" } };
    expect(expiryOf(approved, behind(lost, weak))?.kind).toBe("shrinks");
  });
});
