/** What a long-lived process keeps between searches; whoever answers once and ends has none of it. */
import type { Store } from "../store/open-store.js";
import type { Workspace } from "../store/workspace.js";
import { ModelPools } from "./model/model-pools.js";
import type { KeptRows } from "./vectors/vector-store.js";
import { Lexicon } from "./words/lexicon.js";

type Place = Pick<Workspace, "root" | "local" | "cache" | "index">;

/**
 * Kept by one process, for all trees it reads. Words belong to one state of a tree, vectors to one version of a table: of
 * another they are never used, so that whatever changes meanwhile is seen by the next search.
 */
export class ProcessCache extends ModelPools {
  readonly #words = new Map<string, { hash: string; lexicon: Promise<Lexicon> }>();
  /** Rows of vectors, by path of the pointer to their table. */
  readonly rows = new Map<string, KeptRows>();

  /** The lexicon of a tree. */
  lexicon(tree: Store, place: Place): Promise<Lexicon> {
    const known = this.#words.get(place.root);
    if (known?.hash === tree.hash) return known.lexicon;
    const lexicon = Lexicon.open(tree, place);
    this.#words.set(place.root, { hash: tree.hash, lexicon });
    // What failed is tried again.
    lexicon.catch(() => this.#words.delete(place.root));
    return lexicon;
  }
}
