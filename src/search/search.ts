import type { Context, Progress } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { isSearched } from "../entry/gates/visible.js";
import { typeOfId } from "../entry/record-types.js";
import { next, type StepText } from "../steps.js";
import { entryOf } from "../store/cache/row.js";
import type { Row, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { CLEAR_OF_LINK, meaningOf, type Scored } from "./fusion.js";
import { type StartedModel, startedModel } from "./model/started-model.js";
import { type Cuts, cutsFor, isOutsideModel } from "./near-cuts.js";
import type { BuildReport, ComparedTexts, Neighbourhood, RecallOptions, ScoredCandidates } from "./search-results.js";
import { textsOf } from "./vectors/embed-missing.js";
import { VectorSearch } from "./vectors/vector-search.js";
import { type Likeness, likeness, NO_CORPUS } from "./words/bm25.js";
import { Lexicon, type WordHit } from "./words/lexicon.js";

/** Candidates that each measure contributes. */
const CANDIDATES = 50;
/** Claims near a prior belief: the best one raises a question, even if the reader may not see it. */
const PRIORS = 10;

/** Search over one view of the tree. `model`: one that runs already, for a second tree. Reads the lexicon, and model and vectors only where they are needed. */
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

  /** The same search over a later state of the tree: it shares model and vectors, and is closed with this one. */
  within(later: Store): Search {
    const search = new Search(this.#ctx, later, this.#model);
    search.#vectorSearch = this.#vectors;
    return search;
  }

  /** What two texts have in common by their words, among the live entries; by the two alone before anything was searched. */
  readonly likeness = (a: string, b: string): Likeness => likeness(a, b, this.#opened?.corpus ?? NO_CORPUS);

  /** The vector of a text that was embedded for this search. */
  readonly vectorOf = (text: string): Float32Array | undefined => this.#vectorSearch?.vectorOf(text);

  /**
   * Entries near the template text of a new entry, near its claim alone, and near the belief that it corrects. Never
   * fails for want of a model or an index: the answer gives the reason.
   */
  async neighbours(text: string, claim: string, prior?: string): Promise<Neighbourhood> {
    const vectors = this.#vectors;
    // The model loads in its own thread, and the table is read in others meanwhile.
    const vector = vectors.embed(text, "passage");
    const claimed = claim === text ? vector : vectors.embed(claim, "passage");
    const believed = prior === undefined || isOutsideModel(prior) ? undefined : vectors.embed(prior, "passage");
    for (const one of [vector, claimed, believed]) one?.catch(() => undefined);
    vectors.load();
    const lexicon = await this.#words();
    const accept = (id: string) => this.#isSearched(id);
    const nearest = lexicon.nearest(text, accept, CANDIDATES);
    const wordsOnly = (novelty: "checked" | "unchecked", why: string): Neighbourhood => ({
      candidates: nearest.map(({ id, score }) => ({ id, lexical: score })),
      model: vectors.model,
      novelty,
      warnings: [why],
    });
    if (isOutsideModel(text)) {
      return wordsOnly("checked", "The text is mostly not in Latin letters: it was compared by its words only.");
    }
    const first = new Set(nearest.map(({ id }) => id));
    const comparison = await vectors.compare(vector, { accept, first, capture: true, limit: CANDIDATES }, claimed);
    if (comparison.cosines === undefined) {
      return wordsOnly("unchecked", `Compared by words only: ${comparison.state.why ?? "no vectors"}.`);
    }
    const priors =
      (await believed
        ?.then((prior) => vectors.claimsNear(prior, { accept, first: new Set(), limit: PRIORS }))
        .catch(() => undefined)) ?? new Map<string, number>();
    const near = new Set([...comparison.cosines.keys(), ...comparison.claims.keys(), ...priors.keys()]);
    const candidates = lexicon.nearest(text, accept, CANDIDATES, near).map(({ id, score }) => ({
      id,
      lexical: score,
      ...defined({ similarity: comparison.cosines?.get(id), claim: comparison.claims.get(id), prior: priors.get(id) }),
    }));
    const cuts = this.cutsOf(vectors.model);
    const { state } = comparison;
    const complete = state.pending === 0;
    const warnings: StepText[] = [];
    if (cuts === undefined) {
      warnings.push(`Nobody stated how near is near for the model ${vectors.model}: set near in tenet.yaml`);
    } else if (!complete) {
      warnings.push(next(`${state.pending} entries are not in the index yet; to complete it and look again:`, "index"));
    }
    return {
      candidates,
      model: vectors.model,
      novelty: cuts === undefined ? "unchecked" : complete ? "checked" : "partial",
      ...(cuts === undefined ? {} : { cuts }),
      warnings,
    };
  }

  /**
   * The neighbourhood of an earlier state of the tree as it is in this one: entries of before keep their cosines, and those
   * that came since are compared by vectors at hand. Called under the lock: the model runs for what the change itself made.
   */
  async neighboursSince(earlier: Store, before: Neighbourhood, draft: ComparedTexts): Promise<Neighbourhood> {
    const fresh = this.#tree.changedSince(earlier);
    const cosines = new Map<string, Cosines>();
    for (const { id, lexical: _, ...how } of before.candidates) if (!fresh.has(id)) cosines.set(id, how);
    const accept = (id: string) => this.#isSearched(id);
    const added = [...fresh].filter(accept);
    if (before.cuts !== undefined) await this.#embedStaged(added);
    const addedCosines = before.cuts === undefined ? [] : await this.#cosinesTo(added, draft);
    const nearest = [...addedCosines].sort(([, a], [, b]) => nearestOf(b) - nearestOf(a)).slice(0, CANDIDATES);
    for (const [id, how] of nearest) cosines.set(id, how);
    const lexicon = await this.#words();
    const hits = lexicon.nearest(draft.template, accept, CANDIDATES, new Set(cosines.keys()));
    const isPartial = before.novelty === "checked" && addedCosines.some(([, how]) => how.similarity === undefined);
    return {
      ...before,
      candidates: hits.map(({ id, score }) => ({ id, lexical: score, ...cosines.get(id) })),
      novelty: isPartial ? "partial" : before.novelty,
    };
  }

  /** Vectors of what the change staged, where it is said otherwise than it was drafted. */
  async #embedStaged(ids: readonly string[]): Promise<void> {
    const staged = this.#tree.changedSince(this.#tree);
    for (const id of ids) {
      const head = staged.has(id) ? this.#tree.head(id) : undefined;
      if (head === undefined || !this.#vectors.isUnembedded(head)) continue;
      for (const { text } of textsOf(entryOf(head))) await this.#vectors.embed(text, "passage").catch(() => undefined);
    }
  }

  /** By the vectors at hand; what another process wrote a moment ago may have none. */
  async #cosinesTo(
    ids: readonly string[],
    { template, claim, prior }: ComparedTexts,
  ): Promise<(readonly [string, Cosines])[]> {
    const heads = ids.flatMap((id) => this.#tree.head(id) ?? []);
    const wholes = await this.#vectors.cosinesTo(template, heads, "whole");
    const claims = await this.#vectors.cosinesTo(claim, heads, "claim");
    const priors = await this.#vectors.cosinesTo(prior, heads, "claim");
    return ids.map((id) => {
      return [id, defined({ similarity: wholes.get(id), claim: claims.get(id), prior: priors.get(id) })] as const;
    });
  }

  readonly cutsOf = (model: string | undefined): Cuts | undefined => cutsFor(this.#ctx.profile, model);

  #isSearched(id: string): boolean {
    const head = this.#tree.head(id);
    return head !== undefined && isSearched(head);
  }

  /** What both measures say of this tree's entries, before any of them is ranked. */
  async gather(query: string, options: RecallOptions): Promise<ScoredCandidates> {
    const waits = options.waits ?? (() => false);
    const { types } = options;
    const looksAt = (id: string) => {
      const type = types === undefined ? undefined : typeOfId(id);
      if (type !== undefined && types?.has(type) === false) return false;
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
    const wordIds = new Set(byWords.map(({ id }) => id));
    const { cosines, claims, state } = await this.#vectors.compare(vector, {
      kinds: types === undefined ? undefined : [...types],
      accept: looksAt,
      first: wordIds,
      limit: CANDIDATES,
    });
    if (cosines === undefined) return { scored: byWords.map(scoredByWords), mode: "keyword", state };
    const ids = new Set([...wordIds, ...cosines.keys(), ...claims.keys()]);
    // Below half of a link's cut the nearest entry without a shared word is merely the least unrelated one.
    const least = this.#link() / 2;
    const scored = lexicon
      .hitsOf(query, ids)
      .map((hit) => ({ ...scoredByWords(hit), cosine: cosines.get(hit.id), claim: claims.get(hit.id) }))
      .filter((one) => one.bm25 > 0 || (meaningOf(one) ?? 0) >= least);
    const clear = isOutsideModel(query) ? {} : { clear: CLEAR_OF_LINK * this.#link() };
    return { scored, mode: options.mode, state, ...clear };
  }

  head(id: string): Row | undefined {
    return this.#tree.head(id);
  }

  wordsOf(query: string, id: string): string[] {
    return this.#opened?.matchedWords(query, id) ?? [];
  }

  /** The cosine above which two texts are linked; 0 for a model without them. */
  #link(): number {
    return this.cutsOf(this.#vectors.model)?.link ?? 0;
  }

  /** Called after a capture: stores the vectors of the new entries. The next reader repeats failed work. */
  async added(entries: readonly Entry[]): Promise<void> {
    await this.#vectors.add(entries);
  }

  /** Brings lexicon and vectors level with the tree, whatever it takes; not where more than `most` entries lack a vector. */
  async build(progress: Progress, { most = Number.POSITIVE_INFINITY } = {}): Promise<BuildReport> {
    const started = performance.now();
    const lexicon = await this.#words();
    const report = await this.#vectors.build(progress, most);
    return { entries: lexicon.size, seconds: (performance.now() - started) / 1000, ...report };
  }

  /** Loads the files of the first search in advance. Called by processes that stay. */
  async prepare(): Promise<void> {
    await Promise.all([this.#vectors.prepare(), this.#words()]);
  }

  /** Begins to end the model's thread, beside other work: no text is expected any more. */
  rest(): void {
    this.#vectorSearch?.rest();
  }

  async close(): Promise<void> {
    await this.#vectorSearch?.close();
  }
}

type Cosines = Omit<Neighbourhood["candidates"][number], "id" | "lexical">;

const nearestOf = ({ similarity = -1, claim = -1, prior = -1 }: Cosines): number => Math.max(similarity, claim, prior);

const scoredByWords = ({ id, score, share }: WordHit): Scored => ({ id, bm25: score, share });
