import { describe, expect, test } from "vitest";
import { closedBy, holdsAt, overlap, succession, type Validity } from "../../src/store/contacts/policy/validity.js";

const DAY = (day: number, time = "00:00:00") => `2026-02-${String(day).padStart(2, "0")}T${time}Z`;
/** `10..12`: from the 10th until the 12th; `10..`: without an end. */
function fact(text: string): Validity {
  const [from = "", until = ""] = text.split("..");
  const end = until === "" ? {} : { valid_to: DAY(Number(until)) };
  return { timestamp: DAY(28), valid_from: DAY(Number(from)), ...end };
}

describe("a fact holds from its first instant until the one that is no longer a part of it", () => {
  test.each([
    ["10..12", DAY(9, "23:59:59"), false],
    ["10..12", DAY(10), true],
    ["10..12", DAY(11, "23:59:59"), true],
    ["10..12", DAY(12), false],
    ["10..", DAY(10), true],
    ["10..", "2099-01-01T00:00:00Z", true],
    ["10..10", DAY(10), false],
  ])("%s at %s: %s", (text, at, holds) => {
    expect(holdsAt(fact(text), new Date(at))).toBe(holds);
  });

  test("one that says no beginning holds from when it was said", () => {
    const said = { timestamp: DAY(14) };
    expect(holdsAt(said, new Date(DAY(13, "23:59:59")))).toBe(false);
    expect(holdsAt(said, new Date(DAY(14)))).toBe(true);
  });
});

describe("how a new fact stands to a known one about the same", () => {
  test.each([
    // known, new, overlap, what becomes of it
    ["10..", "12..", true, "closes"],
    ["10..", "10..", true, "closes"],
    ["10..15", "12..", true, "closes"],
    ["10..", "9..", true, "overlaps"],
    ["10..", "12..14", true, "splits"],
    ["10..", "10..12", true, "splits"],
    ["10..20", "12..14", true, "splits"],
    ["10..20", "12..20", true, "closes"],
    ["10..20", "12..22", true, "closes"],
    ["10..20", "10..20", true, "closes"],
    ["10..20", "8..20", true, "overlaps"],
    ["10..20", "8..10", false, "apart"],
    ["10..20", "20..22", false, "apart"],
    ["10..", "8..11", true, "overlaps"],
    ["10..12", "8..20", true, "overlaps"],
    ["10..", "8..10", false, "apart"],
    ["10..12", "12..", false, "apart"],
    ["10..12", "11..", true, "closes"],
    ["10..12", "13..14", false, "apart"],
    ["10..10", "9..11", false, "apart"],
  ] as const)("%s, then %s: overlap %s, %s", (known, next, both, fate) => {
    expect(overlap(fact(known), fact(next))).toBe(both);
    expect(overlap(fact(next), fact(known))).toBe(both);
    expect(succession(fact(known), fact(next))).toBe(fate);
  });
});

describe("a known fact ends as the one begins that takes its place", () => {
  test.each([
    ["10..", "12..", DAY(12)],
    ["10..", "10..", DAY(10)],
    // Never before it began, and never later than it had ended.
    ["10..", "8..", DAY(10)],
    ["10..11", "12..", DAY(11)],
    ["10..15", "12..", DAY(12)],
  ])("%s, then %s: until %s", (known, next, end) => {
    expect(closedBy(fact(known), fact(next))).toBe(end);
  });
});
