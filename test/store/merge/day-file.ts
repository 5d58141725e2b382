/** One day's file of insights, as two branches change it. */
import type { Entry, Insight } from "../../../src/entry/entry.js";
import { parseRecordFile } from "../../../src/store/records/record-parse.js";
import { renderRecord } from "../../../src/store/records/record-text.js";

export const FILE = "memory/learning/insights/2026-02-14.md";
export const LOG = "memory/2026-02-14.md";

type Fields = Readonly<Record<string, unknown>>;

/** `more`: other fields, a copy among them; undefined takes one out. */
export const insight = (tail: string, claim: string, more: Fields = {}): Insight =>
  ({
    type: "insight",
    id: `INS-20260214-${tail}`,
    timestamp: `2026-02-14T1${tail.charCodeAt(0) % 10}:00:00Z`,
    agent: "sybil",
    tier: "self",
    insight: claim,
    evidence: "Three of five green runs were retries.",
    stakes: "medium",
    at_risk: "A broken build ships.",
    ...more,
  }) as Insight;

export const A = insight("AAAAA", "Retries hide flaky tests");
export const B = insight("BBBBB", "A frozen clock makes tests exact");
export const C = insight("CCCCC", "Small batches keep the queue short");
export const D = insight("DDDDD", "One index a repository is enough");

/** A record with other fields. */
export const edited = <E extends Entry>(entry: E, more: Fields): E => ({ ...entry, ...more });

export const file = (...entries: Entry[]): string =>
  `---\ntype: insights\ndate: 2026-02-14\n---\n\n# Insights · 2026-02-14\n\n${entries.map(renderRecord).join("\n")}`;

export const read = (text: string) => {
  const { records, findings } = parseRecordFile(text, FILE, { agent: "main" });
  const entries = records.map(({ entry }) => entry);
  return { entries, order: entries.map(({ id }) => id), findings };
};
