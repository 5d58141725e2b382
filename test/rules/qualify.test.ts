/** The five reasons with their order, what blocks them, what is missing: every boundary. */

import { describe, expect, it } from "vitest";
import { inForce } from "../../src/entry/status.js";
import { bringsNews, type Evidence, evidenceHash, supportOf, workedIn } from "../../src/rules/policy/evidence.js";
import { blockersOf, NOT_BY_WORD, outranks, PRECEDENCE, standingOf } from "../../src/rules/policy/qualify.js";
import { approved } from "../approved.js";
import { cor, evidence, ins, LIMITS, sessions, verdict } from "./facts.js";

const HELD = "2026-02-09T09:00:00Z";
const of = (facts: Evidence) => standingOf(facts, LIMITS);
const reason = (facts: Evidence) => {
  const { qualified, blocked } = of(facts);
  return qualified === undefined || blocked.length > 0 ? undefined : `${qualified.reason} ${qualified.target}`;
};

describe("an entry qualifies", () => {
  it.each<[string, Evidence, string | undefined]>([
    ["a correction that held", evidence(cor("AAAA1"), { held: HELD }), "held SOUL.md"],
    ["a correction that has not", evidence(cor("AAAA1")), undefined],
    ["an insight never by holding", evidence(ins("AAAA1"), { held: HELD }), undefined],
    ["2 sessions of use", evidence(ins("AAAA1"), { sessions: sessions(2) }), undefined],
    ["3 sessions of use", evidence(ins("AAAA1"), { sessions: sessions(3) }), "referenced MEMORY.md"],
    [
      "3 sessions of use, with applications",
      evidence(ins("AAAA1", { applications: ["in CI"] }), { sessions: sessions(3) }),
      "referenced memory/core/procedures.md",
    ],
    ["3 sessions of use of a correction", evidence(cor("AAAA1"), { sessions: sessions(3) }), "referenced MEMORY.md"],
    [
      "2 that were of use and one that failed",
      evidence(ins("AAAA1"), { sessions: [...sessions(2), ...sessions(1, "failed", "f")] }),
      undefined,
    ],
    ["2 sessions in which it worked", evidence(ins("AAAA1"), { sessions: sessions(2, "worked") }), undefined],
    [
      "3 sessions in which it worked",
      evidence(ins("AAAA1"), { sessions: sessions(3, "worked") }),
      "applied memory/core/procedures.md",
    ],
    [
      "2 that worked and a validated outcome in another",
      evidence(ins("AAAA1"), { sessions: sessions(2, "worked"), outcomes: [verdict()] }),
      "applied memory/core/procedures.md",
    ],
    [
      "2 that worked and a validated outcome in one of them",
      evidence(ins("AAAA1"), { sessions: sessions(2, "worked"), outcomes: [verdict({ session: "s1" })] }),
      undefined,
    ],
    [
      "2 that worked and a validated outcome where it was written",
      evidence(ins("AAAA1"), { sessions: sessions(2, "worked"), outcomes: [verdict({ session: "birth" })] }),
      undefined,
    ],
    [
      "3 validated outcomes of one session",
      evidence(ins("AAAA1"), { outcomes: ["1", "2", "3"].map((n) => verdict({ id: `OUT-20260210-AAAA${n}` })) }),
      undefined,
    ],
    [
      "a correction that worked in 3 sessions is referenced",
      evidence(cor("AAAA1"), { sessions: sessions(3, "worked") }),
      "referenced MEMORY.md",
    ],
    [
      "score 7 at high stakes",
      evidence(ins("AAAA1", { stakes: "high" }), { outcomes: [verdict({ score: 7 })] }),
      undefined,
    ],
    [
      "score 8 at high stakes",
      evidence(ins("AAAA1", { stakes: "high" }), { outcomes: [verdict({ score: 8 })] }),
      "outcome MEMORY.md",
    ],
    [
      "score 8, mixed",
      evidence(ins("AAAA1", { stakes: "high" }), { outcomes: [verdict({ verdict: "mixed" })] }),
      "outcome MEMORY.md",
    ],
    [
      "score 8, inconclusive",
      evidence(ins("AAAA1", { stakes: "high" }), { outcomes: [verdict({ verdict: "inconclusive" })] }),
      undefined,
    ],
    ["score 10 at medium stakes", evidence(ins("AAAA1"), { outcomes: [verdict({ score: 10 })] }), undefined],
    [
      "score 8 without a lesson",
      evidence(ins("AAAA1", { stakes: "high" }), { outcomes: [verdict({ lesson: undefined })] }),
      "outcome MEMORY.md",
    ],
    [
      "score 8 that waits for review",
      evidence(ins("AAAA1", { stakes: "high" }), { outcomes: [verdict({ counts: false })] }),
      undefined,
    ],
    [
      "an owner's own high-stakes correction",
      evidence(cor("AAAA1", { tier: "owner", stakes: "high" })),
      "told SOUL.md",
    ],
    ["an owner's own at medium stakes", evidence(cor("AAAA1", { tier: "owner" })), undefined],
    ["an owner's words as told by an agent", evidence(cor("AAAA1", { tier: "relayed", stakes: "high" })), undefined],
    ["an owner's own insight", evidence(ins("AAAA1", { tier: "owner", stakes: "high" })), undefined],
    [
      "an owner who said no to the rule",
      evidence(cor("AAAA1", { tier: "owner", stakes: "high", flags: [NOT_BY_WORD] })),
      undefined,
    ],
    [
      "an owner who said no, and it held",
      evidence(cor("AAAA1", { tier: "owner", stakes: "high", flags: [NOT_BY_WORD] }), { held: HELD }),
      "held SOUL.md",
    ],
  ])("%s", (_, facts, expected) => {
    expect(reason(facts)).toBe(expected);
  });

  it("by the first reason of the table that holds", () => {
    expect(PRECEDENCE).toEqual(["held", "outcome", "applied", "referenced", "told"]);
    const all = evidence(cor("AAAA1", { tier: "owner", stakes: "high" }), {
      held: HELD,
      sessions: sessions(3, "worked"),
      outcomes: [verdict()],
    });
    expect(reason(all)).toBe("held SOUL.md");
    expect(reason({ ...all, held: undefined })).toBe("outcome MEMORY.md");
    expect(reason({ ...all, held: undefined, outcomes: [] })).toBe("referenced MEMORY.md");
    expect(reason({ ...all, held: undefined, outcomes: [], sessions: [] })).toBe("told SOUL.md");
    for (const [at, one] of PRECEDENCE.entries()) {
      for (const [other, two] of PRECEDENCE.entries()) expect(outranks(one, two)).toBe(at < other);
      expect(outranks("forced", one)).toBe(true);
      expect(outranks(one, "forced")).toBe(false);
    }
  });

  it("by its best outcome, in that author's own wording where there is one", () => {
    const facts = evidence(ins("AAAA1", { stakes: "high" }), {
      outcomes: [
        verdict({ score: 8 }),
        verdict({ id: "OUT-20260211-BBBB2", score: 9, rule: "Pin it", lesson: "It was pinned" }),
      ],
    });
    expect(of(facts).qualified?.lesson).toEqual({ id: "OUT-20260211-BBBB2", text: "Pin it" });
  });

  it("by an outcome that states no lesson, where none does", () => {
    const mute = verdict({ id: "OUT-20260211-BBBB2", score: 9, lesson: undefined });
    const facts = (...outcomes: Evidence["outcomes"]) => evidence(ins("AAAA1", { stakes: "high" }), { outcomes });
    expect(of(facts(mute)).qualified).toMatchObject({ reason: "outcome", outcome: mute.id, target: "MEMORY.md" });
    expect(of(facts(mute)).qualified).not.toHaveProperty("lesson");
    expect(of(facts(mute, verdict())).qualified).toMatchObject({ lesson: { text: "Pin the base image" } });
    expect(of(facts(verdict({ own: true }), mute)).qualified).toMatchObject({ outcome: mute.id });
  });
});

