import type { Context, Progress } from "../../context.js";
import { type Entry, textHash } from "../../entry/entry.js";
import { isSearched } from "../../entry/gates/visible.js";
import { linkedFolder } from "../../store/files/disposable.js";
import type { EntryMeta, Store } from "../../store/open-store.js";
import { noteUnlooked } from "../../store/unlooked.js";
import type { EmbedPool } from "../model/embed-pool.js";
import type { TextRole } from "../model/embedder.js";
import type { StartedModel } from "../model/started-model.js";
import { embedAll, embedWithin, missingIn, missingTexts, rowsOf, textsOf } from "./embed-missing.js";
import { COMPACT_AFTER } from "./vector-pointer.js";
import { keyOf, type RowName, type VectorRow, VectorRows } from "./vector-rows.js";
import { VectorStore } from "./vector-store.js";

/** What a read may spend on embedding what others wrote. */
const BUDGET_MS = 150;
/** How long a read waits for another process that is writing the index. */
const READ_WAIT_MS = 500;
/** How long a capture waits to add its own row; the next reader would add it, too. */
const ADD_WAIT_MS = 5_000;
const BUILD_WAIT_MS = 15_000;
/** From here on a build uses several processes, and writes in several steps. */
const MANY = 512;
/** More entries without a row than this mean an unfinished index, not a few new entries. */
const MOST_NEWS = 500;

/** How far an answer can be trusted to have looked everywhere. */
export interface IndexState {
  index: "fresh" | "partial" | "rebuilt" | "degraded";
  /** Entries that can be found by their words alone. */
  pending: number;
  /** Why it is not fresh; one plain sentence without a full stop. */
  why?: string;
  model?: string;
}

export interface Comparison {
  /** Of the whole texts, by id; undefined when nothing could be compared. */
  cosines: Map<string, number> | undefined;
  /** Of the claims alone: of several wordings the nearest. */
  claims: Map<string, number>;
  state: IndexState;
}

/** The `limit` nearest entries that are accepted, and of those in `first` all that are. */
export interface WantedEntries {
  accept(id: string): boolean;
  limit: number;
  first: ReadonlySet<string>;
  /** For a capture: those in `first` are embedded whatever it takes. */
  capture?: boolean;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";

/** The entries of one tree by meaning: the model, and the table of vectors that is kept level with the tree. */
export class VectorSearch {
  readonly model: string | undefined;
  /** What the last look at the table came to. */
  state: IndexState | undefined;
  readonly #ctx: Context;
  readonly #tree: Store;
  readonly #embedder: EmbedPool | undefined;
  readonly #store: VectorStore | undefined;
  /** Why there is no store. */
  #unavailable = "there is no model";
  /** Vectors made in this process, by the hashes of their texts. */
  readonly #embedded = new Map<string, Float32Array>();
  #reading: Promise<void> | undefined;
  /** What was read, and what this process made. */
  #rows = VectorRows.of([]);
  /** What of it is not in the table yet. */
  #unwritten: VectorRow[] = [];
  /** Entries that lacked a row when last looked at. */
  #missing: readonly EntryMeta[] | undefined;
  /** How often something was compared. */
  #compared = 0;

  constructor(ctx: Context, tree: Store, started: StartedModel) {
    this.#ctx = ctx;
    this.#tree = tree;
    const linked = linkedFolder(ctx.workspace);
    if ("unavailable" in started) this.#unavailable = started.unavailable;
    else if (linked !== undefined) this.#unavailable = `${linked} is a symbolic link`;
    else {
      this.model = started.located.name;
      this.#embedder = started.embedder;
      this.#store = new VectorStore(ctx.workspace, started.located, ctx.warm?.rows);
    }
  }

