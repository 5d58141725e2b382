import { availableParallelism } from "node:os";
import type { Bands } from "../config.js";
import type { Context, Progress } from "../context.js";
import { bandsFor, isOutsideModel } from "../entry/bands.js";
import { type Entry, isLive } from "../entry/entry.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import type { RecallMode, Scored } from "./fusion.js";
import { cosine } from "./model/embedder.js";
import { type StartedModel, startedModel } from "./model/started-model.js";
import { type IndexState, VectorSearch } from "./vectors/vector-search.js";
import { lex, NO_CORPUS } from "./words/bm25.js";
import { Lexicon } from "./words/lexicon.js";

/** Candidates that each measure contributes. */
const CANDIDATES = 50;

/** What is near a new text, before any decision. */
export interface Neighbourhood {
  /** Live entries: the lexically nearest and the nearest by meaning, with both numbers where both are known. */
  candidates: { id: string; similarity?: number; lexical: number }[];
  model: string | undefined;
  /** `partial`: the index is not complete; `unchecked`: no vectors could be compared, or no bands apply to them. */
  novelty: "checked" | "partial" | "unchecked";
  bands?: Bands;
  warnings: string[];
}

export interface FoundEntry {
  head: EntryMeta;
  /** Two decimals. */
  score: number;
  bm25: number;
  cosine?: number;
  /** Words of the query that the entry holds. */
  words: string[];
  /** Which of the trees that were searched holds it. */
  from: number;
}

export interface Found extends IndexState {
  results: FoundEntry[];
  /** As it was answered: `keyword` where the model could not be used. */
  mode: RecallMode;
  /** Entries that would stand among the results if they did not wait for review. */
  withheld: number;
}

export interface RecallOptions {
  mode: RecallMode;
  limit: number;
  accept(head: EntryMeta): boolean;
  /** Entries that match the same filters and wait for review: only counted. */
  waits?(head: EntryMeta): boolean;
}

/** What one tree has for a query. */
export interface ScoredCandidates {
  scored: Scored[];
  /** `keyword` where the model could not be used. */
  mode: RecallMode;
  state: IndexState;
}

/** Search over one view of the tree. Reads the lexicon, and model and vectors only where they are needed. */
export class Search {
  readonly #ctx: Context;
  readonly #tree: Store;
  #lexicon: Promise<Lexicon> | undefined;
  #opened: Lexicon | undefined;
  #vectorSearch: VectorSearch | undefined;
  readonly #model: StartedModel | undefined;

  constructor(ctx: Context, tree: Store, model?: StartedModel) {
    this.#ctx = ctx;
    this.#tree = tree;
    this.#model = model;
  }

