/** Files that can always be made again: caches, index, index page. */
import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file that can always be made again: whole or not at all, but not synced. Never throws; false where the
 * folder cannot be written or one of `folders` is a link out of the tree.
 */
export function writeDisposable(path: string, content: string | Uint8Array, folders: readonly string[] = []): boolean {
  const temp = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    if (folders.some((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())) return false;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temp, content, { flag: "wx" });
    renameSync(temp, path);
    return true;
  } catch {
    removeDisposable(temp);
    return false;
  }
}

/** Removes such a file, or a folder of them, where that is possible. */
export function removeDisposable(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Read-only or odd folders keep their leftovers: nothing reads them as more than they are.
  }
}
