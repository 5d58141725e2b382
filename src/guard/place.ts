/** The comparisons that depend on where a token stands: operators, signs, swapped words, order. */
import { type Difference, difference } from "./difference.js";
import { type Compared, type GuardToken, type Hunk, isShort, isSwap, lacking, sameLetters } from "./token.js";

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
export function differingOperator({ a, b, hunks }: Compared): Difference | undefined {
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
export function differingSign({ a, b }: Compared): Difference | undefined {
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

/**
 * One word in another's place in otherwise equal text; additions that only open or close one side do not make it less
 * so. In scripts without spaces any change of up to two characters is one.
 */
export function swappedWord(hunks: readonly Hunk<GuardToken>[] | undefined): Difference | undefined {
  if (hunks === undefined) return undefined;
  const inner = hunks.filter((hunk) => !isAddedAtEdge(hunk));
  const [hunk] = inner;
  if (inner.length !== 1 || hunk === undefined) return undefined;
  const unspaced = [...hunk.a, ...hunk.b].every(isUnspaced) && hunk.a.length <= 2 && hunk.b.length <= 2;
  if (!isSwap(hunk) && !unspaced) return undefined;
  const text = (tokens: readonly GuardToken[]) =>
    tokens.length === 0 ? undefined : tokens.map((token) => token.raw).join("");
  return difference("swapped-word", text(hunk.a), text(hunk.b));
}

function isAddedAtEdge(hunk: Hunk<GuardToken>): boolean {
  if (!(hunk.last || hunk.first) || [...hunk.a, ...hunk.b].some(isUnspaced)) return false;
  return hunk.a.length === 0 || hunk.b.length === 0;
}

/** A longer text may hold the moved words of a shorter one, but not many more. */
const MOST_LONGER = 2;

/** The same words in another order: all of them, or all of the shorter side's. */
export function differingOrder({ a, b }: Compared): Difference | undefined {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 2 || long.length > MOST_LONGER * short.length) return undefined;
  const left = new Map<string, number>();
  for (const token of long) left.set(token.key, (left.get(token.key) ?? 0) + 1);
  for (const token of short) {
    const count = left.get(token.key) ?? 0;
    if (count === 0) return undefined;
    left.set(token.key, count - 1);
  }
  let at = 0;
  for (const token of long) if (token.key === short[at]?.key) at++;
  return at === short.length ? undefined : difference("order", undefined, undefined);
}
