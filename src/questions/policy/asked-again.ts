/** Whether a fact that is known answers a question, and whether a question was asked before. Pure; asked by every door. */
import type { Bands } from "../../config.js";
import { compareClaims, guardClaim } from "../../guard/change-guard.js";
import type { DifferenceKind } from "../../guard/difference.js";
import { isDayWord, monthOf } from "../../guard/numbers.js";
import { areOpposite } from "../../guard/opposites.js";
import type { GuardToken } from "../../guard/token.js";
import { isAuxiliary, isContent, isNegation } from "../../guard/token-kinds.js";
import { foldWord } from "../../guard/words.js";

/** What kind of answer a question wants. */
type Wanted = "whether" | "when" | "how many" | "who" | "where" | "why" | "what";

/** A question taken apart: what kind of answer it wants, and the words that say of what. */
interface AskedWords {
  wants: Wanted;
  about: readonly GuardToken[];
  /** What the answer is one of: "which database". A fact may name one without saying so. */
  kind?: GuardToken | undefined;
}

const ASKING: ReadonlyMap<string, Wanted> = new Map([
  ...(["when"] as const).map((word) => [word, "when"] as const),
  ...(["who", "whom", "whose"] as const).map((word) => [word, "who"] as const),
  ...(["where"] as const).map((word) => [word, "where"] as const),
  ...(["why"] as const).map((word) => [word, "why"] as const),
  ...(["what", "which", "how"] as const).map((word) => [word, "what"] as const),
]);
const AMOUNTS: ReadonlySet<string> = new Set(["many", "much", "long", "often", "far", "big", "large", "high", "old"]);
const TIMES: ReadonlySet<string> = new Set(["time", "day", "date", "hour", "month", "year"]);

/** Verbs and nouns that a question and its answer exchange freely: "do you take", "we accept". */
const LIGHT: ReadonlySet<string> = new Set(
  [
    "take have offer use do want like prefer need get go make give know tell say mean call exist hold accept allow",
    "support happen work run keep put please people anybody anyone someone somebody everybody",
    "usual usually normal normally exactly current currently right correct should would could may might will shall can",
    "thing kind sort way any some time day date hour many much long often far there here out up off back question answer",
  ]
    .join(" ")
    .split(" ")
    .map(foldWord),
);

const isLight = ({ kind, word }: GuardToken): boolean => kind === "word" && LIGHT.has(foldWord(word));

/** Words that carry what a text speaks of. */
const subjectOf = (tokens: readonly GuardToken[]): GuardToken[] => [
  ...new Map(
    tokens
      .filter(
        (one) => isContent(one) && !isNegation(one) && !isAuxiliary(one) && !ASKING.has(one.word) && !isLight(one),
      )
      .map((one) => [one.key, one]),
  ).values(),
];

const tokensOf = (text: string): readonly GuardToken[] => guardClaim(plain(text)).tokens;

function wantedOf(tokens: readonly GuardToken[]): Wanted {
  const [first] = tokens;
  if (first === undefined || isAuxiliary(first)) return "whether";
  const at = tokens.findIndex(({ word }) => ASKING.has(word));
  if (at === -1) return "whether";
  const wanted = ASKING.get(tokens[at]?.word ?? "") ?? "what";
  const next = tokens[at + 1]?.word ?? "";
  if (wanted !== "what") return wanted;
  if (AMOUNTS.has(next)) return "how many";
  return TIMES.has(next) ? "when" : wanted;
}

/** Takes a question apart. */
function askedWords(question: string): AskedWords {
  const tokens = tokensOf(question);
  const about = subjectOf(tokens);
  const wants = wantedOf(tokens);
  const at = tokens.findIndex(({ word }) => word === "which" || word === "what");
  const kind = wants === "what" && at !== -1 ? about.find(({ key }) => key === tokens[at + 1]?.key) : undefined;
  return { wants, about, ...(kind?.kind === "word" ? { kind } : {}) };
}

const NAMING: ReadonlySet<GuardToken["kind"]> = new Set([
  ...(["number", "date", "version", "path", "identifier", "name"] as const),
]);

const WHEN_WORDS: ReadonlySet<string> = new Set(
  "noon midnight morning afternoon evening night daily weekly monthly yearly always never hourly weekend weekday until".split(
    " ",
  ),
);

const isTime = ({ kind, word }: GuardToken): boolean =>
  kind === "number" || kind === "date" || WHEN_WORDS.has(word) || isDayWord(word) || monthOf(word) !== undefined;

/** Words by which a fact says something of the kind that is wanted, beside those of the question. */
function says(wants: Wanted, more: readonly GuardToken[]): boolean {
  if (wants === "whether") return true;
  if (wants === "when") return more.some(isTime);
  if (wants === "how many") return more.some(({ kind, word }) => kind === "number" || word === "none" || word === "no");
  return more.some((one) => isContent(one) && !isLight(one));
}

/** A known fact beside a question. */
export interface KnownFact {
  text: string;
  /** Cosine of the two claims; absent without a model. */
  claim?: number | undefined;
}

