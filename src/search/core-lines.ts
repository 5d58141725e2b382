/** Lines that people wrote into the core files, and how near each is to a claim. Asked by captures, recall and reviews. */
import type { Context } from "../context.js";
import { CacheDatabase } from "../store/cache/database.js";
import { coreLines, type PeoplesLine } from "../store/records/peoples-lines.js";
import { claimHash } from "../text/claims/canonical.js";
import { fuse, isWeak, type RecallMode, type Scored } from "./fusion.js";
import type { TextRole } from "./model/embedder.js";
import { isOutsideModel } from "./near-cuts.js";
import { TextVectors, type WantedTexts } from "./vectors/text-vectors.js";
import { bm25, counted, idf } from "./words/bm25.js";

/** A line with its cosines to a claim, and to the prior belief of a correction; absent where they were not compared. */
export interface NearLine {
  line: PeoplesLine;
  claim?: number | undefined;
  prior?: number | undefined;
}

export interface ComparedLines {
  /** All of them. */
  lines: readonly NearLine[];
  /** How many have no vector yet. */
  pending: number;
}

/** A claim that lines are compared with. `vectorOf`: vectors that were made already. */
export interface LineQuestion {
  claim: string;
  prior?: string | undefined;
  vectorOf(text: string): Float32Array | undefined;
}

/** A capture waits for the lines of files that nobody has compared yet: they are few, and were written to be obeyed. */
const CAPTURE_BUDGET_MS = 3_000;
const READ_BUDGET_MS = 150;
const NEAREST = 20;
const NOTHING_NEAR: { cosines: ReadonlyMap<string, number>; pending: number } = { cosines: new Map(), pending: 0 };

/** The lines of one moment, with their vectors: read once for all claims of a call. */
export class CoreLines {
  readonly #ctx: Context;
  #lines: Promise<PeoplesLine[]> | undefined;
  #vectors: TextVectors | undefined;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  get all(): Promise<PeoplesLine[]> {
    this.#lines ??= coreLines(this.#ctx);
    return this.#lines;
  }

  /** Cosines of a text to the nearest lines, by hash. Rejects where there is no model. */
  async #cosinesTo(question: { text: string; role: TextRole; vector?: Float32Array | undefined }, budgetMs: number) {
    const lines = await this.all;
    const byHash = new Map(
      lines.filter(({ item }) => !isOutsideModel(item)).map(({ item }) => [claimHash(item), item]),
    );
    if (byHash.size === 0 || isOutsideModel(question.text)) return { cosines: new Map<string, number>(), pending: 0 };
    const wanted: WantedTexts = {
      hashes: new Set(byHash.keys()),
      texts: (hashes) => hashes.flatMap((hash) => ({ hash, text: byHash.get(hash) ?? "" })),
    };
    this.#vectors ??= new TextVectors(this.#ctx, "line", CacheDatabase.of(this.#ctx.workspace));
    return await this.#vectors.compare(question, wanted, { first: [], limit: NEAREST, budgetMs });
  }

  /** All lines, those that are nearest with cosines. Never fails for want of a model: then none has one. */
  async near({ claim, prior, vectorOf }: LineQuestion): Promise<ComparedLines> {
    const lines = await this.all;
    if (lines.length === 0) return { lines: [], pending: 0 };
    const cosinesTo = (text: string) =>
      this.#cosinesTo({ text, role: "passage", vector: vectorOf(text) }, CAPTURE_BUDGET_MS);
    try {
      const toClaim = await cosinesTo(claim);
      const toPrior = prior === undefined ? NOTHING_NEAR : await cosinesTo(prior);
      const withCosines = lines.map((line): NearLine => {
        const hash = claimHash(line.item);
        return { line, claim: toClaim.cosines.get(hash), prior: toPrior.cosines.get(hash) };
      });
      return { lines: withCosines, pending: Math.max(toClaim.pending, toPrior.pending) };
    } catch {
      // Problems with the model are reported by the search for entries.
      return { lines: lines.map((line) => ({ line })), pending: 0 };
    }
  }

  /**
   * Lines that clearly answer a question, best first, as entries do in {@link fuse}. `clear`: the cosine that does.
   * Keyword questions use no model.
   */
  async answering(query: string, mode: RecallMode, { clear, limit }: { clear: number; limit: number }) {
    const lines = await this.all;
    const byWords = wordScores(query, lines);
    const cosines =
      mode === "keyword"
        ? NOTHING_NEAR.cosines
        : await this.#cosinesTo({ text: query, role: "query" }, READ_BUDGET_MS).then(
            (found) => found.cosines,
            () => NOTHING_NEAR.cosines,
          );
    const scored = lines.map(({ ref, item }, at): Scored => {
      return { id: ref, ...(byWords[at] as WordScore), cosine: cosines.get(claimHash(item)) };
    });
    const { scores } = fuse(scored, mode, isOutsideModel(query));
    return lines
      .map((line, at) => ({ line, scored: scored[at] as Scored, score: scores.get(line.ref) ?? 0 }))
      .filter((one) => one.score > 0 && !isWeak(one.scored, clear))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ line, score }) => ({ ...line, score }));
  }
}

type WordScore = Pick<Scored, "bm25" | "share">;

/** How well each line answers by its words, among the lines themselves. */
function wordScores(query: string, lines: readonly PeoplesLine[]): WordScore[] {
  const queryCounts = counted(query);
  const lineCounts = lines.map(({ text }) => counted(text));
  const weights = new Map(
    [...queryCounts.counts.keys()].map((term) => {
      const holding = lineCounts.filter(({ counts }) => counts.has(term)).length;
      return [term, idf(lines.length, holding)];
    }),
  );
  const weight = (term: string) => weights.get(term) ?? 0;
  const all = [...weights.values()].reduce((sum, one) => sum + one, 0);
  const average = lineCounts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, lineCounts.length);
  return lineCounts.map((line) => {
    const coveredWeight = [...weights].reduce((sum, [term, one]) => (line.counts.has(term) ? sum + one : sum), 0);
    return { bm25: bm25(queryCounts, line, weight, average), share: all === 0 ? 0 : coveredWeight / all };
  });
}
