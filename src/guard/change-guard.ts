/** The change guard: names what differs between two claims that look alike. Captures, rules and review ask it. */
import { canonicalClaim } from "../text/canonical.js";
import {
  type Compared,
  differingDegree,
  differingNegation,
  differingOpposites,
  differingThings,
  type Finding,
  loneOpposite,
  type Opposites,
} from "./compare.js";
import { type Difference, difference, TRAITS } from "./difference.js";
import { differingRelation, sameRelation } from "./differing-order.js";
import { differingOperator, differingOrder, differingSign, swappedWord } from "./place.js";
import { type Reading, readingOf } from "./reading.js";
import { type Relation, relationOf } from "./relation.js";
import { type GuardToken, hunksOf, lacking } from "./token.js";
import { guardTokens } from "./tokens.js";
import { withInstead } from "./word-order.js";
import { CLAUSE_BREAKERS, EVIDENCE_OPENERS } from "./words.js";

/** A claim taken apart once, to be compared with many. */
export interface GuardClaim {
  readonly text: string;
  readonly canonical: string;
  readonly tokens: readonly GuardToken[];
  readonly reading: Reading;
}

/** Claims that were taken apart already: each of a long list is compared with the same ones. */
const kept = new Map<string, GuardClaim>();
const MOST_KEPT = 10_000;

/** What was answered of a known claim, by the claim it was compared with: decided by it, then told to whoever captures. */
const answered = new WeakMap<GuardClaim, WeakMap<GuardClaim, GuardAnswer>>();

/** Takes a claim apart when it is first compared, and keeps what it found. */
export function guardClaim(text: string): GuardClaim {
  const known = kept.get(text) ?? partsOf(text);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(text, known);
  return known;
}

function partsOf(text: string): GuardClaim {
  let canonical: string | undefined;
  let tokens: readonly GuardToken[] | undefined;
  let reading: Reading | undefined;
  return {
    text,
    get canonical() {
      canonical ??= canonicalClaim(text);
      return canonical;
    },
    get tokens() {
      tokens ??= guardTokens(text);
      return tokens;
    },
    get reading() {
      reading ??= readingOf(this.tokens);
      return reading;
    },
  };
}

const claimFrom = (claim: GuardClaim | string): GuardClaim => (typeof claim === "string" ? guardClaim(claim) : claim);

/** Where a closing clause of evidence begins that one side alone has ("because ..."), or the length. */
function evidenceFrom(mine: readonly GuardToken[], shared: number): number {
  const opener = mine[shared];
  if (opener === undefined || !EVIDENCE_OPENERS.has(opener.word)) return mine.length;
  return mine.slice(shared).some((token) => CLAUSE_BREAKERS.has(token.word)) ? mine.length : shared;
}

/** Does evidence begin in the one after a word with which the other ends? Few do, and aligning them takes long. */
function mayEndInEvidence(mine: readonly GuardToken[], theirs: readonly GuardToken[]): boolean {
  const last = theirs.at(-1)?.key;
  return mine.some((token, at) => EVIDENCE_OPENERS.has(token.word) && mine[at - 1]?.key === last);
}

/** Takes a closing "because ..." off the side that has it when the other has none: it is evidence, not the claim. */
function withoutEvidence(a: GuardClaim, b: GuardClaim): [Reading, Reading] {
  const readings: [Reading, Reading] = [a.reading, b.reading];
  if (!mayEndInEvidence(a.tokens, b.tokens) && !mayEndInEvidence(b.tokens, a.tokens)) return readings;
  const last = hunksOf(a.tokens, b.tokens)?.at(-1);
  if (last === undefined || !last.last) return readings;
  const [mine, theirs] = [a.tokens.length - last.a.length, b.tokens.length - last.b.length];
  const cut = (claim: GuardClaim, from: number) => readingOf(claim.tokens.slice(0, evidenceFrom(claim.tokens, from)));
  if (last.a.length === 0) return [readings[0], cut(b, theirs)];
  return last.b.length === 0 ? [cut(a, mine), readings[1]] : readings;
}

