import { describe, expect, it } from "vitest";
import { editingOf } from "../../../src/report/policy/editing.js";
import { ago, draft, historyOf } from "./histories.js";

const drafts = (name: string, days: number, ratios: readonly number[]) =>
  ratios.map((ratio, at) => draft(`${name}${at}`, days, ratio));

// The example of docs/measures.md.
const BEFORE = drafts("B", 40, [0.5, 0.55, 0.6, 0.7, 0.9]);
const NOWADAYS = drafts("N", 10, [0.1, 0.2, 0.3, 0.33, 0.4]);

describe("editing", () => {
  it("is a median, beside that of the period before", () => {
    expect(editingOf(historyOf([...BEFORE, ...NOWADAYS]), {})).toMatchObject({
      now: { value: 0.3, n: 5 },
      before: { value: 0.6, n: 5 },
      from: ago(30),
      before_from: ago(60),
    });
  });

  it("is of drafts alone: no line of a rule, and none without what it answered", () => {
    const { original: _, ...own } = draft("B", 1, 0.5);
    const { context: __, ...bare } = draft("C", 1, 0.5);
    expect(editingOf(historyOf([draft("A", 1, 0.5, { target: "AGENTS.md" }), own, bare]), {}).now.n).toBe(0);
  });

  it("compares thirty days with the thirty before, or a period with one of its length", () => {
    const each = [0, 30, 30.001, 60, 60.001].map((days, at) => draft(`E${at}`, days, 0.5));
    const counts = (since?: Date) => {
      const { now, before } = editingOf(historyOf(each), { since });
      return [now.n, before.n];
    };
    expect(counts()).toEqual([2, 2]);
    expect(counts(new Date(ago(10)))).toEqual([1, 0]);
    expect(counts(new Date(ago(30.001)))).toEqual([3, 2]);
  });
});
