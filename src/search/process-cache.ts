/** What a long-lived process keeps between searches; whoever answers once and ends has none of it. */
import { ModelPools } from "./model/embed-pool.js";
import type { KeptRows } from "./vectors/vector-store.js";

/**
 * Kept by one process, for all trees it reads. Vectors belong to one version of a table: of another they
 * are never used, so that whatever changes meanwhile is seen by the next search.
 */
export class ProcessCache extends ModelPools {
  /** Rows of vectors, by path of the pointer to their table. */
  readonly rows = new Map<string, KeptRows>();
}
