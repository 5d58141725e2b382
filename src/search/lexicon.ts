import { join } from "node:path";
import type { Tree } from "../tree/tree.js";
import type { Workspace } from "../tree/workspace.js";
import { type Corpus, idf, saturation } from "./bm25.js";
import { linkedFolder } from "./disposable-file.js";
import { segmentsOf } from "./lexicon-follow.js";
import { findTerm, hashTerm, type Segment } from "./lexicon-segment.js";
import { type Hit, NearText } from "./near-text.js";
import { tokensOf } from "./tokens.js";

/** Which numbers of a segment a score is about: all fields of an entry, or its template alone. */
type Field = "all" | "template";

const countsIn = (segment: Segment, field: Field) => (field === "all" ? segment.counts : segment.templateCounts);

/** Best first; equal ones by id, so that the same tree always answers the same. */
const byScore = (a: Hit, b: Hit) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Would it stand among the first `limit`? */
function isAmong(top: readonly Hit[], hit: Hit, limit: number): boolean {
  const last = top[limit - 1];
  return last === undefined || byScore(hit, last) < 0;
}

/** Puts a hit in its place; of two records with one id the better counts. */
function insert(top: Hit[], hit: Hit, limit: number): void {
  const twin = top.findIndex(({ id }) => id === hit.id);
  if (twin >= 0 && byScore(top[twin] as Hit, hit) <= 0) return;
  if (twin >= 0) top.splice(twin, 1);
  let at = top.length;
  while (at > 0 && byScore(hit, top[at - 1] as Hit) < 0) at--;
  top.splice(at, 0, hit);
  if (top.length > limit) top.pop();
}

/** The best `limit` of these scores, best first; equal ones by id, so that the same tree always answers the same. */
function best(scores: Iterable<Hit>, limit: number): Hit[] {
  const byId = new Map<string, Hit>();
  for (const hit of scores) if (hit.score > (byId.get(hit.id)?.score ?? 0)) byId.set(hit.id, hit);
  return [...byId.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/** Those that can be among the best `limit`: sorting numbers costs a tenth of sorting what they stand for. */
function highest(hits: readonly Hit[], limit: number): readonly Hit[] {
  if (hits.length <= limit) return hits;
  const scores = Float64Array.from(hits, ({ score }) => score).sort();
  const least = scores[scores.length - limit] as number;
  return hits.filter(({ score }) => score >= least);
}

/**
 * Our own inverted index with BM25, always level with the tree it was opened for. Statistics are over live entries, so
 * that what was superseded does not shift what is found.
 */
export class Lexicon {
  readonly #segments: readonly Segment[];
  readonly #size: number;
  readonly #averageLength: Record<Field, number>;
  #asked: NearText | undefined;

  private constructor(segments: readonly Segment[]) {
    this.#segments = segments;
    const total = { all: 0, template: 0 };
    let size = 0;
    for (const { live, lengths, templateLengths } of segments) {
      for (let document = 0; document < live.length; document++) {
        if (live[document] === 0) continue;
        size++;
        total.all += lengths[document] as number;
        total.template += templateLengths[document] as number;
      }
    }
    this.#size = size;
    this.#averageLength = { all: total.all / (size || 1), template: total.template / (size || 1) };
  }

  /** Opens the lexicon of a tree. The cache is disposable: read-only or damaged, it costs time and nothing else. */
  static async open(tree: Tree, workspace: Pick<Workspace, "local" | "cache" | "index">): Promise<Lexicon> {
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
    for (const segment of this.#segments) {
      const term = findTerm(segment, hash);
      if (term < 0) continue;
      const counts = countsIn(segment, field);
      for (let at = segment.offsets[term] as number; at < (segment.offsets[term + 1] as number); at++) {
        if (segment.live[segment.documents[at] as number] === 1 && (counts[at] as number) > 0) count++;
      }
    }
    return count;
  }

  /** BM25 over all fields of every document, by segment: 0 for one that shares no word with the query. */
  #bm25(query: string): Float64Array[] {
    const hashes = [...new Set(tokensOf(query))].map(hashTerm);
    const weighted = hashes.map((hash) => {
      const frequency = Math.min(this.#size, this.#documentFrequency(hash, "all"));
      return [hash, idf(this.#size, frequency)] as const;
    });
    return this.#segments.map((segment) => {
      const sums = new Float64Array(segment.size);
      for (const [hash, weight] of weighted) {
        const term = findTerm(segment, hash);
        if (term < 0) continue;
        for (let at = segment.offsets[term] as number; at < (segment.offsets[term + 1] as number); at++) {
          const document = segment.documents[at] as number;
          const length = segment.lengths[document] as number;
          const worth = saturation(segment.counts[at] as number, length, this.#averageLength.all);
          sums[document] = (sums[document] as number) + weight * worth;
        }
      }
      return sums;
    });
  }

  /** Entries that share words with the query, by BM25 over all fields, best first. */
  search(query: string, accept: (id: string) => boolean, limit: number): Hit[] {
    const top: Hit[] = [];
    this.#bm25(query).forEach((sums, number) => {
      const segment = this.#segments[number] as Segment;
      for (let document = 0; document < sums.length; document++) {
        const score = sums[document] as number;
        if (score === 0 || (top.length === limit && score < (top[limit - 1] as Hit).score)) continue;
        const hit = { id: segment.ids[document] as string, score };
        // Asked last: looking an entry up costs more than all of its score.
        if (isAmong(top, hit, limit) && accept(hit.id)) insert(top, hit, limit);
      }
    });
    return top;
  }

  /** BM25 of these entries alone: 0 for one that shares no word. */
  scoresOf(query: string, ids: ReadonlySet<string>): Map<string, number> {
    const found = new Map([...ids].map((id) => [id, 0]));
    if (ids.size === 0) return found;
    this.#bm25(query).forEach((sums, number) => {
      const segment = this.#segments[number] as Segment;
      for (let document = 0; document < sums.length; document++) {
        const score = sums[document] as number;
        if (score === 0) continue;
        const known = found.get(segment.ids[document] as string);
        if (known !== undefined && score > known) found.set(segment.ids[document] as string, score);
      }
    });
    return found;
  }

  /** Which words of the query an entry holds, as they were written: what `--explain` shows. */
  matchedWords(query: string, id: string): string[] {
    const holds = (term: string) => {
      const hash = hashTerm(term);
      return this.#segments.some((segment) => {
        const found = findTerm(segment, hash);
        if (found < 0) return false;
        for (let at = segment.offsets[found] as number; at < (segment.offsets[found + 1] as number); at++) {
          if (segment.ids[segment.documents[at] as number] === id) return true;
        }
        return false;
      });
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
      this.#asked = new NearText(text, this.#segments, counts, (hash) => this.#documentFrequency(hash, "template"));
    }
    const asked = this.#asked;
    if (asked.length === 0) return [...also].map((id) => ({ id, score: 0 }));
    const hits = best(highest(asked.hits(accept), 2 * limit), 2 * limit);
    const similarities = asked.similarities(new Set([...hits.map(({ id }) => id), ...also]));
    const nearest = new Set(
      best(
        similarities.filter(({ id }) => accept(id)),
        limit,
      ).map(({ id }) => id),
    );
    return similarities
      .filter(({ id }) => nearest.has(id) || also.has(id))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  }
}
