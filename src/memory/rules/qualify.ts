/** Which entries have proved themselves: five reasons, everything that blocks one, and what is missing. */
import { isApproved, isLive } from "../entry.js";
import type { Evidence } from "./evidence.js";
import { usefulSessions, workedIn } from "./evidence.js";
import type { Target } from "./rule.js";
import type { PromotionReason } from "./version.js";

/** How much is enough: the profile's `promotion`. */
export interface Limits {
  /** Separate sessions of use. */
  sessions: number;
  /** Sessions in which an insight worked. */
  applied: number;
  /** The least score of an outcome, 1 to 10. */
  score: number;
}

export interface Qualified {
  reason: PromotionReason;
  target: Target;
  /** One plain sentence. */
  because: string;
  /** For `outcome`: the outcome whose lesson is the rule. */
  lesson?: { id: string; text: string } | undefined;
}

export interface Standing {
  /** Set when one of the reasons holds, blocked or not. */
  qualified?: Qualified | undefined;
  /** Everything that keeps it from becoming a rule; plain sentences. */
  blocked: readonly string[];
  /** What is missing for a reason that it nearly has. */
  near: readonly string[];
}

type Reason = (evidence: Evidence, limits: Limits) => Qualified | undefined;

const some = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

const held: Reason = ({ entry, held: at }) =>
  entry.type === "correction" && at !== undefined
    ? { reason: "held", target: "SOUL.md", because: `It held (${at.slice(0, 10)}).` }
    : undefined;

const outcome: Reason = ({ stakes, outcomes }, { score }) => {
  if (stakes !== "high") return undefined;
  const proven = outcomes
    .filter((one) => one.counts && (one.verdict === "validated" || one.verdict === "mixed"))
    .filter((one) => (one.score ?? 0) >= score && one.lesson !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.at < b.at ? 1 : -1))[0];
  if (proven?.lesson === undefined) return undefined;
  return {
    reason: "outcome",
    target: "MEMORY.md",
    because: `It turned out ${proven.verdict}, ${proven.score} of 10 (${proven.id}).`,
    lesson: { id: proven.id, text: proven.rule ?? proven.lesson },
  };
};

const applied: Reason = (evidence, limits) => {
  const worked = workedIn(evidence);
  if (evidence.entry.type !== "insight" || worked < limits.applied) return undefined;
  return {
    reason: "applied",
    target: "memory/core/procedures.md",
    because: `It worked in ${some(worked, "session")}.`,
  };
};

const referenced: Reason = (evidence, limits) => {
  const used = usefulSessions(evidence).length;
  if (used < limits.sessions) return undefined;
  const { entry } = evidence;
  const procedure = entry.type === "insight" && (entry.applications?.length ?? 0) > 0;
  return {
    reason: "referenced",
    target: procedure ? "memory/core/procedures.md" : "MEMORY.md",
    because: `It was used in ${some(used, "separate session")}.`,
  };
};

const told: Reason = ({ entry, stakes }) =>
  entry.type === "correction" && entry.tier === "owner" && stakes === "high"
    ? { reason: "told", target: "SOUL.md", because: "The owner said it themselves, and the stakes are high." }
    : undefined;

/** In order of precedence: the first that holds decides the target. */
const REASONS: readonly Reason[] = [held, outcome, applied, referenced, told];

/** Everything that stands between an entry and a rule. `reason` is what it qualifies by, where it does. */
export function blockersOf(evidence: Evidence, reason: PromotionReason | undefined): string[] {
  const { entry, tier } = evidence;
  const blocked: string[] = [];
  const scope = "scope" in entry ? entry.scope : undefined;
  if (!isLive(entry)) blocked.push(`It no longer counts: it is ${withdrawn(evidence)}.`);
  if (tier === "external" && !evidence.approvedByPerson) {
    blocked.push("It comes from outside, and no person has approved these words.");
  }
  if (scope === "conversation" || scope?.startsWith("contact:") === true) {
    blocked.push(`It is about one ${scope === "conversation" ? "conversation" : "contact"} only.`);
  }
  if (!isApproved(entry) && isLive(entry)) {
    blocked.push(`It is not approved for reuse (${entry.review?.state.replaceAll("_", " ")}).`);
  }
  if (evidence.contested.length > 0) blocked.push(`It is contested: ${evidence.contested.join(", ")}.`);
  const failing = evidence.failed !== undefined && (evidence.held === undefined || evidence.failed > evidence.held);
  if (failing && (reason === "held" || reason === "referenced")) {
    blocked.push(`It failed since it last held (${evidence.failed?.slice(0, 10)}).`);
  }
  if (invalidated(evidence)) blocked.push("Its newest outcome says that it is wrong.");
  if (tier === "peer" && evidence.origins.length < 2) {
    blocked.push("Only one peer says it; a second origin, or a person, is needed.");
  }
  return blocked;
}

function withdrawn({ entry }: Evidence): string {
  const ended = entry.status === "superseded" || entry.status === "forgotten";
  return ended ? entry.status : (entry.review?.state ?? "withdrawn");
}

/** The newest counting verdict decides; an entry's own `outcome` stands where the record of it is gone. */
export function invalidated({ entry, outcomes }: Evidence): boolean {
  const newest = outcomes.filter(({ counts }) => counts).sort((a, b) => (a.at < b.at ? 1 : -1))[0];
  const own = entry.type === "outcome" ? undefined : entry.outcome;
  return (newest?.verdict ?? own) === "invalidated";
}

function nearMisses(evidence: Evidence, limits: Limits): string[] {
  const { entry, stakes, outcomes } = evidence;
  const near: string[] = [];
  const worked = workedIn(evidence);
  const used = usefulSessions(evidence).length;
  if (entry.type === "insight" && worked > 0 && worked < limits.applied) {
    near.push(`worked in ${worked} of ${some(limits.applied, "session")}`);
  }
  if (used > 0 && used < limits.sessions) near.push(`used in ${used} of ${some(limits.sessions, "session")}`);
  if (stakes === "high") {
    const best = outcomes
      .filter(({ counts, verdict }) => counts && (verdict === "validated" || verdict === "mixed"))
      .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))[0];
    if (best?.score !== undefined && best.score < limits.score) near.push(`scored ${best.score} of ${limits.score}`);
    if (best?.score !== undefined && best.score >= limits.score && best.lesson === undefined) {
      near.push(`its outcome ${best.id} states no lesson`);
    }
  }
  if (entry.type === "correction" && evidence.held === undefined && used > 0) near.push("it has not held yet");
  return near;
}

/** Where an entry stands: what it qualifies by, what blocks it, what is missing. */
export function standingOf(evidence: Evidence, limits: Limits): Standing {
  let qualified: Qualified | undefined;
  for (const reason of REASONS) {
    qualified = reason(evidence, limits);
    if (qualified !== undefined) break;
  }
  const blocked = blockersOf(evidence, qualified?.reason);
  return { qualified, blocked, near: qualified === undefined ? nearMisses(evidence, limits) : [] };
}
