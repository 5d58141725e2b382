import { describe, expect, it } from "vitest";
import type { Near } from "../../src/entry/entry.js";
import type { LessonEntry } from "../../src/entry/lessons.js";
import { type Pair, type PairEntry, pairKey } from "../../src/entry/pairs.js";
import {
  type AskedQuestion,
  type DueStage,
  type Postponement,
  pairsDue,
  promptsDue,
  QuestionMemory,
} from "../../src/loop/outcome-loop.js";
import { type Budget, type DueItem, entriesOf, keyOf, withinBudget } from "../../src/loop/policy/budget.js";

const NOW = new Date("2026-03-01T12:00:00Z");
const DAY = 86_400_000;
const SECOND = 1 / 86_400;
const HOUR = 1 / 24;

const ago = (days: number): string => new Date(NOW.getTime() - days * DAY).toISOString().replace(".000", "");

function entry(name: string, days: number, more: Partial<LessonEntry> = {}): PairEntry {
  return { id: name, type: "insight", timestamp: ago(days), status: "active", stakes: "medium", claims: [], ...more };
}

const pairOf = (newer: PairEntry, older: PairEntry, row: Partial<Near> = {}): Pair => ({
  key: pairKey(newer.id, older.id),
  newer,
  older,
  near: { with: older.id, score: 0.8, by: "claim", state: "open", ...row },
});

describe("when a pair is asked about", () => {
  const stage = (
    days: number,
    asked: readonly [stage: number, daysAgo: number][] = [],
    { row, later = [] }: { row?: Partial<Near>; later?: Postponement[] } = {},
  ): number | undefined => {
    const pair = pairOf(entry("B", days), entry("A", days + 50), row);
    const rows = asked.map(([stage, at]): AskedQuestion => ({ id: "A+B", stage, at: ago(at) }));
    return pairsDue({ pairs: [pair], memory: new QuestionMemory(rows, later), hours: 20, now: NOW })[0]?.stage;
  };

  it.each<[days: number, stage: number | undefined]>([
    [0, undefined],
    [1 - SECOND, undefined],
    [1, 0],
    [7 - SECOND, 0],
    [7, 1],
    [21 - SECOND, 1],
    [21, 2],
    [300, 2],
  ])("%d days after the later one came in", (days, due) => expect(stage(days)).toBe(due));

  it.each<[days: number, asked: [number, number][], stage: number | undefined]>([
    [2, [[0, 1]], undefined],
    [7, [[0, 6]], 1],
    [8, [[1, 0.9]], undefined],
    [20, [[1, 12]], undefined],
    [21, [[1, 14]], 2],
    [22, [[2, 1]], undefined],
    [400, [[2, 379]], undefined],
  ])("%d days old, asked %j: each stage once, then no more", (days, asked, due) =>
    expect(stage(days, asked)).toBe(due),
  );

  it.each<[hours: number, stage: number | undefined]>([
    [19.99, undefined],
    [20, 1],
  ])("printed %d hours ago", (hours, due) => expect(stage(7, [[0, hours * HOUR]])).toBe(due));

  const AT = ago(9);
  it.each<[until: number, where: string, stage: number | undefined]>([
    [-0.01, "on its row", undefined],
    [0, "on its row", 2],
    [3, "on its row", 2],
    [-0.01, "here alone, by an earlier version", undefined],
    [0, "here alone, by an earlier version", 2],
    [3, "here alone, by an earlier version", 2],
  ])("later until %d days ago, said %s: then once more, whatever was asked before", (until, where, due) => {
    const said =
      where === "on its row"
        ? { row: { state: "later", until: ago(until) } as const }
        : { later: [{ id: "A+B", until: ago(until), at: AT }] };
    expect(stage(30, [[2, 9]], said)).toBe(due);
    const again: [number, number] = [2, until - 0.001];
    if (due !== undefined) expect(stage(30, [[2, 9], again], said)).toBeUndefined();
  });

  it("what was put off and is opened again comes back by its age alone", () => {
    expect(stage(30, [[2, 9]], { row: { state: "open", until: ago(3) } })).toBeUndefined();
  });

  it.each<[days: number, asked: [number, number][], stage: number | undefined]>([
    [0.5, [[2, 9]], undefined],
    [1, [[2, 9]], 0],
    [
      8,
      [
        [2, 9],
        [0, 7],
      ],
      1,
    ],
    [
      8,
      [
        [2, 9],
        [1, 0.9],
      ],
      undefined,
    ],
  ])("opened again %d days ago, asked %j: asked about anew", (days, asked, due) =>
    expect(stage(30, asked, { row: { at: ago(days) } })).toBe(due),
  );

  it.each<[what: string, row: Partial<Near>]>([
    ["undecided on purpose", { state: "later", reason: "two hosts, two truths" }],
    ["with an answer that waits for a person", { proposed: { answer: "replaces", first: "B", by: "main", at: AT } }],
  ])("%s it is asked of people alone", (_what, row) => expect(stage(7, [], { row })).toBeUndefined());

  it("counts from when the later of the two came in or was found near, an import from its import", () => {
    const memory = new QuestionMemory([], []);
    const stages = [
      pairOf(entry("B", 300, { imported: { at: ago(2) } }), entry("A", 30)),
      pairOf(entry("B", 300), entry("A", 300), { at: ago(2) }),
      pairOf(entry("B", 300, { imported: { at: ago(8) } }), entry("A", 300), { at: ago(30) }),
    ].map((pair) => pairsDue({ pairs: [pair], memory, hours: 20, now: NOW })[0]?.stage);
    expect(stages).toEqual([0, 0, 1]);
  });
});

