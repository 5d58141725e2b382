/** Finds the folder of a repository without git, so that no setting of a clone changes the answer. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The top of the work tree a folder lies in: the nearest one with a repository. Undefined without git. */
export function workTreeOf(root: string): string | undefined {
  for (let folder = resolve(root); ; folder = dirname(folder)) {
    if (gitFolderAt(join(folder, ".git")) !== undefined) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The folder git keeps a work tree's state in: `.git` itself, or what a `.git` file of a worktree or submodule names. */
export function gitFolder(root: string): string | undefined {
  const top = workTreeOf(root);
  return top === undefined ? undefined : gitFolderAt(join(top, ".git"));
}

function gitFolderAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isDirectory()) return existsSync(join(path, "HEAD")) ? path : undefined;
  const gitFolder = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(path, "utf8"))?.[1];
  return gitFolder === undefined ? undefined : resolve(dirname(path), gitFolder);
}

/** The folder that the work trees of a repository share. Only a linked worktree names one. */
export function commonFolder(folder: string): string {
  try {
    return resolve(folder, readFileSync(join(folder, "commondir"), "utf8").trim());
  } catch {
    return folder;
  }
}

/** Where the workspace lies in its repository: empty at the top, else with a `/` behind it. */
export function prefixIn(root: string): string {
  const realRoot = realpathSync(resolve(root));
  const inside = relative(workTreeOf(realRoot) ?? realRoot, realRoot).replaceAll("\\", "/");
  return inside === "" ? "" : `${inside}/`;
}
