/** A correction on one line with what follows from it: what is right says little to an agent that does not know what to do. */
import { canonicalClaim } from "../../guard/canonical.js";

/** `Use npm ci in every CI job; next time: look for npm install before pushing`. Nothing is said twice. */
export function withNextTime(claim: string, next: string | undefined): string {
  if (next === undefined || canonicalClaim(next) === canonicalClaim(claim)) return claim;
  return `${claim.replace(/[\s.;]+$/u, "")}; next time: ${next}`;
}
