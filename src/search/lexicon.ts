import { join } from "node:path";
import { type Entry, isLive, templateOf } from "../memory/entry.js";
import { monthOf } from "../tree/month-cache.js";
import type { Tree } from "../tree/tree.js";
import type { Workspace } from "../tree/workspace.js";
import { type Corpus, idf, saturation } from "./bm25.js";
import { linkedFolder, readDisposable, writeDisposable } from "./disposable-file.js";
import {
  buildSegment,
  type DocumentTerms,
  decodeSegment,
  documentsOf,
  encodeSegment,
  findTerm,
  hashTerm,
  type Segment,
} from "./lexicon-segment.js";
import { type Hit, NearText } from "./near-text.js";
import { readableEntries } from "./readable-entries.js";
import { termCounts, tokensOf } from "./tokens.js";

/** What keywords find beyond the template: the history of an idea, its risk and its tags. */
function furtherTextOf(entry: Entry): string {
  const evolution = entry.type === "insight" ? (entry.evolution ?? []) : [];
  const history = evolution.flatMap((item) => [item.text, item.evidence]);
  return [...history, entry.at_risk, ...(entry.tags ?? [])].filter((text) => text !== undefined).join("\n");
}

function termsOf(entry: Entry, file: string): DocumentTerms {
  const counts: DocumentTerms["counts"] = new Map();
  for (const [term, count] of termCounts(tokensOf(templateOf(entry)))) counts.set(hashTerm(term), [count, count]);
  for (const [term, count] of termCounts(tokensOf(furtherTextOf(entry)))) {
    const hash = hashTerm(term);
    const [all, template] = counts.get(hash) ?? [0, 0];
    counts.set(hash, [all + count, template]);
  }
  return { id: entry.id, file, counts };
}

const sameFiles = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([file, hash]) => b.get(file) === hash);

/** Segments level with the tree: read from the cache, and built anew by file where a file changed. */
async function followTree(tree: Tree, folder: string | undefined): Promise<Segment[]> {
  const months = new Map<string, Map<string, string>>();
  for (const [file, hash] of tree.files) {
    const month = monthOf(file);
    const files = months.get(month) ?? new Map<string, string>();
    months.set(month, files.set(file, hash));
  }
  const found = [...months].map(([month, files]) => {
    const path = folder === undefined ? undefined : join(folder, `${month}.bin`);
    const bytes = path === undefined ? undefined : readDisposable(path);
    return { path, files, segment: bytes === undefined ? undefined : decodeSegment(bytes) };
  });
  const stale = found.filter(({ segment, files }) => segment === undefined || !sameFiles(segment.files, files));
  if (stale.length > 0) {
    const changed = new Set<string>();
    for (const { segment, files } of stale) {
      for (const [file, hash] of files) if (segment?.files.get(file) !== hash) changed.add(file);
    }
    const added = new Map<string, DocumentTerms[]>();
    const wanted = tree.heads.filter((head) => changed.has(head.file));
    for (const { entry, file } of await readableEntries(tree, wanted)) {
      const month = monthOf(file);
      const documents = added.get(month) ?? [];
      documents.push(termsOf(entry, file));
      added.set(month, documents);
    }
    for (const month of stale) {
      const kept =
        month.segment === undefined
          ? []
          : documentsOf(month.segment, (file) => month.files.has(file) && !changed.has(file));
      const first = month.files.keys().next().value as string;
      const fresh = (added.get(monthOf(first)) ?? []).filter(({ file }) => month.files.has(file));
      month.segment = buildSegment(month.files, [...kept, ...fresh]);
      // An unwritable cache costs time on the next run and nothing else.
      if (month.path !== undefined) writeDisposable(month.path, encodeSegment(month.segment));
    }
  }
  return found.flatMap(({ segment }) => (segment === undefined ? [] : [segment]));
}

/** Which numbers of a segment a score is about: all fields of an entry, or its template alone. */
type Field = "all" | "template";

