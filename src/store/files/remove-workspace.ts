/** Removes tenet's own folders from a workspace: derived and local files. Called by `tenet init --remove`. */
import { rmdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "../workspace.js";

/** Removes some of them, links not followed, and the folders of `memory/` that are empty then. */
export async function removePlaces(ws: Workspace, places: readonly string[]): Promise<void> {
  for (const path of places) await rm(path, { recursive: true, force: true });
  for (const folder of [...["working", "core"].map((name) => join(ws.memory, name)), ws.learning, ws.memory]) {
    try {
      rmdirSync(folder);
    } catch {
      // It is not there, or holds something else.
    }
  }
}
