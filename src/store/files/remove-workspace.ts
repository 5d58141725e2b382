/** Taking tenet's own folders out of a workspace: what is derived, what is local, and the records themselves. */
import { lstatSync, readdirSync, rmdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Workspace } from "../workspace.js";
import { fileFailure } from "./file-failure.js";

/** True for a file, or a folder that holds one somewhere. */
function holdsAny(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return stats !== undefined;
  return readdirSync(path).some((name) => holdsAny(join(path, name)));
}

/** Every file beneath a place, links not followed: a link is one. */
export function filesBeneath(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBeneath(join(path, name)));
}

/** What of `.tenet/` cannot be made again, in a few words; undefined where nothing is. */
export function localRest(ws: Workspace): string | undefined {
  const kept = [
    [ws.runs, "captures of runs that are not finished"],
    [ws.journal, "a change that is not finished"],
    [ws.erasing, "an erasing that is not finished"],
    [ws.ledger, "the log of reads and decisions on this machine"],
  ] as const;
  return kept.find(([path]) => holdsAny(path))?.[1];
}

/** Files and folders that hold what was learned. Daily logs are other people's, too. */
export function recordPlaces(ws: Workspace): string[] {
  const own = [ws.learning, ws.versions, ws.archive, ws.wiki, ws.goldenQuestions, ws.featureRequests, ws.profile];
  return [...own, ...ws.recordFolders.filter((folder) => !folder.startsWith(`${ws.learning}${sep}`))].filter(holdsAny);
}

/** What is made anew whenever it is missing, in tracked folders. */
export function derivedPlaces(ws: Workspace): string[] {
  return [ws.indexPage].filter(holdsAny);
}

/** Takes out a file, or a folder but for some files, links not followed. */
async function removeBut(path: string, staying: ReadonlySet<string>): Promise<void> {
  if (staying.has(path)) return;
  if (![...staying].some((one) => one.startsWith(`${path}${sep}`))) {
    await rm(path, { recursive: true, force: true });
    return;
  }
  for (const name of readdirSync(path)) await removeBut(join(path, name), staying);
}

/** Removes some of them but for the files that stay, and the folders of `memory/` that are empty then. */
export async function removePlaces(
  ws: Workspace,
  places: readonly string[],
  staying: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const path of places) {
    try {
      await removeBut(path, staying);
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