  async #words(): Promise<Lexicon> {
    this.#lexicon ??= Lexicon.open(this.#tree);
    this.#opened = await this.#lexicon;
    return this.#opened;
  }

  get #vectors(): VectorSearch {
    this.#vectorSearch ??= new VectorSearch(this.#ctx, this.#tree, this.#model ?? startedModel(this.#ctx));
    return this.#vectorSearch;
  }

  /** Lexical similarity of two template texts among the live entries; of the two alone before anything was searched. */
  readonly lex = (a: string, b: string): number => lex(a, b, this.#opened?.corpus ?? NO_CORPUS);

  /** Cosine of two texts whose vectors are at hand: embedded in this process or cached. Undefined otherwise. */
  readonly similarity = (a: string, b: string): number | undefined => {
    const [one, other] = [this.#vectorSearch?.known(a), this.#vectorSearch?.known(b)];
    return one === undefined || other === undefined ? undefined : cosine(one, other);
  };

  /** What is near the template text of a new entry. Never fails for want of a model or an index: it says so. */
  async neighbours(text: string): Promise<Neighbourhood> {
    const vectors = this.#vectors;
    // The model loads in its own thread, and the table is read in others meanwhile.
    const vector = vectors.embed(text, "passage");
    vector.catch(() => undefined);
    vectors.load();
    const lexicon = await this.#words();
    const accept = (id: string) => this.#isLive(id);
    const nearest = lexicon.nearest(text, accept, CANDIDATES);
    const wordsOnly = (novelty: "unchecked", why: string): Neighbourhood => ({
      candidates: nearest.map(({ id, score }) => ({ id, lexical: score })),
      model: vectors.model,
      novelty,
      warnings: [why],
    });
    if (isOutsideModel(text)) {
      return wordsOnly("unchecked", "The text is mostly not in Latin letters: it was compared by its words only.");
    }
    const first = new Set(nearest.map(({ id }) => id));
    const found = await vectors.compare(vector, { accept, first, capture: true, limit: CANDIDATES });
    if (found.cosines === undefined) {
      return wordsOnly("unchecked", `Compared by words only: ${found.state.why ?? "no vectors"}.`);
    }
    const all = lexicon.nearest(text, accept, CANDIDATES, new Set(found.cosines.keys()));
    const candidates = all.map(({ id, score }) => {
      const similarity = found.cosines?.get(id);
      return { id, lexical: score, ...(similarity === undefined ? {} : { similarity }) };
    });
    const bands = this.bandsOf(vectors.model);
    const { state } = found;
    const complete = state.pending === 0;
    const warnings: string[] = [];
    if (bands === undefined) {
      warnings.push(`There are no bands for the model ${vectors.model}: run \`tenet index --calibrate\`.`);
    } else if (!complete) {
      warnings.push(`${state.pending} entries are not in the index yet: \`tenet index\` completes it and looks again.`);
    }
    return {
      candidates,
      model: vectors.model,
      novelty: bands === undefined ? "unchecked" : complete ? "checked" : "partial",
      ...(bands === undefined ? {} : { bands }),
      warnings,
    };
  }

  /** The cuts that apply to a model in this workspace. */
  bandsOf(model: string | undefined): Bands | undefined {
    const { bands, embedding } = this.#ctx.profile;
    const own = embedding.model === "default" && Object.hasOwn(bands, "default") ? bands["default"] : undefined;
    return own ?? bandsFor(model, bands);
  }

  #isLive(id: string): boolean {
    const head = this.#tree.head(id);
    return head !== undefined && isLive(head);
  }

  /** What both measures say of this tree's entries, before any of them is ranked. */
  async gather(query: string, options: RecallOptions): Promise<ScoredCandidates> {
    const waits = options.waits ?? (() => false);
    const looksAt = (id: string) => {
      const head = this.#tree.head(id);
      return head !== undefined && (options.accept(head) || waits(head));
    };
    const vector = options.mode === "keyword" ? undefined : this.#vectors.embed(query, "query");
    vector?.catch(() => undefined);
    if (vector !== undefined) this.#vectors.load();
    const lexicon = await this.#words();
    const byWords = lexicon.search(query, looksAt, CANDIDATES);
    if (vector === undefined) {
      return { scored: byWords.map(scoredByWords), mode: options.mode, state: { index: "fresh", pending: 0 } };
    }
    const wanted = options.mode === "semantic" ? new Set<string>() : new Set(byWords.map(({ id }) => id));
    const { cosines, state } = await this.#vectors.compare(vector, {
      accept: looksAt,
      first: wanted,
      limit: CANDIDATES,
    });
    if (cosines === undefined) return { scored: byWords.map(scoredByWords), mode: "keyword", state };
    const ids = new Set([...wanted, ...cosines.keys()]);
    const words = lexicon.scoresOf(query, ids);
    const least = this.#leastCosine();
    const scored = [...ids]
      .map((id) => ({ id, bm25: words.get(id) ?? 0, cosine: cosines.get(id) }))
      .filter((one) => (one.bm25 > 0 && options.mode !== "semantic") || (one.cosine ?? 0) >= least);
    return { scored, mode: options.mode, state };
  }

  head(id: string): EntryMeta | undefined {
    return this.#tree.head(id);
  }

  /** Words of the query that an entry holds. */
  wordsOf(query: string, id: string): string[] {
    return this.#opened?.matchedWords(query, id) ?? [];
  }

  /**
   * Without a shared word, this much cosine is asked for: half of what makes a link. Below it the nearest entry is only
   * the least unrelated one, and an empty answer says more.
   */
  #leastCosine(): number {
    return (this.bandsOf(this.#vectors.model)?.link ?? 0) / 2;
  }

  /** After a capture: keeps the vectors of what was written. What fails here is made up for by the next reader. */
  async added(entries: readonly Entry[]): Promise<void> {
    await this.#vectors.add(entries.filter(isLive));
  }

  /** Brings lexicon and vectors level with the tree, whatever it takes. */
  async build(progress: Progress): Promise<BuildReport> {
    const started = performance.now();
    const lexicon = await this.#words();
    const built = await this.#vectors.build(progress, Math.min(2, availableParallelism()));
    return { entries: lexicon.size, seconds: (performance.now() - started) / 1000, ...built };
  }

  /** Reads what the first search would have to read: for a process that stays, before it is asked. */
  async prepare(): Promise<void> {
    this.#vectors.prepare();
    await this.#words();
  }

  /** What the last look at the vectors came to; undefined before one. */
  state(): IndexState | undefined {
    return this.#vectorSearch?.state;
  }

  /** Begins to end the model's thread, beside other work: no text is expected any more. */
  rest(): void {
    this.#vectorSearch?.rest();
  }

  /** Ends the model's thread. */
  async close(): Promise<void> {
    await this.#vectorSearch?.close();
  }
}

export interface BuildReport extends IndexState {
  /** Live entries. */
  entries: number;
  /** Vectors made now, and taken from the cache. */
  embedded: number;
  cached: number;
  seconds: number;
}

const scoredByWords = ({ id, score }: { id: string; score: number }): Scored => ({ id, bm25: score });

/** Search over a tree that was just opened. `model`: one that runs already, for a second tree. */
export function openSearch(ctx: Context, tree: Store, model?: StartedModel): Search {
  return new Search(ctx, tree, model);
}
