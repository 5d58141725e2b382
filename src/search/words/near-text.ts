import { type Counted, counted, damped, damping, idf, LEX, saturation } from "./bm25.js";
import { hashTerm } from "./document.js";
import { type Hit, type Ranked, Ranking } from "./ranking.js";
import type { TemplateWords, WordsRead } from "./words-read.js";

/** One template text against the templates of all entries: its BM25 scores, and `lex` for requested ones. */
export class NearText {
  readonly text: string;
  /** Tokens of the text. */
  readonly length: number;
  /** Entries by BM25 of the text to their templates. */
  readonly ranking: Ranking;
  readonly #words: WordsRead;
  /** What each of its terms is worth in the text. */
  readonly #own = new Map<number, number>();
  readonly #averageLength: number;
  readonly #size: number;
  /** BM25 of the text to itself. */
  readonly #self: number;
  /** How telling terms are, by their numbers. */
  readonly #weights: (number | undefined)[] = [];
  readonly #known = new Map<string, number>();

  /** `corpus` is about the templates of live entries. */
  constructor(words: WordsRead, text: string, corpus: { size: number; averageLength: number }) {
    this.text = text;
    this.#words = words;
    const { counts, length }: Counted = counted(text);
    this.length = length;
    this.#size = corpus.size + 1;
    this.#averageLength = (corpus.averageLength * corpus.size + length) / this.#size;
    const hashes = new Map<number, number>();
    for (const [term, count] of counts) {
      const hash = hashTerm(term);
      const number = this.#words.numberOf(hash);
      hashes.set(hash, number);
      this.#own.set(number, saturation(count, length, this.#averageLength, LEX));
    }
    this.#weigh(this.#own.keys());
    const weightOf = (number: number) => this.#weights[number] as number;
    const weights = new Map(Array.from(hashes, ([hash, number]) => [hash, weightOf(number)]));
    let self = 0;
    for (const [number, worth] of this.#own) self += weightOf(number) * worth;
    this.#self = self;
    this.ranking = new Ranking(words, weights, {
      field: "template",
      averageLength: this.#averageLength,
      parameters: LEX,
    });
  }

  #weigh(terms: Iterable<number>): void {
    const missingTerms = Array.from(terms).filter((term) => this.#weights[term] === undefined);
    for (const [at, count] of this.#words.frequenciesOf(missingTerms).entries()) {
      const term = missingTerms[at] as number;
      this.#weights[term] = idf(this.#size, Math.min(this.#size, count + Number(this.#own.has(term))));
    }
  }

  /** `lex` of the text and entries. */
  similarities(entries: readonly Pick<Ranked, "id" | "entry">[]): Hit[] {
    const open = entries.filter(({ id }) => !this.#known.has(id));
    const templates = this.#words.templatesOf(open.map(({ entry }) => entry));
    const unweighed = new Set<number>();
    for (const { entry } of open) {
      for (const term of templates.get(entry)?.terms ?? []) {
        if (this.#weights[term] === undefined) unweighed.add(term);
      }
    }
    this.#weigh(unweighed);
    for (const { entry, id } of open) {
      const template = templates.get(entry);
      if (template !== undefined) this.#known.set(id, this.#compared(entry, template));
    }
    return entries.map(({ id }) => ({ id, score: this.#known.get(id) ?? 0 }));
  }

  #compared(entry: number, { length, terms, counts }: TemplateWords): number {
    const lessened = damping(length, this.#averageLength, LEX);
    let back = 0;
    let whole = 0;
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at] as number;
      const weight = this.#weights[term] as number;
      whole += weight * damped(counts[at] as number, lessened, LEX);
      back += weight * (this.#own.get(term) ?? 0);
    }
    const score = this.ranking.scores[entry] as number;
    return whole === 0 ? 0 : (score / this.#self + back / whole) / 2;
  }
}
