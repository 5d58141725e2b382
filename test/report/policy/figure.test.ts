import { describe, expect, it } from "vitest";
import { mean, middleOf, share } from "../../../src/report/policy/figure.js";
import { instantAt, isIn, weekOf } from "../../../src/report/policy/period.js";

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `e${at}`);
const valued = (values: readonly number[]) => values.map((value, at) => ({ id: `e${at}`, value }));

describe("a share", () => {
  // By hand with z = 1.959964: 9 of 12 has its middle at (9/12 + z²/24) / (1 + z²/12) = .689.
  it.each([
    [9, 3, { value: 0.75, low: 0.468, high: 0.911 }],
    [0, 6, { value: 0, low: 0, high: 0.39 }],
    [50, 50, { value: 0.5, low: 0.404, high: 0.596 }],
  ])("%i and %i others", (counted, others, figure) => {
    expect(share(ids(counted), ids(others))).toMatchObject({ ...figure, numerator: counted, n: counted + others });
  });

  it("is no figure below five, and says what was counted", () => {
    expect(share(ids(3), ids(1))).toEqual({
      kind: "share",
      value: null,
      numerator: 3,
      denominator: 4,
      n: 4,
      entries: ids(3),
      others: ids(1),
    });
    expect(share([], [])).toMatchObject({ value: null, n: 0, denominator: 0 });
  });
});

describe("a mean", () => {
  it("has a value and no interval", () => {
    const told = mean(valued([6, 7, 8, 9, 10]), "of 10");
    expect(told).toMatchObject({ value: 8, numerator: 40, n: 5 });
    expect(told).not.toHaveProperty("high");
  });
  it("is none of four values", () => {
    expect(mean(valued([1, 2, 3, 4]), "days").value).toBeNull();
    expect(mean([], "days")).toMatchObject({ value: null, numerator: 0, n: 0 });
  });
});

describe("a median", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[7], 7],
    [[], 0],
  ])("the middle of %j is %d", (values, middle) => {
    expect(middleOf([...values].sort((a, b) => a - b))).toBe(middle);
  });
});

describe("a period", () => {
  const now = new Date("2026-04-01T00:00:00Z");
  const since = new Date("2026-03-01T00:00:00Z");
  const until = new Date("2026-03-08T00:00:00Z");
  it.each([
    ["2026-03-01T00:00:00Z", true, "its first moment is in it"],
    ["2026-02-28T23:59:59Z", false, "the one before is not"],
    ["2026-03-07T23:59:59Z", true, "nor is its end"],
    ["2026-03-08T00:00:00Z", false, "which belongs to the next"],
    ["2026-03-01T01:00:00+02:00", false, "by the instant, not by how it is written"],
  ])("%s: %s, %s", (at, isCounted) => {
    expect(isIn({ since, until }, at, now)).toBe(isCounted);
  });
  it("ends with the report's own moment", () => {
    expect(isIn({}, "2026-04-01T00:00:00Z", now)).toBe(true);
    expect(isIn({}, "2026-04-01T00:00:01Z", now)).toBe(false);
  });

  it.each([
    ["2026-03-02T00:00:00Z", "UTC", "2026-03-02"],
    ["2026-03-08T23:59:59Z", "UTC", "2026-03-02"],
    ["2026-03-01T23:30:00Z", "Europe/Berlin", "2026-03-02"],
    ["2026-01-01T12:00:00Z", "UTC", "2025-12-29"],
    ["2026-03-02T03:00:00Z", "America/New_York", "2026-02-23"],
  ])("%s in %s is of the week of %s", (at, timezone, monday) => {
    expect(weekOf(at, timezone)).toBe(monday);
  });

  it.each([
    ["2026-02-15", "14:02", "UTC", "2026-02-15T14:02:00.000Z"],
    ["2026-02-15", "00:30", "Europe/Berlin", "2026-02-14T23:30:00.000Z"],
    ["2026-07-15", "00:30", "Europe/Berlin", "2026-07-14T22:30:00.000Z"],
  ])("a clock that shows %s %s in %s stands at %s", (day, time, timezone, instant) => {
    expect(instantAt(day, time, timezone)).toBe(instant);
  });
});