describe("an entry is blocked", () => {
  const used = { sessions: sessions(3) };
  it.each<[string, Evidence, RegExp | undefined]>([
    ["from outside", evidence(ins("AAAA1", { tier: "external" }), used), /outside/],
    [
      "from outside, approved by a person",
      evidence(ins("AAAA1", { tier: "external" }), { ...used, approvedByPerson: true }),
      undefined,
    ],
    ["an own entry made of an external one", evidence(ins("AAAA1"), { ...used, tier: "external" }), /outside/],
    ["of one conversation", evidence(ins("AAAA1", { scope: "conversation" }), used), /one conversation/],
    ["of one contact", evidence(ins("AAAA1", { scope: "contact:sybil" }), used), /one contact/],
    [
      "for some files",
      evidence(ins("AAAA1"), { ...used, paths: ["packages/api/**"] }),
      /^It holds for packages\/api\/\*\* only\.$/,
    ],
    ["of the project", evidence(ins("AAAA1", { scope: "project" }), used), undefined],
    ["of a user", evidence(ins("AAAA1", { scope: "user" }), used), undefined],
    ["global", evidence(ins("AAAA1", { scope: "global" }), used), undefined],
    [
      "waiting for review",
      evidence(ins("AAAA1", { review: { state: "needs_review" } }), used),
      /not approved for reuse \(needs review\)/,
    ],
    ["sensitive", evidence(ins("AAAA1", { review: { state: "sensitive" } }), used), /sensitive/],
    ["rejected", evidence(ins("AAAA1", { review: { state: "rejected" } }), used), /no longer counts: it is rejected/],
    ["approved", evidence(inForce(approved(ins("AAAA1")), "auto"), used), undefined],
    [
      "approved by nobody",
      evidence(inForce(ins("AAAA1", { review: { state: "approved_for_reuse" } }), "auto"), used),
      /not by whom/,
    ],
    [
      "changed since its approval",
      evidence(inForce({ ...approved(ins("AAAA1")), insight: "Another one" }, "auto"), used),
      /changed after/,
    ],
    [
      "undecided beside another",
      evidence(ins("AAAA1"), { ...used, blockedBy: ["COR-20260201-ZZZZ9"] }),
      /^An open question beside COR-20260201-ZZZZ9 keeps it from the rules: tenet resolve INS-20260201-AAAA1 COR-20260201-ZZZZ9$/,
    ],
    ["invalidated", evidence(ins("AAAA1"), { ...used, outcomes: [verdict({ verdict: "invalidated" })] }), /wrong/],
    [
      "invalidated, then validated",
      evidence(ins("AAAA1"), {
        ...used,
        outcomes: [
          verdict({ verdict: "invalidated" }),
          verdict({ id: "OUT-20260211-BBBB2", at: "2026-02-11T00:00:00Z" }),
        ],
      }),
      undefined,
    ],
    [
      "invalidated, then inconclusive",
      evidence(ins("AAAA1"), {
        ...used,
        outcomes: [
          verdict({ verdict: "invalidated" }),
          verdict({ id: "OUT-20260211-BBBB2", at: "2026-02-11T00:00:00Z", verdict: "inconclusive" }),
        ],
      }),
      /wrong/,
    ],
    [
      "invalidated by what waits for review",
      evidence(ins("AAAA1"), { ...used, outcomes: [verdict({ verdict: "invalidated", counts: false })] }),
      undefined,
    ],
    ["no longer relevant", evidence(ins("AAAA1"), { ...used, irrelevant: true }), /no longer relevant/],
    ["said by one peer", evidence(ins("AAAA1", { tier: "peer" }), { ...used, origins: ["agent a"] }), /one peer/],
    [
      "said by two peers",
      evidence(ins("AAAA1", { tier: "peer" }), { ...used, origins: ["agent a", "agent b"] }),
      undefined,
    ],
    ["said by itself alone", evidence(ins("AAAA1"), { ...used, origins: ["agent main"] }), undefined],
    ["superseded", evidence(ins("AAAA1", { status: "superseded" }), used), /superseded/],
    [
      "failed after it last held",
      evidence(cor("AAAA1"), { held: HELD, failed: "2026-02-10T00:00:00Z" }),
      /failed since it last held \(2026-02-10\)/,
    ],
    ["failed in the second in which it held", evidence(cor("AAAA1"), { held: HELD, failed: HELD }), undefined],
    ["held after it failed", evidence(cor("AAAA1"), { held: HELD, failed: "2026-02-08T00:00:00Z" }), undefined],
    ["used, failed, never held", evidence(ins("AAAA1"), { ...used, failed: HELD }), /failed/],
    [
      "worked, failed, never held",
      evidence(ins("AAAA1"), { sessions: sessions(3, "worked"), failed: HELD }),
      undefined,
    ],
  ])("%s", (_, facts, expected) => {
    const { qualified, blocked } = of(facts);
    expect(qualified).toBeDefined();
    if (expected === undefined) expect(blocked).toEqual([]);
    else expect(blocked.join(" ")).toMatch(expected);
  });

  it("for each reason of its own, all told", () => {
    const facts = evidence(
      ins("AAAA1", { tier: "external", scope: "conversation", review: { state: "needs_review" } }),
      {
        ...used,
        blockedBy: ["COR-20260201-ZZZZ9"],
        failed: HELD,
        irrelevant: true,
      },
    );
    expect(blockersOf(facts, "referenced")).toHaveLength(6);
    expect(blockersOf(facts, "applied")).toHaveLength(5);
  });

  it("a failing lesson falls back to the next reason that holds", () => {
    const facts = evidence(cor("AAAA1", { tier: "owner", stakes: "high" }), {
      held: HELD,
      failed: "2026-02-10T00:00:00Z",
    });
    expect(reason(facts)).toBe("told SOUL.md");
  });

  it("an approval that binds to these words does not block", () => {
    expect(blockersOf(evidence(inForce(approved(ins("AAAA1")), "curated")), undefined)).toEqual([]);
  });
});

