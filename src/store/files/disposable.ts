/** Files that can always be made again: caches, index, index page. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLink } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

/** A name for an unfinished write: git ignores them by name. 64 random bits: names made of pids collide. */
export function tempPathIn(folder: string): string {
  return join(folder, `.tenet-${randomBytes(8).toString("hex")}.tmp`);
}

/**
 * Writes a file that can always be made again: whole or not at all, but not synced. Never throws; false where the
 * folder cannot be written or one of `folders` is a link out of the tree.
 */
export function writeDisposable(
  { local, tmp }: Pick<Workspace, "local" | "tmp">,
  path: string,
  content: string | Uint8Array,
  folders: readonly string[] = [],
): boolean {
  const temp = tempPathIn(tmp);
  try {
    if ([local, tmp, ...folders].some(isLink)) return false;
    for (const folder of [tmp, dirname(path)]) mkdirSync(folder, { recursive: true });
    writeFileSync(temp, content, { flag: "wx" });
    renameSync(temp, path);
    return true;
  } catch {
    removeDisposable(temp);
    return false;
  }
}

/** Names in a folder that fit a pattern, in order; none where it cannot be read. */
export function namesIn(folder: string, pattern = /(?:)/): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** Puts a file or folder in the place of another, which is removed. Throws where that cannot be done. */
export function placeDisposable(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}

/** Removes such a file, or a folder of them, where that is possible. */
export function removeDisposable(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Read-only or odd folders keep their leftovers: nothing reads them as more than they are.
  }
}

/** Bytes of something that can be rebuilt; `undefined` when it is absent or cannot be read. */
export function readDisposable(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The first of the local folders that is a link: a cloned repository could make one lead anywhere, so none is followed. */
export function linkedFolder(workspace: Pick<Workspace, "local" | "cache" | "index">): string | undefined {
  const { local, cache, index } = workspace;
  return [local, cache, index].find(isLink);
}
