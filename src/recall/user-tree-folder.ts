/** The folder of what is true of a person in every workspace: found without opening it, made when first written to. */
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { TenetError } from "../errors.js";
import { writeFileAtomic } from "../store/files/atomic-file.js";
import { Workspace } from "../store/workspace.js";

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Where a path leads whose last parts may not be there yet. */
function realPlace(path: string): string {
  return realPath(path) ?? (dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path)));
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(realPlace(folder), realPlace(path));
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

/** Throws for a path among the records or the local state of a workspace, where its files would be taken for those. */
export function refuseInside(path: string, workspace: Workspace): void {
  if (![workspace.memory, workspace.local].some((folder) => isBelow(folder, path))) return;
  throw new TenetError(`the user tree would lie among this workspace's own files, in ${path}`, {
    failure: "usage",
    code: "user-tree",
    hint: "Name a folder of your own with TENET_USER_TREE.",
  });
}

/**
 * The workspace at a path that has one; undefined where nothing was ever written, after a single look. `besides`: the
 * workspace at hand, which is never a second one. Throws for one among its files.
 */
export function findUserTree(path: string, besides: Workspace): Workspace | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const root = realPath(path);
  if (root === undefined || root === realPath(besides.root)) return undefined;
  refuseInside(root, besides);
  const workspace = new Workspace(root);
  return lstatSync(workspace.profile, { throwIfNoEntry: false }) === undefined ? undefined : workspace;
}

/** True when a path is the workspace's own root, however it is reached. */
export function isSameFolder(path: string, workspace: Workspace): boolean {
  const root = realPath(path);
  return root !== undefined && root === realPath(workspace.root);
}

/**
 * Makes the workspace: readable by its owner alone, and ignored by git where it lies below the workspace at hand, as it
 * does for one in a home folder. What is there is kept.
 */
export async function makeUserTree(path: string, profile: string, besides: Workspace): Promise<Workspace> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const workspace = new Workspace(realpathSync.native(path));
  if (lstatSync(workspace.profile, { throwIfNoEntry: false }) === undefined) {
    if (isBelow(besides.root, workspace.root)) {
      await writeFileAtomic(workspace.gitignore, "*\n", { within: workspace });
    }
    await writeFileAtomic(workspace.profile, profile, { within: workspace });
  }
  return workspace;
}
