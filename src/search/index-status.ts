/** How the table of vectors stands by what the cache knows of it: neither LanceDB nor a model is loaded. */
import type { CacheDatabase } from "../store/cache/database.js";
import { namesIn } from "../store/files/disposable.js";
import { lackingIds } from "../store/state/unlooked.js";
import type { Workspace } from "../store/workspace.js";
import { readTableState } from "./vectors/table-state.js";
import { KEEP_VERSIONS_MS } from "./vectors/vector-table.js";

export type IndexStatus = "none" | "behind" | "fresh";

/** Writes after which a heartbeat joins the pieces that they left. */
const TIDY_AFTER = 50;

/** `behind` also after the cache was made anew, until the next search has compared. */
export function readIndexStatus({ index }: Pick<Workspace, "index">, database: CacheDatabase): IndexStatus {
  if (namesIn(index, /\.lance$/).length === 0) return "none";
  return readTableState(database) !== undefined && lackingIds(database).length === 0 ? "fresh" : "behind";
}

/** True when many writes left pieces, or joined ones are left that nobody can be reading any more. */
export function needsTidying(database: CacheDatabase): boolean {
  const { version = 0, tidied = 0, outdated } = readTableState(database) ?? {};
  return version - tidied > TIDY_AFTER || (outdated !== undefined && Date.now() - outdated > KEEP_VERSIONS_MS);
}
