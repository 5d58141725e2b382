/** The token of a claim, and the places where two lists of tokens part. */
import { commonSequence } from "../text/common-sequence.js";

/** What the guard takes a part of a claim for. */
export type TokenKind = "number" | "date" | "version" | "path" | "identifier" | "name" | "operator" | "word";

/** One part of a claim as the change guard compares it. */
export interface GuardToken {
  /** Equal keys say the same thing. */
  key: string;
  kind: TokenKind;
  /** Lower-case word, as looked up in the tables of words; "" for anything else. */
  word: string;
  /** What a person is shown. */
  raw: string;
  /** "-5" and "5" share a key; the sign is compared apart. */
  sign?: string;
  /** A comma, colon or full stop follows. */
  pause?: true;
  /** "a", "an" or "the" stood before it: what follows is a noun. */
  article?: true;
}

/** A place where two token lists part: what one has there and what the other has. */
export interface Hunk<T> {
  a: T[];
  b: T[];
  /** It ends both lists. */
  last: boolean;
  first: boolean;
}

/** More edits than this and two texts are not "otherwise equal" in any sense: alignment says nothing then. */
const MOST_EDITS = 120;

/** The shortest edit script between two lists by key, as hunks; undefined when it takes more than 120 edits. */
export function hunksOf<T extends { key: string }>(a: readonly T[], b: readonly T[]): Hunk<T>[] | undefined {
  const kept = commonSequence(a, b, MOST_EDITS, (x, y) => x.key === y.key);
  if (kept === undefined) return undefined;
  const hunks: Hunk<T>[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [toA, toB] of [...kept, [a.length, b.length] as const]) {
    if (toA > fromA || toB > fromB) {
      const first = fromA === 0 && fromB === 0;
      hunks.push({ a: a.slice(fromA, toA), b: b.slice(fromB, toB), first, last: toA === a.length && toB === b.length });
    }
    [fromA, fromB] = [toA + 1, toB + 1];
  }
  return hunks;
}

/** A replaced or added run of at most so many tokens is a change in place; a longer one is another clause. */
const SHORT_RUN = 3;

/** What one side says and the other does not, each key once: texts may repeat a word thousands of times. */
export function lacking<T extends GuardToken>(mine: readonly T[], theirs: readonly T[]): T[] {
  const known = new Set(theirs.map((token) => token.key));
  const found = new Map<string, T>();
  for (const token of mine) if (!known.has(token.key) && !found.has(token.key)) found.set(token.key, token);
  return [...found.values()];
}

export function isSwap(hunk: Hunk<GuardToken>): boolean {
  return hunk.a.length === 1 && hunk.b.length === 1;
}

export function isShort(hunk: Hunk<GuardToken>): boolean {
  return hunk.a.length <= SHORT_RUN && hunk.b.length <= SHORT_RUN;
}

function letters(token: GuardToken): string {
  return token.raw.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

export function sameLetters(a: GuardToken, b: GuardToken): boolean {
  return letters(a) !== "" && letters(a) === letters(b);
}
