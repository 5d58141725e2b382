import { describe, expect, it } from "vitest";
import { type LessonEntry, type LessonTree, openQuestions } from "../../src/entry/lessons.js";
import type { PairEntry } from "../../src/entry/pairs.js";
import {
  type AskedQuestion,
  type Due,
  isQuiet,
  type Postponement,
  promptsDue,
  QuestionMemory,
  stageAt,
} from "../../src/loop/outcome-loop.js";
import { withinBudget } from "../../src/loop/policy/budget.js";

/** What is asked of a tree, answered from a list. */
const treeOf = (entries: PairEntry[]): LessonTree<PairEntry> => ({
  head: (id) => entries.find((entry) => entry.id === id),
  where: (conditions) =>
    entries.filter((entry) =>
      Object.entries(conditions).every(([field, wanted]) => {
        const value = entry[field as keyof LessonEntry];
        return wanted === null ? value === undefined : (wanted as readonly unknown[]).includes(value);
      }),
    ),
  withAny: (field) => entries.filter((entry) => entry[field] !== undefined),
  naming: (ids, relation) => entries.filter((entry) => entry[relation]?.some((id) => [...ids].includes(id))),
});

const LIMITS = { days: [3, 7, 14], days_by_stakes: { low: [7] }, per_heartbeat: 3, per_day: 6, quiet_hours: 20 };
const NOW = new Date("2026-03-01T12:00:00Z");
const DAY = 86_400_000;

const ago = (days: number, from = NOW): string =>
  new Date(from.getTime() - days * DAY).toISOString().replace(".000", "");

let count = 0;
function entry(days: number, more: Partial<LessonEntry> = {}): PairEntry {
  const id = `INS-20260201-A${String(count++).padStart(4, "0")}`;
  return { id, type: "insight", timestamp: ago(days), status: "active", stakes: "medium", claims: [], ...more };
}

function loop(
  entries: PairEntry[],
  more: { asked?: AskedQuestion[]; later?: Postponement[]; now?: Date; limits?: object } = {},
) {
  const { asked = [], later = [], now = NOW } = more;
  const limits = { ...LIMITS, ...more.limits };
  const memory = new QuestionMemory(asked, later);
  const { due, unanswered } = promptsDue({ open: openQuestions(treeOf(entries)), memory, limits, now });
  const dayOf = (at: string) => at.slice(0, 10);
  const today = asked.filter(({ at }) => dayOf(at) === dayOf(now.toISOString())).length;
  const chosen = withinBudget(due, [], { ...limits, today, remindersToday: 0, pairsToday: 0 });
  return { due: chosen.due as Due[], waiting: chosen.waiting, unanswered };
}

const dueStage = (days: number, more: Partial<LessonEntry> = {}, asked: Omit<AskedQuestion, "id">[] = []) => {
  const one = entry(days, more);
  return loop([one], { asked: asked.map((row) => ({ ...row, id: one.id })) }).due[0]?.stage;
};

describe("the stage is the age", () => {
  const SECOND = 1 / 86_400;
  it.each<[days: number, stage: number | undefined]>([
    [-5, undefined],
    [0, undefined],
    [2.99, undefined],
    [3 - SECOND, undefined],
    [3, 0],
    [6.99, 0],
    [7 - SECOND, 0],
    [7, 1],
    [13.99, 1],
    [14 - SECOND, 1],
    [14, 2],
    [20.99, 2],
    [21, 2],
    [300, 2],
  ])("%d days", (days, stage) => {
    expect(dueStage(days)).toBe(stage);
    expect(stageAt(days, LIMITS.days)).toBe(stage ?? -1);
  });

  it("counts an import from its import", () => {
    expect(dueStage(300, { imported: { at: ago(2.99) } })).toBeUndefined();
    expect(dueStage(300, { imported: { at: ago(3) } })).toBe(0);
  });

  it("never asks about a line that people wrote for their agent", () => {
    const imported = { at: ago(20), people: true } as const;
    expect(loop([entry(300, { type: "correction", imported })]).due).toEqual([]);
  });

  it("asks of a correction only whether it held", () => {
    const asks = [3, 7, 14].map(
      (days) => loop([entry(days, { type: "correction", id: `COR-20260201-B000${days}` })]).due[0],
    );
    expect(asks.map((due) => [due?.kind, due?.ask])).toEqual([
      ["stick", "Did it hold?"],
      ["stick", "Did it happen again?"],
      ["stick", "Last question: did it happen again?"],
    ]);
  });
});

