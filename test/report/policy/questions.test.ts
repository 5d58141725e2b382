import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/entry/entry.js";
import { closingOf } from "../../../src/entry/near/closings.js";
import { questionsOf } from "../../../src/report/policy/questions.js";
import { ago, historyOf, question } from "./histories.js";

const closed = (name: string, days: number, after: number, how: "answered" | "unanswered" = "answered"): Question => {
  const asked = question(name, days);
  return { ...asked, closed: closingOf(asked, { at: ago(days - after), by: "ann", how }) };
};

// The example of docs/measures.md.
const ASKED = [
  ...[1, 1, 2, 3, 8].map((after, at) => closed(`A${at}`, 20, after)),
  closed("N", 20, 4, "unanswered"),
  question("E", 14),
  question("O", 13.999),
];

describe("questions to the owner", () => {
  it("were answered, or closed without, or expired; what is open is in no share", () => {
    const found = questionsOf(historyOf(ASKED), {});
    expect(found).toMatchObject({ asked: 8, open: 1, expired: 1 });
    expect(found.answered).toMatchObject({ value: 0.714, numerator: 5, denominator: 7 });
    expect(found.days).toMatchObject({ value: 2, n: 5, unit: "days" });
  });

  it.each<[string, Question, [asked: number, answered: number, open: number, expired: number]]>([
    ["just asked", question("A", 0), [1, 0, 1, 0]],
    ["just when it expires", question("A", 14), [1, 0, 0, 1]],
    ["answered after that", closed("A", 20, 19), [1, 1, 0, 0]],
    ["answered later than the report", closed("A", 5, 6), [1, 0, 1, 0]],
    [
      "with a closing nobody made",
      question("A", 5, { closed: { at: ago(1), by: "x", how: "answered" } }),
      [1, 0, 1, 0],
    ],
    ["later than the report", question("A", -1), [0, 0, 0, 0]],
    [
      "from outside, before its review",
      question("A", 1, { tier: "external", review: { state: "needs_review" } }),
      [0, 0, 0, 0],
    ],
    [
      "from outside, after it",
      question("A", 1, { tier: "external", review: { state: "approved_for_reuse" } }),
      [1, 0, 1, 0],
    ],
  ])("%s", (_, entry, counts) => {
    const { asked, answered, open, expired } = questionsOf(historyOf([entry]), {});
    expect([asked, answered.numerator, open, expired]).toEqual(counts);
  });

  it("count by when they were asked", () => {
    expect(questionsOf(historyOf(ASKED), { since: new Date(ago(14)) }).asked).toBe(2);
    expect(questionsOf(historyOf(ASKED), { since: new Date(Date.parse(ago(14)) + 1) }).asked).toBe(1);
    expect(questionsOf(historyOf([]), {})).toMatchObject({
      asked: 0,
      answered: { value: null },
      days: { value: null },
    });
  });

  it("answered by a clock that ran behind took no time", () => {
    expect(questionsOf(historyOf([closed("A", 5, -1)]), {}).days).toMatchObject({ n: 1 });
    const five = [0, 1, 2, 3, 4].map((at) => closed(`A${at}`, 5, -1));
    expect(questionsOf(historyOf(five), {}).days.value).toBe(0);
  });
});
