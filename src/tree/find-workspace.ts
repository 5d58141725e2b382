import { realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { TenetError } from "../errors.js";
import { Workspace } from "./workspace.js";

const HINT = "`tenet init` makes one here; -C DIR or TENET_WORKSPACE names another folder.";

async function holdsProfile(workspace: Workspace): Promise<boolean> {
  return stat(workspace.profile).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The nearest workspace at or above a folder; undefined when there is none up to the root. */
export async function workspaceAbove(from: string): Promise<Workspace | undefined> {
  for (let folder = await realpath(from); ; folder = dirname(folder)) {
    const workspace = new Workspace(folder);
    if (await holdsProfile(workspace)) return workspace;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * The folder with `tenet.yaml`: the first one walking up from `-C`, else the one `TENET_WORKSPACE` names, else the
 * first one walking up from the current folder. Exit 10 when there is none. Its root is a real path, so that later
 * checks for links compare like with like.
 */
export async function findWorkspace(
  cwd: string,
  flag: string | undefined,
  variable: string | undefined,
): Promise<Workspace> {
  if (flag === undefined && variable !== undefined) {
    const root = await realpath(resolve(cwd, variable)).catch(() => undefined);
    const workspace = root === undefined ? undefined : new Workspace(root);
    if (workspace !== undefined && (await holdsProfile(workspace))) return workspace;
    throw new TenetError(`No workspace in ${variable}, which TENET_WORKSPACE names: it has no tenet.yaml.`, {
      failure: "no-workspace",
      hint: HINT,
    });
  }
  const from = flag === undefined ? cwd : resolve(cwd, flag);
  const found = await workspaceAbove(from).catch(() => {
    throw new TenetError(`No such folder: ${from}`, { failure: "no-workspace", hint: HINT });
  });
  if (found === undefined) {
    throw new TenetError(`No workspace here: no tenet.yaml in ${from} or above.`, {
      failure: "no-workspace",
      hint: HINT,
    });
  }
  return found;
}

/** The real path of a folder that exists; wrong usage otherwise. */
export async function realFolder(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isDirectory()) {
    throw new TenetError(`No such folder: ${path}`, { failure: "usage", hint: "Make it first, or name another one." });
  }
  return real;
}
