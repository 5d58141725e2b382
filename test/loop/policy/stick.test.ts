import { describe, expect, it } from "vitest";
import { impliedTriggers, type Opportunity, triggersIn } from "../../../src/entry/holds/triggers.js";
import { type LessonEntry, lessonsOf } from "../../../src/entry/lessons.js";
import { stickStateOf, toReinforce } from "../../../src/loop/policy/stick.js";

const BORN = "2026-02-01T12:00:00Z";
const at = (day: number): Date => new Date(new Date(BORN).getTime() + day * 86_400_000);
const stampAt = (day: number): string => at(day).toISOString().replace(".000", "");

function correction(name: string, more: Partial<LessonEntry> = {}): LessonEntry {
  const plain = { type: "correction", timestamp: BORN, status: "active", stakes: "medium" } as const;
  return { id: `COR-20260201-${name}`, ...plain, ...more };
}
const OLD = { timestamp: "2020-01-01T00:00:00Z", imported: { at: BORN } };

function stick(entries: LessonEntry[], chances: [id: string, day: number][], day: number) {
  const opportunities = chances.map(
    ([id, when]): Opportunity => ({ id: `COR-20260201-${id}`, at: stampAt(when), session: "s1" }),
  );
  const [lesson] = lessonsOf(entries);
  return stickStateOf(lesson!, opportunities, at(day));
}

describe("stickStateOf", () => {
  const FAILED = { stick: { verdict: "failed", at: stampAt(10) } } as const;
  const HELD = { stick: { verdict: "held", at: stampAt(2) } } as const;
  it.each<[what: string, born: Partial<LessonEntry>, chances: [string, number][], day: number, verdict: string]>([
    ["inside the window", {}, [["A0001", 1]], 6.99, "open"],
    ["at day 7 with an opportunity", {}, [["A0001", 1]], 7, "held, settled"],
    ["at day 7 without one", {}, [], 7, "unknown"],
    ["a later opportunity still holds", {}, [["A0001", 20]], 21, "held, settled"],
    ["an opportunity before it was born", {}, [["A0001", -1]], 8, "unknown"],
    ["an opportunity that is yet to come", {}, [["A0001", 9]], 8, "unknown"],
    ["somebody else's opportunity", {}, [["A0009", 1]], 8, "unknown"],
    ["row 10: a clock before its birth", {}, [["A0001", 1]], -3, "open"],
    ["the session that wrote it", { session: "s1" }, [["A0001", 1]], 8, "unknown"],
    ["another session than the one that wrote it", { session: "s0" }, [["A0001", 1]], 8, "held, settled"],
    ["an import within a window of its import", OLD, [["A0001", 1]], 6.9, "open"],
    ["failed, an opportunity before", FAILED, [["A0001", 9]], 20, "failed"],
    ["failed, within a whole window again", FAILED, [["A0001", 11]], 16.9, "failed"],
    ["failed, a whole window later", FAILED, [["A0001", 11]], 17, "held, settled"],
    ["failed, and nothing came up", FAILED, [], 30, "failed"],
    ["held is left alone", HELD, [["A0001", 20]], 30, "held"],
  ])("%s", (_what, born, chances, day, verdict) => {
    const state = stick([correction("A0001", born)], chances, day);
    expect(state.verdict + (state.settles === undefined ? "" : ", settled")).toBe(verdict);
  });

  it("takes opportunities of the whole chain, in the window of the newest", () => {
    const first = correction("A0001", { stick: { verdict: "failed", at: stampAt(3) } });
    const chain = [first, correction("A0002", { timestamp: stampAt(3), recurrence_of: first.id })];
    expect(stick(chain, [["A0001", 5]], 9.9).verdict).toBe("open");
    expect(stick(chain, [["A0001", 5]], 10).verdict).toBe("held");
  });
});

