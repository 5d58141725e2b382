import { describe, expect, it } from "vitest";
import { canonicalJson, changedOnlyByTenet, type Fields, mergeEntries } from "../../../src/store/merge/merge-fields.js";
import { rounds } from "../../effort.js";
import fc from "../../properties.js";

const BASE = {
  type: "insight",
  id: "INS-20260214-M2XBA",
  insight: "Retries hide flaky tests",
  status: "active",
  seen: 2,
};

/** One row: what each side made of the base, and what comes of it. */
const merged = (base: Fields, ours: Fields, theirs: Fields) => {
  const there = mergeEntries({ ...BASE, ...base }, { ...BASE, ...base, ...ours }, { ...BASE, ...base, ...theirs });
  const back = mergeEntries({ ...BASE, ...base }, { ...BASE, ...base, ...theirs }, { ...BASE, ...base, ...ours });
  expect(back).toEqual(there);
  return there;
};

const on = (day: number) => `2026-02-${day}T10:00:00Z`;
/** A row about `COR-20260101-AAAAA` and the like. */
const near = (letter: string, state: string, more: Fields = {}): Fields => ({
  ...{ with: idOf(letter), score: 0.7, by: "claim", state },
  ...more,
});
const idOf = (letter: string) => `COR-20260101-${letter.repeat(5)}`;
const [OPEN, UNRELATED, LATER] = [
  near("A", "open"),
  near("A", "unrelated", { at: on(15) }),
  near("A", "later", { until: on(20) }),
];
const item = (day: number) => ({ at: on(day), text: `said on ${day}` });
const stick = (verdict: string, day: number) => ({ stick: { verdict, at: on(day) } });
const outcome = (name: string, day: number, more: Fields = {}) => ({ outcome: name, outcome_date: on(day), ...more });
const rejected = (day: number) => ({ review: { state: "rejected", by: "bridget", at: on(day) } });
const sensitive = (day: number) => ({ review: { state: "sensitive", by: "bridget", at: on(day) } });
const closed = (day: number, by: string) => ({ closed: { at: on(day), by, how: "answered", hash: "a" } });
const rule = (file: string, version: string) => ({ status: "promoted", promoted_to: file, promoted_in: version });

