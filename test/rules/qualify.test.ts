/** The five reasons with their order, what blocks them, what is missing: every boundary. */

import { describe, expect, it } from "vitest";
import { bringsNews, type Evidence, evidenceHash, supportOf, workedIn } from "../../src/rules/policy/evidence.js";
import { blockersOf, outranks, PRECEDENCE, standingOf } from "../../src/rules/policy/qualify.js";
import { cor, evidence, ins, sessions, verdict } from "./facts.js";

const HELD = "2026-02-09T09:00:00Z";
const AFTER = "2026-02-10T00:00:00Z";
const correction = (entry: Parameters<typeof cor>[1], facts: Partial<Evidence> = {}) =>
  evidence(cor("AAAA1", entry), facts);
const insight = (entry: Parameters<typeof ins>[1], facts: Partial<Evidence> = {}) =>
  evidence(ins("AAAA1", entry), facts);
const worked = (count: number, ...outcomes: Evidence["outcomes"]) => ({
  sessions: sessions(count, "worked"),
  outcomes,
});
const high = { stakes: "high" } as const;
const owner = { tier: "owner", ...high } as const;
const judged = (more: Parameters<typeof verdict>[0]) => insight(high, { outcomes: [verdict(more)] });

const of = (facts: Evidence) => standingOf(facts);
const reason = (facts: Evidence) => {
  const { qualified, blocked } = of(facts);
  return qualified === undefined || blocked.length > 0 ? undefined : `${qualified.reason} ${qualified.target}`;
};

