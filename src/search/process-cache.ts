/** What a long-lived process keeps between searches; whoever answers once and ends has none of it. */
import type { Store } from "../store/open-store.js";
import type { Workspace } from "../store/workspace.js";
import type { LocatedModel } from "./model/embedder.js";
import { ModelPools } from "./model/model-pools.js";
import type { IndexRows } from "./vectors/index-rows.js";
import { ResidentVectors } from "./vectors/resident-vectors.js";
import type { VectorCache } from "./vectors/vector-cache.js";
import { Lexicon } from "./words/lexicon.js";

type Place = Pick<Workspace, "root" | "local" | "cache" | "index">;

/**
 * Kept by one process, for all trees it reads. Words and vectors belong to one state of a tree, named by its hash: of
 * another state they are never used, so that whatever changes meanwhile is seen by the next search.
 */
export class ProcessCache extends ModelPools {
  readonly #words = new Map<string, { hash: string; lexicon: Promise<Lexicon> }>();
  readonly #vectors = new Map<string, { hash: string; vectors: ResidentVectors }>();

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

  /** The vectors of a tree's entries, if they were kept when it was in this state. */
  vectors(tree: Store, place: Place, model: LocatedModel): ResidentVectors | undefined {
    const known = this.#vectors.get(`${place.root} ${model.fingerprint}`);
    return known?.hash === tree.hash ? known.vectors : undefined;
  }

  /** Keeps the vectors of an index that is level with the tree, and answers them; of any other nothing. */
  keepVectors(
    tree: Store,
    place: Place,
    model: LocatedModel,
    rows: IndexRows,
    cache: VectorCache,
  ): ResidentVectors | undefined {
    if (rows.tree === "" || rows.tree !== tree.hash || rows.behind.size > 0) return undefined;
    const key = `${place.root} ${model.fingerprint}`;
    const vectors = ResidentVectors.of(rows, cache, model.dimensions, this.#vectors.get(key)?.vectors);
    if (vectors === undefined) this.#vectors.delete(key);
    else this.#vectors.set(key, { hash: tree.hash, vectors });
    return vectors;
  }
}
