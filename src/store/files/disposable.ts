/** Files that can always be made again: caches and index. What cannot be removed or listed is passed over. */
import { readdirSync, rmSync } from "node:fs";
import { isLink } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

/** Names in a folder that fit a pattern, in order; none where it cannot be read. */
export function namesIn(folder: string, pattern = /(?:)/): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** Removes such a file, or a folder of them, where that is possible. */
export function removeDisposable(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Read-only or odd folders keep their leftovers: nothing reads them as more than they are.
  }
}

/** The first of the local folders that is a link: a cloned repository could make one lead anywhere, so none is followed. */
export const linkedFolder = ({ local, cache, index }: Pick<Workspace, "local" | "cache" | "index">) =>
  [local, cache, index].find(isLink);
