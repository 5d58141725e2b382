/** What can be said of model and index without using or changing them. */
import { readdirSync } from "node:fs";
import type { Profile } from "../config.js";
import type { Store } from "../store/open-store.js";
import type { Workspace } from "../store/workspace.js";
import { linkedFolder } from "./disposable-file.js";
import { locateModel } from "./model/model-files.js";
import { changedFiles } from "./vectors/follow.js";
import { rowCount } from "./vectors/index-rows.js";
import { VectorIndex } from "./vectors/vector-index.js";
import { LANCEDB_VERSION } from "./vectors/vector-table.js";

export interface SearchCheck {
  /** The model's name; undefined when {@link unavailable} says why there is none. */
  model?: string;
  unavailable?: string;
  lancedb: string;
  /** Why LanceDB cannot be loaded here. */
  lancedbTrouble?: string;
  index: "none" | "level" | "behind" | "damaged" | "linked";
  /** Entries in the index. */
  rows: number;
  /** Files that changed since. */
  behind: number;
  /** Indexes of other versions or models beside it. */
  others: number;
}

type Place = { workspace: Workspace; profile: Profile };

/** Hashes the model's files, loads LanceDB, compares the index with the tree. Writes nothing. */
export async function checkSearch({ workspace, profile }: Place, tree: Store): Promise<SearchCheck> {
  const model = locateModel(profile, workspace, { untouched: true });
  const check: SearchCheck = { lancedb: LANCEDB_VERSION, index: "none", rows: 0, behind: 0, others: 0 };
  try {
    await import("@lancedb/lancedb");
  } catch (error) {
    check.lancedbTrouble = ((error as Error).message ?? String(error)).split("\n")[0] ?? "";
  }
  check.others = pointers(workspace);
  if ("unavailable" in model) return { ...check, unavailable: model.unavailable };
  check.model = model.name;
  if (linkedFolder(workspace) !== undefined) return { ...check, index: "linked" };
  const index = new VectorIndex(workspace, model);
  if (index.exists || index.off !== undefined) check.others--;
  if (index.off !== undefined) return { ...check, index: "damaged" };
  if (!index.exists) return check;
  check.rows = rowCount(index.rows);
  check.behind = changedFiles(index.rows, tree).length;
  return { ...check, index: check.behind === 0 ? "level" : "behind" };
}

function pointers({ index }: Workspace): number {
  try {
    return readdirSync(index).filter((name) => /^current-[0-9a-f]+$/.test(name)).length;
  } catch {
    return 0;
  }
}

/** Puts an empty index in the place of a damaged one; the next reader fills it. */
export async function replaceIndex({ workspace, profile }: Place): Promise<void> {
  const model = locateModel(profile, workspace);
  if (!("unavailable" in model)) await new VectorIndex(workspace, model).change(5_000, async () => undefined);
}