describe("lessonsOf", () => {
  const repeat = (name: string, day: number, of: string, more: Partial<LessonEntry> = {}) =>
    correction(name, { timestamp: stampAt(day), recurrence_of: `COR-20260201-${of}`, ...more });

  it("joins chains, branches and rings, and leaves other types out", () => {
    const entries = [
      correction("A0001"),
      repeat("A0002", 1, "A0001"),
      repeat("A0003", 2, "A0001"),
      repeat("A0004", 3, "A0003"),
      repeat("B0001", 0, "B0002"),
      repeat("B0002", 1, "B0001"),
      repeat("C0001", 0, "GONE1"),
      { ...correction("D0001"), id: "INS-20260201-D0001", type: "insight" as const },
    ];
    expect(lessonsOf(entries).map(({ carrier, members }) => `${carrier.id.slice(-5)} ${members.length}`)).toEqual([
      ...["C0001 1", "B0002 2", "A0004 4"],
    ]);
  });

  it("lets the newest live one carry", () => {
    const entries = [correction("A0001"), repeat("A0002", 1, "A0001", { status: "forgotten" })];
    expect(lessonsOf(entries)[0]?.carrier.id).toBe("COR-20260201-A0001");
    expect(lessonsOf(entries.map((entry) => ({ ...entry, status: "superseded" as const })))).toEqual([]);
  });
});

describe("toReinforce", () => {
  const ids = (entries: LessonEntry[]) => toReinforce(lessonsOf(entries)).map(({ carrier }) => carrier.id.slice(-5));
  const said = (verdict: "failed" | "held" | "unknown", day: number, more: Partial<LessonEntry> = {}) => ({
    stick: { verdict, at: stampAt(day) },
    ...more,
  });
  const first = (more: Partial<LessonEntry> = {}) => correction("A0001", more);
  const repeat = (more: Partial<LessonEntry> = {}) =>
    correction("A0002", { timestamp: stampAt(2), recurrence_of: "COR-20260201-A0001", ...more });

  it.each<[what: string, entries: LessonEntry[], expected: string[]]>([
    ["nothing failed", [first()], []],
    ["failed alone", [first(said("failed", 2))], ["A0001"]],
    ["held again", [first(said("held", 3))], []],
    ["repeated: the newest carries", [first(said("failed", 2)), repeat()], ["A0002"]],
    ["the newest held: all of them end", [first(said("failed", 2)), repeat(said("held", 4))], []],
    ["held at the same second", [first(said("failed", 2)), repeat(said("held", 2))], []],
    ["an older one held: not the end", [first(said("held", 5)), repeat(said("failed", 4))], ["A0002"]],
    ["failed after it held", [first(said("failed", 6)), repeat(said("held", 4))], ["A0002"]],
    ["unknown proves nothing", [first(said("unknown", 8))], []],
    [
      "by stakes, repeats, then the last to fail",
      [
        correction("L0001", said("failed", 9, { stakes: "low" })),
        correction("M0001", said("failed", 3)),
        correction("M0002", said("failed", 5)),
        first(said("failed", 2)),
        repeat(),
        correction("H0001", said("failed", 1, { stakes: "high" })),
      ],
      ["H0001", "A0002", "M0002", "M0001", "L0001"],
    ],
  ])("%s", (_what, entries, expected) => expect(ids(entries)).toEqual(expected));
});

describe("heardTriggers", () => {
  const stated = { a: ["npm install", "lockfile"], b: ["CI"], c: ["锁文件"], d: ["", " "] };
  const triggers = new Map(Object.entries(stated).map(([id, any]) => [id, { any, pairs: [] }] as const));
  it.each<[text: string, ids: string[]]>([
    ["run NPM  install now", ["a"]],
    ["the lockfiles", []],
    ["our ci is red", ["b"]],
    ["special circumstances", []],
    ["请更新锁文件吧", ["c"]],
    ["", []],
  ])("%s", (text, ids) => {
    expect(triggersIn(text, triggers)).toEqual(ids);
  });

  it.each<[text: string, isHeard: boolean]>([
    ["which lockfile is it", false],
    ["the pipeline ignores the Lockfile", true],
    ["look at package-lock.json", true],
    ["the two of them are never used", false],
  ])("implied by what was believed and what holds: %s", (text, isHeard) => {
    const correction = {
      prior_belief: "Any command will do in the pipeline",
      corrected_to: "Always ignores nothing: read the lockfile, never package-lock.json by hand",
    };
    const implied = new Map([["a", impliedTriggers(correction)]]);
    expect(triggersIn(text, implied)).toEqual(isHeard ? ["a"] : []);
  });
});
