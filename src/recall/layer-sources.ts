/** What a layer of a context is gathered from; the context itself reads more. Of a capability that makes a layer, too: the wiki. */
import type { Context } from "../context.js";
import type { Viewer } from "../entry/gates/visible.js";
import type { Store } from "../store/open-store.js";
import type { RecallInput } from "./recall.js";
import type { Recalled } from "./recall-schemas.js";

export interface LayerSources {
  ctx: Context;
  /** `asOf`: what held then, a day or an instant. `mode`: how the query is looked for; the profile's unless stated. */
  input: { query?: string; asOf?: string; mode?: string };
  /** The entries of the workspace. */
  tree: Store;
  viewer: Viewer;
  /** Puts the query to what is known; whoever prints the answer keeps what it prints. Undefined without a query. */
  ask: ((about: Omit<RecallInput, "query" | "mode" | "unremembered">) => Promise<Recalled>) | undefined;
}