  /** The vector of a text. Rejects with the reason when there is no model, or it cannot be run here. */
  async embed(text: string, role: TextRole): Promise<Float32Array> {
    if (this.#embedder === undefined || this.#store === undefined) throw new Error(this.#unavailable);
    const madeVector = role === "passage" ? this.vectorOf(textHash(text)) : undefined;
    if (madeVector !== undefined) return madeVector;
    try {
      const vector = await this.#embedder.embed(text, role);
      if (role === "passage") this.#embedded.set(textHash(text), vector);
      return vector;
    } catch (error) {
      throw new Error(`the model cannot be run here (${reasonOf(error)})`, { cause: error });
    }
  }

  /** The vector of a text, by its hash, that needs no run of the model. */
  vectorOf(hash: string): Float32Array | undefined {
    return this.#embedded.get(hash) ?? this.#rows.vectorOf(hash);
  }

  /** Begins to read the table in the background. Errors surface in the comparison that follows. */
  load(): void {
    this.#read().catch(() => undefined);
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readStore();
    return this.#reading;
  }

  async #readStore(): Promise<void> {
    if (this.#store === undefined) throw new Error(this.#unavailable);
    try {
      this.#rows = await this.#store.read();
    } catch (error) {
      throw new Error(`the index cannot be read (${reasonOf(error)})`, { cause: error });
    }
  }

  /** Starts the model and reads the table: what the first search of a process that stays would have to wait for. */
  prepare(): void {
    this.#embedder?.start();
    this.load();
  }

  /**
   * Cosines of a whole text to those of entries, and of a claim to theirs; a question is both. The table is brought level
   * with the tree before, as far as the time allows.
   */
  async compare(
    whole: Promise<Float32Array>,
    wanted: WantedEntries,
    claim: Promise<Float32Array> = whole,
  ): Promise<Comparison> {
    try {
      const reading = this.#read();
      // Awaited without a vector as well: nobody is answered while files are still being opened for them.
      const [target, claimed] = await Promise.all([whole, claim]).finally(() => reading.catch(() => undefined));
      await reading;
      const state = await this.#sync(wanted);
      // Sorting the rows by what they are of is worth its time for many, and for two questions alone.
      const [templates, wordings] =
        this.#compared++ > 0 && target !== claimed ? [this.#tree.templates, this.#tree.wordings] : [];
      const cosines = this.#near(target, wanted, (head) => [head.template], templates);
      const first = new Set([...wanted.first, ...cosines.keys()]);
      const claims = this.#near(claimed, { ...wanted, first }, (head) => head.wordings, wordings);
      return { cosines, claims, state: this.#tell(state) };
    } catch (error) {
      const state = this.#tell({ index: "degraded", pending: 0, why: reasonOf(error) });
      return { cosines: undefined, claims: new Map(), state };
    }
  }

  #near(
    target: Float32Array,
    { accept, first, limit }: WantedEntries,
    hashesOf: (head: EntryMeta) => readonly string[],
    among?: ReadonlySet<string>,
  ): Map<string, number> {
    const head = (id: string) => this.#tree.head(id);
    const isWanted = ({ id, hash }: RowName) => {
      if (among !== undefined) return accept(id) && among.has(keyOf({ id, hash }));
      const knownHead = accept(id) ? head(id) : undefined;
      return knownHead !== undefined && isSearched(knownHead) && hashesOf(knownHead).includes(hash);
    };
    const names = Array.from(first).flatMap((id): RowName[] => {
      const knownHead = head(id);
      return knownHead === undefined ? [] : hashesOf(knownHead).map((hash) => ({ id, hash }));
    });
    return this.#rows.cosines(target, { accept: isWanted, first: names, limit, among });
  }

  #tell(state: IndexState): IndexState {
    this.state = { ...state, ...(this.model === undefined ? {} : { model: this.model }) };
    return this.state;
  }

