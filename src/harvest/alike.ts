/** Lexical likeness among many short texts at once: the same number as `lex`, with every text counted only once. */

import { bm25, type Corpus, type Counted, counted, idf } from "../search/words/bm25.js";
import { tokensOf } from "../search/words/tokens.js";
import type { Likeness } from "./repeats.js";

/** A term in more texts than this finds no candidates: what is alike shares rarer ones, too. */
const MOST_POSTINGS = 400;
/** So many of a text's most telling terms look for candidates. */
const TELLING_TERMS = 8;

/** Which of many texts hold something telling of another one. */
class Postings {
  readonly holding = new Map<string, number[]>();

  add(at: number, terms: Iterable<string>): void {
    for (const term of terms) {
      const held = this.holding.get(term);
      if (held === undefined) this.holding.set(term, [at]);
      else held.push(at);
    }
  }

  candidates(terms: Iterable<string>, most: number): Set<number> {
    const telling = [...terms]
      .flatMap((term) => [this.holding.get(term) ?? []])
      .filter((held) => held.length > 0 && held.length <= most)
      .sort((a, b) => a.length - b.length)
      .slice(0, TELLING_TERMS);
    return new Set(telling.flat());
  }
}

/** All texts that were found, as one corpus. */
export class Texts implements Likeness {
  readonly #texts: readonly Counted[];
  readonly #postings = new Postings();
  readonly #averageLength: number;
  readonly #own: readonly number[];

  constructor(texts: readonly string[]) {
    this.#texts = texts.map(counted);
    let total = 0;
    for (const [at, { counts, length }] of this.#texts.entries()) {
      total += length;
      this.#postings.add(at, counts.keys());
    }
    this.#averageLength = texts.length === 0 ? 0 : total / texts.length;
    this.#own = this.#texts.map((text) => this.#score(text, text));
  }

  /** What `lex` must know to compare another text with these. */
  get corpus(): Corpus {
    return {
      size: this.#texts.length,
      averageLength: this.#averageLength,
      documentFrequency: (term) => this.#postings.holding.get(term)?.length ?? 0,
    };
  }

  near(at: number): Iterable<number> {
    const most = Math.max(MOST_POSTINGS, this.#texts.length / 20);
    const found = this.#postings.candidates((this.#texts[at] as Counted).counts.keys(), most);
    found.delete(at);
    return found;
  }

  lex(a: number, b: number): number {
    const [one, other] = [this.#texts[a] as Counted, this.#texts[b] as Counted];
    const [ownOne, ownOther] = [this.#own[a] as number, this.#own[b] as number];
    if (ownOne === 0 || ownOther === 0) return 0;
    return (this.#score(one, other) / ownOne + this.#score(other, one) / ownOther) / 2;
  }

  #score(query: Counted, document: Counted): number {
    const weight = (term: string) => idf(this.#texts.length, this.#postings.holding.get(term)?.length ?? 0);
    return bm25(query, document, weight, this.#averageLength);
  }
}

/** Finds the places of texts that hold something telling of a text: candidates for `lex`. */
export function candidatesAmong(texts: readonly string[]): (text: string) => Iterable<number> {
  const postings = new Postings();
  for (const [at, text] of texts.entries()) postings.add(at, new Set(tokensOf(text)));
  return (text) => postings.candidates(new Set(tokensOf(text)), MOST_POSTINGS);
}
