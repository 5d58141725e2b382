import { canonicalClaim } from "../../guard/canonical.js";
import type { GuardToken, TokenKind } from "../../guard/token.js";
import { guardTokens } from "../../guard/tokens.js";

/** Fewer new content words than this are wording, not evidence. */
const WORDS_THAT_COUNT = 3;
const SHORTEST_WORD = 3;
const THINGS: ReadonlySet<TokenKind> = new Set(["number", "date", "version", "path", "identifier", "name"]);
const QUOTATION = /["“„«]([^"“”„«»\n]{8,400})["”“»]/gu;

/** Words that say nothing on their own. */
const EMPTY_WORDS = new Set(
  `the and but for nor yet are was were been being have has had does did done will would shall should can could may might must
  not this that these those with without into from onto over under than then them they their there here what when where which while
  who whom whose why how all any both each few more most other some such only own same too very just also again once your you our
  his her its him she out off about above after before below between down during further against because until since though although
  via per etc one two get got make made use used using thing things way case well still even every always never often sometimes`.split(
    /\s+/,
  ),
);

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
