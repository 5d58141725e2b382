import { join } from "node:path";
import type { Store } from "../../store/open-store.js";
import type { Workspace } from "../../store/workspace.js";
import { linkedFolder } from "../disposable-file.js";
import { NearText } from "../near-text.js";
import { byScore, type Field, type Hit, type Ranked, Ranking } from "../ranking.js";
import { type Corpus, idf } from "./bm25.js";
import { type HeldSegment, segmentsOf } from "./lexicon-follow.js";
import { documentsOf, findTerm, hashTerm, holdsTerm, type Segment } from "./lexicon-segment.js";
import { tokensOf } from "./tokens.js";

/** The best of the ranked ones that are accepted, at most so many; of two records with one id the better counts. */
function best(ranking: Iterable<Ranked>, accept: (id: string) => boolean, limit: number): Ranked[] {
  const found = new Map<string, Ranked>();
  if (limit === 0) return [];
  for (const hit of ranking) {
    if (found.has(hit.id) || !accept(hit.id)) continue;
    found.set(hit.id, hit);
    if (found.size === limit) break;
  }
  return [...found.values()];
}

/**
 * Our own inverted index with BM25, always level with the tree it was opened for. Statistics are over live entries, so
 * that what was superseded does not shift what is found.
 */
export class Lexicon {
  readonly #held: readonly HeldSegment[];
  readonly #size: number;
  readonly #averageLength: Record<Field, number>;
  #asked: NearText | undefined;
  #sought: { query: string; ranking: Ranking } | undefined;

  private constructor(held: readonly HeldSegment[]) {
    this.#held = held;
    const total = (which: number) => held.reduce((sum, { segment }) => sum + (segment.totals[which] as number), 0);
    this.#size = total(0);
    this.#averageLength = { all: total(1) / (this.#size || 1), template: total(2) / (this.#size || 1) };
  }

  /** Opens the lexicon of a tree. The cache is disposable: read-only or damaged, it costs time and nothing else. */
  static async open(tree: Store, workspace: Pick<Workspace, "local" | "cache" | "index">): Promise<Lexicon> {
    const folder = linkedFolder(workspace) === undefined ? join(workspace.cache, "lexicon") : undefined;
    return new Lexicon(await segmentsOf(tree, folder));
  }

  /** Live entries. */
  get size(): number {
    return this.#size;
  }

  /** Templates of live entries, as `lex` needs them. */
  get corpus(): Corpus {
    return {
      size: this.#size,
      averageLength: this.#averageLength.template,
      documentFrequency: (term) => this.#documentFrequency(hashTerm(term), "template"),
    };
  }

  #documentFrequency(hash: number, field: Field): number {
    let count = 0;
    for (const { segment } of this.#held) {
      const term = findTerm(segment, hash);
      if (term < 0) continue;
      count += (field === "all" ? segment.liveWith : segment.liveTemplatesWith)[term] as number;
    }
    return count;
  }

  /** BM25 over all fields of every document. */
  #bm25(query: string): Ranking {
    if (this.#sought?.query === query) return this.#sought.ranking;
    const weights = new Map<number, number>();
    for (const hash of tokensOf(query).map(hashTerm)) {
      const frequency = Math.min(this.#size, this.#documentFrequency(hash, "all"));
      weights.set(hash, idf(this.#size, frequency));
    }
    const ranking = new Ranking(this.#held, weights, { field: "all", averageLength: this.#averageLength.all });
    this.#sought = { query, ranking };
    return ranking;
  }

  /** Where the document of an entry stands. */
  #find(id: string): { segment: number; document: number } | undefined {
    for (const [number, { segment, gone }] of this.#held.entries()) {
      const document = documentsOf(segment, id).find((one) => !gone.includes(one));
      if (document !== undefined) return { segment: number, document };
    }
    return undefined;
  }

  /** Entries that share words with the query, by BM25 over all fields, best first. */
  search(query: string, accept: (id: string) => boolean, limit: number): Hit[] {
    return best(this.#bm25(query), accept, limit).map(({ id, score }) => ({ id, score }));
  }

  /** BM25 of these entries alone: 0 for one that shares no word. */
  scoresOf(query: string, ids: ReadonlySet<string>): Map<string, number> {
    if (ids.size === 0) return new Map();
    const { scores } = this.#bm25(query);
    return new Map(
      Array.from(ids, (id) => {
        const found = this.#find(id);
        return [id, found === undefined ? 0 : (scores[found.segment]?.[found.document] as number)];
      }),
    );
  }

  /** Which words of the query an entry holds, as they were written: what `--explain` shows. */
  matchedWords(query: string, id: string): string[] {
    const found = this.#find(id);
    if (found === undefined) return [];
    const { segment } = this.#held[found.segment] as { segment: Segment };
    const holds = (term: string) => {
      const number = findTerm(segment, hashTerm(term));
      return number >= 0 && holdsTerm(segment, found.document, number);
    };
    const words = query.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, ""));
    return [...new Set(words)].filter((word) => tokensOf(word).some(holds));
  }

  /**
   * The entries lexically nearest to a template text: `lex` of section 13 with the text itself counted among the live
   * ones. The 2·limit best by BM25 are looked at, together with `also`, whose similarity is wanted in any case.
   */
  nearest(text: string, accept: (id: string) => boolean, limit: number, also: ReadonlySet<string> = new Set()): Hit[] {
    // Asked a second time for what is near by meaning: the first answer holds most of the work.
    if (this.#asked?.text !== text) {
      const counts = { size: this.#size, averageLength: this.#averageLength.template };
      this.#asked = new NearText(text, this.#held, counts);
    }
    const asked = this.#asked;
    if (asked.length === 0) return [...also].map((id) => ({ id, score: 0 }));
    const known = new Map<string, Hit>();
    const accepted: Hit[] = [];
    for (const { id, segment, document } of best(asked.ranking, accept, 2 * limit)) {
      const hit = asked.similarity(id, segment, document);
      known.set(id, hit);
      accepted.push(hit);
    }
    for (const id of also) {
      const found = known.has(id) ? undefined : this.#find(id);
      if (found === undefined) continue;
      const hit = asked.similarity(id, found.segment, found.document);
      known.set(id, hit);
      if (hit.score > 0 && accept(id)) accepted.push(hit);
    }
    const nearest = accepted.filter(({ score }) => score > 0).sort(byScore);
    const wanted = new Set(nearest.slice(0, limit));
    return [...known.values()].filter((hit) => wanted.has(hit) || also.has(hit.id)).sort(byScore);
  }
}
