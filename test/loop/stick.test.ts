import { describe, expect, it } from "vitest";
import { type LessonEntry, lessonsOf } from "../../src/entry/lessons.js";
import { impliedTriggers, type Opportunity, triggersIn } from "../../src/entry/triggers.js";
import { timeLeap } from "../../src/loop/heartbeat-upkeep.js";
import { stickStateOf, toReinforce } from "../../src/loop/stick.js";

const BORN = "2026-02-01T12:00:00Z";
const RULES = { window_days: 7, silence: "unknown" as const };
const at = (day: number): Date => new Date(new Date(BORN).getTime() + day * 86_400_000);
const stampAt = (day: number): string => at(day).toISOString().replace(".000", "");

function correction(name: string, more: Partial<LessonEntry> = {}): LessonEntry {
  return {
    id: `COR-20260201-${name}`,
    type: "correction",
    timestamp: BORN,
    status: "active",
    stakes: "medium",
    ...more,
  };
}

function stick(
  entries: LessonEntry[],
  chances: [id: string, day: number, session?: string][],
  day: number,
  rules: object = {},
) {
  const opportunities = chances.map(
    ([id, when, session = "s1"]): Opportunity => ({ id: `COR-20260201-${id}`, at: stampAt(when), session }),
  );
  const [lesson] = lessonsOf(entries);
  return stickStateOf(lesson!, opportunities, { ...RULES, ...rules }, at(day));
}

describe("stickStateOf", () => {
  it.each<[what: string, chances: [string, number][], day: number, verdict: string, settles: boolean]>([
    ["inside the window", [["A0001", 1]], 6.99, "open", false],
    ["at day 7 with an opportunity", [["A0001", 1]], 7, "held", true],
    ["at day 7 without one", [], 7, "unknown", false],
    ["a later opportunity still holds", [["A0001", 20]], 21, "held", true],
    ["an opportunity before it was born", [["A0001", -1]], 8, "unknown", false],
    ["an opportunity that is yet to come", [["A0001", 9]], 8, "unknown", false],
    ["somebody else's opportunity", [["A0009", 1]], 8, "unknown", false],
    ["row 10: a clock before its birth", [["A0001", 1]], -3, "open", false],
  ])("%s", (_what, chances, day, verdict, settles) => {
    const state = stick([correction("A0001")], chances, day);
    expect(state.verdict).toBe(verdict);
    expect(state.settles !== undefined).toBe(settles);
  });

  it("does not count the session that wrote it", () => {
    const one = correction("A0001", { session: "s1" });
    expect(stick([one], [["A0001", 1, "s1"]], 8).verdict).toBe("unknown");
    expect(stick([one], [["A0001", 1, "s2"]], 8).verdict).toBe("held");
  });

  it("takes silence for held only where the profile says so", () => {
    expect(stick([correction("A0001")], [], 7, { silence: "held" })).toMatchObject({
      verdict: "held",
      settles: { verdict: "held" },
    });
    expect(stick([correction("A0001")], [], 6.9, { silence: "held" }).verdict).toBe("open");
  });

  it("after a failure waits a whole window again", () => {
    const one = correction("A0001", { stick: { verdict: "failed", at: stampAt(10) } });
    expect(stick([one], [["A0001", 9]], 20).verdict).toBe("failed");
    expect(stick([one], [["A0001", 11]], 16.9).verdict).toBe("failed");
    expect(stick([one], [["A0001", 11]], 17).verdict).toBe("held");
    expect(stick([one], [], 30, { silence: "unknown" }).verdict).toBe("failed");
  });

  it("leaves what held alone", () => {
    const one = correction("A0001", { stick: { verdict: "held", at: stampAt(2) } });
    expect(stick([one], [], 30)).toMatchObject({ verdict: "held" });
    expect(stick([one], [["A0001", 20]], 30).settles).toBeUndefined();
  });

  it("counts an import from its import", () => {
    const one = correction("A0001", { timestamp: "2020-01-01T00:00:00Z", imported: { at: BORN } });
    expect(stick([one], [["A0001", 1]], 6.9).verdict).toBe("open");
  });

  it("takes opportunities of the whole chain, in the window of the newest", () => {
    const chain = [
      correction("A0001", { stick: { verdict: "failed", at: stampAt(3) } }),
      correction("A0002", { timestamp: stampAt(3), recurrence_of: "COR-20260201-A0001" }),
    ];
    expect(stick(chain, [["A0001", 5]], 9.9).verdict).toBe("open");
    expect(stick(chain, [["A0001", 5]], 10).verdict).toBe("held");
  });
});