describe("a near miss says what is missing", () => {
  it.each<[string, Evidence, readonly string[]]>([
    ["uses", evidence(ins("AAAA1"), { sessions: sessions(2) }), ["used in 2 of 3 sessions"]],
    [
      "work",
      evidence(ins("AAAA1"), { sessions: sessions(1, "worked") }),
      ["worked in 1 of 3 sessions", "used in 1 of 3 sessions"],
    ],
    [
      "a score",
      evidence(ins("AAAA1", { stakes: "high" }), { outcomes: [verdict({ score: 7 })] }),
      ["scored 7 of 8", "worked in 1 of 3 sessions"],
    ],
    [
      "that it holds",
      evidence(cor("AAAA1"), { sessions: sessions(1) }),
      ["it has not held yet", "used in 1 of 3 sessions"],
    ],
    ["nothing near", evidence(ins("AAAA1")), []],
    ["nothing, as it qualifies", evidence(ins("AAAA1"), { sessions: sessions(3) }), []],
  ])("%s", (_, facts, near) => {
    expect(of(facts).near).toEqual(near);
  });
});

describe("evidence", () => {
  it("supports by each distinct fact, a failure by none", () => {
    const facts = evidence(cor("AAAA1"), {
      sessions: [...sessions(2), ...sessions(1, "failed", "f")],
      held: HELD,
      outcomes: [verdict()],
      chain: ["COR-20260201-AAAA1", "COR-20260201-BBBB2"],
    });
    expect(supportOf(facts)).toBe(5);
    expect(workedIn(facts)).toHaveLength(1);
  });

  it("is new only when it holds a fact that was not there", () => {
    const known = evidence(ins("AAAA1"), { sessions: sessions(2) });
    const hash = evidenceHash(known);
    expect(bringsNews(evidenceHash(known), hash)).toBe(false);
    expect(bringsNews(evidenceHash({ ...known, sessions: sessions(1) }), hash)).toBe(false);
    expect(bringsNews(evidenceHash({ ...known, failed: HELD }), hash)).toBe(false);
    expect(bringsNews(evidenceHash({ ...known, sessions: sessions(3) }), hash)).toBe(true);
    expect(bringsNews(evidenceHash({ ...known, sessions: sessions(2, "worked") }), hash)).toBe(true);
    expect(bringsNews(evidenceHash({ ...known, held: HELD }), hash)).toBe(true);
    expect(bringsNews(evidenceHash({ ...known, outcomes: [verdict({ verdict: "invalidated" })] }), hash)).toBe(false);
    expect(bringsNews(evidenceHash({ ...known, origins: ["agent other"] }), hash)).toBe(true);
  });
});
