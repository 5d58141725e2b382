/** Where what a claim says begins: its main verb, and whether the claim is an order. */
import { isVerb, mayBeVerb } from "./opposites.js";
import type { GuardToken } from "./token.js";
import { IRREGULAR_PAST, isAuxiliary, isBareVerb, isBareWord, isCounter, isNegation } from "./token-kinds.js";
import { CONDITIONS, IDENTITIES, NARROWING, PREPOSITIONS, QUANTIFIERS } from "./words.js";

/** Words of a subject before a verb that may also be a noun: "frontend tests are", "upload forms can". */
const NOUNS_BEFORE_AUXILIARY = 2;
/** An order is recognised by what does not follow: a verb that its first words would be the subject of. */
const LONGEST_BARE_SUBJECT = 5;

/** Where what is said begins: the main verb, and whether it is an order. */
export function mainVerb(tokens: readonly GuardToken[]): { at: number; imperative: boolean } {
  const opens = (token: GuardToken | undefined, next: GuardToken | undefined) =>
    token !== undefined &&
    (isNegation(token) || QUANTIFIERS.get(token.word) === "all" || (token.word === "do" && next?.word === "not"));
  let start = 0;
  while (opens(tokens[start], tokens[start + 1])) start++;
  const [opening, next] = tokens.slice(start);
  if (opening === undefined) return { at: 0, imperative: false };
  const inflected = finiteVerb(tokens, start, isVerb);
  // "use strict mode in new files": behind a preposition a word that may be a verb is a noun
  const behind = tokens.slice(start, inflected).some(({ word }) => PREPOSITIONS.has(word));
  const noun =
    inflected !== undefined && behind && !isAuxiliary(tokens[inflected] as GuardToken) && isVerb(opening.word);
  const strong = noun && isBareWord(opening) ? undefined : inflected;
  const finite = strong ?? (isVerb(opening.word) ? undefined : finiteVerb(tokens, start, mayBeVerb));
  const denied = tokens
    .slice(0, start)
    .some(({ word }, at) => /^(?:never|always)$/.test(word) || (word === "not" && at > 0));
  const named = isCounter(next) && (IDENTITIES.has(opening.word) || !mayBeVerb(opening.word));
  const bare = isBareWord(opening) && !named;
  const ordered =
    finite === undefined
      ? next !== undefined
      : mayBeVerb(opening.word) &&
        (next?.article === true || NARROWING.has(next?.word ?? "") || finite - start > LONGEST_BARE_SUBJECT);
  if (denied || (bare && ordered)) return { at: start, imperative: true };
  if (finite === undefined && CONDITIONS.has(opening.word)) {
    const order = tokens.findIndex((token, at) => at > start + 1 && isVerb(token.word) && isBareVerb(token));
    if (order > 0) return { at: order, imperative: true };
  }
  // "No deploys on Friday", "Requires v2": neither has a subject of its own
  return {
    at: finite ?? (named ? start + 2 : start > 0 || mayBeVerb(opening.word) ? start : start + 1),
    imperative: start > 0 && finite === undefined,
  };
}

/** The first auxiliary or inflected verb behind the opening word that is no part of a phrase before it. */
function finiteVerb(
  tokens: readonly GuardToken[],
  start: number,
  known: (word: string) => boolean,
): number | undefined {
  let found: number | undefined;
  for (let at = start + 1; at < tokens.length; at++) {
    const token = tokens[at] as GuardToken;
    const before = tokens[at - 1] as GuardToken;
    if (found !== undefined && at > found + NOUNS_BEFORE_AUXILIARY) break;
    if (isAuxiliary(token)) return at;
    if (before.pause === true || SUBORDINATING.test(token.word)) break;
    if (found !== undefined || token.kind !== "word" || token.article === true || PREPOSITIONS.has(before.word))
      continue;
    const plural = /[^s]s$/.test(before.word) && !isAuxiliary(before);
    const inflected = /(?:[^s]s|ed|sses)$/.test(token.word)
      ? !plural || token.word.endsWith("ed")
      : plural || IRREGULAR_PAST.test(token.word);
    if (inflected && known(token.word)) found = at;
  }
  return found;
}

/** The verb behind one of these is that of another clause: "call Ingrid when the alarm rings". */
const SUBORDINATING = /^(?:when|if|unless|while|because|whenever)$/;
