import { realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { TenetError } from "../errors.js";
import { Workspace } from "./workspace.js";

const HINT = "`tenet init` makes one here; -C DIR or TENET_WORKSPACE names another folder.";

function holdsProfile(workspace: Workspace): boolean {
  try {
    return statSync(workspace.profile).isFile();
  } catch {
    return false;
  }
}

/** The real path of a folder; undefined where nothing can be reached. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The nearest workspace at or above a real folder; undefined when there is none up to the root. */
export function workspaceAbove(from: string): Workspace | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const workspace = new Workspace(folder);
    if (holdsProfile(workspace)) return workspace;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * The folder with `tenet.yaml`: the first one walking up from `-C`, else the one `TENET_WORKSPACE` names, else the
 * first one walking up from the current folder. Exit 10 when there is none. Its root is a real path, so that later
 * checks for links compare like with like.
 */
export function findWorkspace(cwd: string, flag: string | undefined, variable: string | undefined): Workspace {
  if (flag === undefined && variable !== undefined) {
    const root = realPath(resolve(cwd, variable));
    const workspace = root === undefined ? undefined : new Workspace(root);
    if (workspace !== undefined && holdsProfile(workspace)) return workspace;
    throw new TenetError(`No workspace in ${variable}, which TENET_WORKSPACE names: it has no tenet.yaml.`, {
      failure: "no-workspace",
      hint: HINT,
    });
  }
  const from = flag === undefined ? cwd : resolve(cwd, flag);
  const real = realPath(from);
  if (real === undefined) throw new TenetError(`No such folder: ${from}`, { failure: "no-workspace", hint: HINT });
  const found = workspaceAbove(real);
  if (found === undefined) {
    throw new TenetError(`No workspace here: no tenet.yaml in ${from} or above.`, {
      failure: "no-workspace",
      hint: HINT,
    });
  }
  return found;
}

/** The real path of a folder that exists; wrong usage otherwise. */
export function realFolder(path: string): string {
  const real = realPath(path);
  if (real === undefined || !statSync(real).isDirectory()) {
    throw new TenetError(`No such folder: ${path}`, { failure: "usage", hint: "Make it first, or name another one." });
  }
  return real;
}
