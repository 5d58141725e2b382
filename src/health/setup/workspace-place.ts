/** Where a workspace may be made: not where every other folder would find it, or where it would hide another one. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { TenetError } from "../../errors.js";
import { realPath, Workspace, workspaceAbove } from "../../store/workspace.js";

/** What speaks against a folder, unless a person wants it there. `root`, `home`: real paths. */
export function placeTrouble(root: string, home: string): TenetError | undefined {
  if (existsSync(new Workspace(root).profile)) return undefined;
  const refused = (code: string, message: string, hint: string) =>
    new TenetError(`${message}. Nothing was made.`, { failure: "refused", code, hint });
  if (root === realPath(home)) {
    const message = "This is your home folder: a workspace here would be found from every folder beneath it";
    return refused("home", message, "Go to a project and run tenet init there; --here makes one here all the same.");
  }
  const above = workspaceAbove(dirname(root));
  if (above === undefined) return undefined;
  const message = `${root} lies inside the workspace ${above.root}, which would not be found from here any more`;
  return refused("inside-workspace", message, "Use that one as it is; --here makes one here all the same.");
}
