/** The single comparisons of the change guard: things, negations, opposites, degrees. */
import { type Difference, type DifferenceKind, difference } from "./difference.js";
import { antonyms, areOpposite, directions, negatesByForm } from "./opposites.js";
import { type Cue, denierOf, type Reading, type Term } from "./reading.js";
import { type GuardToken, type Hunk, isShort, isSwap, lacking, sameLetters } from "./token.js";
import { isContent } from "./token-kinds.js";
import {
  ARTICLE_LIKE,
  AVERSE,
  foldWord,
  MERE_TENSE,
  NARROWING,
  PLACE_BOUND,
  POLAR,
  WEAK_QUANTIFIERS,
} from "./words.js";

/** Two claims taken apart, aligned where they are near enough. */
export interface Compared {
  a: Reading;
  b: Reading;
  /** Where their terms part; undefined when they are too far apart to be aligned. */
  hunks: readonly Hunk<Term>[] | undefined;
  /** Terms that one side alone has. */
  onlyA: readonly Term[];
  onlyB: readonly Term[];
}

/** A difference with the terms that show it, where there are any. */
export interface Finding {
  difference: Difference;
  mine?: Term | undefined;
  theirs?: Term | undefined;
  /** One stands in the other's place. */
  inPlace?: true;
}

type Pair = [Term | undefined, Term | undefined];

function finding(kind: DifferenceKind, [mine, theirs]: Pair, inPlace = false): Finding {
  const found = { difference: difference(kind, mine?.raw, theirs?.raw), mine, theirs };
  return inPlace ? { ...found, inPlace } : found;
}

/** What a claim names, most telling first. */
const THINGS = ["number", "date", "version", "path", "identifier", "name"] as const;

/** Numbers, dates, versions, paths, identifiers, names: each when both sides hold one the other lacks. */
export function differingThings({ hunks, onlyA, onlyB }: Compared): Finding[] {
  const keysA = new Set(onlyA.map((token) => token.key));
  const keysB = new Set(onlyB.map((token) => token.key));
  const found: Finding[] = [];
  for (const kind of THINGS) {
    const [swapped] = (hunks ?? []).filter(isShort).flatMap((hunk): Pair[] => {
      const one = hunk.a.find((token) => token.kind === kind);
      const other = hunk.b.find((token) => token.kind === kind);
      if (one === undefined || other === undefined || one.key === other.key || isSameName(one, other)) return [];
      const both = keysA.has(one.key) && keysB.has(other.key);
      return both || isSwap(hunk) ? [[one, other]] : [];
    });
    const lone = onlyA.find((token) => token.kind === kind);
    const counterpart = onlyB.find((token) => token.kind === kind);
    if (swapped !== undefined) found.push(finding(kind, swapped, true));
    else if (lone !== undefined && counterpart !== undefined && !isSameName(lone, counterpart))
      found.push(finding(kind, [lone, counterpart]));
  }
  return [...found, ...mixedSwaps(hunks, found)];
}

/** "Syria" and "Syrian", "Bristol" and "Bristol-Myers". */
function isSameName(one: Term, other: Term): boolean {
  if (one.kind !== "name" || other.kind !== "name") return false;
  const [short, long] = [one.word, other.word].sort((a, b) => a.length - b.length) as [string, string];
  return short.length >= SHORTEST_NAME && long.startsWith(short);
}

/** Shorter names may open another: "Java" and "JavaScript". */
const SHORTEST_NAME = 5;

/** One thing in another's place where the two are of different kinds: "Postgres" opening a sentence, "Node 20" as "20". */
function mixedSwaps(hunks: Compared["hunks"], found: readonly Finding[]): Finding[] {
  const more: Finding[] = [];
  for (const hunk of hunks ?? []) {
    const [one] = hunk.a;
    const [other] = hunk.b;
    if (!isSwap(hunk) || one === undefined || other === undefined || one.kind === other.kind) continue;
    if (one.kind === "operator" || other.kind === "operator" || sameLetters(one, other)) continue;
    const kinds = [one, other].map((token) =>
      /^\p{Lu}/u.test(token.raw) && token.kind === "word" ? "name" : token.kind,
    );
    if (kinds.includes("word")) continue;
    const kind = THINGS.find((candidate) => kinds.includes(candidate));
    if (kind === undefined || [...found, ...more].some((known) => known.difference.kind === kind)) continue;
    more.push(finding(kind, [one, other], true));
  }
  return more;
}

/** Most words of a claim that are compared with each other by form. */
const MOST_PAIRED = 200;

function formPairs({ onlyA, onlyB }: Compared): [Term, Term][] {
  const words = (terms: readonly Term[]) => terms.filter((term) => term.word.length >= 3).slice(0, MOST_PAIRED);
  const theirs = words(onlyB);
  return words(onlyA).flatMap((one) =>
    theirs.filter((other) => negatesByForm(one.word, other.word)).map((other): [Term, Term] => [one, other]),
  );
}

