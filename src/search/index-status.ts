/** How the table of vectors stands by what tenet.db knows of it: neither LanceDB nor a model is loaded. */
import type { CacheDatabase } from "../store/cache/database.js";
import { lackingIds, readTableState } from "./vectors/table-state.js";
import { KEEP_VERSIONS_MS } from "./vectors/vector-table.js";

/** `none` also after the cache was made anew, until the next search. */
export type IndexStatus = "none" | "behind" | "fresh";

/** Writes after which a heartbeat joins the pieces that they left. */
const TIDY_AFTER = 50;

export function readIndexStatus(database: CacheDatabase): IndexStatus {
  if ((readTableState(database)?.version ?? 0) === 0) return "none";
  return lackingIds(database).length === 0 ? "fresh" : "behind";
}

/** True when many writes left pieces, or joined ones are left that nobody can be reading any more. */
export function needsTidying(database: CacheDatabase): boolean {
  const { version = 0, tidied = 0, outdated } = readTableState(database) ?? {};
  return version - tidied > TIDY_AFTER || (outdated !== undefined && Date.now() - outdated > KEEP_VERSIONS_MS);
}
