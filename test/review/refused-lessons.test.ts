/** A review that refuses an entry is about its lesson: all repeats of it, and whoever says it later. */
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { decideReview } from "../../src/review/review.js";
import { AT_TERMINAL, capturing, NO_MODEL } from "../capture/capturing.js";
import { context } from "../operations.js";
import { decidingWorld, held } from "../rules/deciding-world.js";
import { answered } from "../rules/said.js";

const RULE = "Look for npm install in the CI file before pushing";
const A = "COR-20260201-A0001";

describe("a review that refuses one of a lesson", () => {
  it("reaches every repeat of it, and so does giving it back", async () => {
    const w = decidingWorld();
    await w.store(held("A0001", RULE));
    w.person();
    const B = "COR-20260201-B0002";
    await w.store(
      held("B0002", RULE, { corrected_to: "Other words for it", session: "later", ...answered(A, "same") }),
    );
    const stateOf = async (id: string) => (await w.entry(id)).review?.state;
    const decide = (action: "reject" | "sensitive" | "reopen" | "approve") =>
      decideReview(w.ctx, { ref: B, action, confirmed: true });
    await decide("reject");
    expect([await stateOf(A), await stateOf(B)]).toEqual(["rejected", "rejected"]);
    expect((await context(w.ctx, { untouched: true })).text).not.toMatch(/Other words|npm install/);
    await decide("reopen");
    expect([await stateOf(A), await stateOf(B)]).toEqual([undefined, undefined]);
    await decide("approve");
    expect([await stateOf(A), await stateOf(B)]).toEqual([undefined, "approved_for_reuse"]);
  });

  it("is lifted by a person who says the words again, by nobody else", async () => {
    const w = capturing(NO_MODEL);
    const words = ["Install from the lockfile", "Any command will do"] as const;
    const { id } = await w.correct(...words, { session: "s1" });
    w.as(AT_TERMINAL);
    await decideReview(w, { ref: id ?? "", action: "reject", confirmed: true });
    w.as({ atTerminal: false, session: "s2" });
    w.clock = fixedClock("2026-02-16T09:00:00Z");
    const again = await w.correct(...words);
    expect((await w.entry(again.id)).review).toMatchObject({ state: "rejected" });
    expect((await context(w, { untouched: true })).text).not.toContain(words[0]);
    const anew = await w.correct(...words, { source: "bridget" });
    expect((await context(w, { untouched: true })).text).toContain(anew.id);
  });
});