describe("who is asked about", () => {
  it.each<[what: string, more: Partial<LessonEntry>]>([
    ["an outcome", { type: "outcome" }],
    ["has an outcome", { outcome: "mixed" }],
    ["has a date of one", { outcome_date: ago(1) }],
    ["has words of one", { outcome_note: true }],
    ["held", { stick: { verdict: "held", at: ago(1) } }],
    ["failed", { stick: { verdict: "failed", at: ago(1) } }],
    ["superseded", { status: "superseded" }],
    ["forgotten", { status: "forgotten" }],
    ["inconclusive", { status: "inconclusive" }],
    ["resolved", { status: "resolved" }],
    ["rejected", { review: { state: "rejected" } }],
    ["expired", { review: { state: "expired" } }],
    ["waits for review", { review: { state: "needs_review" } }],
    ["sensitive", { review: { state: "sensitive" } }],
    ["one-time exception", { review: { state: "one_time_exception" } }],
  ])("not: %s", (_what, more) => {
    expect(dueStage(5, more)).toBeUndefined();
  });

  it.each<[what: string, more: Partial<LessonEntry>]>([
    ["promoted", { status: "promoted" }],
    ["stick unknown", { stick: { verdict: "unknown", at: ago(1) } }],
    ["approved", { review: { state: "approved_for_reuse" } }],
  ])("%s", (_what, more) => {
    expect(dueStage(5, more)).toBe(0);
  });

  it("of a chain of recurrences only the newest", () => {
    const first = entry(10, { type: "correction", id: "COR-20260201-C0001" });
    const second = entry(5, { type: "correction", id: "COR-20260206-C0002", recurrence_of: first.id });
    expect(loop([first, second]).due.map((due) => due.entry.id)).toEqual([second.id]);
  });
});

describe("each stage once", () => {
  it.each<[days: number, asked: [stage: number, daysAgo: number][], stage: number | undefined]>([
    [5, [[0, 2]], undefined],
    [7, [[0, 4]], 1],
    [8, [[1, 1]], undefined],
    [
      8,
      [
        [1, 1],
        [0, 5],
      ],
      undefined,
    ],
    [14, [[1, 5]], 2],
    [20, [[2, 5]], undefined],
    [5, [[2, 1]], undefined],
  ])("%d days old, asked %j", (days, asked, stage) => {
    expect(
      dueStage(
        days,
        {},
        asked.map(([row, at]) => ({ stage: row, at: ago(at) })),
      ),
    ).toBe(stage);
  });

  it("is quiet for 20 hours, whatever the stage", () => {
    const H = 1 / 24;
    expect(dueStage(7, {}, [{ stage: 0, at: ago(19.99 * H) }])).toBeUndefined();
    expect(dueStage(7, {}, [{ stage: 0, at: ago(20 * H) }])).toBe(1);
  });

  it("row 10: a clock that once ran ahead does not silence for years", () => {
    expect(isQuiet(ago(-3650), NOW, 20)).toBe(false);
    expect(isQuiet(ago(-0.1), NOW, 20)).toBe(true);
    expect(dueStage(8, {}, [{ stage: 0, at: ago(-3650) }])).toBe(1);
  });

  it("row 10: a clock set back asks nothing early", () => {
    const one = entry(5);
    expect(loop([one], { now: new Date(ago(3)) }).due).toEqual([]);
    expect(loop([one], { now: new Date(ago(10)) }).due).toEqual([]);
  });
});

describe("later", () => {
  const one = entry(8);
  const later = (until: number, at: number): Postponement => ({ id: one.id, until: ago(until), at: ago(at) });

  it("waits until then, and then asks again whatever was asked before", () => {
    const asked = [{ id: one.id, stage: 1, at: ago(1) }];
    expect(loop([one], { asked, later: [later(-0.01, 1)] }).due).toEqual([]);
    expect(loop([one], { asked, later: [later(0, 1)] }).due[0]?.stage).toBe(1);
  });

  it("asks once after it, not for ever", () => {
    const asked = [{ id: one.id, stage: 1, at: ago(1) }];
    expect(loop([one], { asked, later: [later(2, 5)] }).due).toEqual([]);
  });

  it("the newest answer counts", () => {
    expect(loop([one], { later: [later(1, 3), later(-4, 2)] }).due).toEqual([]);
  });
});

