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
/** Forms of "be", "do" and "have", and what stands for them. */
export const AUXILIARIES = words(lists.auxiliaries);
/** Words that open a clause or phrase that says when or where: it may stand first or last. */
export const CONDITIONS = words(lists.conditions);
export const PREPOSITIONS = words(lists.prepositions);
/** Prepositions of place, time and circle. */
export const SCOPES = words(lists.scopes);
/** Verbs and nouns that make "over" a choice. */
export const PREFERRING = words(lists.preferring);
/** Verbs whose object is a choice: of two such claims one holds. */
export const SELECTING = words(lists.selecting);
/** Verbs whose object, where it is a name, is whom to turn to: "ask Mara for access". */
export const CONSULTING = words(lists.consulting);
/** Technical verbs that a dictionary has as nouns or not at all. */
export const ORDERING = words(lists.verbs);
/** Nouns that a number behind them tells apart: "customer 4411". */
export const IDENTITIES = words(lists.identities);
/** Nouns and names that say where something holds. */
export const PLACES = words(lists.places);
/** Verbs that forbid what follows. */
export const AVERSE = words(lists.averse);

/** How much a claim covers; words of one meaning share a value. */
export const QUANTIFIERS = meanings(lists.quantifiers);
/** Too weak to count when one side alone has it. */
export const WEAK_QUANTIFIERS = words(lists.weakQuantifiers);
/** Often a mere article ("some logs"): told apart where one side alone has it, but no contradiction. */
export const ARTICLE_LIKE = words(lists.articleLike);
/** Words that open an exception. */
export const EXCEPTIONS = meanings(lists.exceptions);

/** Negations, modals and the like keep their own form: no inflection of another word may fold into them. */
export function isClosed(word: string): boolean {
  return NEGATIONS.has(word) || MODALS.has(word) || QUANTIFIERS.has(word) || EXCEPTIONS.has(word);
}

/** Runs of words that set a bound for the number behind them, with its sign. */
export const BOUNDS: readonly (readonly [readonly string[], string])[] = [
  ...Object.entries(lists.bounds).flatMap(([bound, runs]) =>
    runs.split("|").map((run) => [run.split(" "), bound] as const),
  ),
  ...compared(lists.larger, ">", "<="),
  ...compared(lists.smaller, "<", ">="),
];

/** "Larger than 5" sets one bound, "not larger than 5" and "not be larger than 5" the other. */
function compared(list: string, bound: string, denied: string): (readonly [readonly string[], string])[] {
  return list
    .split(" ")
    .flatMap((word) => [
      [["no", word, "than"], denied] as const,
      [["not", word, "than"], denied] as const,
      [["not", "be", word, "than"], denied] as const,
      [[word, "than"], bound] as const,
    ]);
}

/** Words that carry no part of the claim. */
export const FILLERS = words(lists.fillers);

interface Run {
  words: readonly string[];
  /** What they stand for; empty where they only announce the claim. */
  word: string;
}

/** Runs of words that stand for one, by their first word. */
export const RUNS: ReadonlyMap<string, readonly Run[]> = Object.entries(lists.runs)
  .flatMap(([word, runs]) => runs.split("|").map((run): Run => ({ words: run.split(" "), word })))
  .reduce((byFirst, run) => {
    const first = run.words[0] ?? "";
    return byFirst.set(first, [...(byFirst.get(first) ?? []), run]);
  }, new Map<string, Run[]>());
/** What something does that becomes so: "gets slower" is "slows", "goes up" is "rises". */
export const CHANGES = meanings(lists.changed);
export const BECOMING = words(lists.becoming);
/** "Makes it faster" is "speeds it". */
export const MAKING = words(lists.making);
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
/** "Broke" is of "break"; any other word is its own. */
export function irregularOf(word: string): string {
  return IRREGULAR.get(word) ?? word;
}

const VOWEL = /[aeiouy]/;

/**
 * Folds regular inflection (plural, third person, -ed, -ing) and British -ise: "caches", "cached" and "caching" are
 * one word to the guard. Number and tense alone never make a claim another one.
 */
export function foldWord(word: string): string {
  const spelled = SPELLINGS.get(word) ?? word;
  const fixed = IRREGULAR.get(spelled);
  if (fixed !== undefined && fixed !== spelled) return foldWord(fixed);
  if (spelled.length <= 3 || INVARIANT.has(spelled) || !/^[a-z-]+$/.test(spelled)) return spelled;
  let stem = spelled;
  if (/ies$|ied$/.test(stem) && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ch|sh|x|z|ss)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  else if (/[^e]ed$/.test(stem) && stem.length >= 5 && VOWEL.test(stem.slice(0, -2))) stem = stem.slice(0, -2);
  else if (/ing$/.test(stem) && stem.length >= 6 && VOWEL.test(stem.slice(0, -3))) stem = stem.slice(0, -3);
  if (INVARIANT.has(stem)) return stem;
  stem = SPELLINGS.get(stem) ?? stem;
  stem = stem.replace(/is(e?)$/, (whole, e: string) =>
    stem.length > 5 && (e !== "" || stem !== spelled) ? `iz${e}` : whole,
  );
  if (stem.length >= 4) stem = stem.replace(/e$/, "");
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}

/** So common that one on each side means nothing; they count only where one takes the other's place. */
export const PLACE_BOUND = words(lists.placeBound);
/** These turn a claim round even when the other side has no opposite of them; by folded word. */
export const POLAR = new Set([...words(lists.polar)].map(foldWord));
/** These narrow a claim when they are added: told apart, but no contradiction. */
export const NARROWING: ReadonlySet<string> = new Set(["before", "after"]);