/** `--no-verify` against `--verify`. */
function flagPairs({ onlyA, onlyB }: Compared): [Term, Term][] {
  const bare = (token: GuardToken) => token.raw.replace(/^(--?)(?:no-?|without-|disable-|skip-)/, "$1");
  const flags = (terms: readonly Term[]) => terms.filter((token) => /^--?\p{L}/u.test(token.raw));
  const others = new Map(flags(onlyB).map((token) => [bare(token), token]));
  return flags(onlyA).flatMap((one): [Term, Term][] => {
    const other = others.get(bare(one));
    return other === undefined ? [] : [[one, other]];
  });
}

function opposed(
  table: ReadonlyMap<string, ReadonlySet<string>>,
  mine: readonly Term[],
  theirs: readonly Term[],
): [Term, Term][] {
  const byWord = new Map<string, Term>();
  for (const term of theirs) if (term.word !== "") byWord.set(term.form, term);
  return mine.flatMap((one) => {
    const opposites = one.word === "" ? undefined : table.get(one.form);
    const other = [...(opposites ?? [])].map((word) => byWord.get(word)).find((term) => term !== undefined);
    return other === undefined ? [] : [[one, other] as [Term, Term]];
  });
}

/** "The import" beside "the export" is another subject; "import it" beside "export it" another direction. */
function isNoun({ article, role }: Term): boolean {
  return article === true || role === "subject";
}

export interface Opposites {
  findings: Finding[];
  /** Negations that an opposite on the other side makes up for: "is not enabled" beside "is disabled". */
  absorbed: ReadonlySet<Cue>;
  used: ReadonlySet<Term>;
}

/** Opposites: anywhere for telling words, in each other's place for everyday ones. */
export function differingOpposites(compared: Compared): Opposites {
  const { a, b, hunks, onlyA, onlyB } = compared;
  const telling = (terms: readonly Term[]) => terms.filter((term) => !PLACE_BOUND.has(term.word));
  const absorbed = new Set<Cue>();
  const used = new Set<Term>();
  const findings: Finding[] = [];
  const note = (kind: DifferenceKind, pairs: readonly [Term, Term][], inPlace = false) => {
    for (const [one, other] of pairs) {
      if (used.has(one) || used.has(other)) continue;
      used.add(one).add(other);
      const [mine, theirs] = [denierOf(a, one), denierOf(b, other)];
      const makesUp = (mine === undefined) !== (theirs === undefined);
      for (const denier of [mine, theirs]) if (makesUp && denier !== undefined) absorbed.add(denier);
      if (!makesUp) findings.push(finding(kind, [one, other], inPlace));
    }
  };
  note("negation", [...formPairs(compared), ...flagPairs(compared)]);
  for (const hunk of (hunks ?? []).filter(isShort)) {
    note("antonym", opposed(antonyms(), hunk.a, hunk.b), true);
    const turned = opposed(directions(), hunk.a, hunk.b);
    note(
      "direction",
      turned.filter(([one, other]) => !isNoun(one) && !isNoun(other)),
      true,
    );
  }
  note("antonym", opposed(antonyms(), telling(onlyA), telling(onlyB)));
  const turned = opposed(directions(), telling(onlyA), telling(onlyB));
  note(
    "direction",
    turned.filter(([one, other]) => !isNoun(one) && !isNoun(other)),
  );
  return { findings, absorbed, used };
}

/** What one side denies more often than the other, in any words: "do not", "never", "avoid". */
export function differingNegation(compared: Compared, { absorbed, used }: Opposites): Difference | undefined {
  const averse = (terms: readonly Term[]) => terms.filter((term) => AVERSE.has(term.form) && !used.has(term));
  const deniers = (reading: Reading) => reading.negations.filter((cue) => !absorbed.has(cue)).map(({ token }) => token);
  const mine: GuardToken[] = [...deniers(compared.a), ...averse(compared.a.terms)];
  const theirs: GuardToken[] = [...deniers(compared.b), ...averse(compared.b.terms)];
  if (mine.length === theirs.length) return deniedElsewhere(compared);
  if (withoutForNot(compared) === theirs.length - mine.length) return undefined;
  const more = mine.length > theirs.length;
  const [longer, shorter] = more ? [mine, theirs] : [theirs, mine];
  const spare = lacking(longer, shorter)[0] ?? longer[shorter.length];
  const universal = (more ? compared.b : compared.a).quantifiers.find(({ meaning }) => meaning === "all")?.token;
  if (universal !== undefined && spare !== undefined) {
    const kind = universal.word === "always" || areOpposite(universal.word, spare.word) ? "antonym" : "quantifier";
    return more ? difference(kind, spare.raw, universal.raw) : difference(kind, universal.raw, spare.raw);
  }
  // "users ignore long texts" beside "users do not read them"
  const denying = (terms: readonly Term[]) => terms.some((term) => POLAR.has(term.form) && !used.has(term));
  if (denying(more ? compared.onlyB : compared.onlyA)) return undefined;
  const kind = spare !== undefined && AVERSE.has(foldWord(spare.word)) ? "antonym" : "negation";
  return more ? difference(kind, spare?.raw, undefined) : difference(kind, undefined, spare?.raw);
}

