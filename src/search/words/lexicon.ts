import type { Entry } from "../../entry/entry.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import type { Store } from "../../store/store.js";
import { type Corpus, idf, SEARCH } from "./bm25.js";
import { documentOf, hashTerm } from "./document.js";
import { NearText } from "./near-text.js";
import { byScore, type Hit, type Ranked, Ranking } from "./ranking.js";
import { tokensOf } from "./tokens.js";
import { followEntries, type WordTotals, wordTotals } from "./word-index.js";
import { WordsRead } from "./words-read.js";

/** An entry beside a query. */
export interface WordHit extends Hit {
  /**
   * Which part of the question it holds, 0 to 1: the idf of the query's words that stand in it, those outside its claim for
   * less, in relation to the idf of all of them, words that no entry knows included.
   */
  share: number;
}

const NO_WORDS = { score: 0, share: 0 };

/** The best of the ranked ones that are accepted, at most so many. */
function best(ranking: Iterable<Ranked>, accept: (id: string) => boolean, limit: number): Ranked[] {
  const rankedHits: Ranked[] = [];
  if (limit === 0) return rankedHits;
  for (const hit of ranking) {
    if (!accept(hit.id)) continue;
    rankedHits.push(hit);
    if (rankedHits.length === limit) break;
  }
  return rankedHits;
}

/** One query's scores. */
interface Sought {
  ranking: Ranking;
  /** {@link WordHit.share}, by the number of an entry. */
  shareOf(entry: number): number;
}

/**
 * Search by keywords: BM25 over our own tokens, always level with its store. Statistics cover live entries, so that
 * superseded ones do not shift the ranks.
 */
export class Lexicon {
  readonly #database: CacheDatabase;
  readonly #words: WordsRead;
  readonly #totals: WordTotals;
  #asked: NearText | undefined;
  /** In how many templates a term stands, of those that were asked for: a draft is compared with many. */
  readonly #inTemplates = new Map<string, number>();
  #sought: { query: string; sought: Sought } | undefined;

  private constructor(database: CacheDatabase) {
    this.#database = database;
    this.#words = new WordsRead(database);
    this.#totals = wordTotals(database);
  }

  /** Reads the words of entries that came since. A cache that cannot be written costs time and nothing else. */
  static async open({ database }: Pick<Store, "database">): Promise<Lexicon> {
    followEntries(database);
    return new Lexicon(database);
  }

  /** Live entries. */
  get size(): number {
    return this.#totals.size;
  }

  /** Templates of live entries, as `lex` needs them. */
  get corpus(): Corpus {
    return {
      size: this.size,
      averageLength: this.#averageOf(this.#totals.templateLength),
      documentFrequency: (term) => {
        const templateCount = this.#inTemplates.get(term) ?? this.#frequency(hashTerm(term), "live_templates");
        this.#inTemplates.set(term, templateCount);
        return templateCount;
      },
    };
  }

  #averageOf(length: number): number {
    return length / (this.size || 1);
  }

  /** In how many live entries, or their templates, a term stands. */
  #frequency(term: number, where: "live" | "live_templates"): number {
    return this.#database.column<number>(`SELECT ${where} FROM terms WHERE term = ?`, term)[0] ?? 0;
  }

  /** BM25 over all fields of every entry. */
  #bm25(query: string): Sought {
    if (this.#sought?.query === query) return this.#sought.sought;
    const weights = new Map<number, number>();
    for (const term of tokensOf(query).map(hashTerm)) {
      weights.set(term, idf(this.size, Math.min(this.size, this.#frequency(term, "live"))));
    }
    const averageLength = this.#averageOf(this.#totals.length);
    const ranking = new Ranking(this.#words, weights, { field: "all", averageLength, parameters: SEARCH });
    const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    const sought = { ranking, shareOf: (entry: number) => (ranking.held[entry] ?? 0) / (whole || 1) };
    this.#sought = { query, sought };
    return sought;
  }

  /** Entries that share words with the query, by BM25 over all fields, best first. */
  search(query: string, accept: (id: string) => boolean, limit: number): WordHit[] {
    const { ranking, shareOf } = this.#bm25(query);
    return best(ranking, accept, limit).map(({ id, score, entry }) => ({ id, score, share: shareOf(entry) }));
  }

  /** The same of these entries alone; 0 for one that shares no word. */
  hitsOf(query: string, ids: ReadonlySet<string>): WordHit[] {
    if (ids.size === 0) return [];
    const { ranking, shareOf } = this.#bm25(query);
    const numbers = this.#words.numbersOf(ids);
    return Array.from(ids, (id) => {
      const entry = numbers.get(id);
      return entry === undefined
        ? { id, ...NO_WORDS }
        : { id, score: ranking.scores[entry] ?? 0, share: shareOf(entry) };
    });
  }

  /** Which words of the query an entry holds, as they were written. */
  matchedWords(query: string, id: string): string[] {
    const sql = "SELECT record FROM entries WHERE id = ? AND twin = 0";
    const [record] = this.#database.column<string>(sql, id);
    if (record === undefined) return [];
    const { counts } = documentOf(JSON.parse(record) as Entry, true);
    const words = query.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, ""));
    return [...new Set(words)].filter((word) => tokensOf(word).some((term) => counts.has(hashTerm(term))));
  }

  /**
   * The entries lexically nearest to a template text: `lex` of section 13 with the text itself counted among the live
   * ones. The 2·limit best by BM25 are looked at, together with `also`, whose similarity is wanted in any case.
   */
  nearest(text: string, accept: (id: string) => boolean, limit: number, also: ReadonlySet<string> = new Set()): Hit[] {
    // On the second call, for entries near by meaning, the first answer holds most of the work.
    if (this.#asked?.text !== text) {
      const { size, averageLength } = this.corpus;
      this.#asked = new NearText(this.#words, text, { size, averageLength });
    }
    const nearText = this.#asked;
    if (nearText.length === 0) return [...also].map((id) => ({ id, score: 0 }));
    const accepted = nearText.similarities(best(nearText.ranking, accept, 2 * limit));
    const hitsById = new Map(accepted.map((hit) => [hit.id, hit]));
    const numbers = this.#words.numbersOf(also);
    const alsoEntries = Array.from(also).flatMap((id) => {
      const entry = hitsById.has(id) ? undefined : numbers.get(id);
      return entry === undefined ? [] : [{ id, entry }];
    });
    for (const hit of nearText.similarities(alsoEntries)) {
      hitsById.set(hit.id, hit);
      if (hit.score > 0 && accept(hit.id)) accepted.push(hit);
    }
    const nearest = accepted.filter(({ score }) => score > 0).sort(byScore);
    const nearestHits = new Set(nearest.slice(0, limit));
    return [...hitsById.values()].filter((hit) => nearestHits.has(hit) || also.has(hit.id)).sort(byScore);
  }
}