describe("order and caps", () => {
  it("asks never-asked first, then by stakes, native before imported, older", () => {
    const rows: [name: string, row: PairEntry][] = [
      ["old low", entry(8, { stakes: "low" })],
      ["imported high", entry(6, { stakes: "high", imported: { at: ago(6) } })],
      ["high", entry(4, { stakes: "high" })],
      ["older high", entry(5, { stakes: "high" })],
      ["medium", entry(6)],
      ["asked high", entry(9, { stakes: "high" })],
    ];
    const asked = [{ id: rows[5]![1].id, stage: 0, at: ago(5) }];
    const due = loop(
      rows.map(([, row]) => row),
      { asked, limits: { per_heartbeat: 10, per_day: 10 } },
    ).due;
    const names = new Map(rows.map(([name, row]) => [row.id, name]));
    expect(due.map(({ entry: { id } }) => names.get(id))).toEqual([
      "older high",
      "high",
      "imported high",
      "medium",
      "old low",
      "asked high",
    ]);
  });

  it.each<[askedToday: number, due: number]>([
    [0, 3],
    [3, 3],
    [4, 2],
    [5, 1],
    [6, 0],
    [7, 0],
  ])("after %i today: %i", (askedToday, due) => {
    const others = Array.from({ length: askedToday }, (_, at) => ({
      id: `INS-20260101-Z000${at}`,
      stage: 0,
      at: ago(0.1),
    }));
    const found = loop([entry(4), entry(4), entry(4), entry(4)], { asked: others });
    expect(found.due).toHaveLength(due);
    expect(found.waiting).toBe(4 - due);
  });

  it("of equal ones asks always the same first", () => {
    const twins = [entry(4, { id: "INS-20260201-X0002" }), entry(4, { id: "INS-20260201-X0001" })];
    expect(loop(twins).due.map((due) => due.entry.id)).toEqual(["INS-20260201-X0001", "INS-20260201-X0002"]);
  });
});

describe("inconclusive", () => {
  const settles = (days: number, more: Partial<LessonEntry> = {}, asked: Omit<AskedQuestion, "id">[] = []) => {
    const one = entry(days, more);
    const found = loop([one], { asked: asked.map((row) => ({ ...row, id: one.id })) });
    return { settles: found.due[0]?.settles, unanswered: found.unanswered.length };
  };

  it.each<
    [
      what: string,
      days: number,
      asked: [stage: number, daysAgo: number][],
      settled: boolean | undefined,
      unanswered: number,
    ]
  >([
    ["the last question, an earlier one asked", 14, [[0, 10]], true, 0],
    ["the last question, none asked before", 14, [], false, 0],
    ["the second question never", 7, [[0, 4]], false, 0],
    ["the last question alone, 6.9 days ago", 21, [[2, 6.9]], undefined, 0],
    ["the last question alone, a week ago", 21, [[2, 7]], undefined, 1],
    ["never asked, 20 days", 20, [], false, 0],
    ["never asked, a year", 365, [], false, 0],
  ])("%s", (_what, days, asked, settled, unanswered) => {
    const rows = asked.map(([stage, at]) => ({ stage, at: ago(at) }));
    expect(settles(days, {}, rows)).toEqual({ settles: settled, unanswered });
  });

  it("is never set on promoted ones, which are not asked after 21 days", () => {
    expect(settles(14, { status: "promoted" }, [{ stage: 0, at: ago(10) }])).toEqual({ settles: false, unanswered: 0 });
    expect(settles(20.9, { status: "promoted" })).toEqual({ settles: false, unanswered: 0 });
    expect(settles(21, { status: "promoted" })).toEqual({ settles: undefined, unanswered: 0 });
    expect(settles(30, { status: "promoted" }, [{ stage: 2, at: ago(10) }])).toEqual({
      settles: undefined,
      unanswered: 0,
    });
  });
});
