/** Entries for tests. */
import type { Correction, Insight, Memory, Outcome } from "../../src/entry/entry.js";

export function correction(more: Partial<Correction> = {}): Correction {
  return {
    type: "correction",
    id: "COR-20260215-K7Q2X",
    timestamp: "2026-02-15T14:00:00Z",
    agent: "sybil",
    source: "bridget",
    tier: "relayed",
    prior_belief: "Ship fast, iterate later",
    corrected_to: "Time is never an issue for AI agents, so do it right",
    stakes: "high",
    at_risk: "Every build decision",
    behavioral_change: "Before arguing for the fastest path, check whether a quality path exists.",
    ...more,
  };
}

export function insight(more: Partial<Insight> = {}): Insight {
  return {
    type: "insight",
    id: "INS-20260214-M2XBA",
    timestamp: "2026-02-14T09:30:00Z",
    agent: "sybil",
    tier: "self",
    insight: "npm install in CI changes the lockfile",
    evidence: "Two builds of one commit differed",
    stakes: "medium",
    at_risk: "Builds that cannot be repeated",
    ...more,
  };
}

export function outcome(more: Partial<Outcome> = {}): Outcome {
  return {
    type: "outcome",
    id: "OUT-20260220-T4ZW9",
    timestamp: "2026-02-20T08:00:00Z",
    agent: "sybil",
    tier: "self",
    references: ["INS-20260214-M2XBA"],
    result: "Five releases without drift",
    verdict: "validated",
    ...more,
  };
}

export function memory(more: Partial<Memory> = {}): Memory {
  return {
    type: "memory",
    id: "MEM-20260216-V8XYZ",
    timestamp: "2026-02-16T10:00:00Z",
    agent: "sybil",
    tier: "self",
    content: "Indent Go with tabs",
    category: "convention",
    basis: "explicit",
    confidence: 1,
    ...more,
  };
}
