/** Which of two changes of a record's fields stands, and what is left to a person. */
import { describe, expect, it } from "vitest";
import { mergeFile } from "../../../src/store/merge/merge-file.js";
import { rounds } from "../../effort.js";
import fc from "../../properties.js";
import { A, edited, FILE, file, read } from "./day-file.js";

type Fields = Readonly<Record<string, unknown>>;

const textOf = (...parts: Fields[]): string => file(edited(A, Object.assign({}, ...parts)));

/** What each side made of the base, and what comes of it, whichever side is called ours. */
const merged = async (base: Fields, ours: Fields, theirs: Fields): Promise<string> => {
  const [before, left, right] = [textOf(base), textOf(base, ours), textOf(base, theirs)];
  const there = await mergeFile(FILE, before, left, right);
  if (!there.includes("<<<<<<<")) expect(await mergeFile(FILE, before, right, left)).toBe(there);
  return there;
};

const on = (day: number) => `2026-02-${day}T10:00:00Z`;
const OTHER = "COR-20260101-AAAAA";
const row = (more: Fields = {}) => ({ with: OTHER, score: 0.7, found: "claim", at: on(10), ...more });
const [OPEN, LINE] = [row(), row({ with: "#0f" })];
const UNRELATED = row({ at: on(15), answer: "unrelated", tier: "self" });
const REPLACES = row({ at: on(16), answer: "replaces", tier: "owner" });
const use = (day: number) => ({ at: on(day), session: `s${day}`, result: "worked" });
const [U1, U2, U3] = [use(11), use(13), use(14)];
const [S1, S2] = [12, 13].map((day) => ({ at: on(day), session: `s${day}`, tier: "self" }));
const [E1, E2] = [15, 16].map((day) => ({ at: on(day), text: `said on ${day}` }));
const fact = (day: number, tier?: string, more: Fields = {}) => ({ by: "x", tier, at: on(day), ...more });
const OUTCOME = `validated (${OTHER})`;

