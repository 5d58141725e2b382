import { describe, expect, it } from "vitest";
import { retentionOf } from "../../../src/report/policy/retention.js";
import fc from "../../properties.js";
import { ago, COR, correction, failed, held, historyOf, insight } from "./histories.js";

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
    ["one filed under an old day and written a day ago", { days: 40, more: { recorded: ago(1) } }, "open"],
    [
      "an answer that proves nothing",
      { days: 9, more: { stick: { verdict: "unknown" as const, at: ago(1) } } },
      "unknown",
    ],
    ["an answer of tomorrow", { days: 9, more: { stick: held(-1) } }, undefined],
    [
      "one that was superseded after it held",
      { days: 9, more: { status: "superseded" as const, stick: held(1) } },
      "held",
    ],
  ])("%s", (_, { days, more = {} }: { days: number; more?: object }, answer) => {
    const { held, failed, open, unknown } = retentionOf(historyOf([correction("C1", days, more)]), {});
    const counts = { held: 0, failed: 0, open: 0, unknown: 0 };
    expect({ held, failed, open, unknown }).toEqual(answer === undefined ? counts : { ...counts, [answer]: 1 });
  });

  it("are no figure among four, and nothing where there is nothing", () => {
    const four = ["C1", "C2", "C3", "C4"].map((name) => correction(name, 9, { stick: held(1) }));
    expect(retentionOf(historyOf(four), {}).share).toMatchObject({ value: null, numerator: 4, n: 4 });
    const none = retentionOf(historyOf([insight("I1", 9)]), {});
    expect(none.share).toMatchObject({ value: null, n: 0 });
    expect(none.first_repeat).toMatchObject({ n: 0, median_days: null });
    expect([none.by_source, none.by_stakes, none.by_age]).toEqual([[], [], []]);
  });
});

describe("retention apart", () => {
  const history = historyOf([
    correction("C1", 6.99, { stick: held(1), source: "human", stakes: "low" }),
    correction("C2", 7, { stick: failed(1), source: "human", stakes: "high" }),
    correction("C3", 29.9, { stick: held(1) }),
    correction("C4", 30, { stick: held(1), source: "peer", stakes: "high" }),
    correction("C5", 90),
  ]);
  it("by source, the largest first, self where nobody is named; by stakes; by age in whole days", () => {
    const { by_source, by_stakes, by_age } = retentionOf(history, {});
    const told = (rows: typeof by_age) =>
      rows.map(({ key, held, failed, unknown }) => `${key} ${held} ${failed} ${unknown}`);
    expect(told(by_source)).toEqual(["human 1 1 0", "self 1 0 1", "peer 1 0 0"]);
    expect(told(by_stakes)).toEqual(["high 1 1 0", "medium 1 0 1", "low 1 0 0"]);
    expect(told(by_age)).toEqual([
      "under 7 days 1 0 0",
      "7 to 30 days 1 1 0",
      "30 to 90 days 1 0 0",
      "over 90 days 0 0 1",
    ]);
  });
});

/** `C2` says `C1` again, `C3` says `C2` again. */
const chain = [
  correction("C1", 40),
  correction("C2", 30, { recurrence_of: COR("C1") }),
  correction("C3", 10, { recurrence_of: COR("C2") }),
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
    const [, ...more] = chain;
    const history = historyOf([correction("C1", 40, { status: "superseded" }), ...more]);
    expect(retentionOf(history, {}).repeats).toMatchObject({ numerator: 2, denominator: 1 });
  });
});

