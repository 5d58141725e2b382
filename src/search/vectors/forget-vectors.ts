/** Takes the vectors of words that went out of what can be rebuilt. */
import { join } from "node:path";
import type { Profile } from "../../config.js";
import { TenetError } from "../../errors.js";
import { linkedFolder, removeDisposable } from "../../store/files/disposable.js";
import { withLock } from "../../store/files/lock.js";
import type { Store } from "../../store/open-store.js";
import type { Workspace } from "../../store/workspace.js";
import { locateModel } from "../model/model-files.js";
import { rowsOf } from "./embed-missing.js";
import { hasIndexes, namesIn, removeIndexes } from "./vector-pointer.js";
import { VectorStore } from "./vector-store.js";
import { VectorTable } from "./vector-table.js";

/**
 * Leaves one table with the rows of this tree alone, and no older version or other table that could hold more. Throws
 * `busy` when the index is being written. Safe to repeat.
 */
export async function forgetVectors(
  { workspace: ws, profile }: { workspace: Workspace; profile: Profile },
  tree: Store,
  waitMs: number,
): Promise<void> {
  // Earlier versions kept a list of hub texts, and vectors in files of their own.
  if (linkedFolder(ws) === undefined) removeDisposable(ws.syncLentVectors);
  const ofEarlierVersions = join(ws.cache, "vectors");
  for (const folder of [ws.knowledgeIndex, ws.linesIndex]) {
    if (linkedFolder(ws) !== undefined || !hasIndexes(folder)) continue;
    // Made again from the files as they are now, without telling which of their texts held the words.
    await withLock(join(folder, "lock"), "erase", waitMs, async () => removeIndexes(folder));
  }
  if (linkedFolder(ws) !== undefined || [ws.index, ofEarlierVersions].every((folder) => namesIn(folder).length === 0))
    return;
  removeDisposable(ofEarlierVersions);
  const model = locateModel(profile, ws);
  const canCopy =
    !("unavailable" in model) &&
    (await VectorTable.load().then(
      () => true,
      () => false,
    ));
  if (canCopy) {
    try {
      return await new VectorStore(ws, model).purge(rowsOf(tree), waitMs);
    } catch (error) {
      if (error instanceof TenetError) throw error;
      // No room for a copy, or LanceDB failed: vectors can be made again, and the words must go.
    }
  }
  await withLock(join(ws.index, "lock"), "erase", waitMs, async () => removeIndexes(ws.index));
  if (hasIndexes(ws.index)) {
    throw new TenetError("vectors of what was erased could not be removed from .tenet/index", {
      failure: "failed",
      code: "index-not-purged",
      hint: "Look at the disk and at who may write there; the next command completes it.",
    });
  }
}