describe("low stakes", () => {
  const limits = { days: [3, 7, 14], days_by_stakes: { low: [7] }, quiet_hours: 20 };
  const found = (days: number, asked: readonly [stage: number, daysAgo: number][] = [], more = limits) => {
    const rows = asked.map(([stage, at]) => ({ id: "L", stage, at: ago(at) }));
    const open = [entry("L", days, { stakes: "low" })];
    const { due, unanswered } = promptsDue({ open, memory: new QuestionMemory(rows, []), limits: more, now: NOW });
    return [due[0]?.ask, due[0]?.settles, unanswered.length];
  };

  it.each<[days: number, asked: [number, number][], expected: unknown[]]>([
    [3, [], [undefined, undefined, 0]],
    [7 - SECOND, [], [undefined, undefined, 0]],
    [7, [], ["How did it turn out?", false, 0]],
    [8, [[0, 0.9]], [undefined, undefined, 0]],
    [14 - SECOND, [[0, 7 - SECOND]], [undefined, undefined, 0]],
    [14, [[0, 7]], [undefined, undefined, 1]],
    [21, [], ["How did it turn out?", false, 0]],
  ])("%d days old, asked %j: once, at 7 days", (days, asked, expected) => expect(found(days, asked)).toEqual(expected));

  it("days stated for them count; none: never asked", () => {
    expect(found(2, [], { ...limits, days_by_stakes: { low: [2] } })[0]).toBe("How did it turn out?");
    expect(found(40, [], { ...limits, days_by_stakes: { low: [] } })).toEqual([undefined, undefined, 0]);
  });

  it("a rule about which somebody said later is asked once more, also when it is old", () => {
    const open = [entry("P", 40, { status: "promoted" })];
    const memory = new QuestionMemory([], [{ id: "P", until: ago(1), at: ago(30) }]);
    expect(promptsDue({ open, memory, limits, now: NOW }).due).toHaveLength(1);
    expect(promptsDue({ open, memory: new QuestionMemory([], []), limits, now: NOW }).due).toHaveLength(0);
  });
});

