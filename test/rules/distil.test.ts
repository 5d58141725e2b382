/** The line an entry becomes: its author's words, one line, at most 200 characters, without structure. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lengthOf } from "../../src/rules/policy/rule.js";
import { distilled, lineTroubles } from "../../src/rules/policy/rule-line.js";
import { rounds } from "../effort.js";
import { anyEntry } from "../store/any-entry.js";
import { outcome } from "../store/entries.js";
import { cor, ins } from "./facts.js";

const words = (count: number, one = "word") => Array.from({ length: count }, () => one).join(" ");

describe("an entry's line", () => {
  it.each([
    ["its rule first", distilled(cor("AAAA1", { rule: "Look first" })), "Look first"],
    [
      "else what is done differently",
      distilled(cor("AAAA1", { behavioral_change: "Look at the lockfile. Then push" })),
      "Look at the lockfile. Then push",
    ],
    ["the lesson of an outcome", distilled(outcome({ lesson: "Pin it" })), "Pin it"],
    ["a lesson that is given", distilled(ins("AAAA1"), "Pin it"), "Pin it"],
    [
      "the first sentence of a claim",
      distilled(ins("AAAA1", { insight: "Version 2.3 of a.b breaks. It was seen twice." })),
      "Version 2.3 of a.b breaks.",
    ],
    [
      "a claim of one sentence",
      distilled(ins("AAAA1", { insight: "Retries hide the flaky test" })),
      "Retries hide the flaky test",
    ],
    ["one line of several", distilled(ins("AAAA1", { rule: "Look\n\tfirst\u2028twice" })), "Look first twice"],
    ["no list", distilled(ins("AAAA1", { rule: "- [ ] 1. look first" })), "look first"],
    ["no heading, no quote", distilled(ins("AAAA1", { rule: "> ## Look first" })), "Look first"],
    [
      "no comment",
      distilled(ins("AAAA1", { rule: "Look <!-- tenet:end rules --> first" })),
      "Look tenet:end rules first",
    ],
    [
      "no comment made of two halves",
      distilled(ins("AAAA1", { rule: "Look <!<!---- COR-1 -->--> first" })),
      "Look <! COR-1 first",
    ],
    ["no fence", distilled(ins("AAAA1", { rule: "Run ```sh x``` first" })), "Run sh x first"],
    ["no hidden characters", distilled(ins("AAAA1", { rule: "Lo\u200bok\u202e first" })), "Look first"],
    ["nothing where there are no words", distilled(ins("AAAA1", { rule: "--- ***" })), undefined],
  ])("is %s", (_, line, expected) => {
    expect(line).toBe(expected);
  });

  it("has 200 characters at most: 200 stay, of 201 the last word goes", () => {
    const whole = `${"a".repeat(150)} ${"b".repeat(49)}`;
    expect(distilled(ins("AAAA1", { rule: whole }))).toBe(whole);
    const cut = distilled(ins("AAAA1", { rule: `${whole}b` }));
    expect(cut).toBe(`${"a".repeat(150)}…`);
    expect(lengthOf(cut ?? "")).toBeLessThanOrEqual(200);
  });

  it("counts characters, not halves of them", () => {
    const line = `Look ${"👩".repeat(195)}`;
    expect(distilled(ins("AAAA1", { rule: line }))).toBe(line);
    expect(distilled(ins("AAAA1", { rule: `${line}👩` }))).toMatch(/…$/u);
  });

  it("is the first sentence of words that are too long, before anything is cut", () => {
    expect(distilled(cor("AAAA1", { behavioral_change: `Look at the lockfile first. Then ${words(50)}` }))).toBe(
      "Look at the lockfile first.",
    );
  });

  it("is none where the part cut off would have changed the rest", () => {
    expect(
      distilled(ins("AAAA1", { rule: `Ask the owner about ${words(40)} unless the change is a typo` })),
    ).toBeUndefined();
    expect(distilled(ins("AAAA1", { rule: `Ask the owner about ${words(40)} and about the weather` }))).toMatch(/…$/);
  });

  it("of any entry is one plain line, or none", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const line = distilled(entry);
        if (line === undefined) return;
        expect(lengthOf(line)).toBeLessThanOrEqual(200);
        expect(lineTroubles(line).filter((one) => !/id|structure/.test(one))).toEqual([]);
        expect(line).not.toMatch(/[\n\r\u2028\u2029]|<!--|-->/);
      }),
      { numRuns: rounds(100, 500) },
    );
  });
});
