import { describe, expect, it } from "vitest";
import { REVIEW_STATES, STATUSES, VERDICTS } from "../../src/entry/entry-schema.js";
import { countsOfStates, isMeantBy, STATES, STATUS_FILTERS, type Standing, statesOf } from "../../src/entry/states.js";

describe("how an entry stands", () => {
  it.each<[Standing, string]>([
    [{ status: "active" }, "active"],
    [{ status: "active", outcome: "validated" }, "validated"],
    [{ status: "active", review: "needs_review" }, "waiting"],
    [{ status: "active", open: true, outcome: "mixed" }, "open, mixed"],
    [{ status: "active", outcome: "inconclusive" }, "inconclusive"],
    [{ status: "promoted", open: true }, "promoted, open"],
    [{ status: "superseded" }, "superseded"],
    [{ status: "forgotten", review: "rejected" }, "forgotten, rejected"],
    [{ status: "active", review: "rejected" }, "rejected"],
    [{ status: "active", review: "one_time_exception" }, "exception"],
    [{ status: "active", review: "expired" }, "expired"],
    [{ status: "active", closed: true }, "closed"],
  ])("%j: %s", (standing, words) => {
    expect(statesOf(standing).join(", ")).toBe(words);
  });

  it("--status takes every word that can be shown, and finds what shows it", () => {
    const shown = new Set<string>();
    for (const status of STATUSES)
      for (const review of REVIEW_STATES)
        for (const outcome of [undefined, ...VERDICTS])
          for (const one of [undefined, "open", "closed", "ended", "failed"]) {
            const standing = { status, review, outcome, ...(one === undefined ? {} : { [one]: true }) };
            for (const word of statesOf(standing)) {
              shown.add(word);
              expect(isMeantBy(word, standing), `${word} of ${JSON.stringify(standing)}`).toBe(true);
            }
          }
    expect([...shown].sort()).toEqual([...STATES].sort());
    for (const word of shown) expect(STATUS_FILTERS).toContain(word);
  });

  it("live is what counts, and active what counts and is nothing more", () => {
    expect(isMeantBy("live", { status: "promoted" })).toBe(true);
    expect(isMeantBy("active", { status: "active", outcome: "validated" })).toBe(true);
    expect(isMeantBy("all", { status: "superseded" })).toBe(true);
    expect(isMeantBy("live", { status: "superseded" })).toBe(false);
    for (const word of ["live", "active"] as const)
      expect(isMeantBy(word, { status: "active", review: "rejected" })).toBe(false);
  });

  it("are counted in words", () =>
    expect(countsOfStates({ superseded: 3, rejected: 1 })).toBe("3 superseded, 1 rejected"));
});
