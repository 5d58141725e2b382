/** Whether two claims are one claim with another amount, date, sign or strength, and nothing else changed. */
import type { Difference } from "./difference.js";
import type { GuardToken } from "./token.js";
import { guardTokens } from "./tokens.js";
import { MODALS, NEGATIONS } from "./words.js";

/** Words that carry no subject: they come and go with the way in which something is said. */
const PASSING: ReadonlySet<string> = new Set(
  `a an the is are was were be been being am in on at of to for by as it its this that these those and or with from
  into than then so now currently today nowadays still yet about around roughly since has have had do does did we i
  you they our my your their there here longer anymore more instead already again`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

const AMOUNTS: ReadonlySet<GuardToken["kind"]> = new Set(["number", "date", "version", "operator"]);

const wordsIn = (text: string | undefined): string[] => (text ?? "").toLowerCase().split(/[^\p{L}\p{N}'-]+/u);

/** What a claim speaks of, apart from what is named as different. */
function subjectOf(claim: string, named: ReadonlySet<string>): string[] {
  return guardTokens(claim)
    .filter(({ kind, word, raw }) => {
      if (AMOUNTS.has(kind) || named.has(word) || named.has(raw.toLowerCase())) return false;
      return !PASSING.has(word) && !NEGATIONS.has(word) && !MODALS.has(word);
    })
    .map(({ key }) => key);
}

function without(all: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * True when, apart from what the differences name, no word of one claim stands where the other has another word:
 * "Postgres 14 in staging" and "Postgres 15 in production" differ in more than their version.
 */
export function alikeBut(differences: readonly Difference[], a: string, b: string): boolean {
  const named = new Set(differences.flatMap((one) => [...wordsIn(one.a), ...wordsIn(one.b)]).filter((w) => w !== ""));
  const [mine, theirs] = [subjectOf(a, named), subjectOf(b, named)];
  return without(mine, theirs).length === 0 || without(theirs, mine).length === 0;
}
