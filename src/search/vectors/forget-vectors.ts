/** Takes every trace of some entries out of what can be rebuilt: rows, older versions of the table, kept vectors. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { removeDisposable, writeDisposable } from "../../store/files/disposable.js";
import { withLock } from "../../store/files/lock.js";
import type { Workspace } from "../../store/workspace.js";
import { linkedFolder, readDisposable } from "../disposable-file.js";
import { readRows } from "./index-rows.js";
import { keptVectors } from "./vector-cache.js";

/**
 * Removes all generations of all models' tables, since older versions of a table keep what newer ones dropped, and
 * from the kept vectors all but those of entries that stay: the next search fills a table from them. Throws `busy`
 * when the index is being written. Safe to repeat.
 */
export async function forgetVectors(ws: Workspace, ids: ReadonlySet<string>, waitMs: number): Promise<void> {
  const isEmpty = [ws.index, join(ws.cache, "vectors")].every((folder) => listed(folder).length === 0);
  if (linkedFolder(ws) !== undefined || isEmpty) return;
  await withLock(join(ws.index, "lock"), "erase", waitMs, async () => {
    const names = listed(ws.index);
    const kept = new Map<string, { dimensions: number; hashes: Set<string> }>();
    for (const name of names.filter((one) => one.startsWith("g-"))) {
      const rows = readRows(join(ws.index, name));
      if (rows === undefined) continue;
      const { fingerprint, dimensions } = rows.stamp;
      const { hashes } = kept.get(fingerprint) ?? { hashes: new Set<string>() };
      kept.set(fingerprint, { dimensions, hashes });
      for (const [id, hash] of [...rows.files.rows(), ...rows.behind]) if (!ids.has(id)) hashes.add(hash);
    }
    // Vectors first: once the rows are gone, nobody can tell any more whose they are.
    const vectors = join(ws.cache, "vectors");
    for (const name of listed(vectors)) keepOnly(join(vectors, name), kept.get(name.replace(/\.bin$/, "")));
    for (const name of names) {
      if (name.startsWith("g-") || name.startsWith("current-")) removeDisposable(join(ws.index, name));
    }
  });
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Vectors of a model without a table belong to nobody that is known: they go as a whole. */
function keepOnly(path: string, kept: { dimensions: number; hashes: ReadonlySet<string> } | undefined): void {
  const bytes = kept === undefined ? undefined : readDisposable(path);
  if (bytes === undefined || kept === undefined) {
    removeDisposable(path);
    return;
  }
  const left = keptVectors(bytes, kept.dimensions, (hash) => kept.hashes.has(hash));
  if (left.length === bytes.length) return;
  if (left.length === 0 || !writeDisposable(path, left)) removeDisposable(path);
}
