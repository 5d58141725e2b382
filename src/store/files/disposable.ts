/** Files that can always be made again: caches and index. What cannot be removed or listed is passed over. */
import { readdirSync, rmSync } from "node:fs";

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

/** Removes such a file or folder. */
export function removeDisposable(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Nothing reads leftovers as more than they are.
  }
}
