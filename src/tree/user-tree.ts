/** The folder of what is true of a person in every workspace: found without opening it, made when first written to. */
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { writeFileAtomic } from "./atomic-file.js";
import { Workspace } from "./workspace.js";

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/**
 * The workspace at a path that has one; undefined where nothing was ever written, after a single look. `besides`: the
 * workspace at hand, which is never a second one.
 */
export function findUserTree(path: string, besides: Workspace): Workspace | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const root = realPath(path);
  if (root === undefined || root === realPath(besides.root)) return undefined;
  const workspace = new Workspace(root);
  return lstatSync(workspace.profile, { throwIfNoEntry: false }) === undefined ? undefined : workspace;
}

/** True when a path is the workspace's own root, however it is reached. */
export function isSameFolder(path: string, workspace: Workspace): boolean {
  const root = realPath(path);
  return root !== undefined && root === realPath(workspace.root);
}

/** Makes the workspace: readable by its owner alone, outside of every repository. What is there is kept. */
export async function makeUserTree(path: string, profile: string): Promise<Workspace> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const workspace = new Workspace(realpathSync.native(path));
  if (lstatSync(workspace.profile, { throwIfNoEntry: false }) === undefined) {
    await writeFileAtomic(workspace.profile, profile, { within: workspace });
  }
  return workspace;
}