describe("one record from three versions", () => {
  it.each<[string, Fields, Fields, Fields, Fields]>([
    ["both made the same change", {}, { domain: "ci" }, { domain: "ci" }, { domain: "ci" }],
    ["different fields", {}, { domain: "ci" }, { context: "at night" }, { domain: "ci", context: "at night" }],
    ["a removed field", { rule: "r" }, { rule: undefined }, { domain: "ci" }, { rule: undefined, domain: "ci" }],
    ["unknown fields as any", { mood: "calm" }, { mood: "wild" }, { rule: "r" }, { mood: "wild", rule: "r" }],
    ["forgotten and used", {}, { forgotten: fact(12) }, { uses: [U2] }, { forgotten: fact(12), uses: [U2] }],
    ["a copy both have alike", { status: "a" }, { status: "b" }, { status: "b" }, { status: "b" }],
    [
      "copies, each of one side",
      { status: "a" },
      { promoted_to: "S" },
      { status: "b" },
      { promoted_to: "S", status: "b" },
    ],
    ["a copy that differs", { status: "a" }, { status: "b" }, { status: "c" }, { status: undefined }],
    ["an own outcome", { outcome: "fine" }, { outcome: OUTCOME }, { rule: "r" }, { outcome: OUTCOME, rule: "r" }],
    ["an outcome in words beside a copy", {}, { outcome: OUTCOME }, { outcome: "fine" }, { outcome: "fine" }],
    ["replaced, in its source's words", {}, { superseded_by: "#42" }, {}, { superseded_by: "#42" }],
  ])("%s", async (_, base, ours, theirs, expected) => {
    expect(await merged(base, ours, theirs)).toBe(textOf(base, expected));
  });

  it.each<[string, string, unknown[], unknown[], unknown[], unknown[]]>([
    ["what each added and took out", "tags", ["a"], ["a", "c"], ["b"], ["b", "c"]],
    ["the last of them", "tags", ["a", "b"], ["a"], ["b"], []],
    ["the same by both", "linked", [], [OTHER], [OTHER, A.id], [OTHER, A.id]],
    ["both, by time", "uses", [U1], [U1, U3], [U1, U2], [U1, U2, U3]],
    ["one of one session once", "said", [], [S1], [S1, S2], [S1, S2]],
    ["answered on one side", "near", [OPEN], [UNRELATED], [OPEN], [UNRELATED]],
    ["answered, and another pair", "near", [OPEN], [UNRELATED], [OPEN, LINE], [LINE, UNRELATED]],
    ["two answers both stand", "near", [OPEN], [UNRELATED], [REPLACES], [UNRELATED, REPLACES]],
    ["by time", "evolution", [], [E2], [E1], [E1, E2]],
  ])("a set: %s (%s)", async (_, field, ...lists) => {
    const [base = {}, ours = {}, theirs = {}, expected = {}] = lists.map((list) => ({ [field]: list }));
    expect(await merged(base, ours, theirs)).toBe(textOf(expected));
  });

  it.each<[string, string, Fields | undefined, Fields | undefined, Fields, Fields]>([
    ["the more trusted", "forgotten", undefined, fact(14, "self"), fact(12, "owner"), fact(12, "owner")],
    ["the newer", "forgotten", undefined, fact(12, "self"), fact(14, "self"), fact(14, "self")],
    ["again, beside one taken back", "forgotten", fact(11, "self"), undefined, fact(14, "self"), fact(14, "self")],
    ["the more trusted", "review", undefined, fact(14, "self", { state: "x" }), fact(12, "owner"), fact(12, "owner")],
    ["the newer", "review", undefined, fact(12, "owner"), fact(14, "owner"), fact(14, "owner")],
    ["without a tier it counts least", "review", undefined, fact(14), fact(12, "peer"), fact(12, "peer")],
    ["the newer", "pinned", undefined, fact(12), fact(13), fact(13)],
  ])("of two decisions %s (%s)", async (_, field, base, ours, theirs, expected) => {
    expect(await merged({ [field]: base }, { [field]: ours }, { [field]: theirs })).toBe(textOf({ [field]: expected }));
  });

  it.each<[string, Fields, Fields, Fields, string]>([
    ["two texts", {}, { evidence: "a" }, { evidence: "b" }, 'evidence: "a"\n=======\nevidence: "b"'],
    ["an edit and a removal", { domain: "ci" }, { domain: undefined }, { domain: "cd" }, "=======\ndomain: cd"],
    ["folders", { paths: ["a"] }, { paths: undefined }, { paths: ["a", "b"] }, '=======\npaths:\n  - "a"\n  - "b"'],
    ["two outcomes in words", {}, { outcome: "a" }, { outcome: "b" }, "outcome: a\n=======\noutcome: b"],
  ])("a person decides: %s", async (_, base, ours, theirs, sides) => {
    expect(await merged(base, ours, theirs)).toContain(`<<<<<<< ours\n${sides}\n>>>>>>> theirs\n`);
  });

  it("words that one side took out stay out, with what the other wrote meanwhile", async () => {
    const redacted = { insight: "[redacted]", evidence: "[redacted]", redacted: { at: on(12), by: "x" } };
    const grown = { insight: "The code is 4711", evidence: "4711 fits", evolution: [{ at: on(13), text: "4711" }] };
    expect(await merged({}, redacted, grown)).toBe(textOf(redacted));
  });
});

it("is symmetric, takes a side whole when the other did nothing, and loses no item that neither took out", {
  tags: "more",
}, async () => {
  const day = fc.integer({ min: 10, max: 28 });
  const tier = fc.constantFrom("owner", "self", "peer");
  const record: fc.Arbitrary<Fields> = fc.record(
    {
      status: fc.constantFrom("active", "promoted", "superseded", "forgotten"),
      tags: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }),
      uses: fc.uniqueArray(day.map(use), { minLength: 1, maxLength: 4, selector: ({ at }) => at }),
      near: fc.uniqueArray(fc.constantFrom(OPEN, UNRELATED, REPLACES), { minLength: 1 }),
      review: fc.tuple(day, tier).map(([at, who]) => fact(at, who, { state: "rejected", hash: "0f" })),
      forgotten: fc.tuple(day, tier).map(([at, who]) => fact(at, who)),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(record, record, record, async (base, ours, theirs) => {
      const [before, left, right] = [base, ours, theirs].map((fields) => textOf(fields)) as [string, string, string];
      const text = await mergeFile(FILE, before, left, right);
      expect(await mergeFile(FILE, before, right, left)).toBe(text);
      expect(await mergeFile(FILE, before, left, before)).toBe(left);
      const [after] = read(text).entries as readonly Fields[];
      for (const field of ["tags", "uses", "near"]) {
        const [was, is, too, joined] = [base, ours, theirs, after ?? {}].map(
          (side) =>
            new Set(((side[field] ?? []) as Fields[]).map((item) => JSON.stringify(Object.entries(item).sort()))),
        ) as Set<string>[];
        for (const item of new Set([...(was ?? []), ...(is ?? []), ...(too ?? [])])) {
          const isOut = was?.has(item) && !(is?.has(item) && too?.has(item));
          expect(joined?.has(item)).toBe(!isOut);
        }
      }
    }),
    { numRuns: rounds(60, 1000) },
  );
});
