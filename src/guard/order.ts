/** What a claim puts in order: what comes first or is preferred, and the other. */

import type { GuardToken } from "./token.js";
import { isContent, LONGEST_PHRASE } from "./token-kinds.js";
import { PREFERRING } from "./words.js";

/** Two things in order: what comes first or is preferred, and the other. */
export interface Order {
  word: GuardToken;
  first: ReadonlySet<string>;
  second: ReadonlySet<string>;
}

/** Words that put two things in order; `after` turns them round. */
export const ORDER_WORDS = new Set(["before", "after", "then", "instead", "over"]);

export function orderOf(tokens: readonly GuardToken[]): Order | undefined {
  const keys = (from: number, to: number) =>
    new Set(
      tokens
        .slice(from, to)
        .filter((token) => isContent(token) && !isOrderMark(token))
        .map(({ key }) => key),
    );
  const at = tokens.findIndex((token, place) => place > 0 && isOrderWord(tokens, place, token));
  const word = tokens[at];
  if (word !== undefined) {
    const [left, right] = [keys(0, at), keys(at + 1, tokens.length)];
    return word.word === "after" ? { word, first: right, second: left } : { word, first: left, second: right };
  }
  const from = tokens.findIndex((token) => token.word === "from");
  const to = tokens.findIndex((token, place) => place > from && token.word === "to");
  const source = tokens[from];
  if (source !== undefined && to > from + 1)
    return { word: source, first: keys(from + 1, to), second: keys(to + 1, tokens.length) };
  const [first, second] = [tokens.findIndex(({ key }) => key === "o:1"), tokens.findIndex(({ key }) => key === "o:2")];
  const mark = tokens[first];
  if (mark === undefined || second !== tokens.length - 1 || first < 1) return undefined;
  return { word: mark, first: keys(0, first), second: keys(first + 1, second) };
}

/** "First" and "only" beside a word of order repeat it. */
export function isOrderMark({ key, word, article }: GuardToken): boolean {
  return (/^o:[12]$/.test(key) && article !== true) || word === "only" || ORDER_WORDS.has(word) || PREFERRING.has(word);
}

/** A claim of no more words than this with "over" in it compares two things: "correctness over speed". */
const SHORTEST_SENTENCE = 4;

function isOrderWord(tokens: readonly GuardToken[], at: number, { word }: GuardToken): boolean {
  if (word === "then") return !["if", "when"].includes(tokens[0]?.word ?? "");
  if (word === "to" || word === "over") {
    const prefers = tokens.slice(Math.max(0, at - LONGEST_PHRASE), at).some((token) => PREFERRING.has(token.word));
    return prefers || (word === "over" && tokens.length <= SHORTEST_SENTENCE);
  }
  return ORDER_WORDS.has(word);
}
