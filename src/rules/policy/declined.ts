/** What was turned down, undone or evicted is remembered with everything that spoke for it: only more brings it back. */
import type { Declined, Operation } from "../versions/version.js";
import { bringsNews, type Evidence } from "./evidence.js";
import { isDecided, type Rule } from "./rule.js";
import { groundsOf, joinedFacts, type PlanInput, type Proposal } from "./rule-candidates.js";

/**
 * Why an operation is not made: it was turned down before and nothing is new, or it waits for a person. `evidence` is
 * asked only where something like it was turned down.
 */
export function blockedBecause(
  { declined, waits }: Pick<PlanInput, "declined" | "waits">,
  op: Proposal,
  evidence: () => string,
  rule?: Rule,
): string | undefined {
  const before = declined.find(
    (one) => one.op === op.op && one.ids.some((id) => op.ids.includes(id)) && !bringsNews(evidence(), one.evidence),
  );
  if (before !== undefined) {
    const how = before.how === "removed" ? "taken out by hand" : before.how.replace("-", " ");
    return `It was ${how} (version ${before.version}), and nothing new speaks for it.`;
  }
  return waits?.(op, rule !== undefined && isDecided(rule)) === true ? "It waits for a person." : undefined;
}

/** What an eviction leaves behind: the rule returns only on new evidence. */
export function evictedIn(version: string, operations: readonly Operation[]): Declined[] {
  return operations
    .filter(({ reason }) => reason === "evicted")
    .map(({ target, ids, evidence }) => ({ op: "add", target, ids, evidence, version, how: "evicted" }));
}

/**
 * Operations as the chain remembers them. What a person did by hand (it rests on no evidence) is theirs to do again,
 * and is not among them.
 */
export function declinedOf(
  operations: readonly Operation[],
  behind: ReadonlyMap<string, Evidence>,
  version: string,
  how: Declined["how"],
): Declined[] {
  return operations
    .filter(({ op, reason }) => op !== "keep" && reason !== "edited")
    .map(({ op, target, ids, evidence }) => ({
      op,
      target,
      ids,
      evidence: joinedFacts([evidence, groundsOf(ids, behind).evidence]),
      version,
      how,
    }));
}
