/** When an entry is asked about, and when a pair is: the stages of a question, each asked once. */
import { describe, expect, it } from "vitest";
import { pairKey } from "../../../src/entry/standing/ties.js";
import {
  type AskedPair,
  isQuiet,
  pairsDue,
  promptsDue,
  QuestionMemory,
} from "../../../src/loop/policy/outcome-loop.js";
import type { Row } from "../../../src/store/cache/row.js";
import type { AskedQuestion, Postponement } from "../../../src/store/state/question-log.js";

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

function entry(days: number, more: Partial<Row> = {}): Row {
  const plain = { id: "INS-20260201-A0001", type: "insight", status: "active", stakes: "medium" } as const;
  const born = more.imported?.at ?? ago(days);
  return { ...plain, timestamp: ago(days), born, open: [], ...more } as unknown as Row;
}

interface Known {
  asked?: string;
  later?: Postponement[];
  now?: Date;
  limits?: object;
}

function found(entries: Row[], { asked = "", later = [], now = NOW, limits = {} }: Known = {}) {
  const memory = new QuestionMemory(rows(entries[0]?.id ?? "", asked), later);
  return promptsDue({ open: entries, memory, limits: { ...LIMITS, ...limits }, now });
}

const stageOf = (days: number, more: Partial<Row> = {}, known: Known = {}) =>
  found([entry(days, more)], known)[0]?.stage;

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

  it("from its import on", () => {
    expect(stageOf(300, { imported: { at: ago(2.99), from: "notes", hash: "h" } })).toBeUndefined();
    expect(stageOf(300, { imported: { at: ago(3), from: "notes", hash: "h" } })).toBe(0);
  });

  it("of a correction only whether it held", () => {
    const asks = [3, 7, 14].map((days) => found([entry(days, { type: "correction" })])[0]);
    expect(asks.map((due) => `${due?.kind}: ${due?.ask}`)).toEqual([
      "stick: Did it hold?",
      "stick: Does it still hold?",
      "stick: Last question: did it hold?",
    ]);
  });

  it.each<[days: number, asked: string, ask: string | undefined]>([
    [7 - SECOND, "", undefined],
    [7, "", "How did it turn out?"],
    [8, "0@0.9", undefined],
    [14, "0@7", undefined],
    [21, "", "How did it turn out?"],
  ])("of low stakes and %d days old, asked %j: once, at 7 days", (days, asked, ask) => {
    expect(found([entry(days, { stakes: "low" })], { asked })[0]?.ask).toBe(ask);
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
  });

  it("and it says which one is the last", () => {
    expect([7, 14].map((days) => found([entry(days)])[0]?.isLast)).toEqual([false, true]);
  });
});

describe("a pair is asked about", () => {
  const pairOf = (newer: Row, older: Row, near: Partial<AskedPair["near"]> = {}): AskedPair => ({
    ...{ key: pairKey(newer.id, older.id), newer, older, at: near.at ?? newer.timestamp },
    ...{ near: { with: older.id, ...near }, isClose: true, isRefuted: false, keptOut: { side: newer, always: false } },
  });
  const stage = (days: number, asked = "", row: Partial<AskedPair["near"]> = {}, later: Postponement[] = []) => {
    const pair = pairOf(entry(days, { id: "B" }), entry(days + 50, { id: "A" }), row);
    return pairsDue({ pairs: [pair], memory: new QuestionMemory(rows("A+B", asked), later), hours: 20, now: NOW })[0]
      ?.stage;
  };

  it.each<[days: number, asked: string, stage: number | undefined]>([
    [3 - SECOND, "", undefined],
    [3, "", 0],
    [7 - SECOND, "", 0],
    [7, "", 1],
    [14 - SECOND, "", 1],
    [14, "", 2],
    [4, "0@1", undefined],
    [7, "0@6", 1],
    [400, "2@379", undefined],
  ])("%d days after the later one came in, asked %j: each stage once", (days, asked, due) =>
    expect(stage(days, asked)).toBe(due),
  );

  it("at once, where it keeps a rule back", () => {
    const pair = { ...pairOf(entry(0, { id: "B" }), entry(50, { id: "A" })), keepsBack: true };
    const stages = ["", "0@0.9", "0@8"].map((asked, at) => {
      const days = [0, 0.95, 9][at] as number;
      const aged = { ...pair, newer: entry(days, { id: "B" }), at: ago(days) };
      const memory = new QuestionMemory(rows("A+B", asked), []);
      return pairsDue({ pairs: [aged], memory, hours: 20, now: NOW })[0]?.stage;
    });
    expect(stages).toEqual([0, undefined, 1]);
  });

  it.each<[days: number, asked: string, stage: number | undefined]>([
    [2.5, "2@9", undefined],
    [3, "2@9", 0],
    [8, "2@9 0@7", 1],
    [8, "2@9 1@0.9", undefined],
  ])("opened again %d days ago, asked %j: anew", (days, asked, due) =>
    expect(stage(30, asked, { at: ago(days) })).toBe(due),
  );

  it("by people alone where an answer waits for them", () => {
    expect(stage(7, "", { proposed: "replaces" })).toBeUndefined();
  });

  it("from when the later of the two came in or was found near, an import from its import", () => {
    const B = (imported?: number) =>
      entry(300, {
        id: "B",
        ...(imported === undefined ? {} : { imported: { at: ago(imported), from: "notes", hash: "h" } }),
      });
    const A = entry(30, { id: "A" });
    const pairs = [pairOf(B(3), A), pairOf(B(), A, { at: ago(3) }), pairOf(B(8), A, { at: ago(30) })];
    const memory = new QuestionMemory([], []);
    expect(pairs.map((pair) => pairsDue({ pairs: [pair], memory, hours: 20, now: NOW })[0]?.stage)).toEqual([0, 0, 1]);
  });
});
