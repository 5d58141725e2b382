/** The change guard: names what differs between two claims that look alike. Captures, rules and review ask it. */
import { canonicalClaim } from "./canonical.js";
import { differingDegree, differingNegation, differingOpposites, differingThings, loneOpposite } from "./compare.js";
import { type Difference, difference, TRAITS } from "./difference.js";
import { differingOperator, differingOrder, differingSign, swappedWord } from "./place.js";
import { type Compared, type GuardToken, hunksOf } from "./token.js";
import { guardTokens } from "./tokens.js";
import { CLAUSE_BREAKERS, EVIDENCE_OPENERS, MODALS, NEGATIONS, PASSING } from "./words.js";

/** Where a closing clause of evidence begins that one side alone has ("because ..."), or the length. */
function evidenceFrom(mine: readonly GuardToken[], shared: number): number {
  const opener = mine[shared];
  if (opener === undefined || !EVIDENCE_OPENERS.has(opener.word)) return mine.length;
  return mine.slice(shared).some((token) => CLAUSE_BREAKERS.has(token.word)) ? mine.length : shared;
}

/** Takes a closing "because ..." off the side that has it when the other has none: it is evidence, not the claim. */
function withoutEvidence(
  a: readonly GuardToken[],
  b: readonly GuardToken[],
): [readonly GuardToken[], readonly GuardToken[]] {
  const hunks = hunksOf(a, b);
  const last = hunks?.at(-1);
  if (last === undefined || !last.last) return [a, b];
  if (last.a.length === 0) return [a, b.slice(0, evidenceFrom(b, b.length - last.b.length))];
  if (last.b.length === 0) return [a.slice(0, evidenceFrom(a, a.length - last.a.length)), b];
  return [a, b];
}

function compare(a: string, b: string): Compared {
  const [claimA, claimB] = withoutEvidence(guardTokens(a), guardTokens(b));
  const hunks = hunksOf(claimA, claimB)?.filter((hunk) => joined(hunk.a) !== joined(hunk.b));
  return { a: claimA, b: claimB, hunks };
}

/** "lock file" and "lockfile" are one word. */
function joined(tokens: readonly GuardToken[]): string {
  return tokens.length > 0 && tokens.every((token) => token.word !== "")
    ? tokens.map((token) => token.word.replaceAll("-", "")).join("")
    : tokens.map((token) => token.key).join(" ");
}

/** "valid -> invalid" is named once, though it is a negation and an opposite; so is "always -> never". */
function named(found: readonly (Difference | undefined)[]): Difference[] {
  const all = found.filter((one) => one !== undefined);
  const covers = (wide: Difference, one: Difference) =>
    TRAITS[wide.kind].ofWords === true &&
    TRAITS[one.kind].ofWords === true &&
    (one.a === undefined || one.a === wide.a) &&
    (one.b === undefined || one.b === wide.b);
  return all.filter(
    (one, at) =>
      !all.some((other, place) => other !== one && covers(other, one) && (!covers(one, other) || place < at)),
  );
}

const RANKED = Object.keys(TRAITS);

function between(compared: Compared): Difference[] {
  if (compared.hunks?.length === 0) return [differingSign(compared)].filter((one) => one !== undefined);
  const order = differingOrder(compared);
  if (order !== undefined && compared.a.length === compared.b.length) return [order];
  const found: (Difference | undefined)[] = [
    ...differingThings(compared),
    differingNegation(compared),
    differingOpposites(compared, "antonym"),
    differingDegree(compared, "modal"),
    differingDegree(compared, "quantifier"),
    differingDegree(compared, "exception"),
    differingSign(compared) ?? differingOperator(compared),
    differingOpposites(compared, "direction"),
  ];
  const differences = named(found);
  if (!differences.some((one) => one.kind === "antonym" || one.kind === "negation")) {
    const lone = loneOpposite(compared);
    if (lone !== undefined) differences.push(lone);
  }
  if (differences.length === 0) {
    const swapped = swappedWord(compared.hunks);
    if (swapped !== undefined) differences.push(swapped);
    else if (order !== undefined) differences.push(order);
  }
  const rank = (one: Difference) => RANKED.indexOf(one.kind);
  return differences.sort((one, other) => rank(one) - rank(other));
}

