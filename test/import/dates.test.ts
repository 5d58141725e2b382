import { describe, expect, it } from "vitest";
import { localDay } from "../../src/clock.js";
import { dayInId, epochOf, findDate } from "../../src/import/policy/dates.js";
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

  it.each([
    ["2026-02-05 08:35", "Europe/Berlin", "2026-02-05T07:35:00.000Z"],
    ["2026-07-05 08:35", "America/New_York", "2026-07-05T12:35:00.000Z"],
    ["2026-07-05", "Pacific/Kiritimati", "2026-07-04T10:00:00.000Z"],
    ["2026-07-05", "Asia/Kolkata", "2026-07-04T18:30:00.000Z"],
    // Clocks jump from 00:00 to 01:00 that night: the day begins at 01:00.
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
    ["2026-03-29 02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ])("%s in %s", (text, zone, expected) => {
    expect(iso(text, zone)).toBe(expected);
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

  it("ids tell their day", () => {
    expect(dayInId("LRN-20260428-001")).toEqual({ year: 2026, month: 4, day: 28 });
    expect(dayInId("LRN-2026-04-28-001")).toEqual({ year: 2026, month: 4, day: 28 });
    expect(dayInId("LRN-20261328-001")).toBeUndefined();
    expect(dayInId("L-006")).toBeUndefined();
  });
});
