import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../workspace.js";

/** Forgets everything that was parsed; the next opening makes it anew. What lies behind a link is not ours to drop. */
export function dropCache(ws: Workspace): void {
  try {
    if (lstatSync(ws.local).isSymbolicLink() || lstatSync(ws.cache).isSymbolicLink()) return;
    rmSync(ws.cache, { recursive: true, force: true });
  } catch {
    // What cannot be removed is judged by its content.
  }
}

/** What the cache holds besides parsed texts: it says nothing of what is in them, and takes long to make again. */
const NO_TEXTS = new Set(["vectors", "model-files.json", "profile.json"]);

/** Forgets every text that was parsed. Vectors stay: who takes texts away takes theirs as well. */
export function dropParsed(ws: Workspace): void {
  try {
    if (lstatSync(ws.local).isSymbolicLink() || lstatSync(ws.cache).isSymbolicLink()) return;
    for (const name of readdirSync(ws.cache)) {
      if (!NO_TEXTS.has(name)) rmSync(join(ws.cache, name), { recursive: true, force: true });
    }
  } catch {
    // As above.
  }
}
