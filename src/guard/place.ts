/** The comparisons that depend on where a token stands: operators, signs, swapped words, order. */

import type { Compared, Finding } from "./compare.js";
import { type Difference, difference } from "./difference.js";
import type { Reading, Term } from "./reading.js";
import { type GuardToken, type Hunk, isShort, isSwap, lacking, sameLetters } from "./token.js";
import { isContent } from "./token-kinds.js";

const ARROW = /^(?:[-=]+>|<[-=]+|<->|<=>)$/;
const EMOJI = /^\p{Extended_Pictographic}/u;
/** A run with more words than this beside an operator is a clause of its own, not a formula that gained a sign. */
const FORMULA_WORDS = 3;

function isOperator(token: GuardToken): boolean {
  return token.kind === "operator";
}

/** Decoration and prose arrows mean nothing where one side alone has them. */
function isTellingAlone(token: GuardToken): boolean {
  return isOperator(token) && !ARROW.test(token.raw) && !EMOJI.test(token.raw);
}

/** One is the other with marks around it: `$HOME` and `HOME`. */
function isMarked(one: GuardToken, other: GuardToken): boolean {
  if ([one.kind, other.kind].some((kind) => kind === "path" || kind === "number")) return false;
  if (one.kind === "word" && other.kind === "word") return false;
  return (
    one.raw !== other.raw && sameLetters(one, other) && (one.raw.includes(other.raw) || other.raw.includes(one.raw))
  );
}

/** An operator, sign or mark swapped, added or lost. */
export function differingOperator({ a: { terms: a }, b: { terms: b }, hunks }: Compared): Difference | undefined {
  for (const hunk of hunks ?? []) {
    const [one] = hunk.a;
    const [other] = hunk.b;
    if (isSwap(hunk) && one !== undefined && other !== undefined && isMarked(one, other)) {
      return difference("operator", one.raw, other.raw);
    }
    const left = hunk.a.find(isOperator);
    const right = hunk.b.find(isOperator);
    if (left !== undefined && right !== undefined && isShort(hunk)) return difference("operator", left.raw, right.raw);
    if (hunk.a.length > FORMULA_WORDS || hunk.b.length > FORMULA_WORDS) continue;
    const lost = hunk.a.find(isTellingAlone);
    const added = hunk.b.find(isTellingAlone);
    if (lost !== undefined || added !== undefined) return difference("operator", lost?.raw, added?.raw);
  }
  const asks = (tokens: readonly GuardToken[]) => tokens.at(-1)?.key === "s:?";
  if (asks(a) !== asks(b))
    return asks(a) ? difference("operator", "?", undefined) : difference("operator", undefined, "?");
  const mine = lacking(a, b).find(isTellingAlone);
  const theirs = lacking(b, a).find(isTellingAlone);
  if (mine !== undefined && theirs !== undefined) return difference("operator", mine.raw, theirs.raw);
  return undefined;
}

/** "-5" against "5": the same digits under another sign. */
export function differingSign({ a: { terms: a }, b: { terms: b } }: Compared): Difference | undefined {
  const signs = new Map<string, GuardToken[]>();
  for (const token of b) {
    if (token.kind !== "number") continue;
    const known = signs.get(token.key);
    if (known === undefined) signs.set(token.key, [token]);
    else known.push(token);
  }
  for (const one of a) {
    const others = one.kind === "number" ? signs.get(one.key) : undefined;
    if (others === undefined || others.some((other) => other.sign === one.sign)) continue;
    return difference("operator", one.raw, others[0]?.raw);
  }
  return undefined;
}

function isUnspaced(token: GuardToken): boolean {
  return token.key.startsWith("c:");
}

/** A longer run than this in another's place is another phrase, not another word. */
const LONGEST_SWAP = 3;

/**
 * One word or short phrase in another's place in otherwise equal text; additions that only open or close one side do
 * not make it less so. Of several, the one that makes it another subject or place. In scripts without spaces any
 * change of up to two characters is one.
 */
