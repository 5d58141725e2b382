/** What can be said of model and index without changing them, and what mends them. */

import type { Context } from "../context.js";
import type { Profile } from "../settings.js";
import { localLink } from "../store/files/safe-path.js";
import type { Store } from "../store/open-store.js";
import type { Workspace } from "../store/workspace.js";
import { locateModel } from "./model/model-files.js";
import { wantedKeys } from "./vectors/table-state.js";
import { nameIn } from "./vectors/text-name.js";
import { VectorIndex } from "./vectors/vector-index.js";
import { LANCEDB_VERSION, VectorTable } from "./vectors/vector-table.js";
import { wantedRows } from "./vectors/wanted-rows.js";

export interface SearchCheck {
  /** The model's name; undefined with a reason in {@link unavailable}. */
  model?: string;
  unavailable?: string;
  lancedb: string;
  /** Why LanceDB cannot be loaded here. */
  lancedbTrouble?: string;
  index: "none" | "level" | "behind" | "damaged";
  /** Entries in the index. */
  rows: number;
  /** Files that changed since. */
  behind: number;
}

type Place = { workspace: Workspace; profile: Profile };

/** Hashes the model's files, loads LanceDB, compares the table with the tree. Writes nothing. */
export async function checkSearch({ workspace, profile }: Place, tree: Store): Promise<SearchCheck> {
  const model = locateModel(profile, workspace, { hashes: true });
  const check: SearchCheck = { lancedb: LANCEDB_VERSION, index: "none", rows: 0, behind: 0 };
  try {
    await VectorTable.load();
  } catch (error) {
    check.lancedbTrouble = ((error as Error).message ?? String(error)).split("\n")[0] ?? "";
  }
  if ("unavailable" in model) return { ...check, ...model };
  check.model = model.name;
  if (check.lancedbTrouble !== undefined || localLink(workspace) !== undefined) return check;
  const keys = new Set<string>();
  try {
    const table = await VectorTable.open(workspace.index, model);
    if (table === undefined) return check;
    for await (const block of table.rows()) for (const key of block.keys) keys.add(key);
  } catch {
    return { ...check, index: "damaged" };
  }
  const wanted = wantedKeys(tree.database);
  check.rows = new Set([...keys].filter((key) => wanted.has(key)).map((key) => nameIn(key).owner)).size;
  const behind = [...wanted].filter((key) => !keys.has(key)).map((key) => nameIn(key).owner);
  check.behind = new Set(behind.flatMap((id) => tree.head(id)?.file ?? [])).size;
  return { ...check, index: check.behind === 0 ? "level" : "behind" };
}

/** Makes a new table of what can be read of a damaged one; the next reader fills it. */
export async function replaceIndex({ workspace, profile }: Place, tree: Store): Promise<void> {
  const model = locateModel(profile, workspace);
  if ("unavailable" in model) return;
  await new VectorIndex(workspace, model, false).makeAnew(tree.database, 5_000);
}

/** Joins the pieces of the table. What fails here is tried by the next heartbeat. */
export async function tidyIndex(ctx: Context, tree: Store): Promise<void> {
  const model = locateModel(ctx.profile, ctx.workspace);
  if ("unavailable" in model) return;
  const wants = await wantedRows(ctx, tree.database);
  await new VectorIndex(ctx.workspace, model, false).tidy(tree.database, 0, wants).catch(() => undefined);
}