const countsIn = (segment: Segment, field: Field) => (field === "all" ? segment.counts : segment.templateCounts);
const lengthsIn = (segment: Segment, field: Field) => (field === "all" ? segment.lengths : segment.templateLengths);

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
  /** For each segment, 1 where the document is a live entry. */
  readonly #live: readonly Uint8Array[];
  readonly #size: number;
  readonly #averageLength: Record<Field, number>;
  #asked: NearText | undefined;

  private constructor(tree: Tree, segments: readonly Segment[]) {
    this.#segments = segments;
    const total = { all: 0, template: 0 };
    let size = 0;
    this.#live = segments.map((segment) => {
      const live = new Uint8Array(segment.ids.length);
      segment.ids.forEach((id, number) => {
        const head = tree.head(id);
        if (head === undefined || !isLive(head)) return;
        live[number] = 1;
        size++;
        total.all += segment.lengths[number] as number;
        total.template += segment.templateLengths[number] as number;
      });
      return live;
    });
    this.#size = size;
    this.#averageLength = { all: total.all / (size || 1), template: total.template / (size || 1) };
  }

  /** Opens the lexicon of a tree. The cache is disposable: read-only or damaged, it costs time and nothing else. */
  static async open(tree: Tree, workspace: Pick<Workspace, "local" | "cache" | "index">): Promise<Lexicon> {
    const folder = linkedFolder(workspace) === undefined ? join(workspace.cache, "lexicon") : undefined;
    return new Lexicon(tree, await followTree(tree, folder));
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
    this.#segments.forEach((segment, number) => {
      const term = findTerm(segment, hash);
      if (term < 0) return;
      const counts = countsIn(segment, field);
      const live = this.#live[number] as Uint8Array;
      for (let at = segment.offsets[term] as number; at < (segment.offsets[term + 1] as number); at++) {
        if (live[segment.documents[at] as number] === 1 && (counts[at] as number) > 0) count++;
      }
    });
    return count;
  }

  /** Scores of all documents that share a term with the query; `weight` is the idf of a term's hash. */
  *#scores(hashes: readonly number[], field: Field, averageLength: number, weight: (hash: number) => number) {
    const weighted = hashes.map((hash) => [hash, weight(hash)] as const);
    for (const segment of this.#segments) {
      const sums = new Float64Array(segment.ids.length);
      const [counts, lengths] = [countsIn(segment, field), lengthsIn(segment, field)];
      for (const [hash, value] of weighted) {
        const term = findTerm(segment, hash);
        if (term < 0) continue;
        for (let at = segment.offsets[term] as number; at < (segment.offsets[term + 1] as number); at++) {
          const document = segment.documents[at] as number;
          const count = counts[at] as number;
          if (count === 0) continue;
          sums[document] =
            (sums[document] as number) + value * saturation(count, lengths[document] as number, averageLength);
        }
      }
      for (let document = 0; document < sums.length; document++) {
        const score = sums[document] as number;
        if (score > 0) yield { id: segment.ids[document] as string, score };
      }
    }
  }

  /** Entries that share words with the query, by BM25 over all fields, best first. */
  search(query: string, accept: (id: string) => boolean, limit: number): Hit[] {
    return best(this.#accepted(this.#bm25(query), accept), limit);
  }

  /** BM25 of these entries alone: 0 for one that shares no word. */
  scoresOf(query: string, ids: ReadonlySet<string>): Map<string, number> {
    const found = new Map([...ids].map((id) => [id, 0]));
    for (const { id, score } of this.#bm25(query)) if (ids.has(id)) found.set(id, Math.max(score, found.get(id) ?? 0));
    return found;
  }

  #bm25(query: string): Iterable<Hit> {
    const hashes = [...new Set(tokensOf(query))].map(hashTerm);
    const weight = (hash: number) => idf(this.#size, Math.min(this.#size, this.#documentFrequency(hash, "all")));
    return this.#scores(hashes, "all", this.#averageLength.all, weight);
  }

  *#accepted(hits: Iterable<Hit>, accept: (id: string) => boolean): Iterable<Hit> {
    for (const hit of hits) if (accept(hit.id)) yield hit;
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
