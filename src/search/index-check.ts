/** What can be said of model and index without using or changing them. */
import type { Profile } from "../config.js";
import { linkedFolder } from "../store/files/disposable.js";
import type { Store } from "../store/open-store.js";
import type { Workspace } from "../store/workspace.js";
import { locateModel } from "./model/model-files.js";
import { missingIn, rowsOf } from "./vectors/embed-missing.js";
import { LANCEDB_VERSION, pointersIn } from "./vectors/vector-pointer.js";
import { VectorStore } from "./vectors/vector-store.js";
import { VectorTable } from "./vectors/vector-table.js";

export interface SearchCheck {
  /** The model's name; undefined with a reason in {@link unavailable}. */
  model?: string;
  unavailable?: string;
  /** What helps where fetching the model does not. */
  next?: string;
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
    await VectorTable.load();
  } catch (error) {
    check.lancedbTrouble = ((error as Error).message ?? String(error)).split("\n")[0] ?? "";
  }
  check.others = pointersIn(workspace).length;
  if ("unavailable" in model) return { ...check, ...model };
  check.model = model.name;
  if (linkedFolder(workspace) !== undefined) return { ...check, index: "linked" };
  const store = new VectorStore(workspace, model);
  if (store.exists) check.others--;
  if (check.lancedbTrouble !== undefined) return check;
  const rows = await store.read();
  if (!store.isUsable) return { ...check, index: "damaged" };
  if (!store.exists) return check;
  check.rows = new Set(rows.all.filter(rowsOf(tree).wants).map(({ id }) => id)).size;
  check.behind = new Set(missingIn(tree, rows).map(({ file }) => file)).size;
  return { ...check, index: check.behind === 0 ? "level" : "behind" };
}

/** Makes a new table of what can be read of a damaged one; the next reader fills it. */
export async function replaceIndex({ workspace, profile }: Place, tree: Store): Promise<void> {
  const model = locateModel(profile, workspace);
  if ("unavailable" in model) return;
  const store = new VectorStore(workspace, model);
  await store.read();
  const change = { rows: [], of: rowsOf(tree), isComplete: false, waitMs: 5_000 };
  await store.change({ ...change, compactAfter: Number.POSITIVE_INFINITY });
}

/** Copies the table into one piece, with the rows that the tree wants. What fails here is tried by the next heartbeat. */
export async function compactIndex({ workspace, profile }: Place, tree: Store): Promise<void> {
  const model = locateModel(profile, workspace);
  if ("unavailable" in model || linkedFolder(workspace) !== undefined) return;
  await new VectorStore(workspace, model).compact(rowsOf(tree), 0).catch(() => undefined);
}
