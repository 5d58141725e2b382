/** Removes tenet's own folders from a workspace: derived and local files. Called by `tenet init --remove`. */
import { lstatSync, readdirSync, rmdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "../workspace.js";
import { fileFailure } from "./file-failure.js";

/** True for a file, or a folder that holds one somewhere. */
function holdsAny(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return stats !== undefined;
  return readdirSync(path).some((name) => holdsAny(join(path, name)));
}

/** Derived files in tracked folders: rebuilt whenever they are missing. */
export function derivedPlaces(ws: Workspace): string[] {
  return [ws.indexPage].filter(holdsAny);
}

/** Removes some of them, links not followed, and the folders of `memory/` that are empty then. */
export async function removePlaces(ws: Workspace, places: readonly string[]): Promise<void> {
  for (const path of places) {
    try {
      await rm(path, { recursive: true, force: true });
    } catch (cause) {
      throw fileFailure("remove", path, cause);
    }
  }
  for (const folder of [...["working", "core"].map((name) => join(ws.memory, name)), ws.learning, ws.memory]) {
    try {
      rmdirSync(folder);
    } catch {
      // It is not there, or holds something else.
    }
  }
}
