import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "../workspace.js";
import { codeOf, fileFailure } from "./file-failure.js";

/** Every file beneath a folder of the workspace, absolute, by name; links are not followed. Nothing for a missing one. */
export async function listFiles(ws: Workspace, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return [];
    throw fileFailure("list", ws.relative(folder), cause);
  });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await listFiles(ws, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}
