/** The single comparisons of the change guard: things, negations, opposites, degrees. */
import { type Difference, type DifferenceKind, difference } from "./difference.js";
import { NEVER } from "./phrases.js";
import { type Compared, type GuardToken, isShort, isSwap, lacking, sameLetters } from "./token.js";
import {
  ARTICLE_LIKE,
  EXCEPTIONS,
  foldWord,
  MERE_TENSE,
  MODALS,
  NARROWING,
  NEGATING_CHARACTERS,
  NEGATIONS,
  negatesByForm,
  PLACE_BOUND,
  POLAR,
  pairsOf,
  QUANTIFIERS,
  WEAK_QUANTIFIERS,
} from "./words.js";

type Pair = [GuardToken | undefined, GuardToken | undefined];

function first(kind: DifferenceKind, pairs: readonly Pair[]): Difference | undefined {
  const [pair] = pairs;
  return pair === undefined ? undefined : difference(kind, pair[0]?.raw, pair[1]?.raw);
}

/** What a claim names, most telling first. */
const THINGS = ["number", "date", "version", "path", "identifier", "name"] as const;

/** Numbers, dates, versions, paths, identifiers, names: each when both sides hold one the other lacks. */
export function differingThings(compared: Compared): Difference[] {
  const { a, b, hunks } = compared;
  const onlyA = lacking(a, b);
  const onlyB = lacking(b, a);
  const keysA = new Set(onlyA.map((token) => token.key));
  const keysB = new Set(onlyB.map((token) => token.key));
  const found: Difference[] = [];
  for (const kind of THINGS) {
    const swapped = (hunks ?? []).flatMap((hunk): Pair[] => {
      const one = hunk.a.find((token) => token.kind === kind);
      const other = hunk.b.find((token) => token.kind === kind);
      if (one === undefined || other === undefined || one.key === other.key) return [];
      const both = keysA.has(one.key) && keysB.has(other.key);
      return both || isSwap(hunk) ? [[one, other]] : [];
    });
    const lone = onlyA.find((token) => token.kind === kind);
    const counterpart = onlyB.find((token) => token.kind === kind);
    if (lone !== undefined && counterpart !== undefined) swapped.push([lone, counterpart]);
    const difference = first(kind, swapped);
    if (difference !== undefined) found.push(difference);
  }
  return [...found, ...mixedSwaps(compared, found)];
}

/** One thing in another's place where the two are of different kinds: "Postgres" opening a sentence, "Node 20" as "20". */
function mixedSwaps({ hunks }: Compared, found: readonly Difference[]): Difference[] {
  const more: Difference[] = [];
  for (const hunk of hunks ?? []) {
    const [one] = hunk.a;
    const [other] = hunk.b;
    if (!isSwap(hunk) || one === undefined || other === undefined || one.kind === other.kind) continue;
    if (one.kind === "operator" || other.kind === "operator") continue;
    if (sameLetters(one, other)) continue;
    const kinds = [one, other].map((token) =>
      /^\p{Lu}/u.test(token.raw) && token.kind === "word" ? "name" : token.kind,
    );
    if (kinds.includes("word")) continue;
    const kind = THINGS.find((candidate) => kinds.includes(candidate));
    if (kind === undefined || [...found, ...more].some((known) => known.kind === kind)) continue;
    more.push(difference(kind, one.raw, other.raw));
  }
  return more;
}

function isNegation(token: GuardToken): boolean {
  return NEGATIONS.has(token.word) || NEGATING_CHARACTERS.has(token.raw);
}

/** Counted, because "do not A, do not B" and "do not A, do B" hold the same words. */
export function differingNegation(compared: Compared): Difference | undefined {
  const mine = compared.a.filter(isNegation);
  const theirs = compared.b.filter(isNegation);
  if (mine.length !== theirs.length) {
    const spare = lacking(mine, theirs)[0] ?? mine[theirs.length];
    const extra = lacking(theirs, mine)[0] ?? theirs[mine.length];
    return mine.length > theirs.length
      ? difference("negation", spare?.raw, undefined)
      : difference("negation", undefined, extra?.raw);
  }
  return first("negation", [...negatedForms(compared), ...negatedFlags(compared)]);
}

/** Most words of a claim that are compared with each other by form. */
const MOST_PAIRED = 200;

function negatedForms({ a, b }: Compared): Pair[] {
  const isWord = (token: GuardToken) => token.word.length >= 3;
  const onlyA = lacking(a, b).filter(isWord).slice(0, MOST_PAIRED);
  const onlyB = lacking(b, a).filter(isWord).slice(0, MOST_PAIRED);
  return onlyA.flatMap((one) =>
    onlyB.filter((other) => negatesByForm(one.word, other.word)).map((other): Pair => [one, other]),
  );
}

