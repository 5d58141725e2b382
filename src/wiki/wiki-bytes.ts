/** The pages that stand in the folder of the wiki, and their bytes. */
import { basename } from "node:path";
import { readBytes } from "../store/files/safe-path.js";
import { surveyPath } from "../store/survey.js";
import type { Workspace } from "../store/workspace.js";

/** Names of the pages that stand in the folder. */
export function pagesIn(ws: Workspace): string[] {
  const files = surveyPath(ws, ws.wiki).files.filter((file) => /^memory\/wiki\/[^/]+\.md$/.test(file));
  return files.map((file) => basename(file, ".md"));
}

/** The bytes of those pages that have a file, by its absolute path. */
export async function readBytesOf(ws: Workspace, pages: readonly string[]): Promise<Map<string, Uint8Array>> {
  const bytesByPage = new Map<string, Uint8Array>();
  for (const page of pages) {
    const path = ws.wikiPage(page);
    const bytes = await readBytes(ws, path);
    if (bytes !== undefined) bytesByPage.set(path, bytes);
  }
  return bytesByPage;
}