/** Where one claim says what to do instead, a refusal and an order in the other are read so too. */
function withRejections(a: Reading, b: Reading): [Reading, Reading] {
  const chooses = ({ order }: Reading) => order?.word.word === "instead";
  if (chooses(a) === chooses(b)) return [a, b];
  const turned = withInstead((chooses(a) ? b : a).tokens);
  if (turned === undefined) return [a, b];
  return chooses(a) ? [a, readingOf(turned)] : [readingOf(turned), b];
}

function compare(claimA: GuardClaim, claimB: GuardClaim): Compared {
  const [a, b] = withRejections(...withoutEvidence(claimA, claimB));
  const hunks = hunksOf(a.terms, b.terms)?.filter((hunk) => joined(hunk.a) !== joined(hunk.b));
  return { a, b, hunks, onlyA: lacking(a.terms, b.terms), onlyB: lacking(b.terms, a.terms) };
}

/** "lock file" and "lockfile" are one word. */
function joined(tokens: readonly GuardToken[]): string {
  return tokens.length > 0 && tokens.every((token) => token.word !== "")
    ? tokens.map((token) => token.word.replaceAll("-", "")).join("")
    : tokens.map((token) => token.key).join(" ");
}

/** "valid -> invalid" is named once, though it is a negation and an opposite; so is "always -> never". */
function named(all: readonly Finding[]): Finding[] {
  const covers = ({ difference: wide }: Finding, { difference: one }: Finding) =>
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

function findingsOf(compared: Compared, opposites: Opposites): Finding[] {
  const relation = differingRelation(compared);
  const order = sameRelation(compared) ? undefined : differingOrder(compared);
  const moved = relation === undefined && order !== undefined && compared.a.terms.length === compared.b.terms.length;
  const negation = differingNegation(compared, opposites);
  const sign = differingSign(compared);
  const plain = [
    relation,
    negation,
    differingDegree(compared, "modal"),
    differingDegree(compared, "quantifier"),
    differingDegree(compared, "exception"),
    sign ?? (moved ? undefined : differingOperator(compared)),
  ].flatMap((one) => (one === undefined ? [] : [{ difference: one }]));
  const findings = named([...(moved ? [] : differingThings(compared)), ...opposites.findings, ...plain]);
  const turns = findings.some(({ difference: { kind } }) => kind === "antonym" || kind === "negation");
  const lone = turns ? undefined : loneOpposite(compared, opposites);
  if (lone !== undefined) findings.push({ difference: lone });
  if (findings.length === 0) {
    const swapped = order === undefined ? swappedWord(compared, opposites.used) : { difference: order };
    if (swapped !== undefined) findings.push(swapped);
  }
  const rank = (one: Finding) => RANKED.indexOf(one.difference.kind);
  return findings.sort((one, other) => rank(one) - rank(other));
}

/** Turned round, so that asking about (b, a) hears the same as asking about (a, b). */
function turned(one: Difference): Difference {
  return { ...difference(one.kind, one.b, one.a), ...(one.narrows === true ? { narrows: true as const } : {}) };
}

/** What the guard makes of two claims. */
export interface GuardAnswer {
  /** Most telling first; empty: the guard is silent. */
  differences: Difference[];
  relation: Relation;
}

/**
 * Compares a known claim with a new one. It is silent on what is harmless: case, punctuation, layout, articles,
 * contractions, inflection, another spelling, mood, filler, added evidence. Needs no model, never throws, and answers
 * (b, a) as it answers (a, b).
 */
export function compareClaims(known: GuardClaim | string, claim: GuardClaim | string): GuardAnswer {
  const [a, b] = [claimFrom(known), claimFrom(claim)];
  const answers = answered.get(b) ?? new WeakMap<GuardClaim, GuardAnswer>();
  const answer = answers.get(a) ?? answerOf(a, b);
  answered.set(b, answers.set(a, answer));
  return answer;
}

function answerOf(a: GuardClaim, b: GuardClaim): GuardAnswer {
  if (a.text === b.text || a.canonical === b.canonical) return { differences: [], relation: "silent" };
  const inOrder = a.text < b.text;
  const compared = inOrder ? compare(a, b) : compare(b, a);
  const opposites = differingOpposites(compared);
  const findings = findingsOf(compared, opposites);
  const differences = findings.map((one) => (inOrder ? one.difference : turned(one.difference)));
  return { differences, relation: relationOf(compared, findings, opposites.used) };
}
