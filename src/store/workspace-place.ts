/** Where a workspace may be made: not where every other folder would find it, or where two would hide each other. */
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { TenetError } from "../errors.js";
import { realPath, Workspace, workspaceAbove } from "./workspace.js";

/** Something that speaks against a folder, and that a person may set aside. */
export interface PlaceTrouble {
  code: "home" | "inside-workspace" | "above-workspace";
  /** A sentence. */
  message: string;
  hint: string;
}

/** Folders that are not looked into for other workspaces: no project, or too much. */
const PASSED_OVER = new Set(["node_modules", ".git", "target", "dist", "build", "vendor", ".venv"]);
const DEEPEST = 4;
const MOST_FOLDERS = 3_000;

/** Throws where no workspace can be; answers what speaks against it otherwise. `root`, `home`: real paths. */
export function placeTrouble(root: string, home: string): PlaceTrouble | undefined {
  if (isGits(root)) {
    throw new TenetError(`${root} belongs to git: it is no folder for files of your own`, {
      failure: "usage",
      code: "git-folder",
      hint: "Go to the folder of the project, then: tenet init",
    });
  }
  if (existsSync(new Workspace(root).profile)) return undefined;
  requireWritable(root);
  if (root === realPath(home)) {
    const message = "This is your home folder: a workspace here would be found from every folder beneath it";
    return {
      code: "home",
      message,
      hint: "Go to a project and run tenet init there; --here makes one here all the same.",
    };
  }
  const above = workspaceAbove(dirname(root));
  if (above !== undefined && above.root !== root) {
    const message = `${root} lies inside the workspace ${above.root}, which would not be found from here any more`;
    return { code: "inside-workspace", message, hint: "Use that one as it is; --here makes one here all the same." };
  }
  const workspaceBelow = workspaceBeneath(root);
  if (workspaceBelow === undefined) return undefined;
  const message = `${workspaceBelow} is a workspace already, and this one would not be found from there`;
  return { code: "above-workspace", message, hint: "Use that one as it is; --here makes one here all the same." };
}

/** `.git`, what lies in it, and a bare repository. */
function isGits(root: string): boolean {
  if (root.split(/[\\/]/).includes(".git")) return true;
  return ["HEAD", "objects", "refs"].every((name) => existsSync(join(root, name))) && !existsSync(join(root, ".git"));
}

function requireWritable(root: string): void {
  try {
    accessSync(root, constants.W_OK);
  } catch (cause) {
    throw new TenetError(`${root} cannot be written to; nothing was made there`, {
      failure: "failed",
      code: "read-only",
      hint: "Make the folder writable, or choose another one.",
      cause,
    });
  }
}

/** The first workspace beneath a folder, looked for a few folders deep. */
function workspaceBeneath(root: string): string | undefined {
  let foldersLeft = MOST_FOLDERS;
  let level = [root];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (foldersLeft-- <= 0) return undefined;
      for (const name of foldersIn(folder)) {
        const path = join(folder, name);
        if (existsSync(new Workspace(path).profile)) return path;
        next.push(path);
      }
    }
    level = next;
  }
  return undefined;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !PASSED_OVER.has(entry.name))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
