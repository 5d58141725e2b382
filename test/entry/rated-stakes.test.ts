import { describe, expect, it } from "vitest";
import type { Entry, Patch } from "../../src/entry/entry.js";
import { ratedAfter, ratedOf, statedStakes } from "../../src/entry/stakes.js";

const AT = "2026-02-16T09:00:00Z";
const EARLIER = "2026-02-15T09:00:00Z";

/** An insight as far as its rating goes. */
const rated = (stakes: string | undefined, more: Patch = {}) =>
  ({ type: "insight", stakes, ...more }) as unknown as Entry;
const first = (was: string, at = EARLIER) => ({ rated: { was, at } });
const NOT_STATED = { flags: ["stakes-not-stated"] };
const NOT_RATED = { flags: ["other", "stakes-not-rated"] };

describe("what a change means for the rating", () => {
  const textNow = rated("medium", { ...first("low"), ...NOT_RATED });
  it.each<[string, Entry, Entry, Patch]>([
    ["now a text, edited before", rated("high", first("low")), textNow, { rated: undefined }],
    ["raised", rated("low"), rated("high"), { rated: { was: "low", at: AT } }],
    ["lowered", rated("high"), rated("medium"), { rated: { was: "high", at: AT } }],
    ["as it was", rated("low"), rated("low"), {}],
    ["edited again", rated("high", first("low")), rated("medium", first("low")), { rated: { was: "low", at: AT } }],
    ["back to the first", rated("high", first("low")), rated("low", first("low")), { rated: undefined }],
    ["back, and the note is gone by hand", rated("high", first("low")), rated("low"), {}],
    ["filled in where nobody stated it", rated("medium", NOT_STATED), rated("high"), {}],
    ["filled in where a text stood", rated("medium", NOT_RATED), rated("low"), {}],
    ["confirmed where nobody stated it", rated("medium", NOT_STATED), rated("medium"), {}],
    ["now a text", rated("high"), rated("medium", NOT_RATED), {}],
    ["stated for the first time", rated(undefined), rated("high"), {}],
    ["taken away", rated("high"), rated(undefined), {}],
    ["taken away, edited before", rated("high", first("low")), rated(undefined, first("low")), { rated: undefined }],
  ])("%s", (_, before, after, patch) => {
    expect(ratedAfter(before, after, AT)).toStrictEqual(patch);
  });

  it("asks what somebody stated", () => {
    expect(statedStakes(rated("low"))).toBe("low");
    expect(statedStakes(rated("medium", NOT_STATED))).toBeUndefined();
    expect(ratedOf(rated("high", first("low")))).toEqual({ was: "low", at: EARLIER });
    expect(ratedOf(rated("high"))).toBeUndefined();
  });
});