describe("an entry qualifies", () => {
  const PROCEDURES = "memory/core/procedures.md";
  const three = ["1", "2", "3"].map((n) => verdict({ id: `OUT-20260210-AAAA${n}` }));
  it.each<[string, Evidence, string | undefined]>([
    ["a correction that held", correction({}, { held: HELD }), "held SOUL.md"],
    ["a correction that has not", correction({}), undefined],
    ["an insight never by holding", insight({}, { held: HELD }), undefined],
    ["2 sessions of use", insight({}, { sessions: sessions(2) }), undefined],
    ["3 sessions of use", insight({}, { sessions: sessions(3) }), "referenced MEMORY.md"],
    [
      "3, with applications",
      insight({ applications: ["in CI"] }, { sessions: sessions(3) }),
      `referenced ${PROCEDURES}`,
    ],
    ["3 sessions of use of a correction", correction({}, { sessions: sessions(3) }), "referenced MEMORY.md"],
    ["2, and 1 that failed", insight({}, { sessions: [...sessions(2), ...sessions(1, "failed", "f")] }), undefined],
    ["2 sessions in which it worked", insight({}, worked(2)), undefined],
    ["3 sessions in which it worked", insight({}, worked(3)), `applied ${PROCEDURES}`],
    ["2, and a validated outcome in another", insight({}, worked(2, verdict())), `applied ${PROCEDURES}`],
    ["3 in one day", insight({}, { sessions: sessions(3).map((one) => ({ ...one, day: "2026-02-02" })) }), undefined],
    ["2, and one in the same session", insight({}, worked(2, verdict({ session: "s1" }))), undefined],
    ["2, and one where it was written", insight({}, worked(2, verdict({ session: "birth" }))), undefined],
    ["3 validated outcomes of one session", insight({}, { outcomes: three }), undefined],
    ["a correction that worked in 3 sessions", correction({}, worked(3)), "referenced MEMORY.md"],
    ["score 7 at high stakes", judged({ score: 7 }), undefined],
    ["score 8 at high stakes", judged({ score: 8 }), "outcome MEMORY.md"],
    ["score 8, mixed", judged({ verdict: "mixed" }), "outcome MEMORY.md"],
    ["score 8, inconclusive", judged({ verdict: "inconclusive" }), undefined],
    ["score 8 where it was written", judged({ session: "birth" }), undefined],
    ["score 8 there, as a person told", judged({ session: "birth", tier: "relayed" }), "outcome MEMORY.md"],
    ["score 8 by a peer", judged({ tier: "peer" }), undefined],
    ["score 8 of a correction", correction(high, { outcomes: [verdict()] }), undefined],
    ["score 8 without a lesson", judged({ lesson: undefined }), "outcome MEMORY.md"],
    ["score 8 that waits for review", judged({ counts: false }), undefined],
    ["score 10 at medium stakes", insight({}, { outcomes: [verdict({ score: 10 })] }), undefined],
    ["an owner's own high-stakes correction", correction(owner), "told SOUL.md"],
    ["an owner's own at medium stakes", correction({ tier: "owner" }), undefined],
    ["an owner's words as told by an agent", correction({ tier: "relayed", ...high }), undefined],
    ["an owner's own insight", insight(owner), undefined],
    [
      "a failing lesson, by the next reason that holds",
      correction(owner, { held: HELD, failed: AFTER }),
      "told SOUL.md",
    ],
  ])("%s", (_, facts, expected) => {
    expect(reason(facts)).toBe(expected);
  });

  it("by the first reason of the table that holds", () => {
    expect(PRECEDENCE).toEqual(["held", "outcome", "applied", "referenced", "told"]);
    const all = correction(owner, { held: HELD, ...worked(3, verdict()) });
    expect(reason(all)).toBe("held SOUL.md");
    expect(reason({ ...all, held: undefined })).toBe("referenced MEMORY.md");
    expect(reason(insight(high, worked(3, verdict())))).toBe("outcome MEMORY.md");
    expect([outranks("held", "told"), outranks("told", "held"), outranks("held", "held")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([outranks("forced", "held"), outranks("held", "forced")]).toEqual([true, false]);
  });

  it("by the outcome that counts, in its author's own wording where there is one", () => {
    const facts = (...outcomes: Evidence["outcomes"]) => of(insight(high, { outcomes })).qualified;
    const last = verdict({ id: "OUT-20260211-BBBB2", rule: "Pin it", lesson: "It was pinned" });
    expect(facts(verdict(), last)).toMatchObject({ outcome: last.id, lesson: { id: last.id, text: "Pin it" } });
    expect(facts(verdict({ lesson: undefined }))).not.toHaveProperty("lesson");
  });
});

describe("an entry is blocked", () => {
  const used = { sessions: sessions(3) };
  const stands = (more: Partial<Evidence["stands"]>) => insight({}, { ...used, stands: { status: "active", ...more } });
  const OPEN = { blockedBy: ["COR-20260201-ZZZZ9"] };
  it.each<[string, Evidence, RegExp | undefined]>([
    ["from outside", insight({ tier: "external" }, used), /outside/],
    [
      "from outside, approved by a person",
      insight({ tier: "external" }, { ...used, approvedByPerson: true }),
      undefined,
    ],
    ["an own entry made of an external one", insight({}, { ...used, tier: "external" }), /outside/],
    ["of one conversation", insight({ scope: "conversation" }, used), /one conversation/],
    ["of one contact", insight({ scope: "contact:sybil" }, used), /one contact/],
    [
      "for some files",
      insight({}, { ...used, paths: ["packages/api/**"] }),
      /^It holds for packages\/api\/\*\* only\.$/,
    ],
    ["of a user", insight({ scope: "user" }, used), undefined],
    ["waiting for review", stands({ review: { state: "needs_review" } }), /not approved for reuse \(needs review\)/],
    ["sensitive", stands({ review: { state: "sensitive" } }), /sensitive/],
    ["rejected", stands({ review: { state: "rejected" } }), /no longer counts: it is rejected/],
    ["approved", stands({ review: { state: "approved_for_reuse", by: "bridget" } }), undefined],
    [
      "undecided beside another",
      insight({}, { ...used, ...OPEN }),
      /^An open question beside (COR-.{14}) keeps it from the rules: tenet resolve INS-20260201-AAAA1 \1$/,
    ],
    ["ended by an outcome", stands({ invalidated: "ends" }), /^Its newest outcome says that it is wrong\.$/],
    ["invalidated by somebody less trusted", stands({ invalidated: "contested" }), undefined],
    ["said by a peer", insight({ tier: "peer" }, used), undefined],
    ["superseded", stands({ status: "superseded" }), /superseded/],
    [
      "failed after it last held",
      correction({}, { held: HELD, failed: AFTER }),
      /failed since it last held \(2026-02-10\)/,
    ],
    ["failed in the second in which it held", correction({}, { held: HELD, failed: HELD }), undefined],
    ["used, failed, never held", insight({}, { ...used, failed: HELD }), /failed/],
    ["worked, failed, never held", insight({}, { ...worked(3), failed: HELD }), undefined],
  ])("%s", (_, facts, expected) => {
    const { qualified, blocked } = of(facts);
    expect(qualified).toBeDefined();
    if (expected === undefined) expect(blocked).toEqual([]);
    else expect(blocked.join(" ")).toMatch(expected);
  });

  it("for each reason of its own, all told", () => {
    const facts = {
      ...stands({ review: { state: "needs_review" } }),
      ...{ entry: ins("AAAA1", { scope: "conversation" }), tier: "external" as const, failed: HELD, ...OPEN },
    };
    expect(blockersOf(facts, "referenced")).toHaveLength(5);
    expect(blockersOf(facts, "applied")).toHaveLength(4);
  });
});

it.each<[string, Evidence, readonly string[]]>([
  ["uses", insight({}, { sessions: sessions(2) }), ["used in 2 of 3 sessions"]],
  ["work", insight({}, worked(1)), ["worked in 1 of 3 sessions", "used in 1 of 3 sessions"]],
  ["a score", judged({ score: 7 }), ["scored 7 of 8", "worked in 1 of 3 sessions"]],
  ["a day", insight({}, { sessions: sessions(3).map((one) => ({ ...one, day: "x" })) }), ["used on 1 of 2 days"]],
  ["that it holds", correction({}, { sessions: sessions(1) }), ["it has not held yet", "used in 1 of 3 sessions"]],
  ["nothing near", insight({}), []],
  ["nothing, as it qualifies", insight({}, { sessions: sessions(3) }), []],
])("a near miss says what is missing: %s", (_, facts, near) => {
  expect(of(facts).near).toEqual(near);
});

describe("evidence", () => {
  it("supports by each distinct fact, a failure by none", () => {
    const facts = correction(
      {},
      {
        sessions: [...sessions(2), ...sessions(1, "failed", "f")],
        held: HELD,
        outcomes: [verdict()],
        chain: ["COR-20260201-AAAA1", "COR-20260201-BBBB2"],
      },
    );
    expect(supportOf(facts)).toBe(5);
    expect(workedIn(facts)).toHaveLength(1);
  });

  it.each<[boolean, Partial<Evidence>]>([
    [false, {}],
    [false, { sessions: sessions(1) }],
    [false, { failed: HELD }],
    [false, { outcomes: [verdict({ verdict: "invalidated" })] }],
    [true, { sessions: sessions(3) }],
    [true, worked(2)],
    [true, { held: HELD }],
  ])("is new (%s) only when it holds a fact that was not there: %j", (isNew, more) => {
    const known = insight({}, { sessions: sessions(2) });
    expect(bringsNews(evidenceHash({ ...known, ...more }), evidenceHash(known))).toBe(isNew);
  });
});
