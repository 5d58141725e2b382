/** Reading the files of pages. */
import { readBytes } from "../store/files/safe-path.js";
import type { Workspace } from "../store/workspace.js";

/** The bytes of those pages that have a file, by its absolute path. */
export async function readBytesOf(ws: Workspace, pages: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const page of pages) {
    const path = ws.wikiPage(page);
    const bytes = await readBytes(ws, path);
    if (bytes !== undefined) found.set(path, bytes);
  }
  return found;
}