export function swappedWord(compared: Compared, turned: ReadonlySet<Term>): Finding | undefined {
  if (compared.hunks === undefined) return undefined;
  const inner = compared.hunks.filter(
    (hunk) => !isAddedAtEdge(hunk) && ![...hunk.a, ...hunk.b].some((term) => turned.has(term)),
  );
  const hunk = inner.length === 1 ? inner[0] : inner.find(isAnotherThing);
  if (hunk === undefined) return undefined;
  const unspaced = [...hunk.a, ...hunk.b].every(isUnspaced) && hunk.a.length <= 2 && hunk.b.length <= 2;
  if (!isSwap(hunk) && !unspaced && !isPhraseSwap(hunk, compared)) return undefined;
  const text = (tokens: readonly GuardToken[]) =>
    tokens.length === 0 ? undefined : tokens.map((token) => token.raw).join(unspaced ? "" : " ");
  return {
    difference: difference("swapped-word", text(hunk.a), text(hunk.b)),
    mine: hunk.a[0],
    theirs: hunk.b[0],
    inPlace: true,
  };
}

function isAnotherThing(hunk: Hunk<Term>): boolean {
  const [one, other] = [hunk.a[0], hunk.b[0]];
  return isSwap(hunk) && one?.role === other?.role && one?.role !== "value";
}

/** A short phrase for another in claims of one mood, each with a word that the other claim lacks. */
function isPhraseSwap(hunk: Hunk<Term>, { a, b, onlyA, onlyB }: Compared): boolean {
  if (Math.max(hunk.a.length, hunk.b.length) > LONGEST_SWAP || a.imperative !== b.imperative) return false;
  const own = (terms: readonly Term[], only: readonly Term[]) =>
    terms.some((term) => isContent(term) && only.includes(term));
  return own(hunk.a, onlyA) && own(hunk.b, onlyB);
}

function isAddedAtEdge(hunk: Hunk<GuardToken>): boolean {
  if (!(hunk.last || hunk.first) || [...hunk.a, ...hunk.b].some(isUnspaced)) return false;
  return hunk.a.length === 0 || hunk.b.length === 0;
}

/**
 * The same words in another order: all of them, or all but words of grammar that one side has more. A phrase that moved
 * as a whole from one end to the other is none, nor is what an order acts on standing first where the other side is no
 * order.
 */
export function differingOrder({ a, b, onlyA, onlyB }: Compared): Difference | undefined {
  if ([...onlyA, ...onlyB].some(isContent)) return undefined;
  const [short, long] = [keysOf(a), keysOf(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  if (short.length < 2 || a.imperative !== b.imperative || isMovedPhrase(a, b)) return undefined;
  const left = new Map<string, number>();
  for (const key of long) left.set(key, (left.get(key) ?? 0) + 1);
  for (const key of short) {
    const count = left.get(key) ?? 0;
    if (count === 0) return undefined;
    left.set(key, count - 1);
  }
  let at = 0;
  for (const key of long) if (key === short[at]) at++;
  return at === short.length ? undefined : difference("order", undefined, undefined);
}

/** Keys in order; around "and" and "or" the order of two words says nothing. */
function keysOf({ terms }: Reading): string[] {
  const keys = terms.map(({ key }) => key);
  for (let at = 1; at < keys.length - 1; at++) {
    const [before, after] = [keys[at - 1] as string, keys[at + 1] as string];
    if (/^w:(?:and|or)$/.test(keys[at] as string) && before > after) [keys[at - 1], keys[at + 1]] = [after, before];
  }
  return keys;
}

/** Fewer words of content than this are turned round rather than moved: "squares are rectangles". */
const SHORTEST_MOVED = 3;

/** "It is forbidden to share passwords" is "sharing passwords is forbidden". */
function isMovedPhrase(a: Reading, b: Reading): boolean {
  const content = ({ terms }: Reading) => terms.filter(isContent).map(({ key }) => key);
  return isRotated(keysOf(a), keysOf(b)) || (content(a).length >= SHORTEST_MOVED && isRotated(content(a), content(b)));
}

function isRotated(a: readonly string[], b: readonly string[]): boolean {
  const [opening] = b;
  return (
    a.length === b.length &&
    a.some((key, at) => key === opening && b.every((other, place) => a[(at + place) % a.length] === other))
  );
}
