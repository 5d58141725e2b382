/**
 * Tables of words that the guard looks up: what turns a claim, binds it, widens it or carries no part of it. The lists
 * stand in `words.json`, in the languages that turn up in agents' notes.
 */
import lists from "./words.json" with { type: "json" };

type List = string | readonly string[];

function words(list: List): ReadonlySet<string> {
  return new Set([list].flat().join(" ").split(" "));
}

/** Words by what stands for them. */
function meanings(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([meaning, list]) => list.split(" ").map((word) => [word, meaning] as const)),
  );
}

/**
 * English words that carry no subject of their own. Negations (no, not, never, none, nor, neither, without, cannot) are
 * deliberately absent: "use X" and "do not use X" must not look the same.
 */
export const STOP_WORDS = words(lists.stop);
/** Words that come and go with the way in which something is said. */
export const PASSING = words(lists.passing);

export const NEGATIONS = words(lists.negations);
/** Negations in scripts written without spaces, by character. */
export const NEGATING_CHARACTERS = words(lists.negatingCharacters);

/** Modals and what stands for them. */
export const MODALS = meanings(lists.modals);
/** Modals that are often mere tense: they count only in another's place. */
export const MERE_TENSE = words(lists.mereTense);
/** How much a claim covers; words of one meaning share a value. */
export const QUANTIFIERS = meanings(lists.quantifiers);
/** Too weak to count when one side alone has it. */
export const WEAK_QUANTIFIERS = words(lists.weakQuantifiers);
/** Often a mere article ("some logs"): told apart where one side alone has it, but no contradiction. */
export const ARTICLE_LIKE = words(lists.articleLike);
/** Words that open an exception. */
export const EXCEPTIONS = meanings(lists.exceptions);

/** Runs of words that set a bound for the number behind them, with its sign. */
export const BOUNDS = Object.entries(lists.bounds).flatMap(([bound, runs]) =>
  runs.split("|").map((run) => [run.split(" "), bound] as const),
);

/** Words that carry no part of the claim. */
export const FILLERS = words(lists.fillers);
/** Runs of words that only announce the claim. */
export const ANNOUNCEMENTS = lists.announcements.map((run) => run.split(" "));
/** A clause that opens with one of these tells why or where it was seen: evidence. */
export const EVIDENCE_OPENERS = words(lists.evidenceOpeners);
/** Inside such a clause these say that it is more than evidence. */
export const CLAUSE_BREAKERS = words(lists.clauseBreakers);

/** Another spelling of the same word. */
export const SPELLINGS = meanings(lists.spellings);
/** Tools, systems and places that are written in lower case and still are names. */
export const LOWER_CASE_NAMES = words(lists.names);

const INVARIANT = words(lists.invariant);
const IRREGULAR = meanings(lists.irregular);
const VOWEL = /[aeiouy]/;

/**
 * Folds regular inflection (plural, third person, -ed, -ing) and British -ise: "caches", "cached" and "caching" are
 * one word to the guard. Number and tense alone never make a claim another one.
 */
export function foldWord(word: string): string {
  const spelled = SPELLINGS.get(word) ?? word;
  const fixed = IRREGULAR.get(spelled);
  if (fixed !== undefined) return fixed;
  if (spelled.length <= 3 || INVARIANT.has(spelled) || !/^[a-z-]+$/.test(spelled)) return spelled;
  let stem = spelled;
  if (/ies$|ied$/.test(stem) && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ch|sh|x|z|ss)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  else if (/[^e]ed$/.test(stem) && stem.length >= 5 && VOWEL.test(stem.slice(0, -2))) stem = stem.slice(0, -2);
  else if (/ing$/.test(stem) && stem.length >= 6 && VOWEL.test(stem.slice(0, -3))) stem = stem.slice(0, -3);
  stem = SPELLINGS.get(stem) ?? stem;
  stem = stem.replace(/is(e?)$/, (whole, e: string) =>
    stem.length > 5 && (e !== "" || stem !== spelled) ? `iz${e}` : whole,
  );
  if (stem.length >= 4) stem = stem.replace(/e$/, "");
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}

const pairs: { [table: string]: ReadonlyMap<string, ReadonlySet<string>> } = {};

/**
 * Pairs that turn a claim round, or say which way something goes, by either side, folded. Made when they are first asked
 * for: folding takes some milliseconds, and who looks up a stop word needs none of them.
 */
export function pairsOf(table: "opposites" | "directions"): ReadonlyMap<string, ReadonlySet<string>> {
  const known = pairs[table];
  if (known !== undefined) return known;
  const made = new Map<string, Set<string>>();
  for (const pair of lists[table].join("|").split("|")) {
    const [a, b] = pair.split(" ").map(foldWord) as [string, string];
    made.set(a, (made.get(a) ?? new Set()).add(b));
    made.set(b, (made.get(b) ?? new Set()).add(a));
  }
  pairs[table] = made;
  return made;
}

/** So common that one on each side means nothing; they count only where one takes the other's place. */
export const PLACE_BOUND = words(lists.placeBound);
/** These turn a claim round even when the other side has no opposite of them; by folded word. */
export const POLAR = new Set([...words(lists.polar)].map(foldWord));
/** These narrow a claim when they are added: told apart, but no contradiction. */
export const NARROWING: ReadonlySet<string> = new Set(["before", "after"]);

const PREFIXES = ["non-", "non", "un-", "un", "in", "im", "ir", "il", "dis", "de-", "mis", "anti-", "anti"];
/** Words that only look like a prefix and a base. */
const NO_PREFIX = words(lists.noPrefix);

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