describe("lessonsOf", () => {
  it("joins chains, branches and rings, and leaves other types out", () => {
    const entries = [
      correction("A0001"),
      correction("A0002", { timestamp: stampAt(1), recurrence_of: "COR-20260201-A0001" }),
      correction("A0003", { timestamp: stampAt(2), recurrence_of: "COR-20260201-A0001" }),
      correction("A0004", { timestamp: stampAt(3), recurrence_of: "COR-20260201-A0003" }),
      correction("B0001", { recurrence_of: "COR-20260201-B0002" }),
      correction("B0002", { timestamp: stampAt(1), recurrence_of: "COR-20260201-B0001" }),
      correction("C0001", { recurrence_of: "COR-20260201-GONE1" }),
      { ...correction("D0001"), id: "INS-20260201-D0001", type: "insight" as const },
    ];
    expect(lessonsOf(entries).map(({ carrier, members }) => [carrier.id.slice(-5), members.length])).toEqual([
      ["C0001", 1],
      ["B0002", 2],
      ["A0004", 4],
    ]);
  });

  it("lets the newest live one carry", () => {
    const entries = [
      correction("A0001"),
      correction("A0002", { timestamp: stampAt(1), recurrence_of: "COR-20260201-A0001", status: "forgotten" }),
    ];
    expect(lessonsOf(entries)[0]?.carrier.id).toBe("COR-20260201-A0001");
    expect(lessonsOf(entries.map((entry) => ({ ...entry, status: "superseded" as const })))).toEqual([]);
  });
});

describe("toReinforce", () => {
  const ids = (entries: LessonEntry[]) => toReinforce(lessonsOf(entries)).map(({ carrier }) => carrier.id.slice(-5));
  const failed = (day: number) => ({ verdict: "failed" as const, at: stampAt(day) });
  const held = (day: number) => ({ verdict: "held" as const, at: stampAt(day) });
  const repeat = (name: string, day: number, more: Partial<LessonEntry> = {}) =>
    correction(name, { timestamp: stampAt(day), recurrence_of: "COR-20260201-A0001", ...more });

  it.each<[what: string, entries: LessonEntry[], expected: string[]]>([
    ["nothing failed", [correction("A0001")], []],
    ["failed alone", [correction("A0001", { stick: failed(2) })], ["A0001"]],
    ["held again", [correction("A0001", { stick: held(3) })], []],
    ["repeated: the newest carries", [correction("A0001", { stick: failed(2) }), repeat("A0002", 2)], ["A0002"]],
    [
      "the newest held: all of them end",
      [correction("A0001", { stick: failed(2) }), repeat("A0002", 2, { stick: held(4) })],
      [],
    ],
    [
      "held at the same second",
      [correction("A0001", { stick: failed(2) }), repeat("A0002", 2, { stick: held(2) })],
      [],
    ],
    [
      "an older one held: not the end",
      [correction("A0001", { stick: held(5) }), repeat("A0002", 2, { stick: failed(4) })],
      ["A0002"],
    ],
    [
      "failed after it held",
      [correction("A0001", { stick: failed(6) }), repeat("A0002", 2, { stick: held(4) })],
      ["A0002"],
    ],
    ["unknown proves nothing", [correction("A0001", { stick: { verdict: "unknown", at: stampAt(8) } })], []],
  ])("%s", (_what, entries, expected) => {
    expect(ids(entries)).toEqual(expected);
  });

  it("orders by stakes, repeats, then the last to fail", () => {
    const entries = [
      correction("L0001", { stakes: "low", stick: failed(9) }),
      correction("M0001", { stick: failed(3) }),
      correction("M0002", { stick: failed(5) }),
      correction("A0001", { stick: failed(2) }),
      repeat("A0002", 2),
      correction("H0001", { stakes: "high", stick: failed(1) }),
    ];
    expect(ids(entries)).toEqual(["H0001", "A0002", "M0002", "M0001", "L0001"]);
  });
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

describe("row 10: timeLeap", () => {
  const now = new Date("2036-02-01T12:00:00Z");
  it("believes a clock that is near anything known, or where nothing is known", () => {
    expect(timeLeap(now, "2035-03-01T00:00:00Z", undefined).doubted).toBe(false);
    expect(timeLeap(now, undefined, undefined).doubted).toBe(false);
    expect(timeLeap(now, "2040-01-01T00:00:00Z", undefined).doubted).toBe(false);
  });

  it("doubts a leap of more than a year until it has stood for 20 hours", () => {
    const first = timeLeap(now, "2026-02-01T00:00:00Z", undefined);
    expect(first).toMatchObject({ doubted: true, leapt: now.toISOString() });
    const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    expect(timeLeap(later(19.9), "2026-02-01T00:00:00Z", first.leapt).doubted).toBe(true);
    expect(timeLeap(later(20), "2026-02-01T00:00:00Z", first.leapt).doubted).toBe(false);
    expect(timeLeap(later(-1), "2026-02-01T00:00:00Z", first.leapt)).toMatchObject({
      doubted: true,
      leapt: later(-1).toISOString(),
    });
  });
});
