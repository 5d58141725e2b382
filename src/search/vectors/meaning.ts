import type { Context, Progress } from "../../context.js";
import { type Entry, isLive, templateOf } from "../../entry/entry.js";
import type { Store } from "../../store/open-store.js";
import { linkedFolder } from "../disposable-file.js";
import type { EmbedPool } from "../model/embed-pool.js";
import type { LocatedModel, TextRole } from "../model/embedder.js";
import type { StartedModel } from "../model/started-model.js";
import { cosinesIn, cosinesKept, type Wanted } from "../nearest.js";
import { embedMissing, liveIn } from "./embed-missing.js";
import { changedFiles, type Followed, syncVectors, type VectorsFor } from "./follow.js";
import { queueRow } from "./index-writing.js";
import type { ResidentVectors } from "./resident-vectors.js";
import { textHash, VectorCache } from "./vector-cache.js";
import { VectorIndex } from "./vector-index.js";
import type { VectorRow } from "./vector-table.js";

/** What a read may spend on embedding what others wrote. */
const BUDGET_MS = 150;
/** Entries a read looks at, even if all their vectors are known. */
const MOST_FOLLOWED = 1_000;
/** How long a read waits for another process that is writing the index. */
const READ_WAIT_MS = 500;
/** How long a capture waits to add its own row; the next reader would add it, too. */
const ADD_WAIT_MS = 5_000;
const BUILD_WAIT_MS = 15_000;
/** From here on a build uses several processes, and writes in several steps. */
const MANY = 512;

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
  /** By id; undefined when nothing could be compared. */
  cosines: Map<string, number> | undefined;
  state: IndexState;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";

/** Entries by meaning: the model, its vectors, and the index that follows the tree. */
export class Meaning {
  readonly #ctx: Context;
  readonly #tree: Store;
  readonly #embedder: EmbedPool | undefined;
  readonly #located: LocatedModel | undefined;
  #openedIndex: VectorIndex | undefined;
  #openedCache: VectorCache | undefined;
  readonly model: string | undefined;
  /** Why nothing can be embedded. */
  #unavailable: string | undefined;
  #followed: Followed | undefined;
  state: IndexState | undefined;

  constructor(ctx: Context, tree: Store, started: StartedModel) {
    this.#ctx = ctx;
    this.#tree = tree;
    const linked = linkedFolder(ctx.workspace);
    if ("unavailable" in started || linked !== undefined) {
      this.#unavailable = "unavailable" in started ? started.unavailable : `${linked} is a symbolic link`;
      return;
    }
    const { located, embedder } = started;
    this.model = located.name;
    this.#embedder = embedder;
    this.#located = located;
  }

  /** Read when it is first asked for: what a long-lived process keeps spares it. */
  get #index(): VectorIndex | undefined {
    if (this.#located !== undefined) this.#openedIndex ??= new VectorIndex(this.#ctx.workspace, this.#located);
    return this.#openedIndex;
  }

