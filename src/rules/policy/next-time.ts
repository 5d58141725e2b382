/** Joins the claim and the next step into one sentence: the line of a rule, or of a reminder. */
import { canonicalClaim } from "../../text/claims/canonical.js";

/** Whether a claim holds every word of another text, side by side and in its order. */
function holdsWords(claim: string, text: string): boolean {
  return ` ${canonicalClaim(claim)} `.includes(` ${canonicalClaim(text)} `);
}

/** The author's words begin with the label already, so that it is not printed twice. */
const SAYS_NEXT_TIME = /^next time\b/i;

function joined(claim: string, how: string, more: readonly string[]): string {
  const adding = more.filter((one) => one.trim() !== "" && !holdsWords(claim, one));
  const [first] = adding;
  if (first === undefined) return claim;
  const label = SAYS_NEXT_TIME.test(first) ? "" : `${how}: `;
  return `${claim.replace(/[\s.;:,!。！]+$/u, "")}; ${label}${adding.join("; ")}`;
}

/** A correction: `Use npm ci in CI; next time: look for npm install before pushing`. What repeats its words is left out. */
export function withNextTime(claim: string, next: string | undefined): string {
  return joined(claim, "next time", next === undefined ? [] : [next]);
}

/** An insight with what to do: `Retries hide a flaky test; in practice: count retries before a release`. */
export function withPractice(claim: string, applications: readonly string[]): string {
  return joined(claim, "in practice", applications);
}
