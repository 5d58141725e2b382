/** Small histories for tables: entries with what matters stated, the rest as in any record. */
import type { Correction, Edit, Entry, Insight, Near, Outcome } from "../../../src/entry/entry.js";
import { byAge } from "../../../src/entry/lessons.js";
import { type History, isCounted, type LocalHistory } from "../../../src/report/history.js";
import { rowsOf } from "../../store/rows.js";

/** The present of every table. */
export const NOW = new Date("2026-04-01T12:00:00Z");

/** So many days before {@link NOW}, as a record has it. */
export const ago = (days: number): string =>
  `${new Date(NOW.getTime() - days * 86_400_000).toISOString().slice(0, 19)}Z`;

const head = { agent: "sybil", tier: "self" } as const;

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
  session: `s${name}`,
  corrected_to: `Do ${name}`,
  stakes: "medium",
  ...more,
});

export const insight = (name: string, days: number, more: Partial<Insight> = {}): Insight => ({
  ...head,
  type: "insight",
  id: INS(name),
  timestamp: ago(days),
  session: `s${name}`,
  insight: `Found ${name}`,
  stakes: "medium",
  at_risk: "a day",
  ...more,
});

export const outcome = (name: string, days: number, about: string, more: Partial<Outcome> = {}): Outcome => ({
  ...head,
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
  original: "a".repeat(100),
  final: "a".repeat(100 - 100 * ratio).padStart(100, "b"),
  kind: "rewrite",
  ...more,
});

/** Whether a correction was kept, as its table states it: a record of its own. */
interface Kept {
  stick: "held" | "failed";
  at: string;
}
export const held = (days: number): Kept => ({ stick: "held", at: ago(days) });
export const failed = (days: number): Kept => ({ stick: "failed", at: ago(days) });

/** It says what another entry says, as a person answered. */
export const says = (id: string): { near: Near[] } => ({ near: [{ with: id, answer: "same", tier: "owner" }] });
export const replaces = (id: string): { near: Near[] } => ({ near: [{ with: id, answer: "replaces", tier: "owner" }] });

/** An entry of a table, and the record of its answer. */
function withAnswer(stated: Entry): Entry[] {
  const { stick, ...entry } = stated as { stick?: Kept } & Entry;
  if (stick === undefined || stated.type === "outcome") return [stated];
  const id = stated.id.replace("COR", "OUT").replace("-0", "-9");
  const answer = { ...head, type: "outcome", id, timestamp: stick.at, references: [stated.id], result: "Seen" };
  return [entry as Entry, { ...answer, tier: "owner", stick: stick.stick } as Entry];
}

/** What only this machine knows, where a table has nothing of it. */
export const LOCAL: LocalHistory = { showings: [] };

/** In the order of time, as a store answers them. `rules`: ids of entries that are rules. */
export function historyOf(
  entries: readonly Entry[],
  { rules, ...more }: Partial<History> & { rules?: readonly string[] } = {},
): History {
  const now = more.now ?? NOW;
  const rows = rowsOf(entries.flatMap(withAnswer), now, rules).filter(isCounted);
  const sorted = rows.sort(byAge);
  return {
    now,
    timezone: "UTC",
    entries: sorted,
    byId: new Map(sorted.map((row) => [row.id, row])),
    qualified: [],
    versions: [],
    days: { days: [3, 7, 14] },
    ...more,
  };
}

/** Five of a kind: enough for a figure. */
export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
