import { lstatSync, rmSync } from "node:fs";
import type { Workspace } from "./workspace.js";

/** Forgets everything that was parsed; the next opening makes it anew. What lies behind a link is not ours to drop. */
export function dropCache(ws: Workspace): void {
  try {
    if (lstatSync(ws.local).isSymbolicLink() || lstatSync(ws.cache).isSymbolicLink()) return;
    rmSync(ws.cache, { recursive: true, force: true });
  } catch {
    // What cannot be removed is judged by its content.
  }
}
