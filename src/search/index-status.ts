import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../store/workspace.js";

/** How the search index stands, without loading it. */
export type IndexGlance = "none" | "behind" | "fresh";

/** The hash of the tree stands among the first fields of an index's record. */
const BEGINNING = 4_096;

/**
 * Compares the tree's hash with the one the newest index was completed for. Opens neither LanceDB nor a model, and
 * reads a few kilobytes: what it says is a hint for `status`, not a promise.
 */
export function readIndexStatus(ws: Pick<Workspace, "index">, treeHash: string): IndexGlance {
  try {
    const pointers = readdirSync(ws.index).filter((name) => name.startsWith("current-"));
    const newest = pointers
      .map((name) => ({ name, at: statSync(join(ws.index, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at)[0];
    if (newest === undefined) return "none";
    const folder = readFileSync(join(ws.index, newest.name), "utf8").trim();
    if (!/^[\w-]+$/.test(folder)) return "behind";
    const file = openSync(join(ws.index, folder, "rows.json"), "r");
    try {
      const bytes = Buffer.alloc(BEGINNING);
      const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, BEGINNING, 0));
      return /"tree":"([0-9a-f]+)"/.exec(text)?.[1] === treeHash ? "fresh" : "behind";
    } finally {
      closeSync(file);
    }
  } catch {
    return "none";
  }
}