/** Turned round, so that asking about (b, a) hears the same as asking about (a, b). */
function turned(one: Difference): Difference {
  return { ...difference(one.kind, one.b, one.a), ...(one.narrows === true ? { narrows: true as const } : {}) };
}

/**
 * What differs between a known claim (`a`) and a new one (`b`), most telling first; nothing when the change is
 * harmless: case, punctuation, layout, articles, contractions, inflection, another spelling, filler, added evidence.
 * Needs no model, never throws, and is as silent on (a, b) as on (b, a).
 */
export function changeGuard(a: string, b: string): Difference[] {
  if (a === b || canonicalClaim(a) === canonicalClaim(b)) return [];
  return a < b ? between(compare(a, b)) : between(compare(b, a)).map(turned);
}

/** At least this share of the smaller claim's words must be common before a word that one side lacks is a contradiction. */
const COMMON_SHARE = 0.5;

function wordsOf(text: string): Set<string> {
  return new Set(
    guardTokens(text)
      .filter((token) => token.kind !== "operator" && !(token.kind === "word" && token.word.length < 4))
      .map((token) => token.key),
  );
}

function speakOfTheSame(a: string, b: string): boolean {
  const mine = wordsOf(a);
  const theirs = wordsOf(b);
  const smaller = Math.min(mine.size, theirs.size);
  const common = [...mine].filter((key) => theirs.has(key)).length;
  return smaller === 0 || common >= COMMON_SHARE * smaller;
}

function equalButForAmounts(a: string, b: string): boolean {
  const { a: mine, b: theirs } = compare(a, b);
  const masked = (tokens: readonly GuardToken[]) =>
    tokens.map((token) => (token.kind === "number" || token.kind === "version" ? "#" : token.key)).join(" ");
  return masked(mine) === masked(theirs);
}

/**
 * Whether two claims contest each other: by negation, opposite, modal, quantifier, exception, direction or operator,
 * or by a number or version in otherwise equal text. A differing name, path, identifier or word never does: "pnpm in
 * the web repo" does not contest "pnpm in the api repo".
 */
export function contestsBy(differences: readonly Difference[], a: string, b: string): boolean {
  const contesting = differences.filter((one) => TRAITS[one.kind].contests === true && one.narrows !== true);
  if (contesting.some((one) => one.a !== undefined && one.b !== undefined)) return true;
  if (contesting.length > 0 && speakOfTheSame(a, b)) return true;
  return differences.some((one) => one.kind === "number" || one.kind === "version") && equalButForAmounts(a, b);
}

/**
 * Whether what the guard names means that two corrections teach different things, however alike their words: a
 * stronger modal or a wider quantifier only says the same with more weight.
 */
export function deniesRepeat(differences: readonly Difference[]): boolean {
  return differences.some((one) =>
    one.kind === "operator"
      ? one.a !== undefined && one.b !== undefined
      : TRAITS[one.kind].denies === true && one.narrows !== true,
  );
}

const AMOUNTS: ReadonlySet<GuardToken["kind"]> = new Set(["number", "date", "version", "operator"]);

const wordsIn = (text: string | undefined): string[] => (text ?? "").toLowerCase().split(/[^\p{L}\p{N}'-]+/u);

/** What a claim speaks of, apart from what is named as different. */
function subjectOf(claim: string, named: ReadonlySet<string>): string[] {
  return guardTokens(claim)
    .filter(({ kind, word, raw }) => {
      if (AMOUNTS.has(kind) || named.has(word) || named.has(raw.toLowerCase())) return false;
      return !PASSING.has(word) && !NEGATIONS.has(word) && !MODALS.has(word);
    })
    .map(({ key }) => key);
}

function without(all: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * True when, apart from what the differences name, no word of one claim stands where the other has another word:
 * "Postgres 14 in staging" and "Postgres 15 in production" differ in more than their version.
 */
export function alikeBut(differences: readonly Difference[], a: string, b: string): boolean {
  const named = new Set(differences.flatMap((one) => [...wordsIn(one.a), ...wordsIn(one.b)]).filter((w) => w !== ""));
  const [mine, theirs] = [subjectOf(a, named), subjectOf(b, named)];
  return without(mine, theirs).length === 0 || without(theirs, mine).length === 0;
}
