/** Which known word a mistyped one probably means. */

/** Edits (insert, drop, replace, swap of neighbours) that turn one word into another. */
export function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)]);
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let j = 0; j <= b.length; j++) (table[0] as number[])[j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : replaced;
      (table[i] as number[])[j] = Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1);
    }
  }
  return at(a.length, b.length);
}

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

/** Long enough to be no chance: "belief" in prior_belief, "tag" in tags. */
function partOf(word: string, name: string): boolean {
  return word.length >= 3 && (name.split("_").includes(word) || name.startsWith(word) || word.startsWith(name));
}
