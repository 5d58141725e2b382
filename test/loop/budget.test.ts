/** What of all that is due is printed now. */
import { describe, expect, it } from "vitest";
import { pairKey } from "../../src/entry/standing/ties.js";
import { type Budget, type DueItem, entriesOf, keyOf, withinBudget } from "../../src/loop/policy/budget.js";
import type { DueStage } from "../../src/loop/policy/outcome-loop.js";
import type { Row as EntryRow } from "../../src/store/cache/row.js";

const ago = (days: number): string => new Date(Date.UTC(2026, 2, 1, 12) - days * 86_400_000).toISOString();
const entry = (id: string, days: number, more: Partial<EntryRow> = {}): EntryRow => {
  const plain = { id, type: "insight", timestamp: ago(days), born: ago(days), status: "active", stakes: "medium" };
  return { ...plain, ...more } as unknown as EntryRow;
};

type Row = Partial<EntryRow & DueStage> & { days?: number };

/** `A`: a question about it; `A+B`: a pair, the newer one first. */
function due(name: string, { stage = 0, age = 4, isAsked = false, days = 4, ...fields }: Row = {}): DueItem {
  const [id = "", other] = name.split("+");
  const first = entry(id, days, fields);
  if (other === undefined)
    return { entry: first, stage, age, isAsked, ...({ kind: "outcome", ask: "?", isLast: false } as const) };
  const older = entry(other, 5);
  const pair = { key: pairKey(id, other), newer: first, older, near: { with: other }, at: first.timestamp };
  const found = { isClose: true, isRefuted: false, keptOut: { side: first, always: false } };
  return { pair: { ...pair, ...found }, stage, age, isAsked };
}

const all = (names: string, row: Row = {}): DueItem[] => names.split(" ").map((name) => due(name, row));
const BUDGET: Budget = { per_heartbeat: 3, today: 0, remindersToday: 0, pairsToday: 0 };

function printed(items: DueItem[], reminders = "", budget: Partial<Budget> = {}): string {
  const carriers = reminders.split(" ").filter((id) => id !== "");
  const about = carriers.map((id) => entry(id, 9, { type: "correction" }));
  const chosen = withinBudget(items, about, { ...BUDGET, ...budget });
  return [...chosen.due.map(keyOf), ...chosen.reminders.map(({ id }) => `!${id}`)].join(" ");
}

/** `A+B`: a pair that keeps a rule back. */
const keepsBack = (name: string, row: Row = {}): DueItem => {
  const item = due(name, row);
  return "pair" in item ? { ...item, pair: { ...item.pair, keepsBack: true } } : item;
};

const HIGH = { stakes: "high" } as const;
const ASKED = { isAsked: true };

it.each<[what: string, items: DueItem[], reminders: string, budget: Partial<Budget>, expected: string]>([
  ["three of whatever kind", all("A B C+D E"), "R", {}, "A C+D !R"],
  ["a pair beside questions", all("A C+D"), "", {}, "A C+D"],
  ["a pair beside what matters more", [...all("A B C", HIGH), due("D+E", ASKED)], "", {}, "A B D+E"],
  ["one place in three for pairs", all("A+B C+D E+F"), "", {}, "A+B"],
  ["one pair in three of the day", all("A+B C"), "", { today: 2, pairsToday: 2 }, "C"],
  ["two of six", all("A+B C+D E+F"), "", { per_heartbeat: 6 }, "A+B C+D"],
  ["what keeps a rule back before all", [...all("A B", HIGH), keepsBack("C+D", ASKED)], "R", {}, "C+D A !R"],
  ["and outside the share of pairs", [keepsBack("A+B"), keepsBack("C+D"), ...all("E+F G+H")], "", {}, "A+B C+D E+F"],
  ["five were printed today", all("A B"), "R", { today: 5 }, "A"],
  ["six were printed today", all("A"), "R", { today: 6 }, ""],
  ["reminders count", [], "R", { today: 6, remindersToday: 2 }, ""],
  ["one reminder", all("A"), "R S", {}, "A !R"],
  ["reminders alone take one place", [], "R S T", {}, "!R"],
  ["two reminders a day", [], "R", { today: 2, remindersToday: 2 }, ""],
  ["a reminder before what is asked again", all("A B C", ASKED), "R", {}, "A B !R"],
  ["a reminder beside what was never asked", all("A B C"), "R", {}, "A B !R"],
  ["with room for one, what was never asked", all("A"), "R", { today: 5 }, "A"],
  ["then a reminder, then what is asked again", all("A", ASKED), "R", { today: 5 }, "!R"],
  ["no reminder in the way of a question about it", all("R", ASKED), "R", { per_heartbeat: 2 }, "R"],
  ["an entry once: question and pair", [due("A", HIGH), ...all("A+B C")], "", {}, "A+B C"],
  ["an entry once: two pairs", all("A+B A+C D+E"), "", { per_heartbeat: 6 }, "A+B D+E"],
  ["an entry once: pair and reminder", all("A+R"), "R S", {}, "A+R !S"],
  ["a budget of nothing", all("A"), "R", { per_heartbeat: 0 }, ""],
])("%s", (_what, items, reminders, budget, expected) => expect(printed(items, reminders, budget)).toBe(expected));

describe("with room for one", () => {
  it.each<[what: string, items: [DueItem, DueItem], first: string]>([
    ["never asked before asked", [due("A", { ...HIGH, ...ASKED }), due("B", { stakes: "low" })], "B"],
    ["higher stakes, whatever is older", [due("A", { stakes: "low", days: 20 }), due("B", HIGH)], "B"],
    ["native before imported", [due("A", { imported: { at: ago(30), from: "x", hash: "x" } }), due("B")], "B"],
    ["older", [due("A", { days: 4 }), due("B", { days: 4.5 })], "B"],
    ["of equal ones always the same", [due("B"), due("A")], "A"],
    ["a pair by the higher stakes of its two", [due("A"), due("C+D", HIGH)], "C+D"],
  ])("%s", (_what, items, first) => {
    for (const order of [items, items.toReversed()]) expect(printed(order, "", { per_heartbeat: 1 })).toBe(first);
  });
});

it("counts what waits", () => {
  const items = all("A B C D E+F");
  expect(withinBudget(items, [], BUDGET).waiting).toBe(2);
  expect(entriesOf(items[4] as DueItem).map(({ id }) => id)).toEqual(["E", "F"]);
});