/** How many more "without" the first claim has: "the man without a shirt" beside "the man does not wear a shirt". */
function withoutForNot({ a, b }: Pick<Compared, "a" | "b">): number {
  const count = (reading: Reading) => reading.exceptions.filter(({ meaning }) => meaning === "without").length;
  return count(a) - count(b);
}

/** "Log it, do not print it" beside "do not log it, print it": the same words, another one denied. */
function deniedElsewhere({ a, b, hunks }: Compared): Difference | undefined {
  if (hunks?.length !== 0 || a.negations.length === 0 || a.quantifiers.length + b.quantifiers.length > 0)
    return undefined;
  const places = (reading: Reading) =>
    reading.negations.map(({ at }) => reading.terms.filter((term) => term.at < at).length).join();
  return places(a) === places(b)
    ? undefined
    : difference("negation", a.negations[0]?.token.raw, b.negations[0]?.token.raw);
}

/** Words that turn or narrow a claim though the other side has no opposite of them. */
export function loneOpposite({ a, b, onlyA, onlyB }: Compared, { used }: Opposites): Difference | undefined {
  const sides = [
    { own: onlyA, reading: a, told: (raw: string) => difference("antonym", raw, undefined) },
    { own: onlyB, reading: b, told: (raw: string) => difference("antonym", undefined, raw) },
  ];
  for (const { own, reading, told } of sides) {
    const polar = own.find(
      (term) =>
        term.kind === "word" &&
        !used.has(term) &&
        POLAR.has(term.form) &&
        !AVERSE.has(term.form) &&
        denierOf(reading, term) === undefined,
    );
    if (polar !== undefined) return told(polar.raw);
  }
  const narrowing = sides.find(({ reading: { order } }) => order !== undefined && NARROWING.has(order.word.word));
  const other = narrowing?.reading === a ? b : a;
  // told only where the other says nothing else: "run the linter" beside "run the linter before pushing"
  if (contentOf(narrowing?.reading === a ? onlyB : onlyA).length > 0) return undefined;
  const word = narrowing?.reading.order?.word;
  if (word === undefined || other.order !== undefined || NARROWING.has(other.tokens[0]?.word ?? "")) return undefined;
  return narrowing === undefined ? undefined : { ...narrowing.told(word.raw), narrows: true };
}

const DEGREES = { modal: MERE_TENSE, quantifier: WEAK_QUANTIFIERS, exception: new Set<string>() };

/** Modals, quantifiers, exceptions: a meaning that one side has and the other lacks. */
export function differingDegree({ a, b }: Compared, kind: keyof typeof DEGREES): Difference | undefined {
  // what is denied is denied, whether it "must not", "may not" or "does not"
  if (kind === "modal" && (a.negations.length > 0 || b.negations.length > 0)) return undefined;
  const cues = (reading: Reading) =>
    kind === "modal" ? reading.modals : kind === "quantifier" ? reading.quantifiers : reading.exceptions;
  const spare = (mine: readonly Cue[], theirs: readonly Cue[]) =>
    mine.find(({ meaning }) => !theirs.some((other) => other.meaning === meaning));
  const [mine, theirs] = [spare(cues(a), cues(b)), spare(cues(b), cues(a))];
  const lone = mine ?? theirs;
  if (lone === undefined) return undefined;
  const denied =
    a.negations.length !== b.negations.length && withoutForNot({ a, b }) === b.negations.length - a.negations.length;
  if (kind === "exception" && denied) return undefined;
  const against = (cue: Cue, terms: readonly GuardToken[]) =>
    terms.find(({ word }) => areOpposite(word, cue.token.word));
  const one = mine?.token ?? (theirs === undefined ? undefined : against(theirs, a.terms));
  const other = theirs?.token ?? (mine === undefined ? undefined : against(mine, b.terms));
  if (one !== undefined && other !== undefined) {
    return difference(areOpposite(one.word, other.word) ? "antonym" : kind, one.raw, other.raw);
  }
  if (DEGREES[kind].has(lone.meaning) || isImplied(lone.meaning, a, b)) return undefined;
  const found = difference(kind, one?.raw, other?.raw);
  return ARTICLE_LIKE.has(lone.meaning) || lone.meaning === "all" ? { ...found, narrows: true } : found;
}

/** An order binds, and holds always; so does what must be, and what is denied. */
function isImplied(meaning: string, a: Reading, b: Reading): boolean {
  if (meaning === "must") return true;
  const orders = a.imperative || b.imperative;
  if (meaning === "should") return orders;
  const binds = ({ modals, negations }: Reading) =>
    negations.length > 0 || modals.some((modal) => modal.meaning === "must");
  return meaning === "all" && (orders || binds(a) || binds(b));
}

/** The words a claim is about. */
export function contentOf(terms: readonly Term[]): Term[] {
  return terms.filter(isContent);
}
