/** Words that are nobody's name when they stand in a sentence in lower case. */

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
