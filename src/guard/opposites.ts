/** Pairs of words that turn a claim round, from our own lists and from WordNet, and the verbs of the latter. */
import wordnet from "./wordnet.json" with { type: "json" };
import { foldWord, irregularOf } from "./words.js";
import lists from "./words.json" with { type: "json" };

type Pairs = ReadonlyMap<string, ReadonlySet<string>>;

/** Made when it is first asked for: folding takes some milliseconds, and who looks up a stop word needs none of it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The form in which opposites are looked up: without inflection and "-ly". */
export function oppositeForm(word: string): string {
  const folded = foldWord(word);
  return folded.length > SHORTEST_ADVERB ? folded.replace(/ly$/, "") : folded;
}

/** "Early" and "only" end in -ly and are not made of another word. */
const SHORTEST_ADVERB = 5;

function pairsOf(runs: readonly string[], except?: Pairs): Pairs {
  const made = new Map<string, Set<string>>();
  for (const pair of runs.join("|").split("|")) {
    const [a, b] = pair.split(" ").map(oppositeForm) as [string, string];
    if (except?.get(a)?.has(b) === true) continue;
    made.set(a, (made.get(a) ?? new Set()).add(b));
    made.set(b, (made.get(b) ?? new Set()).add(a));
  }
  return made;
}

/** Words that say which way something goes, by either side, in {@link oppositeForm}. */
export const directions = once(() => pairsOf(lists.directions));
/** Opposites by either side, in {@link oppositeForm}. */
export const antonyms = once(() => pairsOf([...lists.opposites, ...crossed(), ...wordnet.antonyms], directions()));

/** Each word of one group against each of the other: verbs of change. */
function crossed(): string[] {
  return lists.opposed.flatMap(([more = "", less = ""]) =>
    more.split(" ").flatMap((one) => less.split(" ").map((other) => `${one} ${other}`)),
  );
}

export function areOpposite(a: string, b: string): boolean {
  return antonyms().get(oppositeForm(a))?.has(oppositeForm(b)) === true;
}

const verbs = once(() => new Set(wordnet.verbs.join(" ").split(" ")));
const nounsToo = once(() => new Set([...wordnet.nounsToo, lists.verbs].join(" ").split(" ")));

/** What a lower-case word may be an inflection of. */
function lemmasOf(word: string): string[] {
  const stem = /^(.+?)(?:s|es|ed|d|ing)$/.exec(word)?.[1];
  const cut = word.replace(/(?:es|ed|ing)$/, "");
  return [
    word,
    stem ?? word,
    cut,
    `${cut}e`,
    word.replace(/ie[sd]$/, "y"),
    cut.replace(/(.)\1$/, "$1"),
    irregularOf(word),
  ];
}

/** Whether a lower-case word is a form of what is a verb at least as often as a noun. */
export function isVerb(word: string): boolean {
  return lemmasOf(word).some((lemma) => verbs().has(lemma));
}

/** Whether a lower-case word may be a form of a verb. */
export function mayBeVerb(word: string): boolean {
  return lemmasOf(word).some((lemma) => verbs().has(lemma) || nounsToo().has(lemma));
}

const PREFIXES = ["non-", "non", "un-", "un", "in", "im", "ir", "il", "dis", "de-", "mis", "anti-", "anti"];
/** Words that only look like a prefix and a base. */
const NO_PREFIX = new Set(lists.noPrefix.join(" ").split(" "));

/** True when one of two lower-case words is the other with a negating prefix, or the two end in -ful and -less. */
export function negatesByForm(a: string, b: string): boolean {
  if (a === b) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.replace(/less$/, "") === short.replace(/ful$/, "") && long !== short && short.length >= 3) return true;
  if (long.replace(/less$/, "ful") === short || short.replace(/less$/, "ful") === long) return true;
  if (NO_PREFIX.has(long) || short.length < 3) return false;
  return PREFIXES.some(
    (prefix) =>
      long.startsWith(prefix) &&
      long.length - prefix.length >= 3 &&
      foldWord(long.slice(prefix.length)) === foldWord(short),
  );
}
