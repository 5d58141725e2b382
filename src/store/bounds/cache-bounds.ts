/** The bound of the cache: one file, at most half of it free. */
import { DatabaseFile, removeDatabase } from "../cache/database-file.js";
import { vacuumCache } from "../cache/drop-cache.js";
import type { Workspace } from "../workspace.js";

export function isCacheOver(ws: Workspace): boolean {
  const file = DatabaseFile.newest(ws, false);
  return file?.exists === true && (file.isHalfFree || file.predecessors.length > 0);
}

/** Removes files whose place another one took, and gives free pages back. */
export function compactCache(ws: Workspace): void {
  const file = DatabaseFile.newest(ws, false);
  for (const path of file?.predecessors ?? []) removeDatabase(path);
  if (file?.isHalfFree === true) vacuumCache(ws);
}
