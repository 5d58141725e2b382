/** What kind of word a token is, by itself: content, negation, auxiliary, a verb that may open an order. */
import { mayBeVerb } from "./opposites.js";
import type { GuardToken } from "./token.js";
import { AUXILIARIES, MODALS, NEGATING_CHARACTERS, NEGATIONS, PASSING, PREPOSITIONS } from "./words.js";

/** Whether a token counts for what a claim speaks of: no operator and no word of grammar. */
export function isContent({ kind, word }: GuardToken): boolean {
  return kind !== "operator" && !PASSING.has(word) && !AUXILIARIES.has(word) && !PREPOSITIONS.has(word);
}

export function isNegation(token: GuardToken): boolean {
  return NEGATIONS.has(token.word) || NEGATING_CHARACTERS.has(token.raw);
}

export function isAuxiliary({ word }: GuardToken): boolean {
  return AUXILIARIES.has(word) || MODALS.has(word);
}

/** No plural and no noun with an article: it may be the verb that opens an order. */
export function isBareWord({ kind, word, article }: GuardToken): boolean {
  return (
    (kind === "word" || kind === "name") &&
    article !== true &&
    !/[^s]s$/.test(word) &&
    (word === "do" || !PASSING.has(word))
  );
}

export function isBareVerb(token: GuardToken): boolean {
  return isBareWord(token) && mayBeVerb(token.word);
}

/** A bare whole number, which may be the name of one of many. */
export function isCounter(token: GuardToken | undefined): boolean {
  return /^\d+$/.test(token?.raw ?? "");
}

export const IRREGULAR_PAST =
  /^(?:broke|ran|wrote|built|kept|held|lost|made|sent|took|gave|got|began|chose|fell|forgot|led|meant|said|saw|told|went|grew|rose|found|won|left|came|became|shrank|sold|bought|paid|cost|beat|hurt|cut|set|put)$/;

/** So many words before its noun a phrase may have: "in the old internal web repo". */
export const LONGEST_PHRASE = 6;
export const YEAR = /^n:(?:19|20)\d\d$/;
