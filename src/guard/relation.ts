/** What two claims are to each other, by what differs between them and where it stands. */
import { CHANGE_VERBS } from "./changes.js";
import { type Compared, contentOf, type Finding } from "./compare.js";
import { TRAITS } from "./difference.js";
import type { Reading, Term } from "./reading.js";
import { isSwap, sameLetters } from "./token.js";
import { isContent } from "./token-kinds.js";
import { foldWord } from "./words.js";

/** `contests`: they cannot both be right. `another`: another subject or place, both stay. `unclear`: the words do not tell. */
export type Relation = "silent" | "contests" | "another" | "unclear";

/** So much of what is left of both must be common before a turned word is a contradiction. */
const SHARED_BY_OPPOSITES = 0.5;
/** A denial, or how much is covered: so much must be common, for the word that is denied may be another. */
const SHARED_BY_DENIALS = 0.6;
/** Claims with more words of their own than this are about more than the opposites in them. */
const MOST_OWN = 3;
/** Another number or date where the claims could not be aligned, or a cue that one side alone has. */
const SHARED_UNALIGNED = 0.7;

/** "Avoid", "prevent" and the like, in which much else may be said in other words. */
const SHARED_BY_AVERSION = 0.8;

const VALUES: ReadonlySet<string> = new Set(["number", "date", "version", "path", "identifier", "name"]);

export function relationOf(compared: Compared, findings: readonly Finding[], turned: ReadonlySet<Term>): Relation {
  if (findings.length === 0) return "silent";
  if (speaksOfAnother(compared, findings, turned)) return "another";
  const contesting = findings.filter((one) => contests(one, compared, findings));
  if (contesting.length === 0) return "unclear";
  return contesting.every((one) => isApart(one, compared, turned)) ? "another" : "contests";
}

/** Another thing stands where the other claim has one: "we support Chrome" beside "we do not support Netscape". */
function isApart(
  { difference: { kind }, mine, theirs }: Finding,
  { hunks, onlyA, onlyB }: Compared,
  turned: ReadonlySet<Term>,
): boolean {
  if (kind === "order") return false;
  const things = (own: readonly Term[], only: readonly Term[]) =>
    own.filter((term) => isContent(term) && only.includes(term) && term.role !== "action" && !turned.has(term));
  return (hunks ?? []).some((hunk) => {
    const here = hunk.a.includes(mine as Term);
    const aside = (terms: readonly Term[]) => terms.filter((term) => term !== mine && term !== theirs);
    const [one, other] = [things(aside(hunk.a), onlyA), things(aside(hunk.b), onlyB)];
    if (here && (one.length === 0 || !CHANGE_VERBS.has(foldWord(mine?.word ?? "")))) return false;
    if (one.every((term) => other.some((same) => sameLetters(term, same)))) return false;
    return other.length > 0 && !(VALUES.has(kind) && [...one, ...other].some((term) => term.kind !== "word"));
  });
}

/** The share of what both say, apart from what is named as different, in what either says. */
function shared(compared: Compared, findings: readonly Finding[]): number {
  const named = new Set(findings.flatMap(({ mine, theirs }) => [mine, theirs]));
  const rest = (terms: readonly Term[]) =>
    new Set(
      contentOf(terms)
        .filter((term) => !named.has(term))
        .map(({ key }) => key),
    );
  const [mine, theirs] = [rest(compared.a.terms), rest(compared.b.terms)];
  if (mine.size + theirs.size === 0) return 1;
  return (2 * [...mine].filter((key) => theirs.has(key)).length) / (mine.size + theirs.size);
}

