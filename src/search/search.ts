import { availableParallelism } from "node:os";
import type { Context, Progress } from "../context.js";
import { comparedClaims, type Entry, templateOf } from "../entry/entry.js";
import { isSearched } from "../entry/gates/visible.js";
import { type Cuts, cutsFor, isOutsideModel } from "../entry/near/near-cuts.js";
import { typeOfId } from "../entry/record-types.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { CLEAR_OF_LINK, meaningOf, type Scored } from "./fusion.js";
import { cosine } from "./model/embedder.js";
import { type StartedModel, startedModel } from "./model/started-model.js";
import type { BuildReport, Neighbourhood, RecallOptions, ScoredCandidates } from "./search-results.js";
import { textsOf } from "./vectors/embed-missing.js";
import { idIn } from "./vectors/vector-rows.js";
import { type IndexState, type TextVectors, VectorSearch } from "./vectors/vector-search.js";
import { AmendedCorpus, type Corpus, type Likeness, likeness, NO_CORPUS } from "./words/bm25.js";
import { Lexicon, type WordHit } from "./words/lexicon.js";

/** Candidates that each measure contributes. */
const CANDIDATES = 50;
/** Claims near a prior belief: one is asked about, and it may be one that the reader is not shown. */
const PRIORS = 10;

/** Search over one view of the tree. `model`: one that runs already, for a second tree. Reads the lexicon, and model and vectors only where they are needed. */
export class Search {
  readonly #ctx: Context;
  readonly #tree: Store;
  #lexicon: Promise<Lexicon> | undefined;
  #opened: Lexicon | undefined;
  #amended: AmendedCorpus | undefined;
  readonly #followed = new Map<string, Entry>();
  #isBatch = false;
  #searched: ReadonlySet<string> | undefined;
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

  /** What two texts have in common by their words, among the live entries; by the two alone before anything was searched. */
  readonly likeness = (a: string, b: string): Likeness => likeness(a, b, this.#corpus);

  get #corpus(): Corpus {
    return this.#amended ?? this.#opened?.corpus ?? NO_CORPUS;
  }

