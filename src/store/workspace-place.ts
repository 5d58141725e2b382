/** Where a workspace may be made: not where every other folder would find it, or where it would hide another one. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { realPath, Workspace, workspaceAbove } from "./workspace.js";

/** What speaks against a folder, and may be set aside by a person. `root`, `home`: real paths. */
export function placeTrouble(root: string, home: string): Record<"code" | "message" | "hint", string> | undefined {
  if (existsSync(new Workspace(root).profile)) return undefined;
  if (root === realPath(home)) {
    const message = "This is your home folder: a workspace here would be found from every folder beneath it";
    const hint = "Go to a project and run tenet init there; --here makes one here all the same.";
    return { code: "home", message, hint };
  }
  const above = workspaceAbove(dirname(root));
  if (above === undefined) return undefined;
  const message = `${root} lies inside the workspace ${above.root}, which would not be found from here any more`;
  return { code: "inside-workspace", message, hint: "Use that one as it is; --here makes one here all the same." };
}
