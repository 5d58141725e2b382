/** When an entry is asked about, and when a pair is: the stages of a question, each asked once. */
import { describe, expect, it } from "vitest";
import type { Near } from "../../../src/entry/entry.js";
import { type LessonEntry, type LessonTree, openQuestions } from "../../../src/entry/lessons.js";
import { type PairEntry, pairKey } from "../../../src/entry/near/pairs.js";
import {
  type AskedQuestion,
  isQuiet,
  type Postponement,
  pairsDue,
  promptsDue,
  QuestionMemory,
} from "../../../src/loop/policy/outcome-loop.js";

const LIMITS = { days: [3, 7, 14] };
const NOW = new Date("2026-03-01T12:00:00Z");
const SECOND = 1 / 86_400;
const HOUR = 1 / 24;
const ago = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString().replace(".000", "");
/** `0@4 1@0.9`: the first stage asked four days ago, the second one less than a day ago. */
const rows = (id: string, asked: string): AskedQuestion[] =>
  asked.split(" ").flatMap((one) => {
    const [stage, days] = one.split("@");
    return days === undefined ? [] : [{ id, stage: Number(stage), at: ago(Number(days)) }];
  });

function entry(days: number, more: Partial<LessonEntry> = {}): PairEntry {
  const plain = { id: "INS-20260201-A0001", type: "insight", status: "active", stakes: "medium", claims: [] } as const;
  return { ...plain, timestamp: ago(days), ...more };
}

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

interface Known {
  asked?: string;
  later?: Postponement[];
  now?: Date;
  limits?: object;
}

function found(entries: PairEntry[], { asked = "", later = [], now = NOW, limits = {} }: Known = {}) {
  const memory = new QuestionMemory(rows(entries[0]?.id ?? "", asked), later);
  return promptsDue({ open: openQuestions(treeOf(entries)), memory, limits: { ...LIMITS, ...limits }, now });
}

const stageOf = (days: number, more: Partial<LessonEntry> = {}, known: Known = {}) =>
  found([entry(days, more)], known).due[0]?.stage;

describe("an entry is asked about", () => {
  it.each<[days: number, asked: string, stage: number | undefined]>([
    [-5, "", undefined],
    [3 - SECOND, "", undefined],
    [3, "", 0],
    [7 - SECOND, "", 0],
    [7, "", 1],
    [14 - SECOND, "", 1],
    [14, "", 2],
    [300, "", 2],
    [5, "0@2", undefined],
    [7, "0@4", 1],
    [8, "1@1 0@5", undefined],
    [14, "1@5", 2],
    [20, "2@5", undefined],
    [5, "2@1", undefined],
    [7, `0@${19.99 * HOUR}`, undefined],
    [7, `0@${20 * HOUR}`, 1],
  ])("%d days old, asked %j: by its age, each stage once, and not within 20 hours", (days, asked, stage) =>
    expect(stageOf(days, {}, { asked })).toBe(stage),
  );

  it("row 10: neither early by a clock that was set back, nor silenced for years by one that ran ahead", () => {
    expect(isQuiet(ago(-3650), NOW, 20)).toBe(false);
    expect(isQuiet(ago(-0.1), NOW, 20)).toBe(true);
    expect(stageOf(8, {}, { asked: "0@-3650" })).toBe(1);
    for (const days of [3, 10]) expect(stageOf(5, {}, { now: new Date(ago(days)) })).toBeUndefined();
  });

  it("from its import on, and never where people wrote it for their agent", () => {
    expect(stageOf(300, { imported: { at: ago(2.99) } })).toBeUndefined();
    expect(stageOf(300, { imported: { at: ago(3) } })).toBe(0);
    expect(stageOf(300, { type: "correction", imported: { at: ago(20), people: true } })).toBeUndefined();
  });

  it.each<[what: string, more: Partial<LessonEntry>, stage?: number]>([
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
    ["promoted", { status: "promoted" }, 0],
    ["stick unknown", { stick: { verdict: "unknown", at: ago(1) } }, 0],
    ["approved", { review: { state: "approved_for_reuse" } }, 0],
  ])("or not, where it is open or closed: %s", (_what, more, stage) => expect(stageOf(5, more)).toBe(stage));

  it("of a correction only whether it held, and of a chain of recurrences only the newest", () => {
    const asks = [3, 7, 14].map((days) => found([entry(days, { type: "correction" })]).due[0]);
    expect(asks.map((due) => `${due?.kind}: ${due?.ask}`)).toEqual([
      "stick: Did it hold?",
      "stick: Does it still hold?",
      "stick: Last question: did it hold?",
    ]);
    const [id, second] = ["COR-20260201-C0001", "COR-20260206-C0002"];
    const chain = [
      entry(10, { type: "correction", id }),
      entry(5, { type: "correction", id: second, recurrence_of: id as string }),
    ];
    expect(found(chain).due.map((due) => due.entry.id)).toEqual([second]);
  });

  it.each<[days: number, asked: string, ask: string | undefined, unanswered: number]>([
    [7 - SECOND, "", undefined, 0],
    [7, "", "How did it turn out?", 0],
    [8, "0@0.9", undefined, 0],
    [14 - SECOND, `0@${7 - SECOND}`, undefined, 0],
    [14, "0@7", undefined, 1],
    [21, "", "How did it turn out?", 0],
  ])("of low stakes and %d days old, asked %j: once, at 7 days", (days, asked, ask, unanswered) => {
    const { due, unanswered: silent } = found([entry(days, { stakes: "low" })], { asked });
    expect([due[0]?.ask, due[0]?.settles, silent.length]).toEqual([ask, ask && false, unanswered]);
  });

  it("once more after somebody said later, whatever was asked before; the newest answer counts", () => {
    const later = (until: number, at: number): Postponement => ({
      id: "INS-20260201-A0001",
      until: ago(until),
      at: ago(at),
    });
    expect(stageOf(8, {}, { asked: "1@1", later: [later(-0.01, 1)] })).toBeUndefined();
    expect(stageOf(8, {}, { asked: "1@1", later: [later(0, 1)] })).toBe(1);
    expect(stageOf(8, {}, { asked: "1@1", later: [later(2, 5)] })).toBeUndefined();
    expect(stageOf(8, {}, { later: [later(1, 3), later(-4, 2)] })).toBeUndefined();
    // Also of a rule that is old, which is asked about no more.
    expect(stageOf(40, { status: "promoted" }, { later: [later(1, 30)] })).toBe(2);
  });

  it.each<
    [
      what: string,
      days: number,
      asked: string,
      status: "active" | "promoted",
      settles?: boolean | undefined,
      silent?: 1,
    ]
  >([
    ["the last question, an earlier one asked", 14, "0@10", "active", true],
    ["the last question, none asked before", 14, "", "active", false],
    ["the second question never", 7, "0@4", "active", false],
    ["the last question alone, 6.9 days ago", 21, "2@6.9", "active"],
    ["the last question alone, a week ago", 21, "2@7", "active", undefined, 1],
    ["never asked, a year", 365, "", "active", false],
    ["a rule never", 14, "0@10", "promoted", false],
    ["a rule of 20.9 days", 20.9, "", "promoted", false],
    ["a rule of 21 days is not asked about", 21, "", "promoted"],
    ["nor is it unanswered", 30, "2@10", "promoted"],
  ])("and settles as inconclusive: %s", (_what, days, asked, status, settles, silent = undefined) => {
    const { due, unanswered } = found([entry(days, { status })], { asked });
    expect([due[0]?.settles, unanswered.length]).toEqual([settles, silent ?? 0]);
  });
});