/** So many words in common are no accident. */
const MANY = 3;
/** From here on a fact speaks of nearly all that is asked about. */
const MOST_OF_IT = 0.75;
const HALF_OF_IT = 0.5;

/**
 * Whether a fact answers a question: it names every number, name, date and path of the question, speaks of what is
 * asked about, and says something of the kind that is wanted. Likeness alone decides nothing: where words are missing,
 * the meanings must be near as well.
 */
export function answersQuestion(question: string, fact: KnownFact, bands: Bands | undefined): boolean {
  const { wants, about, kind } = askedWords(question);
  if (about.length === 0) return false;
  const tokens = tokensOf(fact.text);
  const keys = new Set(tokens.map(({ key }) => key));
  // "Is it open?" is answered by "closed"; what the large hall costs says nothing of the small one.
  const mayDeny = wants === "whether" || wants === "when";
  const isCovered = (one: GuardToken) =>
    keys.has(one.key) || (mayDeny && one.kind === "word" && tokens.some(({ word }) => areOpposite(one.word, word)));
  const missing = about.filter((one) => !isCovered(one));
  if (missing.some(({ kind }) => NAMING.has(kind))) return false;
  const asked = new Set(about.map(({ key }) => key));
  if (
    !says(
      wants,
      tokens.filter(({ key }) => !asked.has(key)),
    )
  )
    return false;
  // A few words are in many texts: those that make one thing in the question do so in its answer.
  if (about.length < MANY && !standTogether(tokensOf(question), tokens, asked)) return false;
  const shared = about.length - missing.length;
  const onlyKind = missing.length === 1 && missing[0] === kind;
  return isNearEnough({ shared, of: about.length, onlyKind }, fact.claim, bands);
}

/** Do words of which one follows the other in a question stand beside each other in a text, in whichever order? */
function standTogether(
  question: readonly GuardToken[],
  text: readonly GuardToken[],
  about: ReadonlySet<string>,
): boolean {
  const said = text.filter(isContent).map(({ key }) => key);
  const pairs = question.flatMap(({ key }, at) => {
    const next = question[at + 1]?.key ?? "";
    return about.has(key) && about.has(next) && said.includes(key) && said.includes(next) ? [[key, next] as const] : [];
  });
  return pairs.every(([one, other]) =>
    said.some((key, at) => (key === one && said[at + 1] === other) || (key === other && said[at + 1] === one)),
  );
}

/**
 * Whether a heading may say of what a sentence beneath it speaks: the sentence names a part of what is asked about itself,
 * and nothing that is the contrary of the rest.
 */
export function mayStandUnder(question: string, heading: string, sentence: string): boolean {
  const { about } = askedWords(question);
  const [above, said] = [tokensOf(heading), tokensOf(sentence)];
  const holds = (tokens: readonly GuardToken[]) => (one: GuardToken) => tokens.some(({ key }) => key === one.key);
  const missing = about.filter((one) => !holds(said)(one));
  if (missing.length === 0 || missing.length === about.length || !missing.some(holds(above))) return false;
  return !missing.some((one) => said.some(({ word }) => areOpposite(one.word, word)));
}

function isNearEnough(
  { shared, of, onlyKind }: { shared: number; of: number; onlyKind: boolean },
  claim: number | undefined,
  bands: Bands | undefined,
): boolean {
  if (bands === undefined || claim === undefined) return shared === of && of >= MANY;
  if (shared === of) return claim > (of >= MANY ? bands.contest : bands.evolve);
  if (onlyKind || shared >= MOST_OF_IT * of) return shared > 0 && claim > bands.evolve;
  return shared >= HALF_OF_IT * of && claim > bands.same;
}

/** A question as it is compared with another one. */
export interface AskedQuestion {
  question: string;
  key?: string | undefined;
}

/** Whether two questions ask the same: one key; else the same words, or nearly all of them where the guard is silent. */
export function asksTheSame(known: AskedQuestion, asked: AskedQuestion): boolean {
  if (known.key !== undefined && asked.key !== undefined) return known.key === asked.key;
  const [one, other] = [known.question, asked.question];
  if (guardClaim(one).canonical === guardClaim(other).canonical) return true;
  const [a, b] = [askedWords(one), askedWords(other)];
  if (a.wants !== b.wants || a.about.length === 0) return false;
  const keys = new Set(b.about.map(({ key }) => key));
  const common = a.about.filter(({ key }) => keys.has(key)).length;
  const share = common / Math.max(a.about.length, b.about.length);
  if (share < MOST_OF_IT) return false;
  const { relation, differences } = compareClaims(plain(one), plain(other));
  // With all else in common, what was swapped are light words: "take" and "offer".
  return share === 1 ? differences.every(({ kind }) => HARMLESS.has(kind)) : relation === "silent";
}

const HARMLESS: ReadonlySet<DifferenceKind> = new Set(["swapped-word", "order", "modal"]);
const plain = (question: string): string => question.replace(/[?？]+\s*$/u, "");