describe("days to the first repeat", () => {
  const lives = (entries: Parameters<typeof historyOf>[0], period = {}) => {
    const { n, repeated, censored } = retentionOf(historyOf(entries), period).first_repeat;
    return { n, repeated, censored };
  };
  it.each([
    ["from the first to the second, whatever comes then", chain, { n: 1, repeated: 1, censored: 0 }],
    ["none yet", [correction("C1", 5)], { n: 1, repeated: 0, censored: 1 }],
    [
      "two of one second",
      [correction("C1", 5), correction("C2", 5, { recurrence_of: COR("C1") })],
      { n: 1, repeated: 1, censored: 0 },
    ],
    [
      "in a ring, which somebody wrote by hand",
      [correction("C1", 9, { recurrence_of: COR("C2") }), correction("C2", 5, { recurrence_of: COR("C1") })],
      { n: 1, repeated: 1, censored: 0 },
    ],
    [
      "a repeat that is dated tomorrow has not come",
      [correction("C1", 9), correction("C2", -1, { recurrence_of: COR("C1") })],
      { n: 1, repeated: 0, censored: 1 },
    ],
    [
      "said twice before it was imported, and once since",
      [
        correction("C1", 90, { imported: { at: ago(20), from: "notes", hash: "h" } }),
        correction("C2", 60, { imported: { at: ago(20), from: "notes", hash: "h" }, recurrence_of: COR("C1") }),
        correction("C3", 8, { recurrence_of: COR("C1") }),
      ],
      { n: 1, repeated: 1, censored: 0 },
    ],
  ])("%s", (_, entries, expected) => {
    expect(lives(entries)).toEqual(expected);
  });

  const week = (entries: Parameters<typeof historyOf>[0]) =>
    retentionOf(historyOf(entries), {}).first_repeat.kept[0]?.figure;
  const lessons = ["A", "B", "C", "D"].map((name) => correction(name, 30));

  it("a lesson is watched until something took its place: on day 5, before another is repeated on day 6", () => {
    const superseded = correction("C1", 30, { status: "superseded", superseded_by: COR("C2") });
    const repeated = [correction("C3", 30), correction("C4", 24, { recurrence_of: COR("C3") })];
    // Six are watched on day 6: the four, the repeated one, and what took the place of the first.
    const all = [superseded, correction("C2", 25), ...repeated, ...lessons];
    expect(week(all)).toMatchObject({ value: 0.833, numerator: 5, n: 6 });
    // What took its place is not there to be read: it is watched until now.
    expect(week([superseded, ...repeated, ...lessons])).toMatchObject({ value: 0.833, numerator: 5, n: 6 });
  });

  it("counts from the writing of an imported lesson to the next time that it is said", () => {
    const imported = { at: ago(20), from: "notes", hash: "h" };
    const said = [correction("C1", 90, { imported }), correction("C2", 60, { imported, recurrence_of: COR("C1") })];
    const again = (days: number) => [...said, correction("C3", days, { recurrence_of: COR("C1") }), ...lessons];
    expect(week(again(13))).toMatchObject({ numerator: 4, n: 5 });
    expect(week(again(12))).toMatchObject({ numerator: 5, n: 5 });
  });

  it("is of lessons that began in the period", () => {
    expect(lives([...chain, correction("C4", 20)], { since: daysAgo(20) })).toMatchObject({ n: 1, repeated: 0 });
    expect(lives(chain, { since: daysAgo(40) })).toMatchObject({ n: 1, repeated: 1 });
  });
});

describe("whatever was corrected", () => {
  const stick = fc.option(
    fc.record({ verdict: fc.constantFrom("held", "failed", "unknown"), at: fc.nat(60).map(ago) }),
    {
      nil: undefined,
    },
  );
  const corrections = fc
    .array(fc.record({ days: fc.nat(60), stick, of: fc.nat(30), again: fc.boolean() }), { maxLength: 30 })
    .map((all) =>
      all.map(({ days, stick, of, again }, at) =>
        correction(`C${at}`, days, {
          ...(stick === undefined ? {} : { stick }),
          ...(again && of < at ? { recurrence_of: COR(`C${of}`) } : {}),
        }),
      ),
    );

  it("each is one thing, and the parts are the whole", () => {
    fc.assert(
      fc.property(corrections, (entries) => {
        const all = retentionOf(historyOf(entries), {});
        expect(all.held + all.failed + all.unknown + all.open).toBe(entries.length);
        expect(all.share).toMatchObject({ numerator: all.held, denominator: all.held + all.failed });
        for (const rows of [all.by_source, all.by_stakes, all.by_age])
          for (const key of ["held", "failed", "unknown", "open"] as const)
            expect(rows.reduce((sum, row) => sum + row[key], 0)).toBe(all[key]);
        const { n, repeated, censored } = all.first_repeat;
        expect(repeated + censored).toBe(n);
        expect((all.repeats.numerator ?? 0) + n).toBe(entries.length);
      }),
    );
  });
});
