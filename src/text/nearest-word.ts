/** Which known word a mistyped one probably means. */
import { distance } from "fastest-levenshtein";

/** A longer word is no slip of the finger for any name. */
const LONGEST_SLIP = 64;

const spelled = (word: string): string =>
  word
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/**
 * The nearest of some names written like_this; undefined when none is near. Case, dashes and camelCase are no
 * difference; a name that holds the word as a part, or the other way round, is near.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > LONGEST_SLIP) return undefined;
  const word = spelled(typed);
  const ranked = names
    .map((name) => ({ name, away: partOf(word, name) ? 0.5 : distance(word, name) }))
    .sort((a, b) => a.away - b.away || (a.name < b.name ? -1 : 1));
  const best = ranked[0];
  return best !== undefined && best.away <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

const lettersOf = (word: string): string => [...word].sort().join("");

/** Its letters in another order, or long enough to be no chance: "belief" in prior_belief, "tag" in tags. */
function partOf(word: string, name: string): boolean {
  if (lettersOf(word) === lettersOf(name)) return true;
  return word.length >= 3 && (name.split("_").includes(word) || name.startsWith(word) || word.startsWith(name));
}