describe("one entry from three versions", () => {
  it.each<[string, Fields, Fields, Fields, Fields]>([
    ["both made the same change", {}, { domain: "ci" }, { domain: "ci" }, { domain: "ci" }],
    ["different fields", {}, { domain: "ci" }, { context: "at night" }, { domain: "ci", context: "at night" }],
    [
      "a removed field beside a change",
      { domain: "ci" },
      { domain: undefined },
      { stakes: "high" },
      { domain: undefined, stakes: "high" },
    ],
    ["paths: one side's", {}, { paths: ["a/**"] }, {}, { paths: ["a/**"] }],
    ["paths: everywhere again", { paths: ["a/**"] }, { paths: undefined }, {}, { paths: undefined }],
    ["paths: what each added", { paths: ["a"] }, { paths: ["a", "c"] }, { paths: ["b"] }, { paths: ["b", "c"] }],
    ["seen: both increments", {}, { seen: 5 }, { seen: 3 }, { seen: 6 }],
    ["seen: from nothing", { seen: undefined }, { seen: 1 }, { seen: 2 }, { seen: 3 }],
    [
      "evolution: in the order of time",
      { evolution: [item(14)] },
      { evolution: [item(14), item(16)] },
      { evolution: [item(14), item(15)] },
      { evolution: [item(14), item(15), item(16)] },
    ],
    [
      "near: answered by a relation on one side, put off on the other",
      { near: [OPEN] },
      { near: undefined, exception_to: [idOf("A")] },
      { near: [LATER] },
      { near: undefined, exception_to: [idOf("A")] },
    ],
    [
      "exceptions of both sides",
      {},
      { exception_to: [idOf("A")] },
      { exception_to: [idOf("B")] },
      { exception_to: [idOf("A"), idOf("B")] },
    ],
    [
      "outcome: the newest evidence, its three fields together",
      {},
      outcome("validated", 20, { outcome_note: "held in the release" }),
      outcome("mixed", 21),
      outcome("mixed", 21),
    ],
    [
      "outcome: an answer against its removal",
      outcome("mixed", 15),
      { outcome: undefined, outcome_date: undefined },
      outcome("validated", 21),
      outcome("validated", 21),
    ],
    ["stick: the newest", {}, stick("failed", 16), stick("held", 22), stick("held", 22)],
    ["stick: failed at the same instant", {}, stick("failed", 16), stick("held", 16), stick("failed", 16)],
    [
      "status: one side's change counts, a step down too",
      { status: "forgotten" },
      { status: "active" },
      {},
      { status: "active" },
    ],
    [
      "a rule on both branches: the later version and one place, until the version that joins them",
      {},
      rule("SOUL.md", "0007-K7Q2X"),
      rule("MEMORY.md", "0007-M2XBA"),
      rule("SOUL.md", "0007-M2XBA"),
    ],
    [
      "redacted: no edit brings the words back",
      {},
      { insight: "[redacted]" },
      { insight: "Retries hide much" },
      { insight: "[redacted]" },
    ],
    ["review: the same decision twice", {}, rejected(16), rejected(17), rejected(17)],
    ["review: of two decisions the newer", {}, rejected(16), sensitive(17), sensitive(17)],
    ["a question closed twice: the newer closing", {}, closed(16, "bridget"), closed(17, "jane"), closed(17, "jane")],
    ["unknown fields are merged as any", {}, { mood: "calm" }, { colour: "red" }, { mood: "calm", colour: "red" }],
    [
      "maps are compared by content",
      { extra: { a: 1, b: 2 } },
      { extra: { b: 2, a: 1 } },
      { extra: { a: 1, b: 3 } },
      { extra: { a: 1, b: 3 } },
    ],
  ])("%s", (_, base, ours, theirs, expected) => {
    const { fields, conflicts } = merged(base, ours, theirs);
    expect(conflicts).toEqual([]);
    const whole: Record<string, unknown> = { ...BASE, ...base, ...expected };
    expect(fields).toEqual(Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)));
  });

  it.each([
    ["both add", "a", "ac", "ab", "abc"],
    ["removal wins", "ab", "b", "abc", "bc"],
    ["the same added by both", "a", "ab", "ba", "ab"],
    ["born on both sides", "", "a", "b", "ab"],
  ])("a list: %s", (_, ...tags) => {
    const [base = {}, ours = {}, theirs = {}, expected = {}] = tags.map((all) =>
      all === "" ? {} : { tags: [...all] },
    );
    const { tags: __, ...bare } = { ...BASE, tags: [] };
    const { fields } = mergeEntries({ ...bare, ...base }, { ...bare, ...ours }, { ...bare, ...theirs });
    expect(fields).toEqual({ ...bare, ...expected });
  });

  it.each<[string, Fields[], Fields[], Fields[], Fields[]]>([
    ["another pair on each side", [], [near("B", "open")], [OPEN], [OPEN, near("B", "open")]],
    ["answered on one side, put off on the other", [OPEN], [UNRELATED], [LATER], [UNRELATED]],
    ["put off on both sides, the longer time", [OPEN], [near("A", "later", { until: on(10) })], [LATER], [LATER]],
    ["opened again by one side alone", [UNRELATED], [OPEN], [UNRELATED], [OPEN]],
  ])("a near pair: %s", (_, base, ours, theirs, expected) => {
    expect(merged({ near: base }, { near: ours }, { near: theirs })).toMatchObject({ fields: { near: expected } });
  });

  it("of two steps of a status the further one counts, and any before none", () => {
    const further = ["forgotten", "superseded", "promoted", "active", "inconclusive"];
    for (const [at, status] of further.entries())
      for (const other of further.slice(at + 1))
        expect(merged({ status: "new" }, { status: other }, { status }).fields["status"]).toBe(status);
  });

  it.each<[string, Fields, Fields, Fields, string[]]>([
    ["two texts", {}, { insight: "a" }, { insight: "b" }, ["insight"]],
    ["an edit and a removal", { domain: "ci" }, { domain: undefined }, { domain: "cd" }, ["domain"]],
    [
      "everywhere, and one more folder",
      { paths: ["a/**"] },
      { paths: undefined },
      { paths: ["a/**", "b/**"] },
      ["paths"],
    ],
    ["a list and a text", { tags: ["a"] }, { tags: "a, b" }, { tags: ["a", "c"] }, ["tags"]],
  ])("a person decides: %s", (_, base, ours, theirs, conflicts) => {
    const result = merged(base, ours, theirs);
    expect(result.conflicts).toEqual(conflicts);
    for (const field of conflicts) expect(result.fields).not.toHaveProperty(field);
  });

  it("without a common past equal fields agree and counts are not added up", () => {
    const { fields, conflicts } = mergeEntries(
      undefined,
      { ...BASE, seen: 4, tags: ["a"] },
      { ...BASE, seen: 2, tags: ["b"] },
    );
    expect(conflicts).toEqual([]);
    expect(fields).toEqual({ ...BASE, seen: 4, tags: ["a", "b"] });
  });

  it.each<[Fields, boolean]>([
    [{ seen: 9 }, true],
    [{ linked: ["COR-20260101-AAAAA"], status: "superseded" }, true],
    [{ stick: { verdict: "held" }, outcome: "validated", uses: [] }, true],
    [{ insight: "other" }, false],
    [{ tags: ["a"] }, false],
    [{ seen: 9, review: { state: "rejected" } }, false],
  ])("changed by tenet alone: %j", (change, expected) => {
    expect(changedOnlyByTenet(BASE, { ...BASE, ...change })).toBe(expected);
  });
});

