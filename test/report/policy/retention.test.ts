import { describe, expect, it } from "vitest";
import { retentionOf } from "../../../src/report/policy/retention.js";
import { ago, COR, correction, failed, held, historyOf, replaces, says } from "./histories.js";

const daysAgo = (days: number): Date => new Date(ago(days));

describe("corrections that held", () => {
  // The worked example of docs/measures.md.
  const example = historyOf([
    ...["C1", "C2", "C3", "C4"].map((name) => correction(name, 30, { stick: held(20) })),
    ...["C5", "C6"].map((name) => correction(name, 30, { stick: failed(25) })),
    correction("C7", 3),
    correction("C8", 20),
  ]);

  it("are 4 of the 6 with an answer; one window is open and one ended without", () => {
    const { share, held, failed, open, unknown, entries } = retentionOf(example, {});
    expect(share).toEqual({
      ...{ kind: "share", value: 0.667, numerator: 4, denominator: 6, n: 6, low: 0.3, high: 0.903 },
      ...{ entries: ["C1", "C2", "C3", "C4"].map(COR), others: ["C5", "C6"].map(COR) },
    });
    expect({ held, failed, open, unknown }).toEqual({ held: 4, failed: 2, open: 1, unknown: 1 });
    expect(entries).toEqual({ open: [COR("C7")], unknown: [COR("C8")] });
  });

  it("count by the date of the answer, those without one by when they were written", () => {
    const counts = (days: number) => {
      const { held, failed, open, unknown } = retentionOf(example, { since: daysAgo(days) });
      return [held, failed, open, unknown];
    };
    expect([25, 24, 20, 19, 2].map(counts)).toEqual([
      [4, 2, 1, 1],
      [4, 0, 1, 1],
      [4, 0, 1, 1],
      [0, 0, 1, 0],
      [0, 0, 0, 0],
    ]);
  });

  it.each([
    ["a window of seven days that has just ended", { days: 7 }, "unknown"],
    ["one that ends in a second", { days: 7 - 1 / 86_400 }, "open"],
    [
      "an old one imported a day ago",
      { days: 300, more: { imported: { at: ago(1), from: "notes", hash: "h" } } },
      "open",
    ],
    ["an answer of tomorrow", { days: 9, more: { stick: held(-1) } }, undefined],
    ["one that held", { days: 9, more: { stick: held(1) } }, "held"],
  ])("%s", (_, { days, more = {} }: { days: number; more?: object }, answer) => {
    const { held, failed, open, unknown } = retentionOf(historyOf([correction("C1", days, more)]), {});
    const counts = { held: 0, failed: 0, open: 0, unknown: 0 };
    expect({ held, failed, open, unknown }).toEqual(answer === undefined ? counts : { ...counts, [answer]: 1 });
  });
});

/** `C2` says `C1` again, `C3` says `C2` again. */
const chain = [
  correction("C1", 40),
  correction("C2", 30, { ...says(COR("C1")) }),
  correction("C3", 10, { ...says(COR("C2")) }),
];

describe("repeats", () => {
  const others = ["C4", "C5", "C6", "C7"].map((name) => correction(name, 20));
  it("are two of one lesson, which makes 0.4 of each of five", () => {
    const { repeats } = retentionOf(historyOf([...chain, ...others]), {});
    expect(repeats).toMatchObject({ value: 0.4, numerator: 2, denominator: 5, unit: "repeats" });
    expect(repeats.entries).toEqual(["C1", "C4", "C5", "C6", "C7"].map(COR));
  });
  it("count when they were said, over all lessons known by then", () => {
    const repeats = (period: object) => retentionOf(historyOf([...chain, ...others]), period).repeats;
    expect(repeats({ since: daysAgo(10) })).toMatchObject({ numerator: 1, denominator: 5 });
    expect(repeats({ since: daysAgo(9) })).toMatchObject({ numerator: 0, denominator: 5 });
    expect(repeats({ since: daysAgo(35), until: daysAgo(25) })).toMatchObject({ numerator: 1, denominator: 1 });
  });
  it("of what was superseded count as well", () => {
    const history = historyOf([...chain, correction("C9", 1, replaces(COR("C3")))]);
    expect(retentionOf(history, {}).repeats).toMatchObject({ numerator: 2, denominator: 2 });
  });
});

describe("not said again within 30 days", () => {
  const kept = (entries: Parameters<typeof historyOf>[0], period = {}) =>
    retentionOf(historyOf(entries), period).kept_30_days;
  const imported = { at: ago(35), from: "notes", hash: "h" };
  const again = (days: number) => correction("C2", days, { ...says(COR("C1")) });
  it.each([
    ["said again after ten days", [correction("C1", 40), again(30)], [0, 1]],
    ["said again after thirty-one", [correction("C1", 40), again(9)], [1, 1]],
    ["nobody said it again", [correction("C1", 30)], [1, 1]],
    ["it is too young to tell", [correction("C1", 29)], [0, 0]],
    ["it was replaced before", [correction("C1", 40), correction("C3", 20, replaces(COR("C1")))], [0, 0]],
    [
      "what an import brings repeated is no failure",
      [correction("C1", 90, { imported }), { ...again(60), imported }],
      [1, 1],
    ],
  ])("%s", (_, entries, [numerator, n]) => {
    expect(kept(entries)).toMatchObject({ numerator, n });
  });
  it("is of lessons that began in the period", () => {
    expect(kept([...chain, correction("C4", 35)], { since: daysAgo(36) })).toMatchObject({ numerator: 1, n: 1 });
  });
});
