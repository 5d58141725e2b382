import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Workspace } from "../workspace.js";

/**
 * Whether an `origin` names a file of this workspace. A URL, a tool's name, a file elsewhere or behind a link that
 * leads out does not: what comes from there is somebody else's text.
 */
export function isInsideWorkspace(ws: Workspace, origin: string): boolean {
  const file = origin.replace(/[:#]L?\d+(?:[-:]\d+)?$/, "");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file) || file.includes("\0")) return false;
  try {
    const inside = relative(realpathSync(ws.root), realpathSync(resolve(ws.root, file)));
    return inside !== "" && inside.split(sep)[0] !== ".." && !isAbsolute(inside);
  } catch {
    return false;
  }
}
