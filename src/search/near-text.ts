import { type Hit, Ranking } from "./ranking.js";
import { damping, GAIN, idf, saturation } from "./words/bm25.js";
import type { HeldSegment } from "./words/lexicon-follow.js";
import { findTerm, hashTerm, type Segment } from "./words/lexicon-segment.js";
import { termCounts, tokensOf } from "./words/tokens.js";

/** What the similarities to the documents of one segment are made from. */
interface Comparison {
  /** By term: how telling it is; 0 until it is asked for. */
  weights: Float64Array;
  /** By term: what it is worth in the text; 0 where the text does not hold it. */
  own: Float64Array;
}

/** One template text against the templates of all entries: its BM25 scores, and `lex` for those that are asked for. */
export class NearText {
  readonly text: string;
  /** Tokens of the text. */
  readonly length: number;
  /** Documents by BM25 of the text to their templates. */
  readonly ranking: Ranking;
  readonly #held: readonly HeldSegment[];
  readonly #own: ReadonlyMap<number, number>;
  readonly #averageLength: number;
  readonly #size: number;
  /** BM25 of the text to itself. */
  readonly #self: number;
  readonly #comparisons: (Comparison | undefined)[] = [];
  readonly #known = new Map<string, number>();

  /** `corpus` is about the live templates of the segments held. */
  constructor(text: string, held: readonly HeldSegment[], corpus: { size: number; averageLength: number }) {
    this.text = text;
    this.#held = held;
    const tokens = tokensOf(text);
    this.length = tokens.length;
    this.#own = new Map([...termCounts(tokens)].map(([term, count]) => [hashTerm(term), count]));
    this.#size = corpus.size + 1;
    this.#averageLength = (corpus.averageLength * corpus.size + tokens.length) / this.#size;
    const weights = new Map(Array.from(this.#own.keys(), (hash) => [hash, this.#weight(hash)]));
    let self = 0;
    for (const [hash, weight] of weights) self += weight * this.#ownWorth(hash);
    this.#self = self;
    this.ranking = new Ranking(held, weights, { field: "template", averageLength: this.#averageLength });
  }

  /** How telling a term is; `term` is where it stands in the segment `number`, if that is known. */
  #weight(hash: number, number = -1, term = -1): number {
    let frequency = Number(this.#own.has(hash));
    for (let at = 0; at < this.#held.length; at++) {
      const { segment } = this.#held[at] as HeldSegment;
      const place = at === number ? term : findTerm(segment, hash);
      if (place >= 0) frequency += segment.liveTemplatesWith[place] as number;
    }
    return idf(this.#size, Math.min(this.#size, frequency));
  }

  #ownWorth(hash: number): number {
    return saturation(this.#own.get(hash) as number, this.length, this.#averageLength);
  }

  /** `lex` of the text and a document; `id` is whose it is. */
  similarity(id: string, segment: number, document: number): Hit {
    let score = this.#known.get(id);
    if (score === undefined) {
      score = this.#compared(segment, document);
      this.#known.set(id, score);
    }
    return { id, score };
  }

  /** Adds up term by term, in a loop that calls nothing once the weights are known. */
  #compared(number: number, document: number): number {
    const { segment } = this.#held[number] as HeldSegment;
    const { weights, own } = this.#comparison(number, segment);
    const { templateCounts } = segment;
    const { offsets, items, codes } = segment.rows();
    const lessened = damping(segment.templateLengths[document] as number, this.#averageLength);
    const gain = GAIN;
    const end = offsets[document + 1] as number;
    let back = 0;
    let whole = 0;
    for (let at = offsets[document] as number; at < end; at++) {
      const count = templateCounts[codes[at] as number] as number;
      if (count === 0) continue;
      const term = items[at] as number;
      let weight = weights[term] as number;
      if (weight === 0) {
        weight = this.#weight(segment.terms[term] as number, number, term);
        weights[term] = weight;
      }
      whole += weight * ((count * gain) / (count + lessened));
      back += weight * (own[term] as number);
    }
    const there = this.ranking.scores[number]?.[document] as number;
    return whole === 0 ? 0 : (there / this.#self + back / whole) / 2;
  }

  #comparison(number: number, segment: Segment): Comparison {
    let comparison = this.#comparisons[number];
    if (comparison === undefined) {
      const own = new Float64Array(segment.terms.length);
      for (const hash of this.#own.keys()) {
        const term = findTerm(segment, hash);
        if (term >= 0) own[term] = this.#ownWorth(hash);
      }
      comparison = { weights: new Float64Array(segment.terms.length), own };
      this.#comparisons[number] = comparison;
    }
    return comparison;
  }
}