describe("a pair is asked about", () => {
  const pairOf = (newer: PairEntry, older: PairEntry, row: Partial<Near> = {}) => ({
    ...{ key: pairKey(newer.id, older.id), newer, older },
    near: { with: older.id, score: 0.8, by: "claim", state: "open", ...row } as Near,
  });
  const stage = (days: number, asked = "", row: Partial<Near> = {}, later: Postponement[] = []) => {
    const pair = pairOf(entry(days, { id: "B" }), entry(days + 50, { id: "A" }), row);
    return pairsDue({ pairs: [pair], memory: new QuestionMemory(rows("A+B", asked), later), hours: 20, now: NOW })[0]
      ?.stage;
  };

  it.each<[days: number, asked: string, stage: number | undefined]>([
    [1 - SECOND, "", undefined],
    [1, "", 0],
    [7 - SECOND, "", 0],
    [7, "", 1],
    [21 - SECOND, "", 1],
    [21, "", 2],
    [2, "0@1", undefined],
    [7, "0@6", 1],
    [400, "2@379", undefined],
  ])("%d days after the later one came in, asked %j: each stage once", (days, asked, due) =>
    expect(stage(days, asked)).toBe(due),
  );

  it("at once, where it keeps a rule back", () => {
    const pair = { ...pairOf(entry(0, { id: "B" }), entry(50, { id: "A" })), keepsBack: true };
    const stages = ["", "0@0.9", "0@8"].map((asked, at) => {
      const days = [0, 0.95, 9][at] as number;
      const aged = { ...pair, newer: entry(days, { id: "B" }) };
      const memory = new QuestionMemory(rows("A+B", asked), []);
      return pairsDue({ pairs: [aged], memory, hours: 20, now: NOW })[0]?.stage;
    });
    expect(stages).toEqual([0, undefined, 1]);
  });

  it.each<[days: number, asked: string, stage: number | undefined]>([
    [0.5, "2@9", undefined],
    [1, "2@9", 0],
    [8, "2@9 0@7", 1],
    [8, "2@9 1@0.9", undefined],
  ])("opened again %d days ago, asked %j: anew", (days, asked, due) =>
    expect(stage(30, asked, { at: ago(days) })).toBe(due),
  );

  it("by people alone where an answer waits for them", () => {
    const proposed = { answer: "replaces", first: "B", by: "main", at: ago(9) } as const;
    expect(stage(7, "", { proposed })).toBeUndefined();
  });

  it("from when the later of the two came in or was found near, an import from its import", () => {
    const B = (imported?: number) =>
      entry(300, { id: "B", ...(imported === undefined ? {} : { imported: { at: ago(imported) } }) });
    const A = entry(30, { id: "A" });
    const pairs = [pairOf(B(2), A), pairOf(B(), A, { at: ago(2) }), pairOf(B(8), A, { at: ago(30) })];
    const memory = new QuestionMemory([], []);
    expect(pairs.map((pair) => pairsDue({ pairs: [pair], memory, hours: 20, now: NOW })[0]?.stage)).toEqual([0, 0, 1]);
  });
});
