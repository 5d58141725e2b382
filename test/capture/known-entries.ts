import type { Bands } from "../../src/config.js";
import { SHIPPED_BANDS } from "../../src/entry/bands.js";
import type { Correction, Insight, Tier } from "../../src/entry/entry.js";
import type { Likeness } from "../../src/search/words/bm25.js";

export const MINILM = SHIPPED_BANDS["all-MiniLM-L6-v2"] as Bands;
export const TIERS: Tier[] = ["owner", "relayed", "self", "peer", "external"];

/** Shares of words in common: enough of a likeness where no word frequencies matter. */
export function likeness(a: string, b: string): Likeness {
  const mine = new Set(a.toLowerCase().match(/\p{L}+/gu));
  const theirs = new Set(b.toLowerCase().match(/\p{L}+/gu));
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  const shares = [shared / mine.size, shared / theirs.size] as const;
  return { lex: (shares[0] + shares[1]) / 2, common: Math.min(...shares), shared };
}

let minute = 0;

/** A known insight; the tail is its name in a test. */
export function insight(tail: string, claim: string, more: Partial<Insight> = {}): Insight {
  minute++;
  return {
    type: "insight",
    id: `INS-20260214-${tail}`,
    timestamp: new Date(Date.UTC(2026, 1, 14, 0, minute)).toISOString(),
    agent: "main",
    tier: "self",
    insight: claim,
    evidence: "It was seen in the release logs.",
    stakes: "medium",
    at_risk: "releases break",
    status: "active",
    ...more,
  };
}

/** A known correction; later calls are later in time. */
export function correction(tail: string, now: string, more: Partial<Correction> = {}): Correction {
  minute++;
  return {
    type: "correction",
    id: `COR-20260214-${tail}`,
    timestamp: new Date(Date.UTC(2026, 1, 14, 0, minute)).toISOString(),
    agent: "main",
    tier: "self",
    prior_belief: "Something else entirely",
    corrected_to: now,
    stakes: "medium",
    at_risk: "releases break",
    behavioral_change: "Look first.",
    status: "active",
    ...more,
  };
}
