/** Models that stay loaded, for a process that answers more than once. */
import { EmbedPool } from "./embed-pool.js";
import type { LocatedModel, TextRole } from "./embedder.js";

/** A model that stays loaded: whoever is done with it does not end it. */
class KeptPool extends EmbedPool {
  #over = false;

  override start(): void {
    if (!this.#over) super.start();
  }

  override async embed(text: string, role: TextRole): Promise<Float32Array> {
    if (this.#over) throw new Error("this process is about to end");
    try {
      return await super.embed(text, role);
    } catch (error) {
      // The thread may be dead: the next text starts another.
      await super.dispose().catch(() => undefined);
      throw error;
    }
  }

  /** Kept for the next search. */
  override async dispose(): Promise<void> {}

  /** For good: a process that ends while a model is loading aborts. */
  end(): Promise<void> {
    this.#over = true;
    return super.dispose();
  }
}

/** One loaded model for each that is asked for. */
export class ModelPools {
  readonly #pools = new Map<string, KeptPool>();

  /** The model in its thread, loaded once. */
  pool(located: LocatedModel): EmbedPool {
    const key = `${located.fingerprint} ${located.folder}`;
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      pool = new KeptPool(located);
      this.#pools.set(key, pool);
    }
    return pool;
  }

  /** Ends what runs beside this process. */
  async end(): Promise<void> {
    await Promise.all(Array.from(this.#pools.values(), (pool) => pool.end()));
  }
}
