import { describe, expect, it } from "vitest";
import { CONFIDENCE } from "../../src/entry/entry.js";
import { canonicalJson, changedOnlyByTenet, type Fields, mergeEntries } from "../../src/merge/merge-fields.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";

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

/** A row about `COR-20260101-AAAAA` and the like. */
const near = (letter: string, state: string, more: Fields = {}): Fields => ({
  ...{ with: `COR-20260101-${letter.repeat(5)}`, score: 0.7, by: "claim", state },
  ...more,
});

describe("one entry from three versions", () => {
  it.each<[string, Fields, Fields, Fields, Fields]>([
    ["nothing changed", {}, {}, {}, {}],
    [
      "one side changed a text",
      {},
      { insight: "Retries hide real failures" },
      {},
      { insight: "Retries hide real failures" },
    ],
    ["both made the same change", {}, { domain: "ci" }, { domain: "ci" }, { domain: "ci" }],
    [
      "different fields",
      {},
      { domain: "ci" },
      { context: "in the nightly run" },
      { domain: "ci", context: "in the nightly run" },
    ],
    ["one side removed a field", { domain: "ci" }, { domain: undefined }, {}, { domain: undefined }],
    [
      "a removed field beside a change",
      { domain: "ci" },
      { domain: undefined },
      { stakes: "high" },
      { domain: undefined, stakes: "high" },
    ],
    ["paths: one side's", {}, { paths: ["a/**"] }, {}, { paths: ["a/**"] }],
    ["paths: everywhere again", { paths: ["a/**"] }, { paths: undefined }, {}, { paths: undefined }],
    [
      "paths: what each added",
      { paths: ["a/**"] },
      { paths: ["a/**", "c/**"] },
      { paths: ["b/**"] },
      { paths: ["b/**", "c/**"] },
    ],
    ["seen: both increments", {}, { seen: 5 }, { seen: 3 }, { seen: 6 }],
    ["seen: the same increment twice is two", {}, { seen: 3 }, { seen: 3 }, { seen: 4 }],
    ["seen: from nothing", { seen: undefined }, { seen: 1 }, { seen: 2 }, { seen: 3 }],
    ["seen: one side only", {}, { seen: 7 }, {}, { seen: 7 }],
    ["seen: struck by one, raised by the other", {}, { seen: 1 }, { seen: 3 }, { seen: 2 }],
    ["seen: struck to nothing", {}, { seen: undefined }, {}, { seen: undefined }],
    ["lists: both add", { tags: ["a"] }, { tags: ["a", "c"] }, { tags: ["a", "b"] }, { tags: ["a", "b", "c"] }],
    ["lists: removal wins", { tags: ["a", "b"] }, { tags: ["b"] }, { tags: ["a", "b", "c"] }, { tags: ["b", "c"] }],
    ["lists: both remove", { tags: ["a", "b", "c"] }, { tags: ["b", "c"] }, { tags: ["a", "b"] }, { tags: ["b"] }],
    [
      "lists: the same added by both",
      { tags: ["a"] },
      { tags: ["a", "b"] },
      { tags: ["b", "a"] },
      { tags: ["a", "b"] },
    ],
    [
      "lists: born on both sides",
      {},
      { linked: ["COR-20260101-AAAAA"] },
      { linked: ["COR-20260101-BBBBB"] },
      { linked: ["COR-20260101-AAAAA", "COR-20260101-BBBBB"] },
    ],
    ["lists: removed whole, added to", { tags: ["a"] }, { tags: undefined }, { tags: ["a", "b"] }, { tags: ["b"] }],
    ["lists: emptied by both", { tags: ["a", "b"] }, { tags: undefined }, { tags: ["a"] }, { tags: undefined }],
    [
      "evolution: in the order of time",
      { evolution: [{ at: "2026-02-14T10:00:00Z", text: "first" }] },
      {
        evolution: [
          { at: "2026-02-14T10:00:00Z", text: "first" },
          { at: "2026-02-16T10:00:00Z", text: "third" },
        ],
      },
      {
        evolution: [
          { at: "2026-02-14T10:00:00Z", text: "first" },
          { at: "2026-02-15T10:00:00Z", text: "second" },
        ],
      },
      {
        evolution: [
          { at: "2026-02-14T10:00:00Z", text: "first" },
          { at: "2026-02-15T10:00:00Z", text: "second" },
          { at: "2026-02-16T10:00:00Z", text: "third" },
        ],
      },
    ],
    [
      "near: another pair on each side",
      {},
      { near: [near("B", "open", { at: "2026-02-16T10:00:00Z" })] },
      { near: [near("A", "open", { at: "2026-02-15T10:00:00Z" })] },
      {
        near: [near("A", "open", { at: "2026-02-15T10:00:00Z" }), near("B", "open", { at: "2026-02-16T10:00:00Z" })],
      },
    ],
    [
      "near: answered on one side, put off on the other",
      { near: [near("A", "open")] },
      { near: [near("A", "unrelated", { at: "2026-02-15T10:00:00Z" })] },
      { near: [near("A", "later", { until: "2026-03-15T10:00:00Z" })] },
      { near: [near("A", "unrelated", { at: "2026-02-15T10:00:00Z" })] },
    ],
    [
      "near: put off on both sides, the longer time",
      { near: [near("A", "open")] },
      { near: [near("A", "later", { until: "2026-03-01T10:00:00Z" })] },
      { near: [near("A", "later", { until: "2026-03-15T10:00:00Z" })] },
      { near: [near("A", "later", { until: "2026-03-15T10:00:00Z" })] },
    ],
    [
      "near: opened again by one side alone",
      { near: [near("A", "unrelated")] },
      { near: [near("A", "open")] },
      { near: [near("A", "unrelated")] },
      { near: [near("A", "open")] },
    ],
    [
      "near: answered by a relation on one side, put off on the other",
      { near: [near("A", "open")] },
      { near: undefined, exception_to: ["COR-20260101-AAAAA"] },
      { near: [near("A", "later", { until: "2026-03-15T10:00:00Z" })] },
      { near: undefined, exception_to: ["COR-20260101-AAAAA"] },
    ],
    [
      "near: written anew on one side, in the earlier form on the other",
      { contests: ["COR-20260101-AAAAA"] },
      { contests: undefined, near: [near("A", "unrelated")] },
      { contests: ["COR-20260101-AAAAA"] },
      { contests: undefined, near: [near("A", "unrelated")] },
    ],
    [
      "exceptions of both sides",
      {},
      { exception_to: ["COR-20260101-AAAAA"] },
      { exception_to: ["COR-20260101-BBBBB"] },
      { exception_to: ["COR-20260101-AAAAA", "COR-20260101-BBBBB"] },
    ],
    [
      "outcome: the newest evidence, its three fields together",
      {},
      { outcome: "validated", outcome_date: "2026-02-20T10:00:00Z", outcome_note: "held in the release" },
      { outcome: "mixed", outcome_date: "2026-02-21T10:00:00Z" },
      { outcome: "mixed", outcome_date: "2026-02-21T10:00:00Z", outcome_note: undefined },
    ],
    [
      "outcome: an answer against its removal",
      { outcome: "mixed", outcome_date: "2026-02-15T10:00:00Z" },
      { outcome: undefined, outcome_date: undefined },
      { outcome: "validated", outcome_date: "2026-02-21T10:00:00Z" },
      { outcome: "validated", outcome_date: "2026-02-21T10:00:00Z" },
    ],
    [
      "stick: the newest",
      {},
      { stick: { verdict: "failed", at: "2026-02-16T10:00:00Z" } },
      { stick: { verdict: "held", at: "2026-02-22T10:00:00Z" } },
      { stick: { verdict: "held", at: "2026-02-22T10:00:00Z" } },
    ],
    [
      "stick: failed at the same instant",
      {},
      { stick: { verdict: "failed", at: "2026-02-16T10:00:00Z" } },
      { stick: { verdict: "held", at: "2026-02-16T10:00:00Z" } },
      { stick: { verdict: "failed", at: "2026-02-16T10:00:00Z" } },
    ],
    [
      "rated: by both to one level, since the first of them",
      { stakes: "low" },
      { stakes: "high", rated: { was: "low", at: "2026-02-22T10:00:00Z" } },
      { stakes: "high", rated: { was: "low", at: "2026-02-16T10:00:00Z" } },
      { stakes: "high", rated: { was: "low", at: "2026-02-16T10:00:00Z" } },
    ],
    [
      "rated: back to the first on one side",
      { stakes: "high", rated: { was: "low", at: "2026-02-16T10:00:00Z" } },
      { stakes: "low", rated: undefined },
      { domain: "ci" },
      { stakes: "low", rated: undefined, domain: "ci" },
    ],
    [
      "status: forgotten before superseded",
      {},
      { status: "superseded" },
      { status: "forgotten" },
      { status: "forgotten" },
    ],
    [
      "status: superseded before promoted",
      {},
      { status: "superseded" },
      { status: "promoted" },
      { status: "superseded" },
    ],
    [
      "a rule on both branches: the later version and one place, until the version that joins them",
      {},
      { status: "promoted", promoted_to: "SOUL.md", promoted_in: "0007-K7Q2X" },
      { status: "promoted", promoted_to: "MEMORY.md", promoted_in: "0007-M2XBA" },
      { status: "promoted", promoted_to: "SOUL.md", promoted_in: "0007-M2XBA" },
    ],
    [
      "status: promoted before inconclusive",
      {},
      { status: "inconclusive" },
      { status: "promoted" },
      { status: "promoted" },
    ],
    [
      "status: active before inconclusive",
      { status: "promoted" },
      { status: "inconclusive" },
      { status: "active" },
      { status: "active" },
    ],
    [
      "status: one side's change counts, a step down too",
      { status: "forgotten" },
      { status: "active" },
      {},
      { status: "active" },
    ],
    [
      "redacted: no edit brings the words back",
      {},
      { insight: "[redacted]" },
      { insight: "Retries hide much" },
      { insight: "[redacted]" },
    ],
    [
      "review: the same decision twice",
      {},
      { review: { state: "rejected", by: "bridget", at: "2026-02-16T10:00:00Z" } },
      { review: { state: "rejected", by: "bridget", at: "2026-02-17T10:00:00Z" } },
      { review: { state: "rejected", by: "bridget", at: "2026-02-17T10:00:00Z" } },
    ],
    [
      "a fact ended twice: the earlier end, with the hashes that go with it",
      { review: { state: "approved_for_reuse", by: "bridget", hash: "a" }, pinned: { by: "bridget", hash: "a" } },
      {
        ...{ valid_to: "2026-02-16T10:00:00Z", pinned: { by: "bridget", hash: "b" } },
        review: { state: "approved_for_reuse", by: "bridget", hash: "b" },
      },
      {
        ...{ valid_to: "2026-02-16T10:00:01Z", pinned: { by: "bridget", hash: "c" } },
        review: { state: "approved_for_reuse", by: "bridget", hash: "c" },
      },
      {
        ...{ valid_to: "2026-02-16T10:00:00Z", pinned: { by: "bridget", hash: "b" } },
        review: { state: "approved_for_reuse", by: "bridget", hash: "b" },
      },
    ],
    [
      "a question closed twice in one way: the earlier closing",
      {},
      { closed: { at: "2026-02-16T10:00:00Z", by: "bridget", how: "answered", hash: "a" } },
      { closed: { at: "2026-02-17T10:00:00Z", by: "jane", how: "answered", hash: "a" } },
      { closed: { at: "2026-02-16T10:00:00Z", by: "bridget", how: "answered", hash: "a" } },
    ],
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
    ["two decisions of review", {}, { review: { state: "rejected" } }, { review: { state: "sensitive" } }, ["review"]],
    ["two ways to close", {}, { closed: { how: "answered" } }, { closed: { how: "unanswered" } }, ["closed"]],
    ["a list and a text", { tags: ["a"] }, { tags: "a, b" }, { tags: ["a", "c"] }, ["tags"]],
    ["two stakes", { stakes: "low" }, { stakes: "high" }, { stakes: "medium" }, ["stakes"]],
    ["a count that is none", {}, { seen: "many" }, { seen: 3 }, ["seen"]],
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
  const memory: fc.Arbitrary<Fields> = fc
    .record(
      {
        type: fc.constant("memory"),
        content: fc.constantFrom("a", "b", "[redacted]"),
        category: fc.constantFrom("fact", "preference"),
        status: fc.constantFrom("active", "superseded", "forgotten"),
        basis: fc.constantFrom("explicit" as const, "corrected" as const, "inferred" as const),
        key: fc.constantFrom("x", "y"),
        seen: fc.integer({ min: 0, max: 5 }),
        derived_from: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
      },
      { requiredKeys: ["type", "content", "category", "status", "basis"] },
    )
    .map((fields) => ({ ...fields, confidence: CONFIDENCE[fields.basis] }));
  const sorted = canonicalJson;

  it("is symmetric for memories, takes a side whole, and keeps how sure one is with how it became known", {
    tags: "more",
  }, () => {
    fc.assert(
      fc.property(memory, memory, memory, (base, ours, theirs) => {
        const merged = mergeEntries(base, ours, theirs);
        expect(mergeEntries(base, theirs, ours)).toEqual(merged);
        const { fields, conflicts } = merged;
        expect(sorted(mergeEntries(base, ours, base).fields)).toBe(sorted(ours));
        if (conflicts.length > 0) return;
        expect(fields["confidence"]).toBe(CONFIDENCE[fields["basis"] as keyof typeof CONFIDENCE]);
      }),
      { numRuns: rounds(200, 2000) },
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
      { numRuns: rounds(300, 3000) },
    );
  });

  it("is symmetric", { tags: "more" }, () => {
    fc.assert(
      fc.property(entry, entry, entry, (base, ours, theirs) => {
        expect(mergeEntries(base, theirs, ours)).toEqual(mergeEntries(base, ours, theirs));
      }),
      { numRuns: rounds(200, 2000) },
    );
  });

  it("takes a side whole when the other did nothing, and changes nothing when both agree", { tags: "more" }, () => {
    fc.assert(
      fc.property(entry, entry, (base, changed) => {
        for (const result of [mergeEntries(base, changed, base), mergeEntries(base, base, changed)]) {
          expect(result.conflicts).toEqual([]);
          expect(sorted(result.fields)).toBe(sorted(changed));
        }
        expect(sorted(mergeEntries(base, base, base).fields)).toBe(sorted(base));
      }),
      { numRuns: rounds(200, 1000) },
    );
  });

  it("is associative over three branches of one base, for everything that never conflicts", { tags: "more" }, () => {
    const grown: fc.Arbitrary<Fields> = fc.record({
      seen: fc.integer({ min: 1, max: 6 }),
      tags: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }),
      stick: fc.record({ verdict: fc.constantFrom("held", "failed"), at: instant }),
    });
    fc.assert(
      fc.property(grown, grown, grown, (one, two, three) => {
        const base: Fields = { seen: 1, tags: ["a", "b"], stick: { verdict: "unknown", at: "2026-02-01T10:00:00Z" } };
        const join = (a: Fields, b: Fields) => mergeEntries(base, a, b).fields;
        expect(sorted(join(join(one, two), three))).toBe(sorted(join(one, join(two, three))));
      }),
      { numRuns: rounds(200, 2000) },
    );
  });
});