function contests(one: Finding, compared: Compared, findings: readonly Finding[]): boolean {
  const { kind, a, b, narrows } = one.difference;
  if (narrows === true) return false;
  const share = shared(compared, findings);
  if (VALUES.has(kind)) {
    if (!isValue(one, compared) || (one.mine?.key.slice(0, 2) === "o:") !== (one.theirs?.key.slice(0, 2) === "o:"))
      return false;
    return one.inPlace === true ? share >= SHARED_BY_DENIALS : sameMeasure(one) && share >= SHARED_UNALIGNED;
  }
  if (kind === "swapped-word") return isManner(one, compared) && share >= SHARED_BY_DENIALS;
  if (kind === "order") return compared.a.order !== undefined && compared.b.order !== undefined;
  if (TRAITS[kind].contests !== true) return false;
  if (one.mine !== undefined) {
    const long = Math.max(compared.onlyA.length, compared.onlyB.length) > MOST_OWN;
    return share >= (one.inPlace === true || !long ? SHARED_BY_OPPOSITES : SHARED_BY_DENIALS);
  }
  if (kind === "antonym" && (a === undefined || b === undefined)) return share >= SHARED_BY_AVERSION;
  if (kind === "negation" && deniesOther(compared)) return share >= SHARED_UNALIGNED;
  const telling = (a !== undefined && b !== undefined) || (kind !== "modal" && kind !== "quantifier");
  return share >= (telling ? SHARED_BY_DENIALS : SHARED_UNALIGNED);
}

/** "By" and "via" say how; "with" does so in an order and behind "is", and elsewhere names a cause. */
const MANNER = /^(?:by|via)$/;

/** One noun behind "by", "via" or "with" for another in otherwise equal text: "pays by SEPA", "pays by card". */
function isManner(one: Finding, compared: Compared): boolean {
  if (compared.hunks?.length !== 1 || !compared.hunks.every(isSwap) || !isValue(one, compared)) return false;
  return [
    { reading: compared.a, term: one.mine },
    { reading: compared.b, term: one.theirs },
  ].every(({ reading, term }) => {
    const at = reading.tokens.findIndex(({ key }) => key === term?.key);
    const before = reading.tokens[at - 1]?.word ?? "";
    const instrument = reading.imperative || reading.tokens.some(({ word }) => /^(?:is|are|was|were|be)$/.test(word));
    return MANNER.test(before) || (before === "with" && instrument);
  });
}

/** Of two dates or amounts of one unit at most one holds; a text may name many people and things. */
function sameMeasure({ difference: { kind }, mine, theirs }: Finding): boolean {
  const unit = (term: Term | undefined) => term?.key.replace(/[\d.,:/-]+/g, " ");
  return kind === "date" || ((kind === "number" || kind === "version") && unit(mine) === unit(theirs));
}

/** Whether a word is denied that the other claim does not hold: "does not guarantee order" beside "preserves order". */
function deniesOther({ a, b }: Compared): boolean {
  const denies = (mine: Reading, theirs: Reading) =>
    mine.negations.some(({ at }) => {
      const denied = mine.terms.find((term) => term.at > at && isContent(term));
      return denied !== undefined && !theirs.terms.some(({ key }) => key === denied.key);
    });
  return denies(a, b) || denies(b, a);
}

/** Something else is said of the same; what is denied of one value may be denied of the other as well. */
function isValue({ mine, theirs }: Finding, { a, b }: Compared): boolean {
  if (mine === undefined || theirs === undefined || mine.role !== "value" || theirs.role !== "value") return false;
  return a.negations.length === 0 && b.negations.length === 0;
}

/** Whether each side has a subject, an object or a place that the other lacks; opposites of each other are none. */
function speaksOfAnother({ onlyA, onlyB }: Compared, findings: readonly Finding[], turned: ReadonlySet<Term>): boolean {
  const own = (terms: readonly Term[], role: Term["role"]) =>
    contentOf(terms).filter((term) => term.role === role && !turned.has(term));
  for (const role of ["subject", "place", "object"] as const) {
    const theirs = own(onlyB, role);
    if (own(onlyA, role).some((one) => theirs.some((other) => !sameLetters(one, other)))) return true;
  }
  // the thing and what is said of it are turned round: "small batches reduce", "large batches increase"
  const denied = findings.some((one) => one.difference.kind === "negation" && one.mine === undefined);
  const [aside, rest] = [
    findings.filter((one) => isAside(one, denied)),
    findings.filter((one) => !isAside(one, denied)),
  ];
  return aside.length > 0 && rest.length > 0;
}

/** An opposite in the subject or in a place; where one side denies, any that is no verb. */
function isAside({ difference: { kind }, mine }: Finding, denied: boolean): boolean {
  if (mine === undefined || (kind !== "antonym" && kind !== "direction")) return false;
  return mine.role === "subject" || mine.role === "place" || (denied && mine.role !== "action");
}
