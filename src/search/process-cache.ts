/** What is kept between searches: by a process that stays, and by one that searches several times before it answers. */
import { type EmbedPool, ModelPools } from "./model/embed-pool.js";
import type { LocatedModel } from "./model/embedder.js";
import type { KeptRows } from "./vectors/vector-store.js";

/**
 * The cache of one process for all trees it reads. Vectors are tied to one version of a table, so that every change is
 * seen by the next search. Models owned by another cache (`lent`) are used, and stay when this one ends.
 */
export class ProcessCache extends ModelPools {
  /** Rows of vectors, by path of the pointer to their table. */
  readonly rows = new Map<string, KeptRows>();
  readonly #lent: ModelPools | undefined;

  constructor(lent?: ModelPools) {
    super();
    this.#lent = lent;
  }

  override pool(located: LocatedModel): EmbedPool {
    return this.#lent?.pool(located) ?? super.pool(located);
  }
}
