/** Small histories for tables: entries with what matters stated, the rest as in any record. */
import type { Correction, Edit, Entry, Insight, Outcome } from "../../../src/entry/entry.js";
import type { History, LocalHistory } from "../../../src/report/history.js";

/** The present of every table. */
export const NOW = new Date("2026-04-01T12:00:00Z");

/** So many days before {@link NOW}, as a record has it. */
export const ago = (days: number): string =>
  `${new Date(NOW.getTime() - days * 86_400_000).toISOString().slice(0, 19)}Z`;

const head = { agent: "sybil", tier: "self", status: "active" } as const;

/** `C1` becomes `COR-20260101-000C1`. */
export const idOf = (prefix: string, name: string): string => `${prefix}-20260101-${name.padStart(5, "0")}`;
export const COR = (name: string): string => idOf("COR", name);
export const INS = (name: string): string => idOf("INS", name);
export const OUT = (name: string): string => idOf("OUT", name);

export const correction = (name: string, days: number, more: Partial<Correction> = {}): Correction => ({
  ...head,
  type: "correction",
  id: COR(name),
  timestamp: ago(days),
  corrected_to: `Do ${name}`,
  stakes: "medium",
  ...more,
});

export const insight = (name: string, days: number, more: Partial<Insight> = {}): Insight => ({
  ...head,
  type: "insight",
  id: INS(name),
  timestamp: ago(days),
  insight: `Found ${name}`,
  stakes: "medium",
  at_risk: "a day",
  ...more,
});

export const outcome = (name: string, days: number, about: string, more: Partial<Outcome> = {}): Outcome => ({
  ...head,
  status: "resolved",
  type: "outcome",
  id: OUT(name),
  timestamp: ago(days),
  references: [about],
  result: `It ${name}`,
  verdict: "validated",
  ...more,
});

export const draft = (name: string, days: number, ratio: number, more: Partial<Edit> = {}): Edit => ({
  ...head,
  type: "edit",
  id: idOf("EDT", name),
  timestamp: ago(days),
  context: "a customer asks",
  original: "one",
  final: "two",
  kind: "rewrite",
  distance: 3,
  ratio,
  ...more,
});

export const held = (days: number): NonNullable<Correction["stick"]> => ({ verdict: "held", at: ago(days) });
export const failed = (days: number): NonNullable<Correction["stick"]> => ({ verdict: "failed", at: ago(days) });

/** What only this machine knows, where a table has nothing of it. */
export const LOCAL: LocalHistory = { showings: [] };

/** In the order of time, as a store answers them. */
export function historyOf(entries: readonly Entry[], more: Partial<History> = {}): History {
  const sorted = [...entries].sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
  return {
    now: NOW,
    timezone: "UTC",
    entries: sorted,
    byId: new Map(sorted.map((entry) => [entry.id, entry])),
    qualified: [],
    versions: [],
    days: { days: [3, 7, 14] },
    ...more,
  };
}

/** Five of a kind: enough for a figure. */
export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
