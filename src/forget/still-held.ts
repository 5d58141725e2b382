/** What is left in the workspace outside of tenet's reach: files of others that hold the words as well. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "../store/workspace.js";
import type { TextMatcher } from "./text-matcher.js";

export interface StillHeld {
  /** Relative. */
  file: string;
  /** 1-based. */
  line: number;
}

const SKIPPED = new Set([".git", "node_modules"]);
const MAX_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 20_000;

/** Looks through the text files of the workspace, local and derived ones apart. At most `most` places, one a file. */
export async function stillHeld(ws: Workspace, traces: TextMatcher, most: number): Promise<StillHeld[]> {
  const found: StillHeld[] = [];
  const open = [ws.root];
  let looked = 0;
  for (let folder = open.shift(); folder !== undefined; folder = open.shift()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name) && path !== ws.local) open.push(path);
        continue;
      }
      if (!entry.isFile() || found.length >= most || looked++ > MOST_FILES) continue;
      const line = await lineIn(path, traces);
      if (line !== undefined) found.push({ file: ws.relative(path), line });
    }
  }
  return found;
}

async function lineIn(path: string, traces: TextMatcher): Promise<number | undefined> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return undefined;
    const bytes = await readFile(path);
    if (bytes.includes(0)) return undefined;
    const at = bytes
      .toString("utf8")
      .split("\n")
      .findIndex((line) => traces.heldIn(line));
    return at === -1 ? undefined : at + 1;
  } catch {
    return undefined;
  }
}
