/** What is turned down or undone is remembered with everything that speaks for it today: only more brings it back. */
import type { Evidence } from "./policy/evidence.js";
import { groundsOf, joinedFacts } from "./policy/planned.js";
import type { Declined, Operation } from "./versions/version.js";

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