describe("laws of the merge", () => {
  const instant = fc.integer({ min: 10, max: 28 }).map((day) => `2026-02-${day}T10:00:00Z`);
  const entry: fc.Arbitrary<Fields> = fc.record(
    {
      insight: fc.constantFrom("a", "b", "[redacted]"),
      status: fc.constantFrom("active", "inconclusive", "promoted", "superseded", "forgotten", "resolved"),
      seen: fc.integer({ min: 0, max: 5 }),
      tags: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }),
      outcome: fc.constantFrom("validated", "mixed"),
      outcome_date: instant,
      stick: fc.record({ verdict: fc.constantFrom("held", "failed", "unknown"), at: instant }),
      domain: fc.constantFrom("x", "y"),
    },
    { requiredKeys: ["insight", "status"] },
  );
  it("is symmetric, takes a side whole when the other did nothing, and changes nothing when both agree", {
    tags: "more",
  }, () => {
    fc.assert(
      fc.property(entry, entry, entry, (base, ours, theirs) => {
        const { fields, conflicts } = mergeEntries(base, ours, theirs);
        expect(mergeEntries(base, theirs, ours)).toEqual({ fields, conflicts });
        const alone = mergeEntries(base, ours, base);
        expect(alone.conflicts).toEqual([]);
        expect(canonicalJson(alone.fields)).toBe(canonicalJson(ours));
        expect(canonicalJson(mergeEntries(base, base, base).fields)).toBe(canonicalJson(base));
      }),
      { numRuns: rounds(50, 2000) },
    );
  });

  const row: fc.Arbitrary<Fields> = fc.record(
    {
      with: fc.constantFrom("COR-20260101-AAAAA", "COR-20260101-BBBBB", "SOUL.md#0f"),
      score: fc.constantFrom(0.5, 0.7),
      by: fc.constantFrom("claim", "prior"),
      state: fc.constantFrom("open", "later", "unrelated"),
      at: instant,
      until: instant,
    },
    { requiredKeys: ["with", "score", "by", "state"] },
  );
  const rows = fc.uniqueArray(row, { selector: (one) => one["with"], maxLength: 3 });
  const withRows = fc.record({ insight: fc.constant("a"), near: rows });

  it("joins rows of near claims pair by pair, whichever side is called ours, and never conflicts", {
    tags: "more",
  }, () => {
    fc.assert(
      fc.property(withRows, withRows, withRows, (base, ours, theirs) => {
        const merged = mergeEntries(base, ours, theirs);
        expect(mergeEntries(base, theirs, ours)).toEqual(merged);
        expect(merged.conflicts).toEqual([]);
        const known = (fields: Fields) =>
          new Map(((fields["near"] ?? []) as Fields[]).map((one) => [one["with"], one]));
        const [before, left, right, after] = [base, ours, theirs, merged.fields].map(known) as Map<unknown, Fields>[];
        for (const [name, one] of after ?? []) {
          // No row is put together of two, and none comes back that a side took away.
          expect([left?.get(name), right?.get(name)]).toContainEqual(one);
          if (before?.has(name)) expect(left?.has(name) && right?.has(name)).toBe(true);
          // What both sides changed is answered where one of them answered it.
          const both = [left?.get(name), right?.get(name)];
          const changed = both.every(
            (side) => side !== undefined && canonicalJson(side) !== canonicalJson(before?.get(name)),
          );
          if (changed && both.some((side) => side?.["state"] === "unrelated")) expect(one["state"]).toBe("unrelated");
        }
      }),
      { numRuns: rounds(100, 3000) },
    );
  });
});
