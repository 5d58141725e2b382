/** Everything that speaks for or against an entry as a rule, gathered in one place as plain data. */
import { createHash } from "node:crypto";
import type { Entry, ReviewState, Stakes, Status, Tier, Verdict } from "../entry.js";

/** One outcome that judges the entry. */
export interface OutcomeFact {
  id: string;
  verdict: Verdict;
  score?: number | undefined;
  lesson?: string | undefined;
  /** Its author's own wording of the rule. */
  rule?: string | undefined;
  tier: Tier;
  at: string;
  /** Live and approved: others are shown, and prove nothing. */
  counts: boolean;
}

/** One session in which the entry was used: the best result counts. */
export interface SessionFact {
  session: string;
  at: string;
  result: "cited" | "worked" | "failed";
  agent?: string | undefined;
}

export interface Evidence {
  /** The entry it speaks of: of a chain of recurrences the newest live one. */
  id: string;
  entry: Entry;
  /** All members of the chain, oldest first; the entry alone when nothing repeats it. */
  chain: readonly string[];
  /** The least trusted of all it is made of: the entry, its parents, its evolution. */
  tier: Tier;
  /** A person approved exactly these words. */
  approvedByPerson: boolean;
  review: ReviewState | undefined;
  status: Status;
  stakes: Stakes;
  /** Distinct sessions of use, the session that wrote it apart; by time. */
  sessions: readonly SessionFact[];
  outcomes: readonly OutcomeFact[];
  /** When it last held, and when it last failed (a repeat, `--failed`, a use that failed). */
  held?: string | undefined;
  failed?: string | undefined;
  /** Open contests that hold it back: the entries on the other side. */
  contested: readonly string[];
  /** Distinct origins of what is said: who (or which tool) said it, over the chain, its evolution and its parents. */
  origins: readonly string[];
  /** Newest moment that supports it. */
  newest: string;
}

/** Sessions in which it was of use: used, and not failed. */
export function usefulSessions(evidence: Evidence): readonly SessionFact[] {
  return evidence.sessions.filter(({ result }) => result !== "failed");
}

/** Sessions in which acting on it worked; a validated outcome counts as one more. */
export function workedIn(evidence: Evidence): number {
  const worked = evidence.sessions.filter(({ result }) => result === "worked").length;
  const validated = evidence.outcomes.filter(({ counts, verdict }) => counts && verdict === "validated").length;
  return worked + validated;
}

/** Distinct facts that support an entry: sessions of use, good outcomes, that it held, and each time it was said again. */
export function supportOf(evidence: Evidence): number {
  const good = evidence.outcomes.filter(({ counts, verdict }) => counts && verdict === "validated").length;
  const held = evidence.held === undefined ? 0 : 1;
  return usefulSessions(evidence).length + good + held + (evidence.chain.length - 1);
}

/**
 * Hash of the facts in its favour: useful sessions, good outcomes, that it held, repeats, origins. A declined operation
 * stays away until this differs.
 */
export function evidenceHash(evidence: Evidence): string {
  return hashOfFacts([
    ...usefulSessions(evidence).map(({ session, result }) => `session ${session} ${result}`),
    ...evidence.outcomes
      .filter(({ counts, verdict }) => counts && (verdict === "validated" || verdict === "mixed"))
      .map(({ id, verdict }) => `outcome ${id} ${verdict}`),
    ...(evidence.held === undefined ? [] : [`held ${evidence.held}`]),
    ...evidence.chain.map((id) => `said ${id}`),
    ...evidence.origins.map((origin) => `origin ${origin}`),
  ]);
}

/** A short hash over facts in any order. */
export function hashOfFacts(facts: readonly string[]): string {
  return createHash("sha256")
    .update([...facts].sort().join("\n"))
    .digest("hex")
    .slice(0, 16);
}
