/** The input of a context layer. Also used by the wiki, which adds a layer of its own. */
import type { Context } from "../context.js";
import type { Viewer } from "../entry/gates/visible.js";
import type { Store } from "../store/open-store.js";
import type { RecallInput } from "./recall.js";
import type { Recalled } from "./recall-schemas.js";

export interface LayerSources {
  ctx: Context;
  /** `asOf`: only facts that held then, a day or an instant. `mode`: how to search; the profile's unless stated. */
  input: { query?: string; asOf?: string; mode?: RecallInput["mode"] };
  /** The entries of the workspace. */
  tree: Store;
  viewer: Viewer;
  /** Searches for the query. The caller records what it prints. Undefined without a query. */
  ask: ((about: Omit<RecallInput, "query" | "mode" | "unremembered">) => Promise<Recalled>) | undefined;
}
