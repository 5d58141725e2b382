import { idf, saturation } from "./bm25.js";
import { findTerm, hashTerm, type Segment } from "./lexicon-segment.js";
import { termCounts, tokensOf } from "./tokens.js";

export interface Hit {
  id: string;
  score: number;
}

/** One template text against the templates of all entries: its BM25 scores, and `lex` for those that are asked for. */
export class NearText {
  readonly text: string;
  /** Tokens of the text. */
  readonly length: number;
  readonly #segments: readonly Segment[];
  readonly #own: ReadonlyMap<number, number>;
  readonly #averageLength: number;
  readonly #weight: (hash: number) => number;
  /** BM25 of the text to itself. */
  readonly #self: number;
  /** BM25 of the text to every document, by segment. */
  readonly #scores: readonly Float64Array[];
  readonly #known = new Map<string, number>();

  /** `documentFrequency` says in how many live templates a term's hash occurs. */
  constructor(
    text: string,
    segments: readonly Segment[],
    corpus: { size: number; averageLength: number },
    documentFrequency: (hash: number) => number,
  ) {
    this.text = text;
    this.#segments = segments;
    const tokens = tokensOf(text);
    this.length = tokens.length;
    const own = new Map([...termCounts(tokens)].map(([term, count]) => [hashTerm(term), count]));
    const size = corpus.size + 1;
    this.#own = own;
    this.#averageLength = (corpus.averageLength * corpus.size + tokens.length) / size;
    const weights = new Map<number, number>();
    this.#weight = (hash) => {
      let value = weights.get(hash);
      if (value === undefined) {
        value = idf(size, Math.min(size, documentFrequency(hash) + Number(own.has(hash))));
        weights.set(hash, value);
      }
      return value;
    };
    let self = 0;
    for (const [hash, count] of own) self += this.#worth(hash, count, tokens.length);
    this.#self = self;
    this.#scores = segments.map((segment) => this.#scoresIn(segment));
  }

  #worth(hash: number, count: number, length: number): number {
    return this.#weight(hash) * saturation(count, length, this.#averageLength);
  }

  #scoresIn(segment: Segment): Float64Array {
    const sums = new Float64Array(segment.size);
    for (const hash of this.#own.keys()) {
      const term = findTerm(segment, hash);
      if (term < 0) continue;
      const end = segment.offsets[term + 1] as number;
      for (let at = segment.offsets[term] as number; at < end; at++) {
        const count = segment.templateCounts[at] as number;
        if (count === 0) continue;
        const document = segment.documents[at] as number;
        const length = segment.templateLengths[document] as number;
        sums[document] = (sums[document] as number) + this.#worth(hash, count, length);
      }
    }
    return sums;
  }

  /** Accepted entries that share a term with the text, with their BM25. */
  hits(accept: (id: string) => boolean): Hit[] {
    const hits: Hit[] = [];
    this.#segments.forEach((segment, number) => {
      const scores = this.#scores[number] as Float64Array;
      for (let document = 0; document < scores.length; document++) {
        const score = scores[document] as number;
        const id = segment.ids[document] as string;
        if (score > 0 && accept(id)) hits.push({ id, score });
      }
    });
    return hits;
  }

  /** `lex` of the text and these entries, as far as the lexicon holds them. */
  similarities(ids: ReadonlySet<string>): Hit[] {
    const wanted = new Set([...ids].filter((id) => !this.#known.has(id)));
    if (wanted.size > 0)
      for (const [number, segment] of this.#segments.entries()) this.#compareIn(segment, number, wanted);
    return [...ids].flatMap((id) => {
      const score = this.#known.get(id);
      return score === undefined ? [] : [{ id, score }];
    });
  }

  /** Template terms are found by passing over the postings once: cheaper than reading the entries. */
  #compareIn(segment: Segment, number: number, wanted: ReadonlySet<string>): void {
    const here = new Uint8Array(segment.size);
    const documents: number[] = [];
    segment.ids.forEach((id, document) => {
      if (!wanted.has(id) || this.#known.has(id)) return;
      here[document] = 1;
      documents.push(document);
    });
    if (documents.length === 0) return;
    const back = new Float64Array(segment.size);
    const itself = new Float64Array(segment.size);
    for (let term = 0; term < segment.terms.length; term++) {
      const end = segment.offsets[term + 1] as number;
      for (let at = segment.offsets[term] as number; at < end; at++) {
        const document = segment.documents[at] as number;
        if (here[document] === 0) continue;
        const count = segment.templateCounts[at] as number;
        if (count === 0) continue;
        const hash = segment.terms[term] as number;
        const length = segment.templateLengths[document] as number;
        itself[document] = (itself[document] as number) + this.#worth(hash, count, length);
        const own = this.#own.get(hash);
        if (own !== undefined) back[document] = (back[document] as number) + this.#worth(hash, own, this.length);
      }
    }
    for (const document of documents) {
      const whole = itself[document] as number;
      const there = (this.#scores[number] as Float64Array)[document] as number;
      const score = whole === 0 ? 0 : (there / this.#self + (back[document] as number) / whole) / 2;
      this.#known.set(segment.ids[document] as string, score);
    }
  }
}