  /** Embeds entries without a row, those in `first` before others, and writes the new rows. */
  async #sync({ first, capture = false }: WantedEntries): Promise<IndexState> {
    const [store, tree] = [this.#store as VectorStore, this.#tree];
    const isLevel = store.tree !== "" && store.tree === tree.hash;
    const isFirst = this.#missing === undefined;
    const missing = isLevel ? [] : (this.#missing ?? missingIn(tree, this.#rows));
    const isNewIndex = this.#rows.size === 0 || missing.length > MOST_NEWS;
    // Where the others have rows, these entries came by another way than a capture here.
    if (isFirst && !isNewIndex) {
      noteUnlooked(
        this.#ctx.workspace,
        missing.map(({ id }) => id),
      );
    }
    const urgent = missing.filter(({ id }) => first.has(id));
    const laterHeads = missing.filter(({ id }) => !first.has(id));
    const embed = (text: string) => this.embed(text, "passage");
    // Many captures in one process pay the budget once.
    const budget = isFirst ? BUDGET_MS : 0;
    const newRows = await embedWithin(Number.POSITIVE_INFINITY, tree, capture ? urgent : [], this.#rows, embed);
    const timed = capture ? laterHeads : [...urgent, ...laterHeads];
    newRows.push(...(await embedWithin(budget, tree, timed, this.#rows.with(newRows), embed)));
    this.#rows = this.#rows.with(newRows);
    this.#unwritten.push(...newRows);
    this.#missing = missing.filter((head) => this.#lacksRow(head));
    const pending = this.#missing.length;
    // A capture is about to change the tree: which one is complete is for readers to say.
    const isNews = pending === 0 && !isLevel && !capture && isFirst;
    const mustWrite = this.#unwritten.length > 0 || !store.isUsable;
    try {
      if (mustWrite) await this.#write(pending === 0, READ_WAIT_MS);
      else if (isNews) await this.#write(true, 0).catch(() => undefined);
    } catch (error) {
      return { index: "degraded", pending, why: `the index cannot be written (${reasonOf(error)})` };
    }
    return this.#stateWith(pending);
  }

  #lacksRow({ id, template, wordings }: EntryMeta): boolean {
    return [template, ...wordings].some((hash) => !this.#rows.has(keyOf({ id, hash })));
  }

  #stateWith(pending: number): IndexState {
    const trouble = this.#store?.trouble;
    const why = trouble === undefined ? {} : { why: `built anew because ${trouble}` };
    if (pending > 0) return { index: "partial", pending, ...why };
    return trouble === undefined ? { index: "fresh", pending: 0 } : { index: "rebuilt", pending: 0, ...why };
  }

  async #write(isComplete: boolean, waitMs: number, compactAfter: number = COMPACT_AFTER.reading): Promise<void> {
    const rows = this.#unwritten;
    await this.#store?.change({ rows, of: rowsOf(this.#tree), isComplete, waitMs, compactAfter });
    this.#unwritten = [];
  }

  /** Keeps the vectors of entries that were just written. */
  async add(entries: readonly Entry[]): Promise<void> {
    const store = this.#store;
    if (store === undefined || entries.length === 0) return;
    try {
      const rows = [...this.#unwritten];
      for (const { id, hash, text } of entries.flatMap(textsOf)) {
        rows.push({ id, hash, vector: await this.embed(text, "passage") });
      }
      const [before, after] = [rowsOf(this.#tree), VectorRows.of(rows)];
      const of = { hash: "", wants: (row: RowName) => after.has(keyOf(row)) || before.wants(row) };
      await store.change({ rows, of, isComplete: false, waitMs: ADD_WAIT_MS, compactAfter: COMPACT_AFTER.capturing });
    } catch {
      // The rows are disposable: the next search makes them again.
    }
  }

  /**
   * Embeds everything that has no row, in several processes where it is much, and completes the table. Leaves it as it is
   * where more than `most` entries have none.
   */
  async build(
    progress: Progress,
    { processes, most }: { processes: number; most: number },
  ): Promise<IndexState & { embedded: number; cached: number }> {
    const doneSoFar = { embedded: 0, cached: 0 };
    let missing = this.#tree.heads.filter(isSearched);
    try {
      await this.#read();
      missing = missingIn(this.#tree, this.#rows);
      if (missing.length > most) return { ...this.#tell(this.#stateWith(missing.length)), ...doneSoFar };
      const bar = progress.start("Reading entries", missing.length);
      const embed = async (text: string) => {
        if (missing.length > MANY) this.#embedder?.startMany(processes);
        return await this.embed(text, "passage");
      };
      try {
        for await (const texts of missingTexts(this.#tree, missing, this.#rows, MANY)) {
          const rows = await embedAll(texts, this.#rows, { embed, step: () => bar.step(), signal: this.#ctx.signal });
          doneSoFar.embedded += rows.embedded;
          doneSoFar.cached += rows.made.length - rows.embedded;
          this.#rows = this.#rows.with(rows.made);
          this.#unwritten.push(...rows.made);
          await this.#write(false, BUILD_WAIT_MS);
          if (this.#ctx.signal.aborted) break;
        }
      } finally {
        bar.stop();
      }
      await this.#embedder?.dispose();
      const pending = missingIn(this.#tree, this.#rows).length;
      const { wants } = rowsOf(this.#tree);
      // Whoever completes the table has the time to take out what nobody wants any more.
      const isTidy = this.#rows.all.every(wants);
      await this.#write(pending === 0, BUILD_WAIT_MS, isTidy ? COMPACT_AFTER.reading : 0);
      return { ...this.#tell(this.#stateWith(pending)), ...doneSoFar };
    } catch (error) {
      return { ...this.#tell({ index: "degraded", pending: missing.length, why: reasonOf(error) }), ...doneSoFar };
    }
  }

  /** Begins to end the model's thread. */
  rest(): void {
    // Whoever closes waits for it.
    this.#embedder?.dispose().catch(() => undefined);
  }

  /** Ends the model's thread and gives its memory back. */
  async close(): Promise<void> {
    await this.#reading?.catch(() => undefined);
    await this.#embedder?.dispose();
  }
}