  /**
   * Counts an entry as the change that is under way will leave it, so that the next one of a list is compared as if this
   * one were written. `before`: as it stood. In a batch how telling words are stays as it was.
   */
  async follow(entry: Entry, before: Entry | undefined): Promise<void> {
    if (!this.#isBatch) await this.#amend(entry, before);
    this.#followed.set(entry.id, entry);
    for (const { text } of textsOf(entry)) {
      if (this.#vectors.known(text) === undefined) await this.#vectors.embed(text, "passage").catch(() => undefined);
    }
  }

  async #amend(entry: Entry, before: Entry | undefined): Promise<void> {
    this.#amended ??= new AmendedCorpus((await this.#words()).corpus);
    if (before !== undefined && isSearched(before)) this.#amended.count(templateOf(before), -1);
    if (isSearched(entry)) this.#amended.count(templateOf(entry), 1);
  }

  /** The change begins again: nothing was followed yet. */
  followNothing(): void {
    this.#amended = undefined;
    this.#followed.clear();
  }

  /** Entries that were followed, as they were left. */
  get followed(): ReadonlyMap<string, Entry> {
    return this.#followed;
  }

  /** How near a draft is to an entry that was followed, or written meanwhile: as {@link neighbours} would say. */
  nearnessTo(
    entry: Entry,
    draft: { template: string; claim: string; prior?: string | undefined },
  ): Omit<Neighbourhood["candidates"][number], "id"> {
    const template = templateOf(entry);
    const claims = comparedClaims(entry).flatMap((wording) => this.similarity(draft.claim, wording) ?? []);
    const isCounted = this.#isBatch ? this.#isSearched(entry.id) : this.#followed.has(entry.id);
    const { lex: lexical } = likeness(draft.template, template, this.#corpus, isCounted);
    const claim = claims.length === 0 ? undefined : Math.max(...claims);
    const believed = draft.prior;
    const priors =
      believed === undefined
        ? []
        : comparedClaims(entry).flatMap((wording) => this.similarity(believed, wording) ?? []);
    const prior = priors.length === 0 ? undefined : Math.max(...priors);
    return { lexical, ...defined({ similarity: this.similarity(draft.template, template), claim, prior }) };
  }

  /** How alike a draft and a known entry are by their words, with what was followed among all others. */
  lexTo(entry: Entry, template: string): number {
    return likeness(template, templateOf(entry), this.#corpus, true).lex;
  }

  /** Cosine of two texts whose vectors are at hand: embedded in this process or cached. Undefined otherwise. */
  readonly similarity = (a: string, b: string): number | undefined => {
    const [one, other] = [this.#vectorSearch?.known(a), this.#vectorSearch?.known(b)];
    return one === undefined || other === undefined ? undefined : cosine(one, other);
  };

  /** The vector of a text that was embedded in this process, or is cached. */
  readonly vectorOf = (text: string): Float32Array | undefined => this.#vectorSearch?.known(text);

  /** Cosine of a text that was embedded to one that is embedded for it; undefined where it cannot be. */
  async similarityTo(known: string, text: string): Promise<number | undefined> {
    await this.#vectors.embed(text, "passage").catch(() => undefined);
    return this.similarity(known, text);
  }

  /** Compares several drafts at once, before {@link neighbours} is asked about each of them in turn. */
  async compareAhead(drafts: readonly { whole: string; claim: string }[]): Promise<void> {
    await this.#vectors.compareAhead(drafts);
  }

  /**
   * What is near the template text of a new entry, what near its claim alone, and what near the belief that it corrects.
   * Never fails for want of a model or an index: it says so.
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
    const found = await vectors.compare(vector, { accept, first, capture: true, limit: CANDIDATES }, claimed);
    if (found.cosines === undefined) {
      return wordsOnly("unchecked", `Compared by words only: ${found.state.why ?? "no vectors"}.`);
    }
    const priors =
      believed === undefined
        ? new Map<string, number>()
        : (await vectors.compare(believed, { accept, first: new Set(), limit: PRIORS })).claims;
    const near = new Set([...found.cosines.keys(), ...found.claims.keys(), ...priors.keys()]);
    const candidates = lexicon.nearest(text, accept, CANDIDATES, near).map(({ id, score }) => ({
      id,
      lexical: score,
      ...defined({ similarity: found.cosines?.get(id), claim: found.claims.get(id), prior: priors.get(id) }),
    }));
    const cuts = this.cutsOf(vectors.model);
    const { state } = found;
    const complete = state.pending === 0;
    const warnings: string[] = [];
    if (cuts === undefined) {
      warnings.push(
        `Nobody measured how near is near for the model ${vectors.model}: ${this.#ctx.steps.terminal("tenet index --calibrate")}`,
      );
    } else if (!complete) {
      warnings.push(
        `${state.pending} entries are not in the index yet; to complete it and look again: ${this.#ctx.steps.terminal("tenet index")}`,
      );
    }
    return {
      candidates,
      model: vectors.model,
      novelty: cuts === undefined ? "unchecked" : complete ? "checked" : "partial",
      ...(cuts === undefined ? {} : { cuts }),
      warnings,
    };
  }

  /** The cuts that apply to a model in this workspace. */
  cutsOf(model: string | undefined): Cuts | undefined {
    const { near, embedding } = this.#ctx.profile;
    return cutsFor(embedding.model === "default" ? "default" : model, near);
  }

  #isSearched(id: string): boolean {
    if (this.#isBatch) {
      // Thousands are asked for: reading the head of each takes longer.
      this.#searched ??= new Set(Array.from(this.#tree.templates, idIn));
      return this.#searched.has(id);
    }
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
    const wanted = options.mode === "semantic" ? new Set<string>() : new Set(byWords.map(({ id }) => id));
    const { cosines, claims, state } = await this.#vectors.compare(vector, {
      accept: looksAt,
      first: wanted,
      limit: CANDIDATES,
    });
    if (cosines === undefined) return { scored: byWords.map(scoredByWords), mode: "keyword", state };
    const ids = new Set([...wanted, ...cosines.keys(), ...claims.keys()]);
    const least = this.#leastCosine();
    const scored = lexicon
      .hitsOf(query, ids)
      .map((hit) => ({ ...scoredByWords(hit), cosine: cosines.get(hit.id), claim: claims.get(hit.id) }))
      .filter((one) => (one.bm25 > 0 && options.mode !== "semantic") || (meaningOf(one) ?? 0) >= least);
    const clear = isOutsideModel(query) ? {} : { clear: CLEAR_OF_LINK * this.#link() };
    return { scored, mode: options.mode, state, ...clear };
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
    return this.#link() / 2;
  }

  /** The cosine above which two texts are linked; 0 for a model nobody calibrated. */
  #link(): number {
    return this.cutsOf(this.#vectors.model)?.link ?? 0;
  }

  /** After a capture: keeps the vectors of what was written. What fails here is made up for by the next reader. */
  async added(entries: readonly Entry[]): Promise<void> {
    await this.#vectors.add(entries.filter(isSearched));
  }

  /**
   * What follows is a batch from elsewhere: each of it is compared with the ones before it, but how telling words are is
   * taken from the tree as it was before the batch.
   */
  beginBatch(): void {
    this.#isBatch = true;
  }

  /** Is what follows such a batch? Likeness by words is then what {@link neighbours} said, however much was followed. */
  get isBatch(): boolean {
    return this.#isBatch;
  }

  /** Vectors, by the hashes of their texts, that the same model made elsewhere: it need not run for those. */
  lend(vectors: ReadonlyMap<string, Float32Array>): void {
    this.#vectors.lend(vectors);
  }

  /** The model's name; undefined where there is none. */
  get model(): string | undefined {
    return this.#vectors.model;
  }

  /**
   * Vectors of passages, by text: those of entries from the table, the others made now, in several processes where they are
   * many; and the fingerprint of the model. Undefined where there is no model.
   */
  async vectorsOf(texts: readonly string[], progress: Progress): Promise<TextVectors | undefined> {
    return await this.#vectors.vectorsOf(texts, progress, Math.min(2, availableParallelism()));
  }

  /** Brings lexicon and vectors level with the tree, whatever it takes; not where more than `most` entries lack a vector. */
  async build(progress: Progress, { most = Number.POSITIVE_INFINITY } = {}): Promise<BuildReport> {
    const started = performance.now();
    const lexicon = await this.#words();
    const built = await this.#vectors.build(progress, { processes: Math.min(2, availableParallelism()), most });
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

const scoredByWords = ({ id, score, share }: WordHit): Scored => ({ id, bm25: score, share });
