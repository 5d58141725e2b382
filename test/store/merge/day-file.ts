/** One day's file of insights, as two branches change it. */
import type { Entry, Insight } from "../../../src/entry/entry.js";
import { appendRecord } from "../../../src/store/records/record-edit.js";
import { parseRecordFile } from "../../../src/store/records/record-parse.js";

export const FILE = "memory/learning/insights/2026-02-14.md";
export const LOG = "memory/2026-02-14.md";

export const insight = (tail: string, claim: string, more: Partial<Insight> = {}): Insight => ({
  type: "insight",
  id: `INS-20260214-${tail}`,
  timestamp: `2026-02-14T1${tail.charCodeAt(0) % 10}:00:00Z`,
  agent: "sybil",
  tier: "self",
  insight: claim,
  evidence: "Three of five green runs were retries.",
  stakes: "medium",
  at_risk: "A broken build ships.",
  status: "active",
  ...more,
});

export const A = insight("AAAAA", "Retries hide flaky tests");
export const B = insight("BBBBB", "A frozen clock makes tests exact");
export const C = insight("CCCCC", "Small batches keep the queue short");
export const D = insight("DDDDD", "One index a repository is enough");

export const file = (...entries: Entry[]): string =>
  entries.reduce<string | undefined>((text, entry) => appendRecord(text, entry), undefined) ?? "";

export const read = (text: string) => {
  const { records, findings } = parseRecordFile(text, FILE, { agent: "main" });
  return {
    entries: Object.fromEntries(records.map(({ entry }) => [entry.id, entry])),
    order: records.map(({ entry }) => entry.id),
    findings,
  };
};
