import { lstatSync, readFileSync } from "node:fs";
import type { Workspace } from "../store/workspace.js";

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

/** A folder that cannot be looked at, because a file stands above it or nobody may, is no link that could be followed. */
function isLink(folder: string): boolean {
  try {
    return lstatSync(folder).isSymbolicLink();
  } catch {
    return false;
  }
}