/** `--no-verify` against `--verify`. */
function negatedFlags({ a, b }: Compared): Pair[] {
  const bare = (token: GuardToken) => token.raw.replace(/^(--?)(?:no-?|without-|disable-|skip-)/, "$1");
  const flags = (tokens: readonly GuardToken[]) => tokens.filter((token) => /^--?\p{L}/u.test(token.raw));
  const others = new Map(flags(lacking(b, a)).map((token) => [bare(token), token]));
  return flags(lacking(a, b)).flatMap((one): Pair[] => {
    const other = others.get(bare(one));
    return other === undefined ? [] : [[one, other]];
  });
}

function firstOpposed(
  table: ReadonlyMap<string, ReadonlySet<string>>,
  mine: readonly GuardToken[],
  theirs: readonly GuardToken[],
): Pair | undefined {
  const byWord = new Map<string, GuardToken>();
  for (const token of theirs) if (token.word !== "") byWord.set(foldWord(token.word), token);
  for (const one of mine) {
    if (one.word === "") continue;
    for (const opposite of table.get(foldWord(one.word)) ?? []) {
      const other = byWord.get(opposite);
      if (other !== undefined) return [one, other];
    }
  }
  return undefined;
}

/** Opposites: anywhere for telling words, in each other's place for everyday ones. */
export function differingOpposites({ a, b, hunks }: Compared, kind: "antonym" | "direction"): Difference | undefined {
  const table = pairsOf(kind === "antonym" ? "opposites" : "directions");
  const telling = (token: GuardToken) => !PLACE_BOUND.has(token.word);
  const inPlace = (hunks ?? []).filter(isShort).map((hunk) => firstOpposed(table, hunk.a, hunk.b));
  const anywhere = firstOpposed(table, lacking(a, b).filter(telling), lacking(b, a).filter(telling));
  const pairs = [...inPlace, anywhere].filter((pair) => pair !== undefined);
  return first(kind, pairs);
}

/** Words that turn or narrow a claim though the other side has no opposite of them. */
export function loneOpposite({ a, b }: Compared): Difference | undefined {
  const sides = [
    { own: lacking(a, b), all: a, told: (raw: string) => difference("antonym", raw, undefined) },
    { own: lacking(b, a), all: b, told: (raw: string) => difference("antonym", undefined, raw) },
  ];
  for (const { own, told } of sides) {
    const polar = own.find((token) => token.kind === "word" && POLAR.has(foldWord(token.word)));
    if (polar !== undefined) return told(polar.raw);
  }
  for (const { own, all, told } of sides) {
    const narrowing = own.find((token) => {
      const next = all[all.indexOf(token) + 1];
      return NARROWING.has(token.word) && next !== undefined && next.kind !== "number" && next.kind !== "date";
    });
    if (narrowing !== undefined) return { ...told(narrowing.raw), narrows: true };
  }
  return undefined;
}

/** Modals, quantifiers, exceptions: a meaning that one side has and the other lacks, or one changed in place. */
export function differingDegree(
  { a, b, hunks }: Compared,
  kind: "modal" | "quantifier" | "exception",
): Difference | undefined {
  const table = kind === "modal" ? MODALS : kind === "quantifier" ? QUANTIFIERS : EXCEPTIONS;
  const weak = kind === "modal" ? MERE_TENSE : kind === "quantifier" ? WEAK_QUANTIFIERS : new Set<string>();
  const meaning = (token: GuardToken) =>
    token.kind === "word" && token.key !== NEVER ? table.get(token.word) : undefined;
  const spare = (mine: readonly GuardToken[], theirs: readonly GuardToken[]) => {
    const known = new Set(theirs.map(meaning));
    return mine.find((token) => meaning(token) !== undefined && !known.has(meaning(token)));
  };
  for (const hunk of hunks ?? []) {
    if (!isShort(hunk)) continue;
    const one = spare(hunk.a, hunk.b);
    const other = spare(hunk.b, hunk.a);
    if (one !== undefined && other !== undefined) return difference(kind, one.raw, other.raw);
  }
  const strong = (tokens: readonly GuardToken[]) => tokens.filter((token) => !weak.has(meaning(token) ?? ""));
  const changed = (hunks ?? [])
    .filter(isShort)
    .flatMap((hunk) => [
      [spare(strong(hunk.a), hunk.b), undefined] as Pair,
      [undefined, spare(strong(hunk.b), hunk.a)] as Pair,
    ]);
  const everywhere: Pair = [spare(strong(a), b), spare(strong(b), a)];
  const [mine, theirs] =
    [everywhere, ...changed].find(([one, other]) => one !== undefined || other !== undefined) ?? [];
  if (mine === undefined && theirs === undefined) return undefined;
  const found = difference(kind, mine?.raw, theirs?.raw);
  const lone = mine === undefined || theirs === undefined;
  return lone && ARTICLE_LIKE.has(meaning((mine ?? theirs) as GuardToken) ?? "") ? { ...found, narrows: true } : found;
}
