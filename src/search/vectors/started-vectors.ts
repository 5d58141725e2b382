/** The model and the table of a context, or the reason why nothing can be compared by meaning. */
import type { Context } from "../../context.js";
import { textHash } from "../../entry/entry.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import type { EmbedPool } from "../model/embed-pool.js";
import type { TextRole } from "../model/embedder.js";
import { type StartedModel, startedModel } from "../model/started-model.js";
import { VectorIndex } from "./vector-index.js";

/** How long a read waits for another process that is writing the table. */
export const READ_WAIT_MS = 500;
/** What a read may spend on embedding what others wrote. */
export const READ_BUDGET_MS = 150;

export const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";

export class StartedVectors {
  /** The model's name; undefined where nothing can be compared. */
  readonly model: string | undefined;
  readonly #database: CacheDatabase;
  readonly #parts: { embedder: EmbedPool; index: VectorIndex } | { unavailable: string };
  /** Vectors made for this search, by the hashes of their texts. */
  readonly #embedded = new Map<string, Float32Array>();
  #opening: Promise<void> | undefined;

  constructor(ctx: Context, database: CacheDatabase, started: StartedModel = startedModel(ctx)) {
    this.#database = database;
    if ("unavailable" in started) this.#parts = started;
    else {
      this.model = started.located.name;
      this.#parts = { embedder: started.embedder, index: VectorIndex.of(ctx, started.located) };
    }
  }

  /** Throws with the reason where there is no model. */
  get ready(): { embedder: EmbedPool; index: VectorIndex } {
    if ("unavailable" in this.#parts) throw new Error(this.#parts.unavailable);
    return this.#parts;
  }

  get index(): VectorIndex {
    return this.ready.index;
  }

  /** Where the state of the table is noted. */
  get database(): CacheDatabase {
    return this.#database;
  }

  /** The vector of a text. Rejects with the reason when there is no model, or it cannot be run here. */
  async embed(text: string, role: TextRole): Promise<Float32Array> {
    const { embedder } = this.ready;
    const madeVector = role === "passage" ? this.vectorOf(textHash(text)) : undefined;
    if (madeVector !== undefined) return madeVector;
    try {
      const vector = await embedder.embed(text, role);
      if (role === "passage") this.#embedded.set(textHash(text), vector);
      return vector;
    } catch (error) {
      throw new Error(`the model cannot be run here (${reasonOf(error)})`, { cause: error });
    }
  }

  /** The vector of a text that was embedded for this search, by its hash. */
  vectorOf(hash: string): Float32Array | undefined {
    return this.#embedded.get(hash);
  }

  /** Vectors of many texts, which are not kept. Undefined once the work is stopped. */
  embedMany(signal: AbortSignal): (text: string) => Promise<Float32Array | undefined> {
    const { embedder } = this.ready;
    return async (text) => (signal.aborted ? undefined : await embedder.embed(text, "passage"));
  }

  /** Opens the table, once. */
  open(): Promise<void> {
    this.#opening ??= (async () => {
      try {
        await this.index.open(this.database, READ_WAIT_MS);
      } catch (error) {
        if ("unavailable" in this.#parts) throw error;
        throw new Error(`the index cannot be read (${reasonOf(error)})`, { cause: error });
      }
    })();
    return this.#opening;
  }

  /** Begins to open the table in the background. Errors surface in the comparison that follows. */
  load(): void {
    this.open().catch(() => undefined);
  }

  /** Starts the model and opens the table: what the first search of a process that stays would have to wait for. */
  async prepare(): Promise<void> {
    if (!("unavailable" in this.#parts)) this.#parts.embedder.start();
    await this.open().catch(() => undefined);
  }

  /** Begins to end the model's thread. */
  rest(): void {
    // Whoever closes waits for it.
    if (!("unavailable" in this.#parts)) this.#parts.embedder.dispose().catch(() => undefined);
  }

  /** Ends the model's thread and gives its memory back. */
  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    if (!("unavailable" in this.#parts)) await this.#parts.embedder.dispose();
  }
}
