/** The archive of imports: originals, and the accounts of what became of their entries. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../store/files/file-failure.js";
import { folderInTree, readBytes } from "../store/files/safe-path.js";
import type { Workspace } from "../store/workspace.js";

/** The texts of all accounts of earlier imports, by file name. Throws when one is there and cannot be read. */
export async function importAccounts(ws: Workspace): Promise<Map<string, string>> {
  const accounts = new Map<string, string>();
  if (!(await folderInTree(ws, ws.archive))) return accounts;
  let names: string[];
  try {
    names = await readdir(ws.archive);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return accounts;
    throw cause;
  }
  for (const name of names.sort()) {
    if (!name.endsWith(".import.yaml")) continue;
    const bytes = await readBytes(ws, join(ws.archive, name));
    if (bytes !== undefined) accounts.set(name, Buffer.from(bytes).toString("utf8"));
  }
  return accounts;
}

/** The text of a file of the tree; undefined when it is not there. */
export async function treeText(ws: Workspace, path: string): Promise<string | undefined> {
  const bytes = await readBytes(ws, path);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8");
}

/** Is a file of that name in the tree? */
export async function isInTree(ws: Workspace, path: string): Promise<boolean> {
  return (await readBytes(ws, path)) !== undefined;
}
