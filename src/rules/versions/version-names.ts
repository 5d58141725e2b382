import { readdirSync } from "node:fs";
import type { Workspace } from "../../store/workspace.js";
import { VERSION_ID } from "./version.js";

/** Names of the version files, without `.md`. */
export function versionNames(ws: Workspace): string[] {
  try {
    return readdirSync(ws.versions)
      .filter((name) => name.endsWith(".md") && VERSION_ID.test(name.slice(0, -3)))
      .map((name) => name.slice(0, -3))
      .sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}
