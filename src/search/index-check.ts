/** What can be said of the model without changing anything, and what mends the index. */

import type { Context } from "../context.js";
import type { Profile } from "../settings.js";
import type { Store } from "../store/open-store.js";
import type { Workspace } from "../store/workspace.js";
import { locateModel } from "./model/model-files.js";
import { VectorIndex } from "./vectors/vector-index.js";
import { VectorTable } from "./vectors/vector-table.js";
import { wantedRows } from "./vectors/wanted-rows.js";

type Place = { workspace: Workspace; profile: Profile };

/** Why search is by words alone on this machine. Hashes the model's files, loads LanceDB; writes nothing. */
export async function searchTroubles({ workspace, profile }: Place): Promise<string[]> {
  const model = locateModel(profile, workspace, { hashes: true });
  const loading = await VectorTable.load().then(
    () => [],
    (error: Error) => [`LanceDB cannot be loaded here (${error.message.split("\n", 1)[0]})`],
  );
  return [...("unavailable" in model ? [model.unavailable] : []), ...loading];
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