  get #cache(): VectorCache | undefined {
    const located = this.#located;
    if (located !== undefined) {
      this.#openedCache ??= new VectorCache(this.#ctx.workspace.cache, located.fingerprint, located.dimensions);
    }
    return this.#openedCache;
  }

  /** The vector of a text. Rejects with the reason when there is no model, or it cannot be run here. */
  async embed(text: string, role: TextRole): Promise<Float32Array> {
    if (this.#embedder === undefined) throw new Error(this.#unavailable);
    try {
      const vector = await this.#embedder.embed(text, role);
      if (role === "passage") this.#cache?.set(textHash(text), vector);
      return vector;
    } catch (error) {
      this.#unavailable ??= `the model cannot be run here (${reasonOf(error)})`;
      throw new Error(this.#unavailable, { cause: error });
    }
  }

  /** A vector that needs no model run. */
  known(text: string): Float32Array | undefined {
    return this.#cache?.get(textHash(text));
  }

  #settle(state: IndexState): IndexState {
    this.state = { ...state, ...(this.model === undefined ? {} : { model: this.model }) };
    return this.state;
  }

  readonly #vectorsFor: VectorsFor = async (wanted, until) => {
    const vectors = new Map<string, Float32Array>();
    for (const { text, hash } of wanted) {
      const known = vectors.get(hash) ?? this.#cache?.get(hash);
      if (known !== undefined) vectors.set(hash, known);
      else if (performance.now() < until) vectors.set(hash, await this.embed(text, "passage"));
    }
    return vectors;
  };

  /**
   * Cosines of a vector to the nearest `limit` entries that are accepted and to those in `first`. The index is brought
   * level with the tree before, as far as the time allows: those in `first` before others, or at any price.
   */
  async compare(
    vector: Promise<Float32Array>,
    wanted: Wanted & {
      /** For a capture: those in `first` have no budget, and LanceDB is left alone where the kept vectors will do. */
      capture?: boolean;
    },
  ): Promise<Comparison> {
    const resident = await this.#resident(vector, wanted);
    if (resident !== undefined) return resident;
    const [index, cache] = [this.#index, this.#cache];
    try {
      if (index === undefined || cache === undefined) throw new Error(this.#unavailable);
      const capture = wanted.capture === true;
      // While the model loads in its thread: LanceDB, which takes as long, or the index brought level.
      let followed = capture ? await this.#follow(index, cache, wanted) : undefined;
      const opening = capture ? undefined : index.table().catch(() => undefined);
      // Awaited without a vector as well: nobody is answered while files are still being opened for them.
      const target = await vector.finally(() => opening);
      // A table that fails while it is read is given up and built anew once.
      for (const last of [false, true]) {
        followed ??= await this.#follow(index, cache, wanted);
        try {
          const kept = capture ? cosinesKept(index.rows, cache, target, followed, wanted) : undefined;
          const inTable = async () => (index.hasTable ? await index.table() : undefined);
          const cosines = kept ?? (await cosinesIn(await inTable(), target, followed, wanted));
          return { cosines, state: this.#settle(stateOf(index, followed)) };
        } catch (error) {
          if (last) throw new Error(`the index cannot be read (${reasonOf(error)})`, { cause: error });
          index.giveUp(reasonOf(error));
          this.#followed = undefined;
          followed = undefined;
        }
      }
      throw new Error("the index cannot be read");
    } catch (error) {
      return { cosines: undefined, state: this.#settle({ index: "degraded", pending: 0, why: reasonOf(error) }) };
    }
  }

  /** The answer from what this process kept of the very same tree, without a look at the index; undefined otherwise. */
  async #resident(
    vector: Promise<Float32Array>,
    wanted: Wanted & { capture?: boolean },
  ): Promise<Comparison | undefined> {
    const vectors = wanted.capture === true ? undefined : this.#kept();
    const target = vectors === undefined ? undefined : await vector.catch(() => undefined);
    if (vectors === undefined || target === undefined) return undefined;
    return { cosines: vectors.cosines(target, wanted), state: this.#settle({ index: "fresh", pending: 0 }) };
  }

  /** The vectors that this process keeps of the tree, taken from an index that is level with it if they are new. */
  #kept(): ResidentVectors | undefined {
    const { warm, workspace } = this.#ctx;
    if (warm === undefined || this.#located === undefined) return undefined;
    const known = warm.vectors(this.#tree, workspace, this.#located);
    const [index, cache] = known === undefined ? [this.#index, this.#cache] : [];
    if (index === undefined || cache === undefined || !index.exists) return known;
    return warm.keepVectors(this.#tree, workspace, this.#located, index.rows, cache);
  }

  /** Reads what the first search of a process that stays would have to read. */
  prepare(): void {
    this.#embedder?.start();
    this.#kept();
  }

  async #follow(
    index: VectorIndex,
    cache: VectorCache,
    wanted: { first: ReadonlySet<string>; capture?: boolean },
  ): Promise<Followed> {
    // The tree of this search does not change.
    if (wanted.capture === true && this.#followed?.planned !== undefined) return this.#followed;
    const again = this.#followed !== undefined;
    this.#followed = await syncVectors(index, this.#tree, cache, this.#vectorsFor, {
      first: wanted.first,
      firstAtAnyPrice: wanted.capture === true,
      noteOnly: wanted.capture === true,
      // Many captures in one process pay the budget once.
      budgetMs: again ? 0 : BUDGET_MS,
      most: again ? 0 : MOST_FOLLOWED,
      waitMs: READ_WAIT_MS,
    });
    return this.#followed;
  }

  /** Keeps the vectors of entries that were just written. */
  async add(entries: readonly Entry[]): Promise<void> {
    const [index, cache] = [this.#index, this.#cache];
    if (index === undefined || cache === undefined || entries.length === 0) return;
    try {
      const put: VectorRow[] = [];
      for (const entry of entries) {
        const text = templateOf(entry);
        const vector = cache.get(textHash(text)) ?? (await this.embed(text, "passage"));
        put.push({ id: entry.id, hash: textHash(text), vector });
      }
      const planned = this.#followed?.planned;
      await index.note(ADD_WAIT_MS, (rows) => {
        if (!cache.save()) throw new Error("the vectors cannot be kept");
        if (planned !== undefined) queueRow(rows, planned, cache);
        // Which file they stand in is looked up by the next reader.
        const loose = rows.files.get("") ?? { hash: "", rows: new Map<string, string>() };
        for (const { id, hash } of put) {
          loose.rows.set(id, hash);
          rows.behind.set(id, hash);
        }
        rows.files.set("", loose);
        rows.tree = "";
      });
    } catch {
      // Disposable: whoever searches next brings the index level.
    }
  }

  /** Embeds everything that has no vector, in several processes, and completes the index. */
  async build(progress: Progress, processes: number): Promise<IndexState & { embedded: number; cached: number }> {
    const [index, cache] = [this.#index, this.#cache];
    if (index === undefined || cache === undefined) {
      const pending = this.#tree.heads.filter(isLive).length;
      const why = this.#unavailable ?? "there is no model";
      return { ...this.#settle({ index: "degraded", pending, why }), embedded: 0, cached: 0 };
    }
    const heads = liveIn(this.#tree, changedFiles(index.rows, this.#tree));
    const bar = progress.start("Reading entries", heads.length);
    let done = { embedded: 0, cached: 0 };
    try {
      const { hashes, ...counts } = await embedMissing(this.#tree, heads, cache, {
        embed: (text) => {
          if (heads.length > MANY) this.#embedder?.startMany(processes);
          return this.embed(text, "passage");
        },
        save: () => index.underLock(BUILD_WAIT_MS, async () => void cache.save()),
        step: () => bar.step(),
        signal: this.#ctx.signal,
      });
      done = counts;
      await this.#embedder?.dispose();
      for (;;) {
        const followed = await syncVectors(index, this.#tree, cache, this.#fromCache, {
          most: MANY,
          hashes,
          budgetMs: Number.POSITIVE_INFINITY,
          waitMs: BUILD_WAIT_MS,
        });
        this.#followed = followed;
        const isDone = followed.pending === 0 || followed.unwritten !== undefined || this.#ctx.signal.aborted;
        if (isDone) return { ...this.#settle(stateOf(index, followed)), ...done };
      }
    } catch (error) {
      return { ...this.#settle({ index: "degraded", pending: heads.length, why: reasonOf(error) }), ...done };
    } finally {
      bar.stop();
    }
  }

  readonly #fromCache: VectorsFor = async (wanted) => {
    const vectors = new Map<string, Float32Array>();
    for (const { hash } of wanted) {
      const vector = this.#cache?.get(hash);
      if (vector !== undefined) vectors.set(hash, vector);
    }
    return vectors;
  };

  /** Begins to end the model's thread. */
  rest(): void {
    // Whoever closes waits for it.
    this.#embedder?.dispose().catch(() => undefined);
  }

  /** Ends the model's thread and gives its memory back. */
  async close(): Promise<void> {
    this.#openedCache?.close();
    await this.#embedder?.dispose();
  }
}

function stateOf(index: VectorIndex, followed: Followed): IndexState {
  const { pending, unwritten } = followed;
  if (unwritten !== undefined) {
    return { index: "degraded", pending, why: `the index cannot be written (${unwritten})` };
  }
  const why = index.off === undefined ? {} : { why: `built anew because ${index.off}` };
  if (pending > 0) return { index: "partial", pending, ...why };
  return index.off === undefined ? { index: "fresh", pending: 0 } : { index: "rebuilt", pending: 0, ...why };
}
