/** What is kept between searches: by a process that stays, and by one that searches several times before it answers. */
import { type EmbedPool, ModelPools } from "./model/embed-pool.js";
import type { LocatedModel } from "./model/embedder.js";
import type { VectorIndex } from "./vectors/vector-index.js";

/**
 * The cache of one process for all trees it reads. Rows of vectors are tied to one version of a table, so that every change
 * is seen by the next search. Models owned by another cache (`lent`) are used, and stay when this one ends.
 */
export class ProcessCache extends ModelPools {
  /** Open tables of vectors with their rows, by folder and model. */
  readonly indexes = new Map<string, VectorIndex>();
  readonly #lent: ModelPools | undefined;

  constructor(lent?: ModelPools) {
    super();
    this.#lent = lent;
  }

  override pool(located: LocatedModel): EmbedPool {
    return this.#lent?.pool(located) ?? super.pool(located);
  }
}
