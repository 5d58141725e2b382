/** The line an entry becomes: its author's words, one line, at most 240 characters, without structure. */

import { describe, expect, it } from "vitest";
import { lengthOf } from "../../src/rules/policy/rule.js";
import { distilled, lineTroubles } from "../../src/rules/policy/rule-line.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { anyEntry } from "../store/any-entry.js";
import { outcome } from "../store/entries.js";
import { cor, ins } from "./facts.js";

describe("an entry's line", () => {
  it.each([
    ["its rule first", distilled(cor("AAAA1", { rule: "Look first" })), "Look first"],
    [
      "else what holds and what to do next time",
      distilled(cor("AAAA1", { corrected_to: "Use npm ci.", behavioral_change: "Look at the lockfile. Then push" })),
      "Use npm ci; next time: Look at the lockfile. Then push",
    ],
    [
      "what holds alone, where its words stand there already",
      distilled(cor("AAAA1", { corrected_to: "Use npm ci in CI", behavioral_change: "use the npm ci." })),
      "Use npm ci in CI",
    ],
    [
      "what holds alone, where nothing is said of the next time",
      distilled(cor("AAAA1", { corrected_to: "Use npm ci in CI", behavioral_change: "" })),
      "Use npm ci in CI",
    ],
    [
      "what to do next time as it was written, though other words say the same",
      distilled(cor("AAAA1", { corrected_to: "Use port 80!", behavioral_change: "Next time, use port 8080" })),
      "Use port 80; Next time, use port 8080",
    ],
    [
      "an insight with what it is good for that it does not say itself",
      distilled(
        ins("AAAA1", { insight: "Retries hide a flaky test", applications: ["a flaky test", "CI", "releases"] }),
      ),
      "Retries hide a flaky test; in practice: CI; releases",
    ],
    ["the lesson of an outcome", distilled(outcome({ lesson: "Pin it" })), "Pin it"],
    ["a lesson that is given", distilled(ins("AAAA1"), "Pin it"), "Pin it"],
    [
      "every sentence of a claim",
      distilled(ins("AAAA1", { insight: "Version 2.3 of a.b breaks. Only\n3.0 works." })),
      "Version 2.3 of a.b breaks. Only 3.0 works.",
    ],
    ["one line of several", distilled(ins("AAAA1", { rule: "Look\n\tfirst\u2028twice" })), "Look first twice"],
    ["no list", distilled(ins("AAAA1", { rule: "- [ ] 1. look first" })), "look first"],
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
    ["no tag that has no character", distilled(ins("AAAA1", { rule: "Look\u{e0000}\u{e0005} first" })), "Look first"],
    ["nothing where there are no words", distilled(ins("AAAA1", { rule: "--- ***" })), undefined],
  ])("is %s", (_, line, expected) => {
    expect(line).toBe(expected);
  });

  const exactly = (count: number) => `Look ${"a".repeat(count - 5)}`;

  it.each<[what: string, line: string | undefined, expected: string | undefined]>([
    ["a rule of 240 characters stays", distilled(ins("AAAA1", { rule: exactly(240) })), exactly(240)],
    ["a rule of 241 waits", distilled(ins("AAAA1", { rule: exactly(241) })), undefined],
    ["a claim of 240 stays", distilled(ins("AAAA1", { insight: exactly(240) })), exactly(240)],
    [
      "a claim of 241 waits, whatever its first sentence",
      distilled(ins("AAAA1", { insight: `Look. ${exactly(235)}` })),
      undefined,
    ],
    ["a lesson of 241 waits", distilled(outcome({ lesson: exactly(241) })), undefined],
    [
      "characters are counted, not halves of them",
      distilled(ins("AAAA1", { rule: `Look ${"👩".repeat(235)}` })),
      `Look ${"👩".repeat(235)}`,
    ],
    [
      "both halves of 240 together stay",
      distilled(cor("AAAA1", { corrected_to: "Use npm ci", behavioral_change: "b".repeat(240 - 23) })),
      `Use npm ci; next time: ${"b".repeat(240 - 23)}`,
    ],
    [
      "next time goes first, whole",
      distilled(cor("AAAA1", { corrected_to: "Use npm ci", behavioral_change: `Look. ${"b".repeat(240 - 28)}` })),
      "Use npm ci",
    ],
    [
      "of what an insight is good for, the last ones go first",
      distilled(ins("AAAA1", { insight: "Retries hide it", applications: ["in CI", "b".repeat(220), "at night"] })),
      "Retries hide it; in practice: in CI",
    ],
  ])("%s", (_, line, expected) => {
    expect(line).toBe(expected);
  });

  it("of any entry is one plain line, or none", { tags: "more" }, () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const line = distilled(entry);
        if (line === undefined) return;
        expect(lengthOf(line)).toBeLessThanOrEqual(240);
        expect(lineTroubles(line).filter((one) => !/id|structure/.test(one))).toEqual([]);
        expect(line).not.toMatch(/[\n\r\u2028\u2029]|<!--|-->/);
      }),
      { numRuns: rounds(100, 500) },
    );
  });
});
