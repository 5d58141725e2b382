import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Workspace } from "../tree/workspace.js";

/** Bytes of something that can be rebuilt; `undefined` when it is absent or cannot be read. */
export function readDisposable(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Writes something that can be rebuilt: whole or not at all, but not synced to the disk, since losing it costs time only.
 * False when the folder cannot be written.
 */
export function writeDisposable(path: string, bytes: Uint8Array | string): boolean {
  const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, bytes, { flag: "wx" });
    renameSync(temporary, path);
    return true;
  } catch {
    removeDisposable(temporary);
    return false;
  }
}

/** Removes a file or folder that can be rebuilt; one that cannot be removed stays. */
export function removeDisposable(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A read-only folder keeps it; whoever reads it next judges it by its content.
  }
}

/** The first of the local folders that is a link: a cloned repository could make one lead anywhere, so none is followed. */
export function linkedFolder(workspace: Pick<Workspace, "local" | "cache" | "index">): string | undefined {
  const { local, cache, index } = workspace;
  return [local, cache, index].find(
    (folder) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  );
}
