import { termCounts, tokensOf } from "./tokens.js";

/** How soon more occurrences of a term count no more, and how much a long text is held against it. */
export interface Bm25 {
  readonly k1: number;
  readonly b: number;
}

/** Of `lex`, which compares two texts. */
export const LEX: Bm25 = { k1: 1.5, b: 0.75 };
/** Of a search: entries are short, and a longer one is hardly worse for it. */
export const SEARCH: Bm25 = { k1: 1.2, b: 0.2 };
/** What a word is worth in a search that an entry holds outside its claim. */
export const OUTSIDE_CLAIM = 0.7;

/** What BM25 must know about the texts that a text is compared among. */
export interface Corpus {
  /** How many texts. */
  readonly size: number;
  /** Tokens of a text, on average. */
  readonly averageLength: number;
  /** In how many of the texts a term occurs. */
  documentFrequency(term: string): number;
}

/** How telling a term is; smoothed, so that it stays above zero in the smallest tree. */
export function idf(size: number, documentFrequency: number): number {
  return Math.log(1 + (size - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** How much a text of `length` tokens lessens what an occurrence in it is worth. */
export function damping(length: number, averageLength: number, { k1, b }: Bm25): number {
  const relative = averageLength > 0 ? length / averageLength : 1;
  return k1 * (1 - b + b * relative);
}

/** What `frequency` occurrences in a text are worth, before idf. */
export const damped = (frequency: number, damping: number, { k1 }: Bm25): number =>
  (frequency * (k1 + 1)) / (frequency + damping);

/** What `frequency` occurrences in a text of `length` tokens are worth, before idf. */
export const saturation = (frequency: number, length: number, averageLength: number, parameters: Bm25): number =>
  damped(frequency, damping(length, averageLength, parameters), parameters);

/** A text by its terms. */
export interface Counted {
  counts: ReadonlyMap<string, number>;
  length: number;
}

/** Texts that were read already: each of a long list is compared with the same ones. */
const countedTexts = new Map<string, Counted>();
const MOST_KEPT = 10_000;

/** Reads a text once, for as many comparisons as there are. */
export function counted(text: string): Counted {
  const keptCounts = countedTexts.get(text);
  if (keptCounts !== undefined) return keptCounts;
  const tokens = tokensOf(text);
  const newCounts = { counts: termCounts(tokens), length: tokens.length };
  if (countedTexts.size >= MOST_KEPT) countedTexts.clear();
  countedTexts.set(text, newCounts);
  return newCounts;
}

/** How well a text answers another, by their shared terms; `weight` is how distinctive a term is. */
export function bm25(
  query: Counted,
  document: Counted,
  weight: (term: string) => number,
  averageLength: number,
): number {
  let sum = 0;
  for (const term of query.counts.keys()) {
    const frequency = document.counts.get(term);
    if (frequency !== undefined) sum += weight(term) * saturation(frequency, document.length, averageLength, LEX);
  }
  return sum;
}

/** What two texts have in common by their words. */
export interface Likeness {
  /**
   * Lexical similarity, 0 for nothing in common and 1 for the same words: the mean of bm25(a→b)/bm25(a→a) and
   * bm25(b→a)/bm25(b→b), idf and average length over the corpus plus the two texts. Finds real repeats better than
   * cosine does (F1 .78 against .56 over related pairs of 16 repositories).
   */
  lex: number;
  /**
   * The share of the longer text's words that are common: a short text is found in any that holds its words, but not the
   * other way round. Counted, not weighed: in a small tree a word that nobody used before would weigh more than all others.
   */
  common: number;
  /** Content words in common. */
  shared: number;
}

/** Compares two texts that are not in the corpus. */
export function likeness(a: string, b: string, corpus: Corpus): Likeness {
  const [one, other] = [counted(a), counted(b)];
  const shared = [...one.counts.keys()].filter((term) => other.counts.has(term)).length;
  if (shared === 0) return { lex: 0, common: 0, shared };
  const size = corpus.size + 2;
  const averageLength = (corpus.averageLength * corpus.size + one.length + other.length) / size;
  const weight = (term: string) =>
    idf(size, corpus.documentFrequency(term) + [one, other].filter(({ counts }) => counts.has(term)).length);
  const score = (query: Counted, document: Counted) => bm25(query, document, weight, averageLength);
  const similarity = score(one, other) / score(one, one);
  const back = score(other, one) / score(other, other);
  const common = shared / Math.max(one.counts.size, other.counts.size);
  return { lex: (similarity + back) / 2, common, shared };
}

/** The lexical similarity of {@link Likeness} alone. */
export const lex = (a: string, b: string, corpus: Corpus): number => likeness(a, b, corpus).lex;

/** A corpus of no texts: `lex` then judges by the two texts alone. */
export const NO_CORPUS: Corpus = { size: 0, averageLength: 0, documentFrequency: () => 0 };
