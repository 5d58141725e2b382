/** Takes the vectors of words that went out of what can be rebuilt. */
import { join } from "node:path";
import { TenetError } from "../../errors.js";
import type { Profile } from "../../settings.js";
import { namesIn, removeDisposable } from "../../store/files/disposable.js";
import { withLock } from "../../store/files/lock.js";
import type { Store } from "../../store/open-store.js";
import type { Workspace } from "../../store/workspace.js";
import { locateModel } from "../model/model-files.js";
import { wantedKeys } from "./table-state.js";
import { LOCK, VectorIndex } from "./vector-index.js";

/**
 * Leaves one table with the rows of this tree's entries alone, and nothing else that could hold more: passages and lines are
 * embedded again, without telling which of their texts held the words. Throws `busy` when the index is being written.
 * Safe to repeat.
 */
export async function forgetVectors(
  { workspace: ws, profile }: { workspace: Workspace; profile: Profile },
  tree: Store,
  waitMs: number,
): Promise<void> {
  const contents = () => namesIn(ws.index).filter((name) => name !== LOCK);
  if (contents().length === 0) return;
  const model = locateModel(profile, ws);
  if (!("unavailable" in model)) {
    try {
      const database = tree.database;
      const keys = wantedKeys(database);
      return await new VectorIndex(ws, model, false).makeAnew(database, waitMs, (key) => keys.has(key));
    } catch (error) {
      if (error instanceof TenetError) throw error;
      // No room for a copy, or no LanceDB here: vectors can be made again, and the words must go.
    }
  }
  await withLock(join(ws.index, LOCK), "erase", waitMs, async () => {
    for (const name of contents()) removeDisposable(join(ws.index, name));
  });
  if (contents().length > 0) {
    throw new TenetError("vectors of what was erased could not be removed from .tenet/index", {
      failure: "failed",
      code: "index-not-purged",
      hint: "Look at the disk and at who may write there; the next command completes it.",
    });
  }
}
