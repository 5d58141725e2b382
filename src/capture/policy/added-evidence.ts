/** What new texts bring as evidence, beside what is known. */

import type { GuardToken, TokenKind } from "../../guard/token.js";
import { guardTokens } from "../../guard/tokens.js";
import { canonicalClaim } from "../../text/canonical.js";
import words from "./words.json" with { type: "json" };

/** Fewer new content words than this are wording, not evidence. */
const WORDS_THAT_COUNT = 3;
const SHORTEST_WORD = 3;
const THINGS: ReadonlySet<TokenKind> = new Set(["number", "date", "version", "path", "identifier", "name"]);
const QUOTATION = /["“„«]([^"“”„«»\n]{8,400})["”“»]/gu;

/** Words that say nothing on their own. */
const EMPTY_WORDS = new Set(words.empty.join(" ").split(" "));

function isContentWord(token: GuardToken): boolean {
  return token.kind === "word" && token.raw.length >= SHORTEST_WORD && !EMPTY_WORDS.has(token.word);
}

/** Quotations of at least two words. */
function quotationsOf(text: string): string[] {
  return [...text.matchAll(QUOTATION)]
    .map((match) => match[1] ?? "")
    .filter((quotation) => /\s/u.test(quotation.trim()));
}

/**
 * What new texts bring as evidence that the known ones do not hold: numbers, dates, versions, URLs, paths, ids, names,
 * quotations, or at least three content words. Shown as written; empty when they bring nothing.
 */
export function addedEvidence(newTexts: readonly string[], knownTexts: readonly string[]): string[] {
  const known = new Set(knownTexts.flatMap((text) => guardTokens(text).map((token) => token.key)));
  const knownLine = ` ${knownTexts.map(canonicalClaim).join(" ")} `;
  const things = new Map<string, string>();
  const words = new Map<string, string>();
  for (const token of newTexts.flatMap(guardTokens)) {
    if (known.has(token.key)) continue;
    if (THINGS.has(token.kind)) things.set(token.key, token.raw);
    else if (isContentWord(token) || token.key.startsWith("c:")) words.set(token.key, token.raw);
  }
  const quotations = newTexts
    .flatMap(quotationsOf)
    .filter((quotation) => !knownLine.includes(` ${canonicalClaim(quotation)} `))
    .map((quotation) => `"${quotation.trim()}"`);
  const enough = words.size >= WORDS_THAT_COUNT ? [...words.values()] : [];
  return [...new Set([...things.values(), ...quotations, ...enough])];
}
