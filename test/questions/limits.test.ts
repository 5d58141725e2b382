/** How much may be asked, and how long a question stays open: every boundary. */
import { describe, expect, it } from "vitest";
import { isOpenQuestion, type QuestionState, refusedBy } from "../../src/questions/policy/limits.js";

const LIMITS = { per_day: 2, open: 5 };

describe("how much may be asked", () => {
  it.each<[today: number, open: number, word: string | undefined]>([
    [0, 0, undefined],
    [1, 4, undefined],
    [2, 0, "per_day"],
    [1, 5, "ask.open"],
    [2, 5, "ask.open"],
  ])("%s today and %s open: %s", (today, open, word) => {
    const why = refusedBy({ today, open }, LIMITS);
    if (word === undefined) expect(why).toBeUndefined();
    else expect(why).toContain(word);
  });

  it("0 a day: nothing may be asked", () => {
    expect(refusedBy({ today: 0, open: 0 }, { per_day: 0, open: 5 })).toContain("ask.per_day: 0");
  });
});

describe("a question is open", () => {
  const asked: QuestionState = { timestamp: "2026-02-01T12:00:00Z", status: "active", tier: "self" };
  it.each<[string, boolean]>([
    ["2026-02-01T12:00:00Z", true],
    ["2026-02-15T11:59:59Z", true],
    ["2026-02-15T12:00:00Z", false],
    ["2026-01-01T12:00:00Z", true],
  ])("of 2026-02-01 at %s: %s", (now, open) => {
    expect(isOpenQuestion(asked, 14, new Date(now))).toBe(open);
  });

  const now = new Date("2026-02-02T12:00:00Z");
  it.each<[string, Partial<QuestionState>, boolean]>([
    ["answered", { closed: { how: "answered" } }, false],
    ["forgotten", { status: "forgotten" }, false],
    ["rejected", { review: { state: "rejected" } }, false],
    ["sensitive", { review: { state: "sensitive" } }, false],
    ["waiting for review, of an agent", { review: { state: "needs_review" } }, true],
    ["waiting for review, from outside", { tier: "external", review: { state: "needs_review" } }, false],
    ["from outside, let in", { tier: "external", review: { state: "approved_for_reuse" } }, true],
  ])("%s: %s", (_what, more, open) => {
    expect(isOpenQuestion({ ...asked, ...more }, 14, now)).toBe(open);
  });
});
