import { readFileSync, statSync } from "node:fs";
import type { Workspace } from "../store/workspace.js";
import { COMPACT_AFTER, type Pointed, pointersIn } from "./vectors/vector-pointer.js";

/** How the table of vectors stands, without LanceDB or a model. */
export type IndexStatus = "none" | "behind" | "fresh";

/** The contents of the newest pointer, or undefined. A hint: nothing is compared with the table. */
function newestPointer(ws: Pick<Workspace, "index">): Partial<Pointed> | undefined {
  try {
    const [newest] = pointersIn(ws)
      .map((path) => ({ path, at: statSync(path).mtimeMs }))
      .sort((a, b) => b.at - a.at);
    return newest === undefined ? undefined : (JSON.parse(readFileSync(newest.path, "utf8")) as Partial<Pointed>);
  } catch {
    return {};
  }
}

/** Compares the tree's hash with the one the newest table was complete for, for `status`. */
export function readIndexStatus(ws: Pick<Workspace, "index">, treeHash: string): IndexStatus {
  const pointed = newestPointer(ws);
  if (pointed === undefined) return "none";
  return pointed.tree === treeHash ? "fresh" : "behind";
}

/** True when the newest table has grown in so many pieces that a heartbeat copies it. */
export function needsCompacting(ws: Pick<Workspace, "index">): boolean {
  return (newestPointer(ws)?.changes ?? 0) > COMPACT_AFTER.heartbeat;
}