describe("the budget", () => {
  const question = (name: string, more: Partial<LessonEntry & DueStage> & { days?: number } = {}): DueItem => {
    const { stage = 0, age = 4, isAsked = false, days = 4, ...fields } = more;
    const asked = { kind: "outcome", ask: "?", settles: false } as const;
    return { entry: entry(name, days, fields), stage, age, isAsked, ...asked };
  };
  const pair = (a: string, b: string, more: Partial<DueStage> = {}): DueItem => ({
    pair: pairOf(entry(a, 4), entry(b, 5)),
    ...{ stage: 0, age: 4, isAsked: false, ...more },
  });
  const reminder = (name: string) => ({ carrier: entry(name, 9, { type: "correction" }) });
  const BUDGET: Budget = { per_heartbeat: 3, per_day: 6, today: 0, remindersToday: 0, pairsToday: 0 };
  const names = (items: DueItem[], reminders: string[] = [], budget: Partial<Budget> = {}) => {
    const chosen = withinBudget(items, reminders.map(reminder), { ...BUDGET, ...budget });
    return [...chosen.due.map(keyOf), ...chosen.reminders.map(({ carrier }) => `!${carrier.id}`)];
  };

  it.each<[what: string, items: DueItem[], reminders: string[], budget: Partial<Budget>, expected: string[]]>([
    ["nothing", [], [], {}, []],
    [
      "three of whatever kind",
      [question("A"), question("B"), pair("C", "D"), question("E")],
      ["R"],
      {},
      ["A", "C+D", "!R"],
    ],
    ["a pair beside questions", [question("A"), pair("C", "D")], [], {}, ["A", "C+D"]],
    [
      "a place for a pair, though more important questions wait",
      [...["A", "B", "C"].map((name) => question(name, { stakes: "high" })), pair("D", "E", { isAsked: true })],
      [],
      {},
      ["A", "B", "D+E"],
    ],
    ["one place in three", [pair("A", "B"), pair("C", "D"), pair("E", "F")], [], {}, ["A+B"]],
    ["one pair in three of the day", [pair("A", "B"), question("C")], [], { today: 2, pairsToday: 2 }, ["C"]],
    ["two of six", [pair("A", "B"), pair("C", "D"), pair("E", "F")], [], { per_heartbeat: 6 }, ["A+B", "C+D"]],
    ["five were printed today", [question("A"), question("B")], ["R"], { today: 5 }, ["A"]],
    ["six were printed today", [question("A")], ["R"], { today: 6 }, []],
    ["reminders count", [], ["R"], { today: 6, remindersToday: 2 }, []],
    ["one reminder", [question("A")], ["R", "S"], {}, ["A", "!R"]],
    ["reminders alone take one place", [], ["R", "S", "T"], {}, ["!R"]],
    ["two reminders a day", [], ["R"], { today: 2, remindersToday: 2 }, []],
    [
      "one reminder before what is asked again",
      ["A", "B", "C"].map((name) => question(name, { isAsked: true })),
      ["R"],
      {},
      ["A", "B", "!R"],
    ],
    [
      "one reminder beside what was never asked",
      ["A", "B", "C"].map((name) => question(name)),
      ["R"],
      {},
      ["A", "B", "!R"],
    ],
    ["with room for one what was never asked goes first", [question("A")], ["R"], { today: 5 }, ["A"]],
    ["then a reminder, then what is asked again", [question("A", { isAsked: true })], ["R"], { today: 5 }, ["!R"]],
    [
      "no reminder in the way of a question about it",
      [question("R", { isAsked: true })],
      ["R"],
      { per_heartbeat: 2 },
      ["R"],
    ],
    [
      "an entry once in it: question and pair",
      [question("A", { stakes: "high" }), pair("A", "B"), question("C")],
      [],
      {},
      ["A+B", "C"],
    ],
    [
      "an entry once in it: two pairs",
      [pair("A", "B"), pair("A", "C"), pair("D", "E")],
      [],
      { per_heartbeat: 6 },
      ["A+B", "D+E"],
    ],
    ["an entry once in it: pair and reminder", [pair("A", "R")], ["R", "S"], {}, ["A+R", "!S"]],
    ["a budget of nothing", [question("A")], ["R"], { per_heartbeat: 0 }, []],
  ])("%s", (_what, items, reminders, budget, expected) => expect(names(items, reminders, budget)).toEqual(expected));

  it.each<[what: string, items: DueItem[], first: string]>([
    [
      "never asked before asked",
      [question("A", { isAsked: true, stakes: "high" }), question("B", { stakes: "low" })],
      "B",
    ],
    [
      "higher stakes, whatever is older",
      [question("A", { stakes: "low", days: 20 }), question("B", { stakes: "high" })],
      "B",
    ],
    ["native before imported", [question("A", { imported: { at: ago(30) } }), question("B")], "B"],
    ["older", [question("A", { days: 4 }), question("B", { days: 4.5 })], "B"],
    ["of equal ones always the same", [question("B"), question("A")], "A"],
    [
      "a pair by the higher stakes of its two",
      [question("A"), { ...pair("C", "D"), pair: pairOf(entry("C", 4, { stakes: "high" }), entry("D", 9)) }],
      "C+D",
    ],
  ])("with room for one: %s", (_what, items, first) => {
    expect(names(items, [], { per_heartbeat: 1 })).toEqual([first]);
    expect(names([...items].reverse(), [], { per_heartbeat: 1 })).toEqual([first]);
  });

  it("counts what waits", () => {
    const items = [question("A"), question("B"), question("C"), question("D"), pair("E", "F")];
    expect(withinBudget(items, [], BUDGET).waiting).toBe(2);
    expect(entriesOf(items[4] as DueItem).map(({ id }) => id)).toEqual(["E", "F"]);
  });
});
