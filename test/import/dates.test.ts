import { describe, expect, it } from "vitest";
import { localDay } from "../../src/clock.js";
import { epochOf, findDate } from "../../src/import/policy/dates.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";

const iso = (text: string, zone = "UTC") => {
  const found = findDate(text);
  return found === undefined ? undefined : new Date(epochOf(found, zone)).toISOString();
};

describe("dates as they are written", () => {
  it.each([
    ["2026-01-30T23:50:00Z", "2026-01-30T23:50:00.000Z"],
    ["2026-05-11T09:26:00+07:00", "2026-05-11T02:26:00.000Z"],
    ["2026-04-29T00:31:43.3861957+07:00", "2026-04-28T17:31:43.000Z"],
    ["2026-05-08T01:45:00-0700", "2026-05-08T08:45:00.000Z"],
    ["2026-02-05 08:35", "2026-02-05T08:35:00.000Z"],
    ["2026-1-5", "2026-01-05T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2026-02-30", undefined],
    ["2025-02-29", undefined],
    ["2026-13-01", undefined],
    ["version 2.10.2026-rc", undefined],
    ["1.2.3", undefined],
    ["YYYY-MM-DD", undefined],
    ["", undefined],
  ])("%s", (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it("row 39: a day without a time lies in that very day, in every zone", { tags: "more" }, () => {
    const zones = [
      "UTC",
      "America/New_York",
      "Asia/Kolkata",
      "Pacific/Kiritimati",
      "America/Santiago",
      "Africa/Cairo",
      "Australia/Lord_Howe",
    ];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 60 }), fc.constantFrom(...zones), (days, zone) => {
        const day = new Date(Date.UTC(1990, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
        const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
        expect(localDay(new Date(epochOf({ year, month, day: date }, zone)), zone)).toBe(day);
      }),
      { numRuns: rounds(100, 400) },
    );
  });
});
