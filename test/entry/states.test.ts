import { describe, expect, it } from "vitest";
import { REVIEW_STATES, STATUSES } from "../../src/entry/entry-schema.js";
import { doubtsOf, isMeantBy, STATES, STATUS_FILTERS, stateOf } from "../../src/entry/states.js";

type Standing = Parameters<typeof stateOf>[0];
const reviewed = (state: (typeof REVIEW_STATES)[number]) => ({ review: { state } });

describe("how an entry stands", () => {
  it.each<[Standing, string]>([
    [{ status: "active" }, "active"],
    [{ status: "active", ...reviewed("needs_review") }, "waiting"],
    [{ status: "promoted" }, "promoted"],
    [{ status: "promoted", ...reviewed("needs_review") }, "waiting"],
    [{ status: "active", invalidated: "contested" }, "active"],
    [{ status: "active", invalidated: "ends", ...reviewed("needs_review") }, "invalidated"],
    [{ status: "superseded", invalidated: "ends" }, "superseded"],
    [{ status: "forgotten", ...reviewed("rejected") }, "forgotten"],
    [{ status: "active", ...reviewed("rejected") }, "rejected"],
    [{ status: "active", ...reviewed("one_time_exception") }, "exception"],
    [{ status: "active", ...reviewed("sensitive") }, "sensitive"],
    [{ status: "active", invalidated: "ends", ...reviewed("expired") }, "expired"],
    [{ status: "active", ...reviewed("approved_for_reuse") }, "active"],
  ])("%j: %s", (standing, word) => {
    expect(stateOf(standing)).toBe(word);
  });

  it("--status takes every word that can be shown, and finds what shows it", () => {
    const shown = new Set<string>();
    for (const status of STATUSES)
      for (const state of REVIEW_STATES)
        for (const invalidated of [undefined, "ends"] as const) {
          const standing = { status, review: { state }, invalidated };
          shown.add(stateOf(standing));
          for (const word of STATES) expect(isMeantBy(word, standing)).toBe(word === stateOf(standing));
        }
    expect([...shown].sort()).toEqual([...STATES].sort());
    expect([...STATUS_FILTERS, "sensitive"].sort()).toEqual([...STATES, "live", "all"].sort());
  });

  it("live is what counts", () => {
    expect(isMeantBy("live", { status: "promoted" })).toBe(true);
    expect(isMeantBy("all", { status: "superseded" })).toBe(true);
    expect(isMeantBy("live", { status: "superseded" })).toBe(false);
    expect(isMeantBy("live", { status: "active", ...reviewed("rejected") })).toBe(false);
  });

  it("what a reader must know before trusting it", () => {
    expect(doubtsOf({ status: "promoted" })).toBeUndefined();
    expect(doubtsOf({ status: "superseded", kept: "failed" })).toEqual(["superseded", "failed"]);
  });
});
