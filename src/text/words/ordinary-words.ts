/** Words that are nobody's name and no part of a path when they stand in a sentence in lower case. */

import lists from "./ordinary-words.json" with { type: "json" };
import { STOP_WORDS } from "./stop-words.js";

const wordsOf = (list: readonly string[]): string[] => list.join(" ").split(/[\s|]+/);

let wordSet: ReadonlySet<string> | undefined;

function words(): ReadonlySet<string> {
  wordSet ??= new Set([...STOP_WORDS, ...wordsOf([...lists.names, ...lists.technical, ...lists.common])]);
  return wordSet;
}

/** A word in lower case that a sentence may hold without naming anybody. */
export const isOrdinaryWord = (word: string): boolean => words().has(word);

/** Endings, with what stands in their place in the word itself. */
const ENDINGS: readonly (readonly [ending: string, base: string])[] = [
  ...[["s", ""] as const, ["es", ""] as const, ["ies", "y"] as const, ["ed", ""] as const, ["ed", "e"] as const],
  ...[["d", ""] as const, ["ing", ""] as const, ["ing", "e"] as const, ["er", ""] as const, ["er", "e"] as const],
  ...[["ly", ""] as const, ["able", ""] as const, ["ion", "e"] as const, ["ion", ""] as const],
];

/** The same for its inflected forms. */
export function isOrdinaryForm(word: string): boolean {
  if (isOrdinaryWord(word)) return true;
  return ENDINGS.some(([ending, base]) => {
    if (!word.endsWith(ending) || word.length < ending.length + 3) return false;
    const stem = word.slice(0, -ending.length);
    const single = stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [];
    return [stem + base, ...single].some(isOrdinaryWord);
  });
}
