/** Evidence, candidates and passes for tests of the rules' policy: plain, and named by a tail. */
import { type Entry, ratedOf } from "../../src/entry/entry.js";
import { isLive } from "../../src/entry/gates/visible.js";
import type { JudgedBy } from "../../src/entry/standing/standing.js";
import type { Evidence, OutcomeFact, SessionFact } from "../../src/rules/policy/evidence.js";
import { standingOf } from "../../src/rules/policy/qualify.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import { type Candidate, markOf, type PlanInput } from "../../src/rules/policy/rule-candidates.js";
import { distilled } from "../../src/rules/policy/rule-line.js";
import { correction, insight } from "../store/entries.js";

export const NOW = new Date("2026-06-01T00:00:00Z");
export const CAPS = { "SOUL.md": 10, "MEMORY.md": 10, "memory/core/procedures.md": 25 } as const;

/** A correction of the agent's own. */
export function cor(tail: string, more: Partial<Extract<Entry, { type: "correction" }>> = {}): Entry {
  const { source: _, ...plain } = correction();
  return {
    ...plain,
    id: `COR-20260201-${tail}`,
    timestamp: "2026-02-01T09:00:00Z",
    agent: "main",
    tier: "self",
    stakes: "medium",
    corrected_to: `Case ${tail} is settled`,
    behavioral_change: `Case ${tail} is settled`,
    ...more,
  };
}

/** An insight of the agent's own. */
export function ins(tail: string, more: Partial<Extract<Entry, { type: "insight" }>> = {}): Entry {
  return insight({
    id: `INS-20260201-${tail}`,
    timestamp: "2026-02-01T09:00:00Z",
    agent: "main",
    insight: `Thing ${tail} is so`,
    ...more,
  });
}

/** Everything known of an entry of which nothing else is said; the last of its outcomes counts. */
export function evidence(entry: Entry, more: Partial<Evidence> = {}): Evidence {
  const judged = more.outcomes?.at(-1);
  return {
    id: entry.id,
    entry,
    stands: { status: "active", ...(judged && { judged: judged as JudgedBy }) },
    chain: [entry.id],
    tier: entry.tier,
    approvedByPerson: false,
    stakes: ratedOf(entry).stakes ?? "medium",
    sessions: [],
    born: ["birth"],
    outcomes: [],
    blockedBy: [],
    said: entry.timestamp,
    newest: entry.timestamp,
    ...more,
  };
}

/** An entry that no longer counts. */
export const ended = (entry: Entry, status: "superseded" | "forgotten", by?: string): Evidence =>
  evidence(entry, { stands: { status, ...(by && { superseded_by: by }) } });

/** Facts of an entry that an outcome ends. */
export const wrong = (more: Partial<JudgedBy> = {}): Pick<Evidence, "stands"> => ({
  stands: {
    ...{ status: "active", invalidated: "ends" },
    judged: {
      ...{ verdict: "invalidated", id: "OUT-20260210-T4ZW9", tier: "self", at: "2026-02-10T09:00:00Z" },
      ...more,
    },
  },
});

/** So many sessions of use with one result, a day apart. */
export function sessions(count: number, result: SessionFact["result"] = "cited", prefix = "s"): SessionFact[] {
  return Array.from({ length: count }, (_, at) => {
    const day = `2026-02-${String(at + 2).padStart(2, "0")}`;
    return { session: `${prefix}${at + 1}`, at: `${day}T09:00:00Z`, day, result };
  });
}

/** A good outcome that counts, with a lesson. */
export function verdict(more: Partial<OutcomeFact> = {}): OutcomeFact {
  return {
    id: "OUT-20260210-T4ZW9",
    verdict: "validated",
    score: 8,
    lesson: "Pin the base image",
    tier: "self",
    at: "2026-02-10T09:00:00Z",
    session: "judged",
    day: "2026-02-10",
    counts: true,
    ...more,
  };
}

export function candidate(facts: Evidence, text?: string): Candidate {
  const standing = standingOf(facts);
  return { evidence: facts, standing, text: text ?? distilled(facts.entry, standing.qualified?.lesson?.text) };
}

/** A rule as a version holds it, made of some entries' own words. */
export function ruleOf(facts: Evidence, more: Partial<Rule> = {}): Rule {
  const text = distilled(facts.entry) ?? "";
  return {
    target: "MEMORY.md",
    text,
    ids: [...new Set([facts.id, ...facts.chain])],
    since: "0001-K7Q2X",
    stands_by: "referenced",
    worded_from: markOf(text),
    ...more,
  };
}

/** One pass over what is known. */
export function pass(known: readonly Evidence[], more: Partial<PlanInput> = {}): PlanInput {
  return {
    rules: [],
    behind: new Map(known.map((one) => [one.id, one])),
    candidates: known.filter(({ stands }) => isLive(stands)).map((one) => candidate(one)),
    declined: [],
    caps: CAPS,
    fileChars: 12_000,
    now: NOW,
    ...more,
  };
}
